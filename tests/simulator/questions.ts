/** The questions whose answers on the simulated market the tests of every source look at. */
import type { Source } from "../../src/contract/provider.js";
import { parseInput } from "../../src/contract/input.js";
import { exampleValues } from "../../src/serve/example-values.js";
import { requiredValues } from "../support/required-values.js";

const SYMBOLS = ["AAPL", "BRK.B", "GOOG", "JPM", "RIVN", "BABA", "SPOT", "TSCO.LON"].map((symbol) => ({ symbol }));

const PARAMETERS: Readonly<Record<string, Record<string, unknown>[]>> = {
  quote: [...SYMBOLS, { symbol: "EURUSD=X" }],
  quotes: [{ symbols: ["AAPL", "BRK.B", "TSCO.LON", "NOSUCH"] }, { symbols: ["EURUSD=X", "GBPUSD=X"] }],
  search: [{ q: "tesla" }],
  "key-statistics": [
    { symbol: "AAPL" },
    { symbol: "BABA" },
    { symbol: "AAPL", history: "quarter" },
    { symbol: "AAPL", industry: true },
  ],
  screener: [
    {},
    { sector: "Energy", market_cap_min: 1_000_000_000 },
    { pb_max: 20, ps_max: 20, eps_growth_min: 1, change_min: 1, change_period: "1y", sort: "-change" },
  ],
  "options-chain": [{ symbol: "AAPL" }, { symbol: "BRK.B" }, { symbol: "SPY" }],
  fund: [
    { symbol: "SPY" },
    { symbol: "XLV" },
    { symbol: "AGG" },
    { symbol: "SPY", with: "QQQ" },
    { symbol: "AGG", holdings: "all" },
    { symbol: "VOO", holdings: "all", with: "VTI" },
  ],
  gainers: [{}, { country: "IN" }],
  losers: [{}, { country: "IN" }],
  active: [{}, { country: "IN" }],
  crypto: [{}],
  "market-summary": [{}],
  recommendations: [{ symbol: "AAPL" }, { symbol: "BRK.B" }, { sector: "Technology" }],
  "reference-rates": [{}, { date: "2024-03-02" }, { from: "2025-10-01", to: "2025-11-14" }],
  "economic-series": [
    { series: ["cpi"] },
    { series: ["payrolls", "productivity", "JTS000000000000000JOL"], from: "2022-01-01" },
    { series: ["food", "real_gdp", "euro_gdp", "gdp_de"], from: "2022-01-01" },
  ],
  "market-calendar": [
    { kind: "earnings" },
    { kind: "economic" },
    { kind: "ipos" },
    { kind: "splits", from: "2025-11-01", to: "2025-12-02" },
    { kind: "dividends", from: "2025-11-01", to: "2025-11-30" },
    { kind: "company", symbols: ["AAPL", "MSFT"] },
  ],
  financials: [
    ...["income", "balance", "cash"].flatMap((statement_type) =>
      ["annual", "quarter"].map((period) => ({ symbol: "AAPL", statement_type, period })),
    ),
    { symbol: "AAPL", statement_type: "revenue_by_product", provenance: true },
  ],
  "filing-text": [
    { symbol: "AAPL" },
    { symbol: "BRK.B", section: "1A" },
    { symbol: "NVDA", form: "8-K", section: "99.1" },
    { symbol: "JPM", form: "8-K", section: "99.1", find: "guidance" },
    { symbol: "AAPL", form: "DEF 14A" },
    { symbol: "AAPL", form: "10-Q", section: "1A" },
    { symbol: "BABA", find: "risk" },
  ],
  holders: [...SYMBOLS, ...["AAPL", "JPM"].map((symbol) => ({ symbol, kind: "large" }))],
  "search-filings": [{ q: '"press release" guidance' }, { q: "risk factors", symbol: "AAPL", form: "10-K" }],
  "filing-facts": [
    { symbol: "AAPL" },
    { symbol: "AAPL", concept: "RestructuringCharges", period: "annual" },
    { symbol: "BABA", concept: "Revenue" },
    { concept: "R&D expense", period: "2024" },
    { symbol: "AAPL", by: "segment", period: "annual" },
  ],
  "manager-holdings": [{ manager: "CIK1900001" }, { manager: "CIK1900002" }, { manager: "CIK1900005" }],
  // The SEC knows listings in the US only.
  "sec-filings": ["AAPL", "BRK.B", "GOOG", "JPM", "RIVN", "BABA", "SPOT"].map((symbol) => ({ symbol })),
};

/** Returns the questions for a source: the capability's own, or those about a company of each kind. */
export function questionsFor({ capability, provider, cannot }: Source): Record<string, unknown>[] {
  const { shape } = capability.input;
  const own =
    PARAMETERS[capability.name] ??
    ("symbol" in shape ? SYMBOLS.map((subject) => ({ ...requiredValues(shape), ...subject })) : [exampleValues(shape)]);
  // The SEC knows listings in the US only.
  return own
    .filter(({ symbol }) => provider.id !== "provider-d" || symbol !== "TSCO.LON")
    .filter((question) => (cannot?.(parseInput(capability, question) as never) ?? []).length === 0);
}
