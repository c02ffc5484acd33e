/** Names the bars that indicators need and a short history does not have. */
import { tradesOnWeekends } from "./last-bar.js";
import { dayOf, type Bar } from "./price-bars.js";

/** Bars that each indicator needs, by its path in the answer; a year's figures see `yearBars`. */
const NEEDED: Readonly<Record<string, number>> = {
  "sma.20": 20,
  "sma.50": 50,
  "sma.200": 200,
  "ema.12": 12,
  "ema.26": 26,
  rsi14: 15,
  "macd.line": 26,
  "macd.signal": 34,
  "macd.histogram": 34,
  "bollinger20.upper": 20,
  "bollinger20.middle": 20,
  "bollinger20.lower": 20,
  atr14: 14,
  "stochastic.k": 16,
  "stochastic.d": 16,
  williams14: 14,
  volumeRatio20: 21,
  volatility20: 21,
};

const OF_A_YEAR = ["high52", "low52", "fromHigh52", "maxDrawdown1y"];

/**
 * Returns the bars that each indicator of `values` needs which is `null` because there are too few; `bars` are those that
 * were used. With `isComplete` false the volume ratio needs one more, because it leaves out the latest.
 */
export function needsOf(
  values: object,
  bars: readonly Bar[],
  { interval, isComplete }: { interval: "1d" | "1wk"; isComplete: boolean },
): Record<string, number> {
  const year = yearBars(bars, interval);
  const all: Record<string, number> = {
    ...NEEDED,
    volumeRatio20: NEEDED["volumeRatio20"]! + (isComplete ? 0 : 1),
    ...Object.fromEntries(OF_A_YEAR.map((name) => [name, year])),
  };
  const isNull = (path: string) =>
    path.split(".").reduce((value: unknown, key) => (value as Row)[key], values) === null;
  return Object.fromEntries(Object.entries(all).filter(([path, needed]) => needed > bars.length && isNull(path)));
}

type Row = Readonly<Record<string, unknown>>;

/** Returns about how many bars a year has. */
function yearBars(bars: readonly Bar[], interval: "1d" | "1wk"): number {
  if (interval === "1wk") return 52;
  return tradesOnWeekends(bars) ? 365 : 252;
}

/** Returns the sentence on `needs`: `macd.signal (needs 34 bars, there are 29), sma.50 (needs 50 bars)`. */
export function toNeedNotes(needs: Readonly<Record<string, number>>, bars: readonly Bar[]): string[] {
  const oldest = bars.at(-1);
  if (!oldest) return ["There are no prices, so every indicator is null."];
  const counts = [...new Set(Object.values(needs))].toSorted((one, other) => one - other);
  if (counts.length === 0) return [];
  const there = bars.length === 1 ? "there is 1" : `there are ${bars.length}`;
  const groups = counts.map((count, at) => {
    const names = Object.keys(needs).filter((name) => needs[name] === count);
    return `${names.join(", ")} (needs ${count} bars${at === 0 ? `, ${there}` : ""})`;
  });
  return [`The prices used begin on ${dayOf(oldest)}, so these are null: ${groups.join(", ")}.`];
}
