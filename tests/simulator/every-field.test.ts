/**
 * A mapping leaves out what its source does not have, and the answer then has `null`. So a field that was forgotten in a
 * mapping, or that the simulated market does not send, would go unnoticed without these tables.
 */
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { financials } from "../../src/capabilities/companies/financials.js";
import { asFiled, fund } from "../../src/capabilities/companies/fund.js";
import { optionsChain } from "../../src/capabilities/prices/options-chain.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { fieldsOf } from "../../src/contract/field.js";
import type { Source } from "../../src/contract/provider.js";
import { columnsShown } from "../../src/contract/rows-spec.js";
import { isObject } from "../../src/lib/is-object.js";
import { oncePer } from "../../src/lib/once-per.js";
import { startSimulator } from "../../src/simulator/server.js";
import { atTime } from "../support/at-time.js";
import { nameOf } from "../support/source-names.js";
import { createSimulatorAsker } from "./ask-simulator.js";
import { questionsFor } from "./questions.js";

const HOURS = ["preMarket", "postMarket"];
const CONVERTED = ["convertedPrice", "rate", "rateTime"];
const HELD = ["shares", "cost", "value", "gain", "weight"];
const QUOTED = ["avgVolume", "eps", "pe", "sharesOutstanding"];
const under = (list: string, names: readonly string[]) => names.map((name) => `${list}.${name}`);

const BOOK = under("quotes", ["bid", "ask", "spreadPercent"]);
const CONTRACT = columnsShown(optionsChain.tool.rows, "on request");
/** Columns of a fund's holdings, and facts beside them, that only its report to the SEC has. */
const REPORTED = ["holdings_total", "report.", "overlap.reportDate", "overlap.otherReportDate"].concat(
  under("holdings", Object.keys(asFiled)),
);
const RATIOS = under("data", columnsShown(financials.tool.rows!, "on request"));

/**
 * Fields that no source has on the simulated market, by their beginnings: a view or an enrichment computes them, another
 * question has them, or the simulated day has none.
 */
const OF_NO_SOURCE: Readonly<Record<string, readonly string[]>> = {
  "alternative-quote": [...HOURS, ...CONVERTED],
  dividends: ["next.", "dividends.capitalGains", "years", "paidSince", "growth."].concat(
    ["paidTwelveMonths."],
    under("dividends", ["convertedAmount", "rate"]),
  ),
  financials: [...RATIOS, "summary."],
  fund: ["mix."],
  "insider-transactions": ["totals.", "totals6mo."],
  "key-statistics": ["pePast."],
  "market-calendar": ["items.price"],
  "market-summary": ["session.holiday", "yields.y2", "yields.date"],
  "options-chain": ["daysToExpiration", "atmImpliedVolatility", "maxPain", "root", "greekInputs."].concat(
    under("calls", CONTRACT),
    under("puts", CONTRACT),
  ),
  "price-history": ["bars.changePercent", "dividends.capitalGains"].concat(
    under("summary", ["bestDay", "worstDay", "bestMonth", "worstMonth", "years", "maxDrawdown", "volatility"]),
    // Only of a range of one day.
    under("summary", ["open", "changeFromOpen", "changeFromOpenPercent"]),
    "summary.totalReturnPercent",
  ),
  quotes: under("quotes", [...HOURS, ...CONVERTED, ...HELD, "beta", "sector", "contractUnit"]).concat("totals."),
};

