/** Judges the answers of `probe`: shape, expected fields, ranges, and agreement between sources. */
import type { Capability } from "../contract/capability.js";
import { REASONS, toMarketDataError, ProviderError, type Reason } from "../contract/errors.js";
import { isObject } from "../lib/is-object.js";
import type { Probed } from "./probe-plan.js";

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

/** Fields that must have a value for a liquid US stock, or in at least one row of a list, by capability. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  quote: [
    "price",
    "change",
    "changesPercentage",
    "dayLow",
    "yearHigh",
    "marketCap",
    "volume",
    "exchange",
    "previousClose",
  ],
  "alternative-quote": [
    "price",
    "change",
    "changesPercentage",
    "dayLow",
    "yearHigh",
    "marketCap",
    "volume",
    "pe",
    "eps",
  ],
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
  crypto: ["cryptocurrencies.symbol", "cryptocurrencies.price"],
};

/** Plausible values of figures by their name, wide enough for any trading day. */
const RANGES: readonly [name: RegExp, min: number, max: number][] = [
  [/^(price|previousClose|open|(day|year)(Low|High)|priceAvg\d+)$/, 1e-12, 1e8],
  [/^changesPercentage$/, -100, 100_000],
  [/^(marketCap|sharesOutstanding)$/, 1, 1e16],
  [/^(volume|avgVolume|shares)$/, 0, 1e15],
  [/^dividendYield$/, 0, 1],
  [/^(gross|operating|net)Margin$/, -1e4, 1],
  [/^beta$/, -20, 20],
];

/** Returns the finding that follows from a source's failure. */
export function judgeFailure(thrown: unknown, security: Probed | undefined): Finding {
  const { kind, message } = toMarketDataError(thrown);
  const reason = thrown instanceof ProviderError ? thrown.reason : undefined;
  if (reason === "bad_answer") return { state: "drift", found: "its answer cannot be read" };
  if (kind === "not_found" || kind === "no_coverage" || reason === "no_data") {
    return security?.isUs === false
      ? { state: "refused", found: "does not cover it" }
      : { state: "drift", found: "has no answer to what it always answered" };
  }
  if (reason === undefined) return { state: "failed", found: message };
  return { state: REFUSED.has(reason) ? "refused" : "failed", found: REASONS[reason].says };
}

/** Returns the problems of a source's data as one finding; `ok` when there are none. */
export function judgeData(capability: Capability, name: string, security: Probed | undefined, data: unknown): Finding {
  const figures = valuesIn(data);
  const problems = [
    ...shapeProblems(capability, data),
    ...missingFields(name, security, figures),
    ...outOfRange(figures),
    ...inverted(figures),
  ];
  return problems.length === 0
    ? { state: "ok", found: `${[...figures.values()].filter(hasValue).length} fields with a value` }
    : { state: "drift", found: problems.slice(0, 5).join("; ") };
}

/** A price by one source, for the comparison between sources. */
export interface Priced {
  who: string;
  symbol: string;
  price: number;
}

/** Accepted difference between sources, in percent: one of them may be delayed, or show the extended session. */
const APART_PERCENT = 10;

/** A sentence for each security whose sources disagree on the price. */
export function disagreements(prices: readonly Priced[]): string[] {
  return [...new Set(prices.map(({ symbol }) => symbol))].flatMap((symbol) => {
    const of = prices.filter((each) => each.symbol === symbol).toSorted((one, other) => one.price - other.price);
    const [low, high] = [of[0]!, of.at(-1)!];
    const apart = (high.price / low.price - 1) * 100;
    if (apart <= APART_PERCENT) return [];
    return [`${symbol}: ${low.price} by ${low.who}, ${high.price} by ${high.who}: ${apart.toFixed(1)} % apart`];
  });
}

function shapeProblems({ output }: Capability, data: unknown): string[] {
  const read = output.partial({ timestamp: true, source: true }).safeParse(data);
  return read.success ? [] : read.error.issues.slice(0, 3).map(({ path }) => `unexpected shape at ${path.join(".")}`);
}

function missingFields(name: string, security: Probed | undefined, figures: Figures): string[] {
  // For funds, foreign listings and loss-making companies upstreams have fewer fields, so only the price is expected.
  if (security && security.what !== "liquid US stock") return hasValue(figures.get("price")) ? [] : ["no price"];
  return (EXPECTED[name] ?? []).filter((field) => !hasValue(figures.get(field))).map((field) => `no ${field}`);
}

function outOfRange(figures: Figures): string[] {
  return [...figures].flatMap(([path, value]) => {
    const name = path.split(".").at(-1)!;
    const range = RANGES.find(([pattern]) => pattern.test(name));
    return range && typeof value === "number" && (value < range[1] || value > range[2])
      ? [`${path} is out of range: ${value}`]
      : [];
  });
}

function inverted(figures: Figures): string[] {
  return ["day", "year"].flatMap((span) => {
    const [low, high] = [figures.get(`${span}Low`), figures.get(`${span}High`)];
    return typeof low === "number" && typeof high === "number" && low > high ? [`${span}Low is above ${span}High`] : [];
  });
}

type Figures = ReadonlyMap<string, unknown>;
const hasValue = (value: unknown) => value !== null && value !== undefined && value !== "";

/** Collects values by their path; for a field of a list's rows the first value that is not missing. */
function valuesIn(data: unknown, path = "", into = new Map<string, unknown>()): Map<string, unknown> {
  if (!isObject(data)) return into;
  for (const [name, value] of Object.entries(data)) {
    const whole = `${path}${name}`;
    if (Array.isArray(value)) for (const row of value) valuesIn(row, `${whole}.`, into);
    else if (isObject(value)) valuesIn(value, `${whole}.`, into);
    else if (!hasValue(into.get(whole))) into.set(whole, value);
  }
  return into;
}
