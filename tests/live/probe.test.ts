/** `npm run probe`, as a maintainer's nightly job runs it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { toKeyVariable } from "../../src/contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { run, type Said } from "../cli/at-terminal.js";
import { cleanEnv } from "../support/program.js";
import { openMarket, type Call, type Fault } from "../system/market.js";
import { runProbe } from "./probe/run.js";

const market = await openMarket({ STORE_URL: "memory:" });
afterEach(() => market.behave(() => undefined));
afterAll(() => market.close());

interface Report {
  drift: boolean;
  healthy: boolean;
  calls: Record<string, number>;
  disagreements: string[];
  mappings: { provider: string; source: string; symbol: string | null; state: string; found: string }[];
}

/** Runs it inside the test, because each process would spend seconds on building and loading the code. */
async function runHere(words: string[], extra: Record<string, string> = {}): Promise<Said> {
  const said = { out: "", err: "" };
  const err = (text: string) => void (said.err += text);
  const code = await runProbe(words, {
    env: cleanEnv({ ...market.env, ...extra }),
    version: manifest.version,
    openLog: ({ logLevel }) => pino({ level: logLevel }, { write: err }),
    terminal: { out: (text) => void (said.out += text), err, overwrite: err, columns: undefined, live: false },
  });
  return { code, ...said };
}

/** The SEC is called five times a second at most, for which tests of other providers need not wait. */
const WITHOUT_SEC = { PROVIDER_D_CONTACT: "" };

async function probe(env: Record<string, string> = {}) {
  const said = await runHere(["--yes", "--json"], env);
  return { ...said, report: JSON.parse(said.out) as Report };
}

const onPath = (pattern: RegExp, fault: Fault) => (call: Call) => (pattern.test(call.url ?? "") ? fault : undefined);
const page = { status: 200, body: "<html>moved</html>" };

