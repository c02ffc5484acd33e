/** Constants of the domain, as rules: a generated file would only show that one changed. */
import { expect, it } from "vitest";
import { daysAYear, volatility20 } from "../src/market/prices/past-performance.js";
import { CATALOGUE } from "../src/catalogue.js";
import { fieldsOf } from "../src/contract/field.js";
import { isPercentage } from "../src/contract/field-facts.js";
import { toUnitSentence } from "../src/views/unit-words.js";
import { toJsonSchema } from "../src/contract/schema.js";

it("volatility is that of 252 trading days a year, of coins of 365", () => {
  // 20 returns of ±ln 1.01: their sample deviation is ln 1.01 × √(20 / 19), times √252, in percent.
  const closes = Array.from({ length: 21 }, (_, at) => (at % 2 === 0 ? 100 : 101));
  expect(volatility20(closes, 252)).toBe(16.206);
  const barsOf = (days: readonly number[]) =>
    days.map((day) => ({ date: `2026-03-0${day}`, open: 1, high: 1, low: 1, close: 1, adjClose: 1, volume: 1 }));
  // The first of March 2026 is a Sunday; the exchange of Riyadh opens on Sundays and not on Saturdays.
  expect(
    [
      [6, 5, 4, 3, 2],
      [7, 6, 5, 4, 3, 2, 1],
      [5, 4, 3, 2, 1],
    ].map((days) => daysAYear(barsOf(days))),
  ).toEqual([252, 365, 252]);
});

it("answers of these tools contain third-party prose; some hosts ask a person to confirm each of their results", () => {
  const untrusted = CATALOGUE.filter(({ capability }) => capability.tool.untrusted !== undefined);
  expect(untrusted.map(({ capability }) => capability.tool.name).toSorted()).toEqual([
    "get_company_overview",
    "get_economic_series",
    "get_filing_facts",
    "get_filing_text",
    "get_fund",
    "get_holders",
    "get_manager_holdings",
    "get_news",
    "get_sec_filings",
    "provider_a_get_financial_statements",
    "search_filings",
    "search_symbols",
  ]);
});

it("each column that tells rows apart is a column of these rows", () => {
  const keyed = CATALOGUE.filter(({ capability }) => capability.tool.rows?.key);
  expect(keyed.length).toBeGreaterThan(10);
  for (const { capability } of keyed) {
    const { list, key } = capability.tool.rows!;
    const rows = JSON.stringify((toJsonSchema(capability.output)["properties"] as Record<string, unknown>)[list]);
    for (const column of key!) expect(rows, `${capability.name}.${list}`).toContain(`"${column}":`);
  }
});

it("each ratio whose name says percent is named in the note of its answers", () => {
  const misleading = CATALOGUE.flatMap(({ capability, sources }) =>
    sources.flatMap(({ provider: { id } }) =>
      [...fieldsOf(capability.output)]
        .filter(([path, field]) => field.kind === "ratio" && !isPercentage(field, id) && /percent[^.]*$/i.test(path))
        .map(([path]) => ({
          name: path.split(".").at(-1)!,
          // The answer has the field's optional list.
          note: toUnitSentence(capability, id, { [path.split(".")[0]!]: [] }),
        })),
    ),
  );
  expect(misleading.length).toBeGreaterThan(4);
  for (const { name, note } of misleading) expect(note).toMatch(new RegExp(`\\b${name}\\b`));
});

it("sources are asked in this order", () => {
  const order = CATALOGUE.filter(({ sources }) => sources.length > 0).map(({ capability, sources }) => [
    capability.name,
    [...new Set(sources.map(({ provider }) => provider.id.replace("provider-", "")))].join(" "),
  ]);
  expect(Object.fromEntries(order)).toEqual({
    active: "a b",
    "alternative-quote": "b",
    crypto: "a b",
    dcf: "a",
    dividends: "b a",
    earnings: "b a e",
    "filing-facts": "d",
    "economic-series": "d",
    financials: "a d b",
    "filing-text": "d",
    fund: "b a d",
    gainers: "a b",
    holders: "b d",
    "insider-transactions": "b d a",
    "key-statistics": "b a",
    losers: "a b",
    "manager-holdings": "d",
    "market-calendar": "b a",
    "market-summary": "b",
    news: "b a e",
    "options-chain": "b",
    overview: "b a e",
    "price-history": "b a",
    "price-targets": "a b",
    quote: "a b e d",
    quotes: "a b d",
    recommendations: "b a e",
    "reference-rates": "d",
    screener: "a b",
    search: "c b a",
    "search-filings": "d",
    "sec-filings": "d b a",
  });
});

