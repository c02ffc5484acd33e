/** Judges the answers of `probe`: shape, expected fields, ranges, and agreement between sources. */
import type { Capability } from "../../../src/contract/capability.js";
import {
  REASONS,
  toMarketDataError,
  ProviderError,
  type FailureKind,
  type Reason,
} from "../../../src/contract/errors.js";
import type { Source } from "../../../src/contract/provider.js";
import { isObject } from "../../../src/lib/is-object.js";
import type { ProbedSecurity } from "./plan.js";

/** `drift`: the upstream changed; `refused`: our key or plan lacks it; `failed`: no answer for another reason. */
export type ProbeState = "ok" | "drift" | "refused" | "failed";

export interface Finding {
  state: ProbeState;
  found: string;
}

const REFUSED: ReadonlySet<Reason> = new Set([
  "not_configured",
  "not_in_plan",
  "quota_spent",
  "rate_limited",
  "queue_full",
]);

/** Failures that mean that the requested data does not exist. */
const NOTHING_THERE: ReadonlySet<FailureKind> = new Set(["not_found", "no_coverage", "insufficient_history"]);

const QUOTE_FIELDS = ["price", "change", "changesPercentage", "dayLow", "yearHigh", "marketCap", "volume"];

/**
 * Fields that must have a value for a liquid US stock (of a fund: for a large fund), or in at least one row of a list,
 * by capability; of a provider that has fewer fields by provider and capability.
 */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  quote: [...QUOTE_FIELDS, "exchange", "previousClose"],
  "provider-e quote": ["price", "change", "changesPercentage", "dayLow", "previousClose"],
  "provider-e overview": ["companyName", "industry", "marketCap"],
  "alternative-quote": [...QUOTE_FIELDS, "pe", "eps"],
  "quote-2": ["price", "dayLow", "yearHigh", "volume", "exchange"],
  "alternative-quote-2": ["price", "dayLow", "yearHigh", "volume", "exchange"],
  overview: [
    "companyName",
    "sector",
    "marketCap",
    "financialMetrics.peRatio",
    "financialMetrics.beta",
    "analystData.targetMeanPrice",
  ],
  financials: ["data.date", "data.reportedCurrency", "data.revenue", "data.netIncome"],
  "price-targets": ["priceTargetAverage", "priceTargetHigh", "priceTargetLow"],
  recommendations: ["recommendations.buy", "recommendations.hold"],
  "insider-transactions": ["insider_transactions.insider", "insider_transactions.date", "insider_transactions.shares"],
  quotes: ["quotes.price", "quotes.changesPercentage"],
  gainers: ["gainers.ticker", "gainers.price"],
  losers: ["losers.symbol", "losers.price"],
  active: ["active_stocks.symbol", "active_stocks.price"],
  crypto: ["cryptocurrencies.symbol", "cryptocurrencies.price"],
  "crypto-2": ["cryptocurrencies.symbol", "cryptocurrencies.price"],
  dcf: ["dcf", "stock_price"],
  search: ["bestMatches.symbol", "bestMatches.name"],
  screener: ["results.symbol", "results.price"],
  "price-history": ["bars.date", "bars.open", "bars.high", "bars.low", "bars.close", "bars.volume", "summary.last"],
  earnings: ["history.epsActual", "history.epsEstimate"],
  dividends: ["yield", "dividends.exDate", "dividends.amount"],
  "key-statistics": ["valuation.trailingPE", "profit.netMargin", "shares.outstanding"],
  fund: ["name", "family", "assets", "expenseRatio", "sectors.weight"],
  "provider-d fund": ["name", "holdings.name", "report.reportDate"],
  news: ["items.title", "items.publisher", "items.published", "items.url"],
};

/** Plausible values of figures by their path, wide enough for any trading day. */
const RANGES: readonly [path: RegExp, min: number, max: number][] = [
  [/(?:^|\.)(price|previousClose|stock_price|(day|year)(Low|High)|priceAvg\d+)$/, 1e-12, 1e8],
  [/^(bars\.(open|high|low|close)|open)$/, 1e-12, 1e8],
  [/(?:^|\.)changesPercentage$/, -100, 100_000],
  [/(?:^|\.)(marketCap|sharesOutstanding)$/, 1, 1e16],
  [/(?:^|\.)(volume|avgVolume|shares)$/, 0, 1e15],
  [/(?:^|(?<!quotes|results)\.)dividendYield$/, 0, 1],
  // In percent, not a ratio.
  [/^(?:quotes|results)\.dividendYield$/, 0, 100],
  [/(?:^|\.)(gross|operating|net)Margin$/, -1e4, 1],
  [/(?:^|\.)beta$/, -20, 20],
];

