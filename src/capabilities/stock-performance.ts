/** Returns and volatility of one stock in a comparison, from its price history. */
import type { BodyOf } from "../contract/capability.js";
import type { Envelope, Served } from "../contract/envelope.js";
import { returnsOf, TRADING_DAYS_A_YEAR, volatility20 } from "../market/past-performance.js";
import { dayOf } from "../market/price-bars.js";
import { countSound, findDefects } from "../market/price-defects.js";
import type { priceHistory } from "./price-history.js";

/** Returns notes on the prices of a part that is a price history, with its symbol in front. */
export function toDefectNotes(body: Envelope["body"]): string[] {
  if (!Array.isArray(body["bars"])) return [];
  const { symbol, bars, splits } = body as BodyOf<typeof priceHistory>;
  return findDefects(bars, splits).notes.map((note) => `${symbol}: ${note}`);
}

/** Returns the figures of a row that come from its price history; `null` without one. */
export function toPerformance(history: Served | undefined) {
  const { bars: days, splits } = history
    ? (history.envelope.body as BodyOf<typeof priceHistory>)
    : { bars: [], splits: [] };
  const defects = findDefects(days, splits);
  const { "1mo": return1mo, ytd: returnYtd, "1y": return1y } = returnsOf(days, defects);
  const closes = days
    .slice(0, countSound(defects))
    .map(({ close }) => close)
    .toReversed();
  return {
    return1mo,
    returnYtd,
    return1y,
    volatility20: volatility20(closes, TRADING_DAYS_A_YEAR),
    pricesTo: days[0] ? dayOf(days[0]) : null,
  };
}
