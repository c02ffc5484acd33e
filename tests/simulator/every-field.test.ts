/**
 * A mapping leaves out what its source does not have, and the answer then has `null`. So a field that was forgotten in a
 * mapping, or that the simulated market does not send, would go unnoticed without these tables.
 */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { financials } from "../../src/capabilities/financials.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { fieldsOf } from "../../src/contract/field.js";
import type { Source } from "../../src/contract/provider.js";
import { isObject } from "../../src/lib/is-object.js";
import { startSimulator } from "../../src/simulator/server.js";
import { createSimulatorAsker } from "./ask-simulator.js";
import { questionsFor } from "./questions.js";

const HOURS = ["preMarket", "postMarket"];
const CONVERTED = ["convertedPrice", "rate", "rateTime"];
const HELD = ["shares", "cost", "value", "gain", "weight"];
const QUOTED = ["avgVolume", "eps", "pe", "sharesOutstanding"];
const under = (list: string, names: readonly string[]) => names.map((name) => `${list}.${name}`);

const BOOK = under("quotes", ["bid", "ask", "spreadPercent"]);
const RATIOS = under("data", financials.tool.rows!.onRequest!.names);

/**
 * Fields that no source has on the simulated market, by their beginnings: a view or an enrichment computes them, another
 * question has them, or the simulated day has none.
 */
const OF_NO_SOURCE: Readonly<Record<string, readonly string[]>> = {
  "alternative-quote": [...HOURS, ...CONVERTED],
  dividends: ["next.", "dividends.capitalGains", "years", "paidSince", "growth."],
  financials: [...RATIOS, "data.segments.", "summary."],
  fund: ["bond.duration"],
  "insider-transactions": ["totals.", "totals6mo."],
  "key-statistics": ["pePast."],
  "market-calendar": ["items.price"],
  "market-summary": ["session.holiday", "yields.y2", "yields.date"],
  "options-chain": ["daysToExpiration", "atmImpliedVolatility", "maxPain"],
  "price-history": ["bars.changePercent", "dividends.capitalGains"].concat(
    under("summary", ["bestDay", "worstDay", "bestMonth", "worstMonth", "years", "maxDrawdown", "volatility"]),
    "summary.totalReturnPercent",
  ),
  quotes: under("quotes", [...HOURS, ...CONVERTED, ...HELD, "beta", "sector", "contractUnit"]).concat("totals."),
};