/**
 * Returns the finding that follows from a source's failure; `isCovered`: the source is known to have an answer to this
 * question.
 */
export function judgeFailure(thrown: unknown, isCovered: boolean): Finding {
  const { kind, message } = toMarketDataError(thrown);
  const reason = thrown instanceof ProviderError ? thrown.reason : undefined;
  if (reason === "bad_answer") return { state: "drift", found: "its answer cannot be read" };
  if (NOTHING_THERE.has(kind) || reason === "no_data") {
    return isCovered
      ? { state: "drift", found: "has no answer to a question that it always answered" }
      : { state: "refused", found: "does not cover it" };
  }
  if (reason === undefined) return { state: "failed", found: message };
  return { state: REFUSED.has(reason) ? "refused" : "failed", found: REASONS[reason].says };
}

/** Returns the problems of a source's data as one finding; `ok` when there are none. */
export function judgeData(
  { capability, provider }: Pick<Source, "capability" | "provider">,
  name: string,
  security: ProbedSecurity | undefined,
  data: unknown,
): Finding {
  const figures = valuesIn(data);
  const problems = [
    ...shapeProblems(capability, data),
    ...missingFields([`${provider.id} ${name}`, name], security, figures),
    ...outOfRange(figures),
    ...inverted(figures),
  ];
  return problems.length === 0
    ? { state: "ok", found: `${[...figures.values()].filter(hasValue).length} fields with a value` }
    : { state: "drift", found: problems.slice(0, 5).join("; ") };
}

function shapeProblems({ output }: Capability, data: unknown): string[] {
  const read = output.partial({ timestamp: true, source: true }).safeParse(data);
  return read.success ? [] : read.error.issues.slice(0, 3).map(({ path }) => `unexpected shape at ${path.join(".")}`);
}

function missingFields(
  names: readonly [own: string, common: string],
  security: ProbedSecurity | undefined,
  figures: Figures,
): string[] {
  // Upstreams have fewer fields for funds, foreign listings and loss-making companies, so only the price is expected.
  const [own, common] = names;
  const expected = common === "fund" ? "ETF" : "liquid US stock";
  if (security && security.what !== expected) {
    return figures.has("price") && !hasValue(figures.get("price")) ? ["no price"] : [];
  }
  return (EXPECTED[own] ?? EXPECTED[common] ?? [])
    .filter((field) => !hasValue(figures.get(field)))
    .map((field) => `no ${field}`);
}

function outOfRange(figures: Figures): string[] {
  return [...figures].flatMap(([path, value]) => {
    const range = RANGES.find(([pattern]) => pattern.test(path));
    return range && typeof value === "number" && (value < range[1] || value > range[2])
      ? [`${path} is out of range: ${value}`]
      : [];
  });
}

function inverted(figures: Figures): string[] {
  const spans = [
    ["dayLow", "dayHigh"],
    ["yearLow", "yearHigh"],
    ["bars.low", "bars.high"],
  ] as const;
  return spans.flatMap(([lowest, highest]) => {
    const [low, high] = [figures.get(lowest), figures.get(highest)];
    return typeof low === "number" && typeof high === "number" && low > high ? [`${lowest} is above ${highest}`] : [];
  });
}

type Figures = ReadonlyMap<string, unknown>;
const hasValue = (value: unknown) => value !== null && value !== undefined && value !== "";

/** Collects values by their path; for a field of a list's rows the first value that is not missing. */
function valuesIn(data: unknown, path = "", values = new Map<string, unknown>()): Map<string, unknown> {
  if (!isObject(data)) return values;
  for (const [name, value] of Object.entries(data)) {
    const fieldPath = `${path}${name}`;
    if (Array.isArray(value)) for (const row of value) valuesIn(row, `${fieldPath}.`, values);
    else if (isObject(value)) valuesIn(value, `${fieldPath}.`, values);
    else if (!hasValue(values.get(fieldPath))) values.set(fieldPath, value);
  }
  return values;
}
