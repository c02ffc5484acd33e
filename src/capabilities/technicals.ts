/** Technical indicators of one security, computed from its price history without further upstream calls. */
import { always, count, date, figure, group, multiple, percent, price, signed, words } from "../contract/field.js";
import { defineCapability, type BodyOf, type InputOf } from "../contract/capability.js";
import type { Derived } from "../contract/entry.js";
import type { Served } from "../contract/envelope.js";
import { z } from "../contract/schema.js";
import { nextTurn } from "../lib/next-turn.js";
import { within } from "../lib/within.js";
import { betaOf } from "./beta.js";
import { allowing, answerSymbol, symbol, SYMBOL_ALIASES, timestamp } from "../contract/fields.js";
import type { SeriesName } from "./indicator-series.js";
import { latestBarNotes, returnsOf } from "./past-performance.js";
import { toLonger, type Bar } from "./price-bars.js";
import { countSound, findDefects } from "./price-defects.js";
import type { priceHistory } from "./price-history.js";
import { DAY_SECONDS, symbolErrors } from "./shapes.js";

const INTERVALS = ["1d", "1wk"] as const;

/** The series that a caller can request by name; their columns are in `indicator-series.ts`, loaded on first use. */
const SERIES_NAMES = [
  "sma",
  "sma20",
  "sma50",
  "sma200",
  "ema",
  "ema12",
  "ema26",
  "rsi14",
  "macd",
  "bollinger20",
  "atr14",
  "stochastic",
  "williams14",
  "all",
] as const satisfies readonly (SeriesName | "all")[];

/** The index that represents the market. */
const MARKET = "^GSPC";
/** The longest that an answer waits for the market's history, as for any optional part. */
const MARKET_WAIT_MS = 1000;

const returnOn = (span: string) => signed(percent(`${span}; close / earlier close - 1, without dividends`));

export const technicals = defineCapability({
  name: "technicals",
  title: "Technical indicators",
  route: "/api/v1/stock/{symbol}/technicals",
  tool: {
    name: "get_technical_indicators",
    set: "technical",
    description:
      "Moving averages, RSI, MACD, bands, ATR, returns, volatility, 52-week range from daily or weekly closes.",
    aliases: { ...SYMBOL_ALIASES, indicator: "series", indicators: "series" },
    picture: "indicators",
    rows: { list: "series", noun: "bars", unlisted: true, limit: { shown: 130, max: 600 } },
    hidden: ["series"],
  },
  input: z.object({
    symbol,
    interval: z
      .enum(INTERVALS, allowing(INTERVALS.join(", ")))
      .default("1d")
      .describe("Length of a bar"),
    series: z
      .enum(SERIES_NAMES, allowing(SERIES_NAMES.join(", ")))
      .optional()
      .describe("An indicator over time, beside the latest values"),
  }),
  output: z.object({
    symbol: answerSymbol,
    currency: words("Of prices; GBp is pence"),
    interval: z.enum(INTERVALS).describe("Length of a bar"),
    date: date("of the latest bar"),
    close: price("its close, adjusted for splits"),
    bars: always(count("bars used; two years")),
    sma: z
      .object({ "20": price(), "50": price(), "200": price() })
      .describe("Listing currency; mean of the last n closes"),
    ema: z.object({ "12": price(), "26": price() }).describe("Listing currency; exponential mean, weight 2 / (n + 1)"),
    rsi14: figure("0 to 100; Wilder's smoothing"),
    macd: z
      .object({
        line: price("EMA 12 - EMA 26"),
        signal: price("EMA 9 of line"),
        histogram: price("line - signal"),
      })
      .describe("Listing currency"),
    bollinger20: z
      .object({ upper: price(), middle: price("SMA 20"), lower: price() })
      .describe("Listing currency; SMA 20 ± 2 population deviations"),
    atr14: price("average true range, Wilder's smoothing"),
    stochastic: z.object({ k: figure("14 bars"), d: figure("SMA 3 of k") }).describe("0 to 100"),
    williams14: figure("-100 to 0; (high - close) / (high - low) × -100"),
    volumeRatio20: multiple("latest volume / mean of the 20 bars before"),
    returns: group("Returns", {
      "1d": returnOn("on the bar before"),
      "5d": returnOn("one week"),
      "1mo": returnOn("30 days"),
      "3mo": returnOn("91 days"),
      "6mo": returnOn("182 days"),
      ytd: returnOn("since the last close of the year before"),
      "1y": returnOn("365 days"),
    }),
    high52: price("highest of the last year"),
    low52: price("lowest of the last year"),
    fromHigh52: signed(percent("(close - high52) / high52")),
    volatility20: percent("20 logarithmic returns, annual"),
    maxDrawdown1y: signed(percent("deepest fall from a high of the last year")),
    beta1y: figure("Daily returns against ^GSPC: covariance / variance; null where its history is not cached"),
    series: z
      .array(z.object({ date: z.string().describe("Day") }).catchall(z.number().nullable()))
      .optional()
      .describe("With `series`: close and values a bar, newest first; null before the warm-up is over"),
    timestamp,
  }),
  freshness: { ttlSeconds: 60, staleSeconds: DAY_SECONDS, followsUsMarket: true },
  errors: symbolErrors((asked, detail) => ({
    error: `404: Failed to fetch technical indicators for ${asked}`,
    detail,
  })),
  rule: (input) => (input.series === undefined ? rowsRule(input) : undefined),
});