/** Further fields that a source does not have, by their beginnings; the number is its place in the row of the catalogue. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  // Provider B's calendar adds it.
  "economic-series 1 provider-d": ["series.nextRelease"],
  "overview 3 provider-b": [
    "marketCap",
    "employees",
    "description",
    "website",
    "headquarters",
    "founded",
    "ceo",
  ].concat(
    under("financialMetrics", ["peRatio", "priceTo", "dividendYield", "beta", "eps", "ro", "debtToEquity", "current"]),
    "analystData.",
  ),
  "quote 1 provider-a": QUOTED,
  "quote 3 provider-b": ["marketCap", "priceAvg", ...QUOTED],
  "alternative-quote 2 provider-b": ["marketCap", "priceAvg", ...QUOTED],
  "price-targets 1 provider-a": ["lastUpdated", "recentChanges.", "upsidePercent"],
  "insider-transactions 1 provider-b": under("insider_transactions", ["code", "ownership", "price_note"]).concat(
    under("insider_transactions", ["form", "filing_url"]),
  ),
  "insider-transactions 3 provider-a": under("insider_transactions", ["code", "ownership", "price_note"]).concat(
    under("insider_transactions", ["form", "filing_url"]),
  ),
  "recommendations 2 provider-a": ["sector", "from", "to", "changes.", "companies.", "upgrades", "downgrades"],
  "search 2 provider-b": ["bestMatches.currency"],
  "search 3 provider-a": ["bestMatches.type"],
  "screener 1 provider-a": under("results", ["volume", "pe", "eps", "changesPercentage", "dividendYield"]).concat(
    under("results", ["yearHigh", "yearLow"]),
  ),
  "screener 2 provider-b": ["results.country"],
  "gainers 1 provider-a": ["gainers.currency"],
  "losers 1 provider-a": under("losers", ["volume", "marketCap", "currency"]),
  "active 1 provider-a": under("active_stocks", ["volume", "avgVolume", "marketCap", "pe", "eps", "currency"]),
  "market-summary 2 provider-b": ["yields.m3", "yields.y5", "yields.y30", "sectors.today"],
  "market-calendar 1 provider-b": under("items", ["amount", "payDate"]),
  // It has the days of named companies only.
  "market-calendar 2 provider-b": under("items", [
    "epsActual",
    "surprisePercent",
    "time",
    "when",
    "marketCap",
    "epsEstimate",
    "amount",
    "payDate",
  ]).concat(
    under("items", ["country", "period", "actual", "estimate", "previous", "unit", "exchange", "currency"]),
    under("items", ["shares", "status", "numerator", "denominator"]),
  ),
  "market-calendar 3 provider-a": under("items", ["when", "marketCap", "period", "currency", "surprisePercent"]),
  "crypto 3 provider-a": ["cryptocurrencies.rank"],
  "quotes 1 provider-a": under("quotes", ["pe", "eps", "dividendYield", "avgVolume"]).concat(BOOK),
  "quotes 3 provider-b": under("quotes", ["marketCap", "pe", "eps", "dividendYield", "avgVolume"]).concat(BOOK),
  "price-history 2 provider-a": ["currency", "timezone", "bars.adjClose", "dividends.", "splits."],
  "news 1 provider-b": ["items.summary"],
  "news 2 provider-a": ["items.type"],
  "earnings 1 provider-b": ["history.revenueEstimate"],
  "earnings 2 provider-a": ["currency", "reportingCurrency", "estimates."].concat(
    under("next", ["epsLow", "epsHigh", "revenueLow", "revenueHigh"]),
    under("history", ["periodEnd", "fiscalQuarter", "when", "close", "reactionPercent", "day"]),
  ),
  "key-statistics 2 provider-a": ["history.", "valuation.enterpriseValue", "valuation.forwardPE", "growth."].concat(
    under("profit", ["freeCashFlow", "operatingCashFlow"]),
    under("balance", ["cash", "debt"]),
    under("shares", ["short", "insiders", "institutions"]),
    under("price", ["fiftyTwoWeekChange", "marketFiftyTwoWeekChange", "average"]),
    under("fiscal", ["lastYearEnd", "nextYearEnd"]),
  ),
  "dividends 1 provider-b": under("dividends", ["recordDate", "payDate", "declared"]),
  "dividends 2 provider-a": ["fiveYearAverageYield"],
  "fund 1 provider-b": ["inception"],
  "fund 2 provider-a": [
    "category",
    "type",
    "yield",
    "turnover",
    "returns.",
    "annual.",
    "holdings.",
    "overlap.",
    "allocation.",
  ].concat("equity."),
  "quote 4 provider-e": ["year", "marketCap", "priceAvg", "volume", "exchange", "name", ...QUOTED],
  "quote 5 provider-d": ["change", "day", "year", "marketCap", "priceAvg", "volume", "exchange", "open"].concat(
    ["previousClose", "as_of"],
    QUOTED,
  ),
  "quotes 4 provider-d": under("quotes", [
    "change",
    "day",
    "year",
    "volume",
    "marketCap",
    "exchange",
    "as_of",
    "market",
    "pe",
    "eps",
    "dividendYield",
    "avgVolume",
  ]).concat(BOOK),
  "overview 5 provider-e": [
    "employees",
    "description",
    "founded",
    "ceo",
    "sector",
    "financialMetrics.",
    "analystData.",
  ],
  "recommendations 3 provider-e": ["sector", "from", "to", "changes.", "companies.", "upgrades", "downgrades", "total"],
  "news 3 provider-e": ["items.type"],
  "earnings 3 provider-e": ["reportingCurrency", "estimates."].concat(
    under("next", ["epsLow", "epsHigh", "revenueLow", "revenueHigh"]),
    under("history", ["periodEnd", "announced", "revenue", "when", "close", "reactionPercent", "day"]),
  ),
  "sec-filings 2 provider-b": ["filings.reportDate"],
  "sec-filings 3 provider-a": ["filer", "filings.title", "filings.reportDate"],
};

const NOW = new Date("2025-11-20T18:00:00Z");
const simulator = await startSimulator({ now: () => NOW });
afterAll(() => simulator.close());
const asker = createSimulatorAsker(simulator);

// The product asks for spans of time that end now, so its clock has to be the simulator's.
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

// Sources that are asked after an unusable answer have none on the simulated market, whose answers can be used.
const SOURCES = CATALOGUE.flatMap(({ capability, sources }) =>
  sources.map((source, at) => ({ name: `${capability.name} ${at + 1} ${source.provider.id}`, capability, source })),
).filter(({ source: { after } }) => !after?.has("bad_answer"));

/** Whether a field has a value in an answer; of a list, in any of its rows. */
function hasValue(data: unknown, names: readonly string[]): boolean {
  if (Array.isArray(data)) return data.some((row) => hasValue(row, names));
  const [name, ...rest] = names;
  if (name === undefined) return data !== null && data !== undefined;
  return isObject(data) && hasValue(data[name], rest);
}

