import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDriver } from "../../../src/store/sqlite-driver.js";
import { FILE } from "../../../src/store/sqlite-file.js";
import { startDelayedUpstream, log } from "./delayed.js";
import { PROGRAM, startListening } from "../performance/servers.js";
const TRIP = 400;
const R: Record<string, (a: string, b: string, c: string) => string> = {
  overview: (s) => `/api/v1/stock/${s}/overview`,
  quote: (s) => `/api/v1/stock/${s}`,
  bquote: (s) => `/api/v1/stock/${s}/provider-b`,
  fin: (s) => `/api/v1/provider-a/stock/${s}/financials`,
  targets: (s) => `/api/v1/provider-a/stock/${s}/price-targets`,
  dcf: (s) => `/api/v1/provider-a/stock/${s}/dcf`,
  rec: (s) => `/api/v1/stock/${s}/recommendations`,
  ins: (s) => `/api/v1/stock/${s}/insider-transactions`,
  check: (s) => `/api/v1/stock/${s}/check`,
  search: (s) => `/api/v1/search?q=${s}`,
  quotes: (...s) => `/api/v1/quotes?symbols=${s}`,
  compare: (...s) => `/api/v1/compare?symbols=${s}`,
  screener: (s) => `/api/v1/screener?price_min=${s.length}`,
  gainers: () => "/api/v1/market/gainers",
  losers: () => "/api/v1/market/losers",
  active: () => "/api/v1/market/active",
  crypto: () => "/api/v1/crypto",
  history: (s) => `/api/v1/stock/${s}/history`,
  technicals: (s) => `/api/v1/stock/${s}/technicals`,
  news: (s) => `/api/v1/stock/${s}/news`,
};
const FREE = /^\/a\/(?:quote|profile|search-symbol|search-name|company-screener|biggest-|most-actives|income-)/;
const [names = "losers", keysText = "full,free,none", verbose = "1"] = process.argv.slice(2);
for (const keys of keysText.split(","))
  for (const name of names.split(",")) {
    const folder = mkdtempSync(join(tmpdir(), "trace-"));
    const gc = process.env["GC"] ? ["--trace-gc"] : [];
    const up = await startDelayedUpstream(TRIP, (p) => keys === "free" && p.startsWith("/a/") && !FREE.test(p));
    const { PROVIDER_A_API_KEY: a = "", PROVIDER_C_API_KEY: c = "", ...rest } = up.env;
    const env = keys === "none" ? rest : { ...rest, PROVIDER_A_API_KEY: a, PROVIDER_C_API_KEY: c };
    const run = async (label: string, paths: string[]) => {
      const p = await startListening(
        process.execPath,
        [
          ...gc,
          ...(process.env["PROF"] ? ["--cpu-prof", "--cpu-prof-interval", "200", "--cpu-prof-dir=/tmp/prof"] : []),
          PROGRAM,
          "--http",
          "--port",
          "0",
        ],
        { ...env, DATA_DIR: folder, PROVIDER_C_RATE_PER_MINUTE: "1000", PROVIDER_B_RATE_PER_MINUTE: "1000" },
        /"event":"listening".*"port":(\d+)/,
      );
      if (process.env["GC"]) p.child.stdout!.on("data", (d) => console.log(String(d)));
      for (const path of paths) {
        await fetch(`http://127.0.0.1:${p.port}/health`).then((r) => r.text());
        log.length = 0;
        const t = performance.now();
        const r = await fetch(`http://127.0.0.1:${p.port}${path}`);
        const body = await r.text();
        const ms = performance.now() - t;
        if (label === "skip") continue;
        console.log(`${name} ${keys} ${label}: ${(ms / TRIP).toFixed(2)} status ${r.status} calls ${log.length}`);
        if (r.status !== 200) console.log("   ", body.slice(0, 300));
        if (verbose === "1")
          for (const l of log)
            console.log(
              `    ${(l.t0 - t).toFixed(0).padStart(5)} → ${(l.t1 - t).toFixed(0).padStart(5)} ${l.path.slice(0, 100)}`,
            );
      }
      if (process.env["PROF"]) {
        p.child.kill("SIGTERM");
        await new Promise((r) => p.child.once("exit", r));
      }
      await p.stop();
      const db = new (await loadDriver())(join(folder, FILE));
      db.exec("DELETE FROM answers; DELETE FROM leases;");
      db.close();
    };
    const f = R[name]!;
    await run("new machine", [f("AAPL", "MSFT", "NVDA")]);
    await run("new process", [f("AMZN", "META", "JPM")]);
    await run("new process", [f("JNJ", "PG", "KO")]);
    await up.close();
    rmSync(folder, { recursive: true, force: true });
  }