it("answers are fresh, and may be served as stale, for these seconds", () => {
  const lifetimes = CATALOGUE.map(({ capability: { name, freshness } }) => [
    name,
    `${freshness.ttlSeconds} ${freshness.staleSeconds}`,
  ]);
  expect(Object.fromEntries(lifetimes)).toEqual({
    active: "60 900",
    "alternative-quote": "15 300",
    "check-financials": "43200 604800",
    "check-quote": "15 300",
    "compare-stocks": "3600 86400",
    crypto: "60 900",
    dcf: "3600 86400",
    dividends: "43200 604800",
    earnings: "3600 86400",
    "filing-facts": "43200 604800",
    "economic-series": "1800 604800",
    financials: "43200 604800",
    "filing-text": "3600 86400",
    fund: "43200 604800",
    gainers: "60 900",
    holders: "86400 604800",
    "insider-transactions": "3600 86400",
    "key-statistics": "3600 86400",
    losers: "60 900",
    "manager-holdings": "3600 86400",
    "market-calendar": "3600 86400",
    "market-summary": "60 900",
    news: "300 3600",
    "options-chain": "60 900",
    overview: "3600 86400",
    "price-history": "60 86400",
    "price-targets": "3600 86400",
    quote: "15 300",
    quotes: "15 300",
    recommendations: "3600 86400",
    "reference-rates": "1800 604800",
    screener: "300 3600",
    search: "43200 604800",
    "search-filings": "3600 86400",
    "sec-filings": "3600 86400",
    "service-status": "0 0",
    technicals: "60 86400",
  });
});

it("the note of a comparison names the units of the fields that the answer has", () => {
  const { capability } = CATALOGUE.find((entry) => entry.capability.name === "compare-stocks")!;
  const unitsOf = (body: Record<string, unknown>, fields?: string[]) =>
    toUnitSentence(capability, "server", body, undefined, fields);
  const between = { symbol: "A", startDate: "2026-01-02", priceReturnPercent: 1 };
  expect(unitsOf({ stocks: [between], portfolio: {} })).toBe("Units: volatility is in percent a year.");
  expect(unitsOf({ stocks: [between], portfolio: null })).toBeUndefined();
  expect(unitsOf({ stocks: [{ symbol: "A", return1y: 1, roe: 0.2 }] })).toBe(
    "Units: roe is a ratio (0.24 is 24 %), return1y is in percent.",
  );
  const whole = { symbol: "A", return1y: 1, volatility20: 20, roe: 0.2, netMargin: 0.1, grossMargin: 0.3 };
  expect(unitsOf({ stocks: [whole] })).toBe(
    "Units: return1y is in percent, volatility20 is in percent a year, other rates are ratios (0.24 is 24 %).",
  );
  expect(unitsOf({ stocks: [whole] }, ["symbol", "volatility20"])).toBe("Units: volatility20 is in percent a year.");
  expect(unitsOf({ stocks: [whole] }, ["symbol", "companyName"])).toBeUndefined();
});

it("the note of a fund names the percentages of filed holdings beside its ratios, where the answer has them", () => {
  const { capability } = CATALOGUE.find((entry) => entry.capability.name === "fund")!;
  const unitsOf = (holding: object) => toUnitSentence(capability, "provider-b", { holdings: [holding] });
  const returns = "ytd, 1mo, 3mo, 1y, 3y, 5y, 10y";
  const [row, ratios] = [{ symbol: "A", weight: 0.0871 }, "other rates are ratios (0.24 is 24 %)"];
  expect(unitsOf({ ...row, percent: 8.71 })).toBe(`Units: ${returns}, return, and percent are in percent, ${ratios}.`);
  expect(unitsOf(row)).toBe(`Units: ${returns}, and return are in percent, ${ratios}.`);
});
