/** The examples of docs/sheets.md, run as far as that is possible without Google, Excel and pandas. */
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { promisify } from "node:util";
import type { AddressInfo } from "node:net";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { readCommand } from "../../src/config/config.js";
import { startDemo } from "../../src/serve/demo.js";
import { SILENT } from "../support/fakes.js";
import { withAddresses } from "../support/rest.js";

const PAGE = readFileSync(new URL("../../docs/sheets.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text!);
const HOLDINGS = ["AAPL", "MSFT", "NESN.SW"];

let demo: Awaited<ReturnType<typeof startDemo>>;
let app: ReturnType<typeof createApp>;
let get: ReturnType<typeof withAddresses>;
beforeAll(async () => {
  const command = readCommand(["--demo"], {});
  if (!("run" in command)) throw new Error("expected a command to run");
  demo = await startDemo(command.run);
  app = createApp(demo.config, SILENT);
  get = withAddresses(await app.openRest(), CATALOGUE);
});
afterAll(async () => {
  await app.close();
  await demo.close();
});

/** Returns the lines of the CSV at an address, as cells. */
async function linesOf(url: string): Promise<string[][]> {
  const { status, headers, body } = await get({ url });
  expect([url, status, headers["content-type"]]).toEqual([url, 200, "text/csv; charset=utf-8; header=present"]);
  return Papa.parse<string[]>(body.trimEnd()).data;
}

describe("Google Sheets", () => {
  const [holdings, rate] = blocks("text").map((formula) => {
    const [, url, joined] = /IMPORTDATA\("https:\/\/your-server([^"]*)"( & TEXTJOIN[^)]*\))?/.exec(formula) ?? [];
    return joined ? `${url}${HOLDINGS.join()}` : url!;
  });

  it("has a row beside each holding", async () => {
    const [names, ...rows] = await linesOf(holdings!);
    expect(names).toEqual(["price", "currency", "changesPercentage", "as_of", "error"]);
    expect(rows.map(([price, currency]) => [Number(price) > 0, currency])).toEqual([
      [true, "USD"],
      [true, "USD"],
      [true, "CHF"],
    ]);
  });

  it("finds an exchange rate in the second cell of the second line", async () => {
    const [names, row] = await linesOf(rate!);
    expect([names![1], Number(row![1]) > 0]).toEqual(["price", true]);
  });
});

describe("Power Query", () => {
  const [query = ""] = blocks("powerquery");

  it("asks for the columns that it uses", async () => {
    const path = /RelativePath = "([^"]+)"/.exec(query)?.[1];
    const parameters = Object.fromEntries(
      [...query.matchAll(/^ +(\w+) = "([^"]+)",$/gm)].map(([, name, value]) => [name, value]),
    );
    const { RelativePath: _path, ...sent } = parameters;
    const [names, ...rows] = await linesOf(`/${path}?${new URLSearchParams({ ...sent, symbols: HOLDINGS.join() })}`);
    expect(rows.map(([symbol]) => symbol)).toEqual(HOLDINGS);
    const used = /ExpandTableColumn\(Joined, "Quote", \{([^}]+)\}/.exec(query)![1]!.split(", ");
    const typed = [...query.matchAll(/\{"(\w+)", type number\}/g)].map(([, name]) => name!);
    expect(names).toEqual(expect.arrayContaining([...used.map((name) => JSON.parse(name) as string), ...typed]));
    for (const name of typed) expect(Number.isFinite(Number(rows[0]![names!.indexOf(name)]))).toBe(true);
  });

  it("names each step once, and only steps before it", () => {
    const steps = [...query.matchAll(/^ {4}(\w+) = (.*(?:\n {5,}.*|\n {4}\]\),?)*)/gm)].map(([, name, text]) => ({
      name: name!,
      text: text!,
    }));
    const names = steps.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const [at, { name, text }] of steps.entries()) {
      const later = names
        .slice(at)
        .filter((other) => new RegExp(`\\b${other}\\b(?!")`).test(text.replaceAll(/"[^"]*"/g, "")));
      expect([name, later]).toEqual([name, []]);
    }
    expect(query.trimEnd().split("\n").at(-1)!.trim()).toBe(names.at(-1));
  });
});

/** The last return as pandas computes it: rows by ascending date, the close by the one before it, less 1. */
const LAST_RETURN = `
import csv, sys
rows = sorted(csv.DictReader(sys.stdin), key=lambda row: row["date"])
closes = [float(row["close"]) for row in rows]
print(closes[-1] / closes[-2] - 1)
`;

describe("pandas", () => {
  const [script = ""] = blocks("python");

  it("asks for columns that exist", async () => {
    const urls = [...script.matchAll(/read_csv\(f"\{server\}([^"]+)"/g)].map(
      ([, path]) => `/api/v1${path!.replace(/\{','\.join\(.*\)\}/, HOLDINGS.join())}`,
    );
    expect(urls).toHaveLength(3);
    const [quotes, closes, overview] = await Promise.all(urls.map(linesOf));
    expect(quotes![0]).toEqual(expect.arrayContaining(["symbol", "price", "currency", "as_of", "error"]));
    expect(closes![0]).toEqual(expect.arrayContaining(["date", "close"]));
    expect(closes!.length).toBeGreaterThan(200);
    expect(overview).toHaveLength(2);
    expect(overview![0]).toContain("financialMetrics.peRatio");
  });

  it("sorts the rows of a history, which are newest first, before it computes returns", async () => {
    const path = /(\/stock\/AAPL\/history[^"]+)"/.exec(script)![1]!;
    const [names, ...rows] = await linesOf(`/api/v1${path}`);
    const days = rows.map((row) => row[names!.indexOf("date")]!);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(script.indexOf(".sort_index()")).toBeGreaterThan(0);
    expect(script.indexOf(".sort_index()")).toBeLessThan(script.indexOf(".pct_change()"));
  });

  it("computes the returns that the price history states, shown with the csv module", { timeout: 60_000 }, async () => {
    const path = /(\/stock\/AAPL\/history[^"]+)"/.exec(script)![1]!;
    const { body: text } = await get({ url: `/api/v1${path}` });
    const { stdout } = spawnSync("python3", ["-c", LAST_RETURN], { input: text, encoding: "utf8" });
    const { body } = await get({ url: "/api/v1/stock/AAPL/history?range=1d&interval=1d&format=json" });
    const { summary } = JSON.parse(body) as { summary: { changePercent: number } };
    expect(Number(stdout) * 100).toBeCloseTo(summary.changePercent, 3);
  });

  const python = spawnSync("python3", ["-c", "import pandas"]);
  it.skipIf(python.status !== 0)("runs where pandas is installed", async () => {
    const server = createServer((request, response) => {
      void get({ url: request.url! }).then(({ status, headers, body }) =>
        response.writeHead(status, headers).end(body),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    try {
      const { stdout } = await promisify(execFile)("python3", ["-c", script.replace(":8080", `:${port}`)]);
      expect(stdout).toMatch(/AAPL +10/);
    } finally {
      server.close();
    }
  });
});