/** Further fields that a source does not have, by their beginnings. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  // Provider B's calendar adds it.
  economicSeriesFromOffices: ["series.nextRelease"],
  overviewWithoutSession: ["marketCap", "employees", "description", "website", "headquarters", "founded", "ceo"].concat(
    under("financialMetrics", ["peRatio", "priceTo", "dividendYield", "beta", "eps", "ro", "debtToEquity", "current"]),
    "analystData.",
  ),
  quoteFromFmp: QUOTED,
  quoteFromChart: ["marketCap", "priceAvg", ...QUOTED],
  alternativeQuoteFromChart: ["marketCap", "priceAvg", ...QUOTED],
  priceTargetsFromFmp: ["lastUpdated", "recentChanges.", "upsidePercent"],
  insiderTransactionsFromYahoo: under("insider_transactions", ["code", "ownership", "price_note"]).concat(
    under("insider_transactions", ["form", "filing_url"]),
  ),
  insiderTransactionsFromFmp: under("insider_transactions", ["code", "ownership", "price_note"]).concat(
    under("insider_transactions", ["form", "filing_url"]),
  ),
  recommendationsFromFmp: ["sector", "from", "to", "changes.", "companies.", "upgrades", "downgrades"],
  searchFromYahoo: ["bestMatches.currency"],
  searchFromFmp: ["bestMatches.type"],
  screenerFromFmp: under("results", ["volume", "pe", "eps", "changesPercentage", "dividendYield"]).concat(
    under("results", ["yearHigh", "yearLow", "yearChangePercent", "priceToBook"]),
  ),
  screenerFromYahoo: ["results.country"],
  gainersFromFmp: ["gainers.currency"],
  losersFromFmp: under("losers", ["volume", "marketCap", "currency"]),
  activeFromFmp: under("active_stocks", ["volume", "avgVolume", "marketCap", "pe", "eps", "currency"]),
  marketSummaryWithoutSession: ["yields.m3", "yields.y5", "yields.y30", "sectors.today"],
  marketCalendarFromYahoo: under("items", ["amount", "payDate"]),
  // It has the days of named companies only.
  companyCalendarFromYahoo: under("items", [
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
  marketCalendarFromFmp: under("items", ["when", "marketCap", "period", "currency", "surprisePercent"]),
  coinsFromFmp: ["cryptocurrencies.rank"],
  quotesFromFmp: under("quotes", ["pe", "eps", "dividendYield", "avgVolume"]).concat(BOOK),
  quotesFromCharts: under("quotes", ["marketCap", "pe", "eps", "dividendYield", "avgVolume"]).concat(BOOK),
  priceHistoryFromFmp: ["currency", "timezone", "bars.adjClose", "dividends.", "splits."],
  newsFromYahoo: ["items.summary"],
  newsFromFmp: ["items.type"],
  earningsFromYahoo: ["history.revenueEstimate"],
  earningsFromFmp: ["currency", "reportingCurrency", "estimates."].concat(
    under("next", ["when", "epsLow", "epsHigh", "revenueLow", "revenueHigh"]),
    under("history", ["periodEnd", "fiscalQuarter", "when", "close", "reactionPercent", "day"]),
  ),
  keyStatisticsFromFmp: ["history.", "industry.", "valuation.enterpriseValue", "valuation.forwardPE", "growth."].concat(
    under("profit", ["freeCashFlow", "operatingCashFlow"]),
    under("balance", ["cash", "debt"]),
    under("shares", ["short", "insiders", "institutions"]),
    under("price", ["fiftyTwoWeekChange", "marketFiftyTwoWeekChange", "average"]),
    under("fiscal", ["lastYearEnd", "nextYearEnd"]),
  ),
  dividendsFromYahoo: under("dividends", ["recordDate", "payDate", "declared"]),
  dividendsFromFmp: ["fiveYearAverageYield"],
  holdersFromYahoo: ["filer", "cik", "large.", "ended.", "unread."],
  largeHoldersFromSec: ["currency", "insiders", "institutions", "funds.", "valueDate"],
  fundFromFmp: [
    "category",
    "type",
    "yield",
    "turnover",
    "returns.",
    "annual.",
    "holdings.",
    "overlap.",
    "allocation.",
  ].concat("equity.", "bond.", REPORTED),
  fundFromYahoo: REPORTED,
  fundFromSec: ["family", "category", "type", "currency", "assets", "nav", "expenseRatio", "yield", "inception"].concat(
    ["turnover", "returns.", "annual.", "sectors.", "allocation.", "equity.", "bond."],
    under("overlap", ["expenseRatio", "yield", "assets", "returns."]),
  ),
  quoteFromFinnhub: ["year", "marketCap", "priceAvg", "volume", "exchange", "name", ...QUOTED],
  quoteFromEcb: ["change", "day", "year", "marketCap", "priceAvg", "volume", "exchange", "open"].concat(
    ["previousClose", "as_of"],
    QUOTED,
  ),
  quotesFromEcb: under("quotes", [
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
  overviewFromFinnhub: ["employees", "description", "founded", "ceo", "sector", "financialMetrics.", "analystData."],
  recommendationsFromFinnhub: ["sector", "from", "to", "changes.", "companies.", "upgrades", "downgrades", "total"],
  newsFromFinnhub: ["items.type"],
  earningsFromFinnhub: ["reportingCurrency", "estimates."].concat(
    under("next", ["when", "epsLow", "epsHigh", "revenueLow", "revenueHigh"]),
    under("history", ["periodEnd", "announced", "revenue", "when", "close", "reactionPercent", "day"]),
  ),
  financialsFromYahoo: ["data.segments."],
  filingsFromYahoo: ["filings.reportDate"],
  filingsFromFmp: ["filer", "filings.title", "filings.reportDate"],
};

const NOW = new Date("2025-11-20T18:00:00Z");
const simulator = await startSimulator({ now: () => NOW });
afterAll(() => simulator.close());
const asker = createSimulatorAsker(simulator);

// The product asks for spans of time that end now, so its clock has to be the simulator's.
atTime(NOW);

// Sources that are asked after an unusable answer have none on the simulated market, whose answers can be used.
const SOURCES = CATALOGUE.flatMap(({ capability, sources }) =>
  sources.map((source) => ({ name: nameOf(source), capability, source })),
).filter(({ source: { after } }) => !after?.has("bad_answer"));

/** Whether a field has a value in an answer; of a list, in any of its rows. */
function hasValue(data: unknown, names: readonly string[]): boolean {
  if (Array.isArray(data)) return data.some((row) => hasValue(row, names));
  const [name, ...rest] = names;
  if (name === undefined) return data !== null && data !== undefined;
  return isObject(data) && hasValue(data[name], rest);
}

