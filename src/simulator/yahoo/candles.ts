/** The candles of a simulated chart: daily bars of up to twenty years, intraday bars of the last weeks. */
import { paymentsOf, splitsOf } from "../companies/dividends.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { wholeFrom, type World } from "../companies/world.js";

/** One row of a chart; `time` in Unix seconds. */
interface Row {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

interface Dividend {
  time: number;
  amount: number;
}

// Calendar days of each range, but for `1d` and `5d` a number of sessions.
export const RANGES: Readonly<Record<string, number>> = {
  "1d": 1,
  "5d": 5,
  "1mo": 31,
  "3mo": 92,
  "6mo": 183,
  "1y": 366,
  "2y": 731,
  "5y": 1827,
  "10y": 3653,
  max: 7305,
};
/** Minutes of the intraday intervals. */
const MINUTES: Readonly<Record<string, number>> = { "1m": 1, "5m": 5, "15m": 15, "30m": 30, "60m": 60, "1h": 60 };
/** Days before the window that are read as well: the close before it, and sessions despite weekends and holidays. */
const SPARE_DAYS = 14;

/** Returns the rows in a query's window, oldest first, and the close before them. */
export function rowsOf(
  world: World,
  security: Security,
  query: URLSearchParams,
  at: number,
): { rows: Row[]; closeBefore: number | undefined } {
  const { market } = world;
  const { from, to, sessions } = windowOf(query, at);
  const known = market.candles(security, from - SPARE_DAYS, to, at);
  const shown = sessions ? known.slice(-sessions) : known.filter(({ day }) => day >= from);
  const closeBefore = known.at(-shown.length - 1)?.close;
  const minutes = MINUTES[query.get("interval") ?? "1d"];
  const days = shown.map(({ day, ...candle }) => ({ ...candle, time: openOf(world, security, day) }));
  return {
    rows: minutes ? days.flatMap(({ time }) => intradayRows(world, security, time, minutes, at)) : days,
    closeBefore,
  };
}

/** Returns the bars of one session up to `at`. */
function intradayRows({ market }: World, security: Security, opens: number, minutes: number, at: number): Row[] {
  const session = market.session(security, opens * 1000);
  const end = Math.min(session.closes, at);
  const rows: Row[] = [];
  let before = market.candleAt(security, session.opens);
  for (let start = session.opens; start < end; start += minutes * 60_000) {
    // The price is a straight line between knots about five minutes apart, so samples at these times suffice.
    const steps = Array.from(
      { length: Math.ceil(minutes / 5) },
      (_, step) => start + (step + 1) * Math.min(minutes, 5) * 60_000,
    );
    const samples = steps.map((moment) => market.candleAt(security, Math.min(moment, end)));
    const closes = [before.close, ...samples.map(({ close }) => close)];
    const last = samples.at(-1)!;
    rows.push({
      time: Math.floor(start / 1000),
      open: before.close,
      high: Math.max(...closes),
      low: Math.min(...closes),
      close: last.close,
      volume: Math.max(0, last.volume - (rows.length === 0 ? 0 : before.volume)),
    });
    before = last;
  }
  return rows;
}

/** Returns the dividends with an ex-date on the day of one of the rows. */
export function dividendsOf(world: World, security: Security, rows: readonly Row[], at: number): Dividend[] {
  return onRows(
    rows,
    (from, to) => paymentsOf(world, security, from, to, at),
    ({ exDay }) => exDay,
  ).map(([time, { amount }]) => ({ time, amount }));
}

/** Returns the splits on the day of one of the rows. */
export function splitEventsOf(world: World, security: Security, rows: readonly Row[]) {
  return onRows(
    rows,
    (from, to) => splitsOf(world, security, from, to),
    ({ day }) => day,
  ).map(([time, { numerator, denominator }]) => ({
    date: time,
    numerator,
    denominator,
    splitRatio: `${numerator}:${denominator}`,
  }));
}

/** Returns the events that are on the day of a row, with the time of that row. */
function onRows<Event>(
  rows: readonly Row[],
  between: (from: number, to: number) => readonly Event[],
  dayOf: (event: Event) => number,
): [time: number, event: Event][] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const dayOfTime = (time: number) => Math.floor((time * 1000) / DAY_MS);
  const times = new Map(rows.map(({ time }) => [dayOfTime(time), time]));
  return between(dayOfTime(first.time), dayOfTime(last.time)).flatMap((event): [number, Event][] => {
    const time = times.get(dayOf(event));
    return time === undefined ? [] : [[time, event]];
  });
}

/**
 * Returns closes adjusted for dividends: those before an ex-date are multiplied by 1 − amount / close of the row before
 * the ex-date.
 */
export function adjustedCloses(rows: readonly Row[], dividends: readonly Dividend[]): number[] {
  const amounts = new Map(dividends.map(({ time, amount }) => [time, amount]));
  const adjusted: number[] = [];
  let factor = 1;
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]!;
    adjusted[index] = row.close * factor;
    const before = rows[index - 1];
    if (before) factor *= 1 - (amounts.get(row.time) ?? 0) / before.close;
  }
  return adjusted;
}

function windowOf(query: URLSearchParams, at: number): { from: number; to: number; sessions?: number } {
  const [start, end] = [secondsFrom(query, "period1"), secondsFrom(query, "period2")];
  const today = Math.floor(at / DAY_MS);
  const farthest = today - RANGES["max"]!;
  if (start !== undefined) {
    const to = Math.min(today, Math.floor((end === undefined ? at : end * 1000) / DAY_MS));
    return { from: Math.max(farthest, Math.floor((start * 1000) / DAY_MS)), to };
  }
  const days = RANGES[query.get("range") ?? "1d"] ?? 1;
  // East of Greenwich the session of the next UTC day may have begun.
  return { from: today - days, to: today + 1, ...(days <= 5 ? { sessions: days } : {}) };
}

function secondsFrom(query: URLSearchParams, name: string): number | undefined {
  const seconds = wholeFrom(query, name, -1);
  if (seconds >= 0) return seconds;
  const text = query.get(name) ?? "";
  return /^\d{10}$/.test(text) ? Number(text) : undefined;
}

function openOf({ market }: World, security: Security, day: number): number {
  return Math.floor(market.sessionOn(security, day).opens / 1000);
}
