/** The number of upstream calls that questions cost, over real HTTP and a real store, also after a restart. */
import DataLoader from "dataloader";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { readCommand } from "../../src/config/config.js";
import { providersOf } from "../../src/contract/entry.js";
import { parseInput } from "../../src/contract/input.js";
import { toQuestion } from "../../src/contract/question.js";
import { startEngine, type Engine } from "../../src/pipeline/engine.js";
import { createLogger } from "../../src/lib/log.js";
import { BATCH_WINDOW_MS } from "../../src/providers/yahoo/calls/shared-calls.js";
import { yahooProvider } from "../../src/providers/yahoo/provider.js";
import { NO_FUNDS } from "../support/fakes.js";
import { startFaultyUpstream, type FaultyUpstream } from "../support/faulty-upstream.js";
import { gated, healthy, json, reset } from "../support/faults.js";
import { createGate } from "../support/gate.js";
import { temporaryFolder } from "../support/program.js";

/** One for all, because each logger waits for the end of the process. */
const log = createLogger("error", []);

let upstream: FaultyUpstream;
let folder: ReturnType<typeof temporaryFolder>;
let engines: Engine[];

beforeEach(async () => {
  upstream = await startFaultyUpstream();
  folder = temporaryFolder();
  engines = [];
});

afterEach(async () => {
  for (const engine of engines) await engine.close();
  await upstream.close();
  folder.remove();
});

async function start(env: Record<string, string> = {}): Promise<Engine> {
  const command = readCommand([], { ...upstream.env, DATA_DIR: folder.path, ...env });
  if (!("run" in command)) throw new Error("not settings to run with");
  const calendar = { isClosed: () => false, nextOpen: () => new Date(), follows: () => false, ...NO_FUNDS };
  const engine = await startEngine({ config: command.run, providers: providersOf(CATALOGUE), calendar, log });
  engines.push(engine);
  return engine;
}

async function stop(engine: Engine): Promise<void> {
  engines.splice(engines.indexOf(engine), 1);
  await engine.close();
}

/** Asks a capability by name. */
function ask(engine: Engine, name: string, raw: Record<string, unknown> = {}, callerId?: string) {
  const entry = CATALOGUE.find(({ capability }) => capability.name === name)!;
  return engine.resolve(toQuestion(entry, parseInput(entry.capability, raw) as never, { callerId }));
}

/** The modules that describe a company. */
const COMPANY = {
  price: { symbol: "AAPL", currency: "USD", quoteType: "EQUITY", regularMarketPrice: 244.6 },
  assetProfile: { sector: "Technology" },
  summaryDetail: { dividendYield: 0.0041, forwardPE: 29.5 },
  defaultKeyStatistics: { trailingEps: 6.31 },
  financialData: { financialCurrency: "USD", ebitda: 137352003584 },
};

const callsOf = (provider: "a" | "b" | "c") => upstream.calls(`/${provider}`).length;