/** Returns the source's answers to all its questions, which all tests of this file share. */
const answersOf = oncePer(async (source: Source): Promise<object[]> => {
  const answers: object[] = [];
  // One after the other: a long chart takes the simulator a second on a busy machine.
  for (const parameters of questionsFor(source)) answers.push((await asker.ask(source, parameters)).data);
  return answers;
});

/** Statements on an answer or a row, which the pipeline and comparisons of several answers add. */
const ADDED = /(?:^|\.)(?:timestamp|source|notes)$/;

/** Returns the paths of the source's declared fields that have a value in none of its answers. */
async function emptyFieldsOf(source: Source): Promise<string[]> {
  const answers = await answersOf(source);
  return [...fieldsOf(source.capability.output)]
    .filter(([path, { kind }]) => kind !== "group" && !path.includes("*") && !ADDED.test(path))
    .flatMap(([path]) => (answers.some((data) => hasValue(data, path.split("."))) ? [] : [path]));
}

it.each(SOURCES)("$name answers each question in the form of its capability", async ({ capability, source }) => {
  for (const data of await answersOf(source)) {
    const stamped = { ...data, timestamp: "", source: source.provider.label };
    expect(capability.output.safeParse(stamped).error).toBeUndefined();
    expect(JSON.stringify(data).length).toBeGreaterThan(100);
  }
});

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

  it("are listed for known sources and capabilities only", () => {
    const names = new Set(SOURCES.flatMap(({ name, capability }) => [name, capability.name]));
    expect(Object.keys({ ...ABSENT, ...OF_NO_SOURCE }).filter((name) => !names.has(name))).toEqual([]);
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
  "holders of 5 % and more": ["filer", "cik"]
    .map((name) => `holders ${name}`)
    .concat(
      under("holders large", ["person", "group", "class", "shares", "percentOfClass", "event", "purpose", "amendment"]),
      under("holders large", ["filed"]),
      under("holders ended", ["person", "group", "class", "shares", "percentOfClass", "event", "amendment", "filed"]),
      under("holders unread", ["filed"]),
    ),
  "currency of a search match": ["search bestMatches.currency"],
  "country in the screener": ["screener results.country"],
  "summaries of news": ["news items.summary"],
  "estimated revenue of past quarters": ["earnings history.revenueEstimate"],
  "record, payment and declaration days": under("dividends dividends", ["recordDate", "payDate", "declared"]),
  "amounts of the dividend calendar": under("market-calendar items", ["amount", "payDate"]),
  "all holdings of a fund with its report": [
    ...under("fund holdings", Object.keys(asFiled)),
    "fund holdings_total",
    ...under("fund report", Object.keys(fund.output.shape.report.unwrap().shape)),
    ...under("fund overlap", ["reportDate", "otherReportDate"]),
  ],
  "period of a filing": ["sec-filings filings.reportDate"],
  "segments of statements": under("financials data.segments", ["name", "revenue"]),
};
it("a field has a value without any key or setting, unless docs/tools.md names it", async () => {
  const lacking: string[] = [];
  for (const { capability, sources } of CATALOGUE) {
    const free = sources.filter(
      ({ provider, setting, after }) => !provider.needsKey && !setting && !after?.has("bad_answer"),
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
  expect(lacking.toSorted()).toEqual(excepted.toSorted());
  const page = readFileSync(new URL("../../docs/tools.md", import.meta.url), "utf8");
  for (const words of Object.keys(ONLY_WITH_SETTINGS)) expect(page).toContain(words);
});
