/** Technical indicators of one security, computed from its price history without further upstream calls. */
import { defineCapability, type BodyOf, type InputOf } from "../contract/capability.js";
import type { Derived } from "../contract/entry.js";
import type { Served } from "../contract/envelope.js";
import { z } from "../contract/schema.js";
import { allowing, answerSymbol, figure, symbol, SYMBOL_ALIASES, timestamp, words } from "./fields.js";
import { returnsOf } from "./past-performance.js";
import { toLonger } from "./price-bars.js";
import type { priceHistory } from "./price-history.js";
import { DAY_SECONDS, symbolErrors } from "./shapes.js";

const INTERVALS = ["1d", "1wk"] as const;

const percent = (what: string) => figure(`Percent; ${what}`);

export const technicals = defineCapability({
  name: "technicals",
  title: "Technical indicators",
  route: "/api/v1/stock/{symbol}/technicals",
  tool: {
    name: "get_technical_indicators",
    set: "technical",
    description:
      "Moving averages, RSI, MACD, bands, ATR, returns, volatility, 52-week range from daily or weekly closes.",
    aliases: SYMBOL_ALIASES,
  },
  input: z.object({
    symbol,
    interval: z
      .enum(INTERVALS, allowing(INTERVALS.join(", ")))
      .default("1d")
      .describe("Length of a bar"),
  }),
  output: z.object({
    symbol: answerSymbol,
    currency: words("Of prices; GBp is pence"),
    interval: z.enum(INTERVALS).describe("Length of a bar"),
    date: words("Day of the latest bar"),
    close: figure("Its close, adjusted for splits"),
    bars: z.number().describe("Bars used; two years"),
    sma: z
      .object({ "20": figure("Price"), "50": figure("Price"), "200": figure("Price") })
      .describe("Mean of the last n closes"),
    ema: z.object({ "12": figure("Price"), "26": figure("Price") }).describe("Exponential mean, weight 2 / (n + 1)"),
    rsi14: figure("0 to 100; Wilder's smoothing"),
    macd: z
      .object({ line: figure("EMA 12 - EMA 26"), signal: figure("EMA 9 of line"), histogram: figure("line - signal") })
      .describe("Price"),
    bollinger20: z
      .object({ upper: figure("Price"), middle: figure("SMA 20"), lower: figure("Price") })
      .describe("SMA 20 ± 2 population deviations"),
    atr14: figure("Price; average true range, Wilder's smoothing"),
    stochastic: z.object({ k: figure("14 bars"), d: figure("SMA 3 of k") }).describe("0 to 100"),
    williams14: figure("-100 to 0; (high - close) / (high - low) × -100"),
    volumeRatio20: figure("Latest volume / mean of the 20 bars before"),
    returns: z
      .object({
        "1d": percent("on the bar before"),
        "5d": percent("one week"),
        "1mo": percent("30 days"),
        "3mo": percent("91 days"),
        "6mo": percent("182 days"),
        ytd: percent("since the last close of the year before"),
        "1y": percent("365 days"),
      })
      .describe("close / earlier close - 1, without dividends"),
    high52: figure("Highest of the last year"),
    low52: figure("Lowest of the last year"),
    fromHigh52: percent("(close - high52) / high52"),
    volatility20: percent("20 logarithmic returns, annual"),
    maxDrawdown1y: percent("deepest fall from a high of the last year"),
    timestamp,
  }),
  freshness: { ttlSeconds: 60, staleSeconds: DAY_SECONDS, followsUsMarket: true },
  errors: symbolErrors((asked, detail) => ({
    error: `404: Failed to fetch technical indicators for ${asked}`,
    detail,
  })),
});

/** Returns the indicators of a symbol, from its price history of two years. */
export async function technicalsFromHistory(
  { symbol: asked, interval }: InputOf<typeof technicals>,
  askHistory: (input: InputOf<typeof priceHistory>) => Promise<Served>,
): Promise<Derived<typeof technicals>> {
  const [served, { computeIndicators }] = await Promise.all([
    askHistory({ symbol: asked, range: "2y", interval: "1d", adjusted: "splits" }),
    // The library is loaded with the first question, because most starts never need it.
    import("./indicators.js"),
  ]);
  const history = served.envelope.body as BodyOf<typeof priceHistory>;
  const bars = interval === "1wk" ? toLonger(history.bars, "1wk") : history.bars;
  const [latest] = bars;
  return {
    data: {
      symbol: asked,
      currency: history.currency,
      interval,
      date: latest?.date ?? null,
      close: latest?.close ?? null,
      bars: bars.length,
      ...computeIndicators(bars, interval),
      returns: returnsOf(history.bars),
    },
    parts: [served],
    currency: served.envelope.currency,
  };
}
