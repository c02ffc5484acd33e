import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redirect, reply } from "../../support/faults.js";
import { startFaultyUpstream } from "../../support/faulty-upstream.js";
import { PROGRAM, startListening } from "../performance/servers.js";
const upstream = await startFaultyUpstream();
const SERIES = {
  meta: { symbol: ["AAPL"], type: ["annualTotalRevenue"] },
  annualTotalRevenue: [{ asOfDate: "2025-09-30", currencyCode: "USD", reportedValue: { raw: 416161000000 } }],
};
const R: Record<string, () => void> = {
  "no cookie": () => upstream.on("/door", reply(404, "")),
  "crumb refused": () => upstream.on("/b/v1/test/getcrumb", reply(401, "")),
  "crumb 429": () => upstream.on("/b/v1/test/getcrumb", reply(429, "Too Many Requests\r\n")),
  "crumb text 200 429": () => upstream.on("/b/v1/test/getcrumb", reply(200, "Too Many Requests\r\n")),
  "consent changed": () => {
    upstream.on("/door", redirect(`${upstream.url}/collectConsent`));
    upstream.on("/collectConsent", reply(200, "<html>Agree?</html>"));
  },
  "429": () =>
    ["/b", "/b/v1/test/getcrumb", "/door", "/quote"].forEach((a) =>
      upstream.on(a, reply(429, "Too Many Requests\r\n")),
    ),
};
const paths = [
  "/stock/AAPL/history?range=1mo",
  "/search?q=apple",
  "/provider-a/stock/AAPL/financials",
  "/stock/AAPL/news",
  "/stock/AAPL",
  "/quotes?symbols=AAPL,MSFT",
  "/stock/AAPL/overview",
  "/stock/AAPL/recommendations",
];
for (const [name, refuse] of Object.entries(R)) {
  upstream.reset();
  upstream.on("/b/ws", reply(200, { timeseries: { result: [SERIES], error: null } }));
  refuse();
  const { PROVIDER_A_API_KEY: _a, PROVIDER_C_API_KEY: _c, ...env } = upstream.env;
  const dir = mkdtempSync(join(tmpdir(), "t2-"));
  const p = await startListening(
    process.execPath,
    [PROGRAM, "--http", "--port", "0"],
    { ...env, DATA_DIR: dir },
    /"event":"listening".*"port":(\d+)/,
  );
  const logs: string[] = [];
  p.child.stderr!.on("data", (d) => logs.push(String(d)));
  console.log(`\n=== ${name}`);
  for (const path of paths) {
    const r = await fetch(`http://127.0.0.1:${p.port}/api/v1${path}`);
    const t = await r.text();
    console.log(
      r.status,
      path,
      "|",
      r.headers.get("x-data-sources"),
      "|",
      decodeURIComponent(r.headers.get("x-data-notes") ?? ""),
      r.status === 200 ? (JSON.parse(t).notes ?? "") : t.slice(0, 250),
    );
  }
  console.log("handshakes", upstream.calls("/door").length, upstream.calls("/b/v1/test/getcrumb").length);
  const s = await fetch(`http://127.0.0.1:${p.port}/api/v1/status`);
  const st = JSON.parse(await s.text());
  console.log(
    "STATUS",
    JSON.stringify(st.providers?.find?.((x: any) => /b/i.test(x.provider ?? x.id ?? x.name ?? "")) ?? st).slice(0, 700),
  );
  const page = await (await fetch(`http://127.0.0.1:${p.port}/`)).text();
  console.log(
    "PAGE",
    page
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .match(/.{120}(?:cookie|crumb|consent page|rate limited|limit).{160}/g)
      ?.slice(0, 3),
  );
  console.log(
    "LOG",
    logs
      .join("")
      .split("\n")
      .filter((l) => /pause|cookie|crumb|consent|limit/.test(l))
      .slice(0, 4)
      .join("\n    "),
  );
  await p.stop();
  const d2 = mkdtempSync(join(tmpdir(), "t2-"));
  const doc = spawn(process.execPath, [PROGRAM, "doctor"], {
    env: { PATH: process.env["PATH"]!, ...env, DATA_DIR: d2 },
  });
  let out = "";
  doc.stdout.on("data", (d) => (out += d));
  doc.stderr.on("data", (d) => (out += d));
  await new Promise((r) => doc.once("exit", r));
  console.log(
    "DOCTOR",
    out
      .split("\n")
      .filter((l) => /Yahoo|provider B|\bB\b|cookie|crumb|consent/.test(l))
      .slice(0, 6)
      .join("\n    "),
  );
}
await upstream.close();
