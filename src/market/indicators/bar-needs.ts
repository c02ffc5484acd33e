/** Names the bars that indicators need and a short history does not have. */
import { joinSentences, say, type Sentence, the } from "../../contract/sentence.js";
import { DAY_MS, daysBefore } from "../../lib/day.js";
import { tradesEveryDay } from "../sessions/trading-week.js";
import type { WindowFigures } from "./indicator-windows.js";
import type { IndicatorInterval } from "./indicators.js";
import { dayOf, type Bar } from "../prices/price-bars.js";
import { firstDay } from "../prices/price-range.js";

/** Bars that each indicator needs, by its path in the answer; those of figures over a time see `needsOfTime`. */
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
  "bollingerSample.upper": 20,
  "bollingerSample.lower": 20,
  atr14: 14,
  "stochastic.k": 16,
  "stochastic.d": 16,
  williams14: 14,
  roc12: 13,
  volumeRatio20: 21,
  volatility20: 21,
};
/** The bars of the longer mean of a crossing, if it is the usual one. */
const SLOW_BARS = 200;

/** The named ranges whose returns count from the close before them. */
const RETURNS = ["1mo", "3mo", "6mo", "1y"] as const;
const OF_A_YEAR = ["high52", "low52", "fromHigh52", "maxDrawdown1y"];
/** Daily closes for beta, one more than its returns; the market has them on its own days only. */
const BETA_SESSIONS = 201;

/** The bars that are there, and the day of the question. */
interface Given {
  interval: IndicatorInterval;
  /** Whether the latest bar is complete; otherwise the volume ratio needs one more, because it leaves out the latest. */
  isComplete: boolean;
  today: string;
}

/**
 * Returns the bars that each indicator of `values` needs which is `null` because there are too few; `bars` are those that
 * were used, newest first.
 */
export function needsOf(
  values: { windows?: readonly WindowFigures[] },
  bars: readonly Bar[],
  given: Given,
): Record<string, number> {
  const windows = values.windows ?? [];
  const slow = windows.length === 2 ? Math.max(...windows.map((each) => each.bars)) : SLOW_BARS;
  const all: Record<string, number> = {
    ...NEEDED,
    volumeRatio20: NEEDED["volumeRatio20"]! + (given.isComplete ? 0 : 1),
    // Two bars with both means.
    crossing: slow + 1,
    // Figures over a time have daily or weekly bars only.
    ...(given.interval === "1h" ? {} : needsOfTime(bars, given)),
  };
  const isNull = (path: string) =>
    path.split(".").reduce((value: unknown, key) => (value as Row)[key], values) === null;
  return {
    ...Object.fromEntries(Object.entries(all).filter(([path, needed]) => needed > bars.length && isNull(path))),
    ...needsOfWindows(windows, bars.length),
  };
}

/** Bars that each figure over a window needs beyond those of the window. */
const FURTHER = { sma: 0, ema: 0, roc: 1, volatility: 1, high: 0, low: 0 } as const;

/** Returns the bars that the figures of windows need and that are not there, by paths such as `windows.50.roc`. */
function needsOfWindows(windows: readonly WindowFigures[], there: number): Record<string, number> {
  const needed = windows.flatMap(({ bars }) =>
    Object.entries(FURTHER).map(([name, further]) => [`windows.${bars}.${name}`, bars + further] as const),
  );
  return Object.fromEntries(needed.filter(([, count]) => count > there));
}

type Row = Readonly<Record<string, unknown>>;

/** Returns about how many bars the figures need that reach back to a day; always more than those that begin after it. */
function needsOfTime(bars: readonly Bar[], { interval, today }: Given): Record<string, number> {
  const [latest, oldest] = [bars[0], bars.at(-1)];
  const isDaily = interval === "1d";
  const year = isDaily ? (tradesEveryDay(bars) ? 365 : 252) : 52;
  const barsIn = (days: number) => Math.ceil((days * year) / 365);
  const last = latest ? dayOf(latest) : today;
  const reachingTo = (day: string) =>
    !oldest || dayOf(oldest) > day ? Math.max(barsIn(dayNumber(last) - dayNumber(day)) + 1, bars.length + 1) : 0;
  const yearBefore = `${Number(today.slice(0, 4)) - 1}-12-31`;
  const ago = RETURNS.map(
    (range) => [`returns.${range}`, reachingTo(daysBefore(firstDay({ range }, last), 1))] as const,
  );
  return {
    ...Object.fromEntries(OF_A_YEAR.map((name) => [name, year])),
    ...Object.fromEntries(ago),
    "returns.1d": 2,
    "returns.5d": 6,
    "returns.ytd": last <= yearBefore ? 0 : reachingTo(yearBefore),
    beta1y: Math.ceil((BETA_SESSIONS * year) / 252),
  };
}

const dayNumber = (day: string) => Date.parse(day) / DAY_MS;

/** Returns the sentence on `needs`: `macd.signal (needs 34 bars, there are 29), sma.50 (needs 50 bars)`. */
export function toNeedNotes(needs: Readonly<Record<string, number>>, bars: readonly Bar[]): Sentence[] {
  const oldest = bars.at(-1);
  if (!oldest) return [say`There are no prices, so every indicator is ${the.absent}.`];
  const counts = [...new Set(Object.values(needs))].toSorted((one, other) => one - other);
  if (counts.length === 0) return [];
  const there = bars.length === 1 ? "there is 1" : `there are ${bars.length}`;
  const groups = counts.map((count, at) => {
    const names = Object.keys(needs).filter((name) => needs[name] === count);
    return say`${joinSentences(names.map(toName))} (needs ${count} bars${at === 0 ? `, ${there}` : ""})`;
  });
  return [say`The prices used begin on ${dayOf(oldest)}, so these are ${the.absent}: ${joinSentences(groups)}.`];
}

/** Returns the name of an indicator, or of one of a group: `sma.50`. */
const toName = (path: string) => (path.includes(".") ? say`${path}` : the.field(path));
