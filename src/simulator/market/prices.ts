/**
 * Prices as a function of seed, security and time, without state.
 *
 * A day's close combines slow waves and daily noise of the security with those of the market. Within a session the
 * price follows straight lines between knots of a random path that ends at that close, so the day's high and low are
 * always at a knot or at the current moment, and one look-up returns everything.
 */
import { normal, round, toKey, uniform } from "./random.js";
import type { Security } from "./security.js";
import type { Session } from "./sessions.js";

/** The statistical parameters of a security; deviations and amplitudes are of the logarithm of its price. */
export interface Character {
  key: number;
  base: number;
  decimals: number;
  /** Standard deviation of a day's return. */
  daily: number;
  /** Amplitude of the slow waves. */
  swing: number;
  /** Factor by which the security follows the market's movement, in addition to its own noise and waves. */
  beta: number;
  market: Wave;
  /** Growth in a year, as a logarithm. */
  trend: number;
  /** Whether it has one price a day, as mutual funds do. */
  isPricedOnce: boolean;
  /** Volume of an ordinary day: a number of shares; for coins, an amount of money. */
  volume: number;
}

/** Noise and slow waves of the whole market, or of one security without those of the market. */
type Wave = Pick<Character, "key" | "daily" | "swing">;

/** One session of a security. */
export interface Candle {
  day: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A session's whole path: the price at each knot, and the highest and lowest price so far. */
export interface Path {
  session: Session;
  previousClose: number;
  knots: Float64Array;
  highs: Float64Array;
  lows: Float64Array;
  volume: number;
}

// Periods of the slow waves in days, with their share of the amplitude.
const WAVES = [
  [31, 0.2],
  [97, 0.5],
  [263, 1],
] as const;

/** The day on which a price that grows has its usual level, in days since 1970-01-01. */
const TREND_DAY = 20_120;

const KNOT_MS = 5 * 60_000;
const MAX_STEPS = 96;

/** Returns the closing price of a day, a number of days since 1970-01-01. */
export function closeOf(character: Character, day: number): number {
  return round(character.base * Math.exp(drift(character, day)), character.decimals);
}

function drift(character: Character, day: number): number {
  const { beta, market, trend } = character;
  const grown = trend === 0 ? 0 : (trend * (day - TREND_DAY)) / 365.25;
  return levelOf(character, day) + (beta === 0 ? 0 : beta * levelOf(market, day)) + grown;
}

function levelOf({ key, swing, daily }: Wave, day: number): number {
  let level = daily * 0.7 * normal(key, day);
  for (let wave = 0; wave < WAVES.length; wave++) {
    const [period, share] = WAVES[wave]!;
    level += swing * share * Math.sin(2 * Math.PI * (day / period + uniform(key, -1 - wave)));
  }
  return level;
}

/**
 * Returns the path of one session, from the previous close over an opening gap to this day's close.
 */
export function pathOf(character: Character, session: Session, previousClose: number, gaps: boolean): Path {
  const { key, decimals, daily } = character;
  const steps = Math.min(MAX_STEPS, Math.round((session.closes - session.opens) / KNOT_MS));
  const pathKey = toKey("path", key + session.day);
  const close = closeOf(character, session.day);
  if (character.isPricedOnce) {
    const [knots, highs, lows] = [0, 1, 2].map(() => Float64Array.of(close, close)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    return { session, previousClose, knots, highs, lows, volume: 0 };
  }
  // About half of a day's move happens at the open.
  const gap = gaps ? 0.5 * (close / previousClose - 1) + daily * 0.3 * normal(pathKey, -1) : 0;
  const open = previousClose * (1 + gap);
  // Uniform steps of this width add up to a random walk with half the standard deviation of a day.
  const width = (daily * Math.sqrt(12)) / 2 / Math.sqrt(steps);
  const walk = new Float64Array(steps + 1);
  for (let step = 1; step <= steps; step++) walk[step] = walk[step - 1]! + (uniform(pathKey, step) - 0.5) * width;
  const knots = new Float64Array(steps + 1);
  const highs = new Float64Array(steps + 1);
  const lows = new Float64Array(steps + 1);
  const end = walk[steps]!;
  for (let step = 0; step <= steps; step++) {
    const progress = step / steps;
    const price = round((open + (close - open) * progress) * (1 + walk[step]! - end * progress), decimals);
    knots[step] = price;
    highs[step] = step === 0 ? price : Math.max(highs[step - 1]!, price);
    lows[step] = step === 0 ? price : Math.min(lows[step - 1]!, price);
  }
  return { session, previousClose, knots, highs, lows, volume: volumeOf(character, session.day) };
}

function volumeOf(character: Character, day: number): number {
  const surprise = Math.abs((drift(character, day) - drift(character, day - 1)) / character.daily);
  return Math.round(character.volume * Math.exp(0.25 * normal(character.key ^ 0x766f6c, day)) * (0.8 + 0.3 * surprise));
}

/** Returns the session as of a moment; the whole session after its close. */
export function candleAt(path: Path, decimals: number, at: number): Candle {
  const { session, knots, highs, lows } = path;
  const last = knots.length - 1;
  const progress = Math.min(1, Math.max(0, (at - session.opens) / (session.closes - session.opens)));
  const knot = Math.min(last - 1, Math.floor(progress * last));
  const from = knots[knot]!;
  const close = round(from + (knots[knot + 1]! - from) * (progress * last - knot), decimals);
  return {
    day: session.day,
    open: knots[0]!,
    high: Math.max(highs[knot]!, close),
    low: Math.min(lows[knot]!, close),
    close,
    // Volume is higher at the open and at the close.
    volume: Math.floor(path.volume * (progress + 0.12 * Math.sin(2 * Math.PI * progress))),
  };
}

/** Returns the factor between prices and amounts of money such as the market cap: 100 for prices in pence, else 1. */
export function minorUnitFactor(security: Security): number {
  return security.currency === "GBp" ? 100 : 1;
}
