/** Calls of Yahoo's chart: the latest day, and the candles of a period. */
import { DAY_SECONDS } from "../../../lib/day.js";
import { z } from "../../../contract/schema.js";
import { toText } from "../../../contract/values.js";
import type { Send } from "./call.js";
import { badAnswer, checkSymbol, entries, noData, parse, toResult, unknownSymbol } from "./envelopes.js";
import { isDelisted } from "./quote-row.js";
import { toYahooSymbol } from "./symbol.js";
import { list, raw } from "./values.js";

const chartResult = z.object({ meta: z.record(z.unknown()), timestamp: list, indicators: z.unknown() });
const chartBars = z.object({ quote: z.tuple([z.object({ open: entries })]).rest(z.unknown()) });

/** Creates the calls from the client's `send` and its clock; both throw `not_found` when B does not know the symbol. */
export function createChartCalls(send: Send, now: () => Date) {
  /** Returns a chart together with the length of its bars as B states it. */
  async function chartOf(symbol: string, params: Readonly<Record<string, string>>) {
    const yahooSymbol = toYahooSymbol(symbol);
    const { found, body } = await send({
      path: `/v8/finance/chart/${encodeURIComponent(yahooSymbol)}`,
      params,
      open: true,
    });
    if (!found) throw unknownSymbol(symbol);
    const [result] = toResult(body, "chart");
    if (result === undefined) throw noData();
    const { meta, timestamp } = parse(chartResult, result);
    checkSymbol(meta["symbol"], yahooSymbol);
    const listing = { quoteType: toText(meta["instrumentType"]), exchange: toText(meta["exchangeName"]) };
    if (isDelisted(listing) && raw(meta["regularMarketPrice"]) === null && timestamp.length === 0)
      throw unknownSymbol(symbol);
    return { result, granularity: meta["dataGranularity"] };
  }

  return {
    /** Returns `meta` of the chart of the latest day, with the day's `open` from its bar. */
    async chart(symbol: string): Promise<Record<string, unknown>> {
      const { result, granularity } = await chartOf(symbol, { range: "1d", interval: "1d" });
      // The price is valid whatever the bars are, but the open of a longer bar is not that of the day.
      if (granularity !== undefined && granularity !== "1d") throw badAnswer();
      const { meta, timestamp, indicators } = parse(chartResult, result);
      return { ...meta, open: toOpen(meta, timestamp, indicators) };
    },

    /**
     * Returns the chart of the last `days` days, or of the whole history for `Infinity`; parse it with `readCandles`.
     *
     * @throws {ProviderError} `bad_answer` when B does not state that its bars have the requested interval.
     */
    async candles(symbol: string, interval: string, days: number): Promise<unknown> {
      // Whole minutes, so that all calls within a minute have the same address.
      const to = Math.ceil(now().getTime() / 60_000) * 60;
      const span: Record<string, string> =
        days === Infinity ? { range: "max" } : { period1: String(to - days * DAY_SECONDS), period2: String(to) };
      const params = { interval, ...span, events: "div|split|capitalGains", includePrePost: "false" };
      const { result, granularity } = await chartOf(symbol, params);
      // Bars of another length would be given under the name of the requested one.
      if (granularity !== interval) throw badAnswer();
      return result;
    },
  };
}

/** Returns the opening price of the chart's only bar if that bar is of the price's day; else `null`. */
function toOpen(meta: Record<string, unknown>, timestamp: unknown[], indicators: unknown): number | null {
  const [bar, other] = timestamp.map(raw);
  const priced = raw(meta["regularMarketTime"]);
  if (bar == null || other !== undefined || priced === null || Math.abs(priced - bar) >= DAY_SECONDS) return null;
  const parsed = chartBars.safeParse(indicators);
  return parsed.success ? raw(parsed.data.quote[0].open[0]) : null;
}