describe("the calls of a question with an empty store, without provider B's handshake", () => {
  /** Calls of A and C must not rise: they use up the quota of a key. */
  it.each([
    ["overview", { symbol: "AAPL" }, { a: 0, b: 2, c: 0 }],
    ["quote", { symbol: "AAPL" }, { a: 1, b: 1, c: 0 }],
    ["alternative-quote", { symbol: "AAPL" }, { a: 0, b: 1, c: 0 }],
    ["price-targets", { symbol: "AAPL" }, { a: 4, b: 1, c: 0 }],
    ["dcf", { symbol: "AAPL" }, { a: 2, b: 0, c: 0 }],
    ["recommendations", { symbol: "AAPL" }, { a: 0, b: 1, c: 0 }],
    ["insider-transactions", { symbol: "AAPL" }, { a: 0, b: 1, c: 0 }],
    ["search", { q: "apple" }, { a: 0, b: 0, c: 1 }],
    ["screener", {}, { a: 1, b: 1, c: 0 }],
    ["gainers", {}, { a: 1, b: 0, c: 0 }],
    ["losers", {}, { a: 1, b: 1, c: 0 }],
    ["active", {}, { a: 1, b: 1, c: 0 }],
    ["crypto", {}, { a: 2, b: 0, c: 0 }],
    ["quotes", { symbols: ["AAPL", "MSFT"] }, { a: 1, b: 0, c: 0 }],
    ["price-history", { symbol: "AAPL" }, { a: 0, b: 1, c: 0 }],
    ["news", { symbol: "AAPL" }, { a: 0, b: 1, c: 0 }],
    // The summary, and the time series of the PEG ratio as for the overview; provider A has the P/E of past years.
    ["key-statistics", { symbol: "AAPL" }, { a: 1, b: 2, c: 0 }],
    // The summary, the calendar of the company and its chart; provider A has the days of past announcements.
    ["earnings", { symbol: "AAPL" }, { a: 1, b: 3, c: 0 }],
    // The chart and the summary; without payments provider A has nothing to add.
    ["dividends", { symbol: "AAPL" }, { a: 0, b: 2, c: 0 }],
  ] as const)("%s", async (name, raw, calls) => {
    await ask(await start(), name, raw);
    expect({ a: callsOf("a"), b: callsOf("b"), c: callsOf("c") }).toEqual(calls);
  });

  /**
   * Ends provider B's batch when `count` parts have been requested, instead of after 5 ms, which is too short on a busy
   * machine. Parts that never come leave the batch incomplete after a second.
   */
  function batchOf(count: number): void {
    const load = vi.spyOn(DataLoader.prototype, "load");
    const { setTimeout: real } = globalThis;
    const hold = (begin: () => void, ms?: number) => {
      if (ms !== BATCH_WINDOW_MS) return real(begin, ms);
      void vi
        .waitUntil(() => load.mock.calls.length >= count)
        .catch(() => {})
        .then(begin);
      return undefined;
    };
    vi.spyOn(globalThis, "setTimeout").mockImplementation(hold as typeof setTimeout);
    onTestFinished(() => void vi.restoreAllMocks());
  }

  it("the two quotes that check_quote compares share one call of B", async () => {
    const engine = await start();
    batchOf(2);
    await Promise.all(["quote", "alternative-quote"].map((side) => ask(engine, side, { symbol: "AAPL" })));
    expect(upstream.calls("/b/v7/finance/quote")).toHaveLength(1);
  });

  it("several quotes and the quote of another stock share one call of B", async () => {
    const engine = await start({ PROVIDER_A_API_KEY: "" });
    batchOf(3);
    await Promise.all([
      ask(engine, "quotes", { symbols: ["AAPL", "MSFT"] }),
      ask(engine, "alternative-quote", { symbol: "NVDA" }),
    ]);
    const [call, ...further] = upstream.calls("/b/v7/finance/quote");
    expect(call!.query.get("symbols")!.split(",").toSorted()).toEqual(["AAPL", "MSFT", "NVDA"]);
    expect(further).toEqual([]);
  });

  it("an overview, recommendations and insiders of one company share one call of B", async () => {
    const engine = await start();
    const names = ["overview", "recommendations", "insider-transactions"];
    batchOf(2);
    await Promise.all(names.map((name) => ask(engine, name, { symbol: "AAPL" })));
    expect(upstream.calls("/b/v10/finance/quoteSummary")).toHaveLength(1);
  });

  it("overview, key statistics and dividends share one summary, also after a restart, and are as old as it", async () => {
    upstream.on("/b/v10", json({ quoteSummary: { result: [COMPANY], error: null } }));
    const engine = await start();
    const overview = await ask(engine, "overview", { symbol: "AAPL" });
    const statistics = await ask(engine, "key-statistics", { symbol: "AAPL" });
    await stop(engine);
    const dividends = await ask(await start(), "dividends", { symbol: "AAPL" });
    expect(upstream.calls("/b/v10/finance/quoteSummary")).toHaveLength(1);
    expect(statistics.envelope.body).toMatchObject({ profit: { ebitda: 137352003584 } });
    expect(dividends.envelope.body).toMatchObject({ yield: 0.0041 });
    const fetched = [overview, statistics, dividends].map(({ envelope }) => envelope.fetchedAt);
    expect(new Set(fetched).size).toBe(1);
  });

  it("an overview costs no call after price targets, and insiders cost none after an overview", async () => {
    const insiders = { transactions: [{ filerName: "LEVINSON ARTHUR D", transactionText: "Sale", shares: 5 }] };
    const modules = { ...COMPANY, insiderTransactions: insiders };
    upstream.on("/b/v10", json({ quoteSummary: { result: [modules], error: null } }));
    const engine = await start();
    await ask(engine, "price-targets", { symbol: "AAPL" });
    const overview = await ask(engine, "overview", { symbol: "AAPL" });
    const sold = await ask(engine, "insider-transactions", { symbol: "AAPL" });
    expect(sold.envelope.body).toMatchObject({ insider_transactions: [{ insider: "LEVINSON ARTHUR D", shares: 5 }] });
    expect(sold.envelope.fetchedAt).toBe(overview.envelope.fetchedAt);
    expect(upstream.calls("/b/v10/finance/quoteSummary")).toHaveLength(1);
    // The call also requests price targets. They are not part of the cached company, which their long list would make
    // twenty times as large.
    expect(upstream.calls("/b/v10/finance/quoteSummary")[0]!.query.get("modules")).toContain("upgradeDowngradeHistory");
  });

  it("insiders that cannot be read leave the overview complete, and are requested by their own question", async () => {
    const modules = { ...COMPANY, insiderTransactions: { transactions: "none" } };
    upstream.on("/b/v10", json({ quoteSummary: { result: [modules], error: null } }));
    const engine = await start();
    const { envelope } = await ask(engine, "overview", { symbol: "AAPL" });
    expect(envelope).toMatchObject({ provider: "provider-b", passedOver: [] });
    await ask(engine, "insider-transactions", { symbol: "AAPL" }).catch(() => {});
    expect(upstream.calls("/b/v10/finance/quoteSummary")).toHaveLength(2);
  });

  it("a company without insiders is asked for them again when their answer has expired", async () => {
    upstream.on("/b/v10", json({ quoteSummary: { result: [COMPANY], error: null } }));
    const engine = await start();
    await ask(engine, "overview", { symbol: "AAPL" });
    await ask(engine, "insider-transactions", { symbol: "AAPL" });
    expect(upstream.calls("/b/v10/finance/quoteSummary")).toHaveLength(2);
  });

  it("providers A and B are asked for a quote at the same time", async () => {
    const engine = await start();
    // A answers only when B has been asked.
    upstream.on("/a/quote", async ({ response }) => {
      await upstream.waitFor("/b/v7/finance/quote");
      response.end(JSON.stringify([{ symbol: "AAPL", price: 244 }]));
    });
    const { envelope } = await ask(engine, "quote", { symbol: "AAPL" });
    expect(envelope.body).toMatchObject({ price: 244, sharesOutstanding: 15022100480 });
  });
});