/** Rejects parameters about the rows of a series when none is asked for; they would have no effect. */
function rowsRule(input: Readonly<Record<string, unknown>>): string | undefined {
  const name = ["limit", "fields", "format"].find((each) => input[each] !== undefined && input[each] !== "json");
  if (name === undefined) return undefined;
  return `"${name}" was given without "series". Allowed: beside "series", such as sma20; the latest values have no rows.`;
}

type AskHistory = (input: InputOf<typeof priceHistory>, options?: { cachedOnly?: boolean }) => Promise<Served>;

/**
 * Returns the indicators of a symbol, from its price history of two years.
 *
 * The market's history, needed for beta, is fetched only if the symbol's own history must be fetched too, so indicators
 * of a cached history cost no call. `askFreely` asks only sources without a quota, so both histories can be requested
 * at the same time.
 */
export async function technicalsFromHistory(
  { symbol: asked, interval, series }: InputOf<typeof technicals>,
  askHistory: AskHistory,
  askFreely: AskHistory = askHistory,
): Promise<Derived<typeof technicals>> {
  const known = await askHistory(questionFor(asked), { cachedOnly: true }).catch(() => undefined);
  const kept = known?.state === "stale" ? undefined : known;
  const early = kept || asked === MARKET ? undefined : findMarket(askHistory, askFreely);
  early?.catch(() => {});
  const [served, { computeIndicators }, { toCandles, toSeries }] = await Promise.all([
    kept ?? askHistory(questionFor(asked)),
    import("./indicators.js"),
    import("./indicator-series.js"),
  ]);
  const history = served.envelope.body as BodyOf<typeof priceHistory>;
  const market = asked === MARKET ? history.bars : await marketBars(askHistory, early);
  // Computing takes 10 ms; yield first, so that several answers in a row do not block other work.
  await nextTurn();
  const defects = findDefects(history.bars, history.splits);
  const sound = history.bars.slice(0, countSound(defects));
  const bars = interval === "1wk" ? toLonger(sound, "1wk") : sound;
  return {
    data: {
      symbol: asked,
      currency: history.currency,
      interval,
      date: bars[0]?.date ?? null,
      close: bars[0]?.close ?? null,
      bars: bars.length,
      ...computeIndicators(bars, interval, history.lastBarComplete !== false),
      returns: returnsOf(history.bars, defects),
      beta1y: market ? betaOf(sound, market) : null,
      ...(series ? { series: toSeries(toCandles(bars), series) as Row[] } : {}),
    },
    parts: [served],
    notes: [...served.envelope.notes, ...latestBarNotes(history), ...defects.notes],
    currency: served.envelope.currency,
  };
}

type Row = NonNullable<BodyOf<typeof technicals>["series"]>[number];

const questionFor = (asked: string) =>
  ({ symbol: asked, range: "2y", interval: "1d", adjusted: "splits" }) satisfies InputOf<typeof priceHistory>;

/** Requests the market's history: from the cache, otherwise from sources without a quota. */
const findMarket = (askHistory: AskHistory, askFreely: AskHistory): Promise<Served> =>
  askHistory(questionFor(MARKET), { cachedOnly: true }).catch(() => askFreely(questionFor(MARKET)));

/** Returns the market's bars from the early request, or from all sources if it failed; without one, from the cache. */
async function marketBars(askHistory: AskHistory, early: Promise<Served> | undefined): Promise<Bar[] | undefined> {
  const question = questionFor(MARKET);
  const found = early?.catch(() => askHistory(question)) ?? askHistory(question, { cachedOnly: true });
  const ended = await within(MARKET_WAIT_MS, found).catch(() => undefined);
  return (ended?.value.envelope.body as BodyOf<typeof priceHistory> | undefined)?.bars;
}