describe("npm run probe", () => {
  it("asks every mapping of every provider once and finds nothing changed on the simulated market", async () => {
    const { code, err, report } = await probe();
    // A fund has neither statements nor analysts, the SEC lists no securities of other markets, and companies are no funds.
    const others = report.mappings.filter(({ state }) => state !== "ok");
    const [ofFunds, ofCompanies] = [true, false].map((isFund) =>
      others.filter(({ source }) => (source === "fund") === isFund),
    );
    expect(new Set(ofFunds!.map(({ state, symbol, found }) => `${state} ${symbol}: ${found}`))).toEqual(
      new Set(["AAPL", "TSCO.L", "7203.T", "RIVN"].map((symbol) => `refused ${symbol}: does not cover it`)),
    );
    expect(new Set(ofCompanies!.map(({ state, symbol, found }) => `${state} ${symbol}: ${found}`))).toEqual(
      new Set(["SPY", "TSCO.L", "7203.T"].map((symbol) => `refused ${symbol}: does not cover it`)),
    );
    expect([code, report.drift, report.healthy, report.disagreements]).toEqual([0, false, true, []]);
    const asked = (provider: string, source: string) =>
      report.mappings.filter((each) => each.provider === provider && each.source === source).map((each) => each.symbol);
    for (const source of ["quote", "overview", "financials", "price-history", "news"]) {
      for (const provider of ["provider-a", "provider-b"]) {
        expect([source, asked(provider, source)]).toEqual([source, ["AAPL", "SPY", "TSCO.L", "7203.T", "RIVN"]]);
      }
    }
    // The cost printed first is an upper bound, at most a quarter above the real one. It is looser for D, which has no
    // quota: one list of companies serves all questions, and a foreign listing costs no call.
    for (const [provider, calls] of Object.entries(report.calls)) {
      const most = Number(new RegExp(`(\\d+) to ${provider}`).exec(err)?.[1]);
      const isClose = provider === "provider-d" || most <= calls * 1.25;
      expect([provider, calls <= most, isClose]).toEqual([provider, true, true]);
    }
  });

  it("asks less of a provider whose daily quota is too small for everything", async () => {
    const { report } = await probe({ ...WITHOUT_SEC, PROVIDER_A_DAILY_QUOTA: "120" });
    const symbols = (source: string) =>
      report.mappings
        .filter((each) => each.provider === "provider-a" && each.source === source)
        .map(({ symbol }) => symbol);
    expect([symbols("overview"), symbols("quote")]).toEqual([["AAPL"], ["AAPL", "SPY", "TSCO.L", "7203.T", "RIVN"]]);
    expect(report.calls["provider-a"]).toBeLessThan(120);
  });

  it("prints a table for a person, and the calls it made", async () => {
    const words = ["run", "--silent", "probe", "--", "--demo", "--yes"];
    const { stdout: out, stderr: err } = await promisify(execFile)("npm", words, { env: cleanEnv() });
    expect(err).toMatch(/^Upstream calls, at most: \d+ to provider-[a-z].*\. They count against the quotas\.\n/);
    expect(out).toMatch(/^ok +provider-b +alternative-quote +7203\.T +\d+ fields with a value$/m);
    expect(out).toMatch(/No upstream has changed\.\nUpstream calls made: \d+ to provider-/);
  });

  it("makes no call and exits with 2 when nobody can confirm the cost", async () => {
    const before = market.calls.length;
    const { code, out, err } = await runHere([]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("confirm with --yes");
    expect(market.calls).toHaveLength(before);
  });

  it("does not ask providers without a key", async () => {
    const keys = PROVIDER_DESCRIPTIONS.filter(({ needsKey }) => needsKey);
    const noKeys = Object.fromEntries(keys.map(({ id }) => [toKeyVariable(id), ""]));
    const { code, report } = await probe({ ...noKeys, ...WITHOUT_SEC });
    expect(code).toBe(0);
    expect(Object.keys(report.calls).toSorted()).toEqual(["provider-b", "provider-d"]);
    // The contact is for the SEC; the rates, yields and series of other offices need none.
    const ofOffices = report.mappings.filter(({ provider }) => provider === "provider-d").map(({ source }) => source);
    expect(new Set(ofOffices)).toEqual(new Set(["reference-rates", "treasury-yields", "economic-series"]));
  });

  it.each([
    ["answers of another shape", onPath(/^\/b\/v10\//, page), "provider-b", "overview", "cannot be read"],
    [
      "a renamed field",
      onPath(/^\/a\/.*quote\?.*AAPL/, {
        status: 200,
        body: '[{"symbol":"AAPL","price":200,"marketCapitalisation":3e12}]',
      }),
      "provider-a",
      "quote",
      "no change; no changesPercentage",
    ],
    [
      "a symbol that it always knew",
      onPath(/^\/a\/.*quote\?.*AAPL/, { status: 200, body: "[]" }),
      "provider-a",
      "quote",
      "always answered",
    ],
  ])("exits with 1 on drift: %s", async (_what, fault, provider, source, found) => {
    market.behave(fault);
    const { code, report } = await probe(WITHOUT_SEC);
    expect([code, report.drift]).toEqual([1, true]);
    const row = report.mappings.find(
      (each) => each.provider === provider && each.source === source && each.symbol === "AAPL",
    );
    expect(row).toMatchObject({ state: "drift", found: expect.stringContaining(found) as string });
  });

  it("reports two sources that disagree on a price as a drift", async () => {
    // The simulated market cap follows the day's price, so the sources agree on it only if it is read here.
    const { marketCap } = JSON.parse((await run(["quote", "AAPL", "--json"], market.env)).out) as { marketCap: number };
    expect(marketCap).toBeGreaterThan(0);
    const body = JSON.stringify([
      {
        symbol: "AAPL",
        price: 2,
        change: 1,
        changePercentage: 1,
        dayLow: 1,
        dayHigh: 3,
        yearLow: 1,
        yearHigh: 3,
        marketCap,
        volume: 5,
        exchange: "NASDAQ",
        previousClose: 1,
      },
    ]);
    market.behave(onPath(/^\/a\/.*quote\?.*AAPL/, { status: 200, body }));
    const { code, report } = await probe(WITHOUT_SEC);
    expect([code, report.drift]).toEqual([1, true]);
    expect(report.disagreements).toEqual([
      expect.stringMatching(/^AAPL: price 2 by provider-a quote, [\d.]+ by provider-b /),
    ]);
  });

  it("calls each field that provider A lost a drift", async () => {
    const lost: [source: string, field: string, path: RegExp, body: string][] = [
      [
        "price-history",
        "bars.open",
        /\/a\/.*historical-price-eod/,
        '[{"symbol":"AAPL","date":"2026-03-05","close":200,"volume":5}]',
      ],
      [
        "news",
        "items.title",
        /\/a\/.*news\/stock/,
        '[{"symbol":"AAPL","publishedDate":"2026-03-05 12:00:00","headline":"x"}]',
      ],
      [
        "earnings",
        "history.epsEstimate",
        /\/a\/.*earnings\?/,
        '[{"symbol":"AAPL","date":"2026-01-29","epsActual":2.84,"revenueActual":143756000000}]',
      ],
    ];
    market.behave(({ url = "" }) => {
      const found = lost.find(([, , path]) => path.test(url));
      return found && { status: 200, body: found[3] };
    });
    const { code, report } = await probe({ ...WITHOUT_SEC, PROVIDER_C_API_KEY: "" });
    expect(code).toBe(1);
    for (const [source, field] of lost) {
      const row = report.mappings.find((each) => each.provider === "provider-a" && each.source === source);
      expect(row).toMatchObject({ state: "drift", symbol: "AAPL" });
      expect(row?.found).toMatch(new RegExp(`no ${field}|cannot be read`));
    }
  });

  it("reports a call outside the plan not as a drift, and an unreachable provider as a failure", async () => {
    market.behave(onPath(/^\/a\/.*(TSCO|7203)/, { status: 402, body: "{}" }));
    const limited = await probe(WITHOUT_SEC);
    expect([limited.code, limited.report.drift]).toEqual([0, false]);
    expect(limited.report.mappings.filter(({ state }) => state === "refused").length).toBeGreaterThan(1);
    market.behave(onPath(/^\/c\//, "reset"));
    const broken = await probe(WITHOUT_SEC);
    expect([broken.code, broken.report.drift, broken.report.healthy]).toEqual([1, false, false]);
  });
});