describe("provider B's session", () => {
  const CRUMB = "/b/v1/test/getcrumb";

  it("is opened while provider A, which comes first, is asked", async () => {
    const engine = await start();
    // A refuses only when the handshake with B has begun.
    upstream.on("/a/batch-crypto-quotes", async ({ response }) => {
      await upstream.waitFor(CRUMB);
      response.writeHead(402).end("Restricted Endpoint: not available under your current subscription");
    });
    await ask(engine, "crypto").catch(() => {});
    expect(upstream.calls("/b/v1/finance/screener")).toHaveLength(1);
  });

  it("is opened ahead at most once, so that A's answers do not repeat a failed handshake", async () => {
    const prepare = vi.spyOn(yahooProvider, "prepare");
    const engine = await start();
    upstream.on(CRUMB, ({ response }) => void response.writeHead(500).end());
    await ask(engine, "gainers");
    await upstream.waitFor(CRUMB);
    await ask(engine, "crypto");
    expect(prepare).toHaveBeenCalledOnce();
    prepare.mockRestore();
  });

  it.each([
    ["the page with cookies has answered", healthy],
    ["the upstream has closed its connections", reset],
  ])("is not opened further when the engine was closed and %s", async (_case, play) => {
    const prepare = vi.spyOn(yahooProvider, "prepare");
    onTestFinished(() => prepare.mockRestore());
    const engine = await start();
    const gate = createGate();
    upstream.on("/door", gated(gate.passed, play));
    await ask(engine, "gainers");
    await upstream.waitFor("/door");
    await stop(engine);
    gate.open();
    await Promise.allSettled(prepare.mock.results.map(({ value }) => value));
    expect([...upstream.calls("/door"), ...upstream.calls(CRUMB)].map(({ path }) => path)).toEqual(["/door"]);
  });

  it.each([{ FALLBACK: "off", ENRICH: "off" }])("is not opened when only provider A may answer: %o", async (env) => {
    const prepare = vi.spyOn(yahooProvider, "prepare");
    await ask(await start(env), "gainers");
    expect(prepare).not.toHaveBeenCalled();
    expect(upstream.calls(CRUMB)).toEqual([]);
    prepare.mockRestore();
  });
});

describe("data that changes slowly is cached for other answers", () => {
  const anotherScreen = { price_min: 1 };

  it("figures of the same stocks on another screen, which cost provider B no call", async () => {
    const engine = await start();
    const { envelope } = await ask(engine, "screener");
    const again = await ask(engine, "screener", anotherScreen);
    expect(again.envelope.body["results"]).toEqual(envelope.body["results"]);
    expect(again.envelope.body["results"]).toMatchObject([{ volume: 50443058, pe: 38.763866, eps: 6.4 }]);
    expect([callsOf("a"), callsOf("b")]).toEqual([2, 1]);
  });

  it("betas of the same stocks on another screen of provider B, also after a restart", async () => {
    const first = await start({ PROVIDER_A_API_KEY: "" });
    await ask(first, "screener");
    await stop(first);
    const { envelope } = await ask(await start({ PROVIDER_A_API_KEY: "" }), "screener", anotherScreen);
    expect(envelope.provider).toBe("provider-b");
    expect(upstream.calls("/b/v1/finance/screener")).toHaveLength(2);
    expect(upstream.calls("/b/v7/finance/quote")).toHaveLength(1);
  });
});