/** Returns the paths of the source's declared fields that have a value in none of its answers. */
async function emptyFieldsOf(source: Source): Promise<string[]> {
  const answers: unknown[] = [];
  // One after the other: a long chart takes the simulator a second on a busy machine.
  for (const parameters of questionsFor(source)) answers.push((await asker.ask(source, parameters)).data);
  return [...fieldsOf(source.capability.output)]
    .filter(([path, { kind }]) => kind !== "group" && !path.includes("*"))
    .flatMap(([path]) => (answers.some((data) => hasValue(data, path.split("."))) ? [] : [path]));
}

describe("the fields of every source", () => {
  it.each(SOURCES)("have a value on the simulated market, or are known to be absent: $name", async (asked) => {
    const expected = [...(OF_NO_SOURCE[asked.capability.name] ?? []), ...(ABSENT[asked.name] ?? [])];
    const empty = await emptyFieldsOf(asked.source);
    expect(
      empty.filter((path) => !expected.some((beginning) => path.startsWith(beginning))),
      "Send them in src/simulator/ and read them in the mapping; or, if this source does not have them, list them in ABSENT.",
    ).toEqual([]);
    expect(
      expected.filter((beginning) => !empty.some((path) => path.startsWith(beginning))),
      "They have a value now: take them out of the table.",
    ).toEqual([]);
  });

  it("are listed for known sources only", () => {
    const names = new Set(SOURCES.map(({ name }) => name));
    expect(Object.keys(ABSENT).filter((name) => !names.has(name))).toEqual([]);
  });
});

/** Fields that only a source with a key, or with a contact, has, by the words with which docs/tools.md excepts them. */
const ONLY_WITH_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  "code, form and filing of an insider's transaction": under("insider-transactions insider_transactions", [
    "code",
    "ownership",
    "price_note",
    "form",
    "filing_url",
  ]),
  "currency of a search match": ["search bestMatches.currency"],
  "country in the screener": ["screener results.country"],
  "summaries of news": ["news items.summary"],
  "estimated revenue of past quarters": ["earnings history.revenueEstimate"],
  "record, payment and declaration days": under("dividends dividends", ["recordDate", "payDate", "declared"]),
  "amounts of the dividend calendar": under("market-calendar items", ["amount", "payDate"]),
  "period of a filing": ["sec-filings filings.reportDate"],
};
/** Yahoo has these, but not of the securities of the simulated market. */
const ELSEWHERE = ["fund inception"];

it("a field has a value without any key or setting, unless docs/tools.md names it", async () => {
  const lacking: string[] = [];
  for (const { capability, sources } of CATALOGUE) {
    const free = sources.filter(
      ({ provider, needs, after }) => !provider.needsKey && !needs && !after?.has("bad_answer"),
    );
    if (free.length === 0) continue;
    const emptyOf = async (some: readonly Source[]) => {
      const empty = await Promise.all(some.map((source) => emptyFieldsOf(source)));
      return empty.reduce((common, each) => common.filter((path) => each.includes(path)));
    };
    const all = sources.filter(({ after }) => !after?.has("bad_answer"));
    const [withoutSettings, withAll] = [await emptyOf(free), await emptyOf(all)];
    lacking.push(
      ...withoutSettings.filter((path) => !withAll.includes(path)).map((path) => `${capability.name} ${path}`),
    );
  }
  const excepted = Object.values(ONLY_WITH_SETTINGS).flat();
  expect(lacking.toSorted()).toEqual([...excepted, ...ELSEWHERE].toSorted());
  const page = readFileSync(new URL("../../docs/tools.md", import.meta.url), "utf8");
  for (const words of Object.keys(ONLY_WITH_SETTINGS)) expect(page).toContain(words);
});