describe("a path that a key's plan lacks", () => {
  const refuse = () =>
    upstream.on("/a/batch-crypto-quotes", ({ response }) => {
      response.writeHead(402).end("Restricted Endpoint: not available under your current subscription");
    });

  it("is requested once a day by all processes together, also after a restart", async () => {
    refuse();
    const first = await start();
    await ask(first, "crypto").catch(() => {});
    expect(upstream.calls("/a/batch-crypto-quotes")).toHaveLength(1);
    await stop(first);
    const second = await start();
    await ask(second, "crypto").catch(() => {});
    expect(upstream.calls("/a/batch-crypto-quotes")).toHaveLength(1);
  });

  it("is requested again with another key", async () => {
    refuse();
    const first = await start();
    await ask(first, "crypto").catch(() => {});
    await stop(first);
    await ask(await start({ PROVIDER_A_API_KEY: "upgraded" }), "crypto").catch(() => {});
    expect(upstream.calls("/a/batch-crypto-quotes")).toHaveLength(2);
  });
});

describe("price history", () => {
  const HISTORY = "price-history";
  const charts = (symbol = "AAPL") => upstream.calls(`/b/v8/finance/chart/${symbol}`).length;

  it("of a day, a month, a year and five years costs one call of B in any order; a second one for longer", async () => {
    const engine = await start();
    for (const range of ["5y", "1y", "1mo", "1d"]) {
      await ask(engine, HISTORY, { symbol: "AAPL", range, interval: "1d" });
    }
    expect(charts()).toBe(1);
    for (const range of ["1d", "1mo", "1y", "5y"]) {
      await ask(engine, HISTORY, { symbol: "MSFT", range, interval: "1d" });
    }
    expect(charts("MSFT")).toBe(1);
    for (const range of ["10y", "1y"]) await ask(engine, HISTORY, { symbol: "MSFT", range, interval: "1d" });
    expect(charts("MSFT")).toBe(2);
  });

  it("costs one more call for bars within a day", async () => {
    const engine = await start();
    for (const range of ["1y", "1d", "1mo", "5d"]) await ask(engine, HISTORY, { symbol: "AAPL", range });
    // One call each for daily bars, bars of 5 minutes for a day, and bars of 15 minutes for five days.
    expect(charts()).toBe(3);
  });

  it("of a year and of half a year, asked for at once, costs one call", async () => {
    const engine = await start();
    await Promise.all(["1y", "6mo"].map((range) => ask(engine, HISTORY, { symbol: "AAPL", range })));
    expect(charts()).toBe(1);
  });

  it("contains all data that indicators and 52-week figures need", async () => {
    const engine = await start();
    const indicators = (symbol: string) => {
      const entry = CATALOGUE.find(({ capability }) => capability.name === "technicals")!;
      return entry.derive!(parseInput(entry.capability, { symbol }) as never, (other, input, options) =>
        engine.resolve({ ...toQuestion(other, input), ...options }),
      );
    };
    await ask(engine, HISTORY, { symbol: "AAPL", range: "1mo" });
    await indicators("AAPL");
    expect([charts("AAPL"), charts("%5EGSPC")]).toEqual([1, 1]);
    // The history of the market, which beta needs, is fetched once and then cached.
    for (const symbol of ["MSFT", "NVDA", "MSFT"]) await indicators(symbol);
    expect([charts("MSFT"), charts("NVDA"), charts("%5EGSPC")]).toEqual([1, 1, 1]);
  });
});

it("a caller that asks two processes leaves the last quarter of a provider's minute to other callers", async () => {
  const env = { PROVIDER_A_RATE_PER_MINUTE: "12", FALLBACK: "off", ENRICH: "off" };
  const [one, two] = [await start(env), await start(env)];
  let asked = 0;
  const quote = (engine: Engine, callerId: string) =>
    ask(engine, "quote", { symbol: `Q${String.fromCharCode(65 + asked++)}` }, callerId).catch(() => {});
  for (const engine of [one, two]) await quote(engine, "poor");
  await Promise.all(Array.from({ length: 7 }, () => [quote(one, "greedy"), quote(two, "greedy")]).flat());
  expect(upstream.calls("/a/quote")).toHaveLength(2 + 9);
  await quote(two, "poor");
  expect(upstream.calls("/a/quote")).toHaveLength(2 + 9 + 1);
});

it("one timer reads the pauses in the store", async () => {
  const timers = vi.spyOn(globalThis, "setInterval");
  await start();
  expect(timers.mock.calls.filter(([, ms]) => ms === 500)).toHaveLength(1);
  timers.mockRestore();
});
