/** Technical indicators of one security, computed from its price history without further upstream calls. */
import { forCallers, say, the, without } from "../../contract/sentence.js";
import { defineCapability, type BodyOf, type InputOf } from "../../contract/capability.js";
import type { Derived } from "../../contract/entry.js";
import type { Served } from "../../contract/envelope.js";
import { z } from "../../contract/schema.js";
import { nextTurn } from "../../lib/next-turn.js";
import { within } from "../../lib/within.js";
import { betaOf } from "../../market/holdings/beta.js";
import { exchangeDay, latestDay } from "../../market/sessions/exchange-day.js";
import { allowing, choice, pastDay, symbol } from "../../contract/fields.js";
import { needsOf, toNeedNotes } from "../../market/indicators/bar-needs.js";
import type { IndicatorSeries } from "../../market/indicators/indicator-series.js";
import { isLastBarComplete } from "../../market/prices/complete-bars.js";
import { missingSessionNotes } from "../../market/prices/missing-sessions.js";
import { latestBarNotes, NO_RETURNS, returnsOf } from "../../market/prices/past-performance.js";
import { toLevels } from "../../market/prices/price-levels.js";
import { dayOf, toLonger, type Bar } from "../../market/prices/price-bars.js";
import { rangeRule, type Range } from "../../market/prices/price-range.js";
import { selectBars } from "../../market/prices/range-bars.js";
import { createWeeks } from "../../market/sessions/trading-week.js";
import { countSound, findDefects } from "../../market/prices/price-defects.js";
import type { priceHistory } from "./price-history.js";
import { choosesFields } from "../../contract/rows-spec.js";
import { symbolErrors } from "../shapes.js";
import { INTERVALS, technicalsOutput } from "./technicals-output.js";
import { DAY_SECONDS, daysBefore } from "../../lib/day.js";

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
] as const satisfies readonly (IndicatorSeries | "all")[];

/** The spans of a series: hours are of half a year. None is also an interval, so that `timeframe` means one parameter. */
const RANGES = ["5d", "1mo", "3mo", "6mo"] as const satisfies readonly Range[];

/** The index that represents the market. */
const MARKET = "^GSPC";
/** Indicators ask for two years; a history that begins within the first week of these is cut there. */
const LONG_DAYS = 731 - 7;
/** Bars of a month; a session that lacks before them concerns no return that is named by days. */
const MONTH_BARS = 22;
const HOURLY_NOTE = say`Returns, ${the.field("beta1y")}, ${the.field("volatility20")} and the figures of a year are ${the.absent} for hourly bars: they are of days${forCallers`; ask for 1d`}.`;
/** The longest that an answer waits for the market's history, as for any optional part. */
const MARKET_WAIT_MS = 1000;

const WINDOWS_ALLOWED = "one to four different numbers of bars from 2 to 400, such as 10,50";
const windowBars = z.number(allowing(WINDOWS_ALLOWED)).int(WINDOWS_ALLOWED).min(2, WINDOWS_ALLOWED);
const windows = z
  .array(windowBars.max(400, WINDOWS_ALLOWED), allowing(WINDOWS_ALLOWED))
  .min(1, WINDOWS_ALLOWED)
  .max(4, WINDOWS_ALLOWED)
  .refine((list) => new Set(list).size === list.length, WINDOWS_ALLOWED);

export const technicals = defineCapability({
  name: "technicals",
  title: "Technical indicators",
  route: "/api/v1/stock/{symbol}/technicals",
  tool: {
    name: "get_technical_indicators",
    alsoCalled: ["indicators", "rsi", "macd", "risk"],
    set: "technical",
    description:
      "Moving averages, RSI, MACD, bands, ATR, returns, beta, volatility, drawdown, 52-week range, support and resistance.",
    picture: "indicators",
    rows: { list: "series", noun: "bars", key: ["date"], limit: { shown: 130, max: 600 }, format: { with: "range" } },
    hidden: ["series", "signals", "levels"],
    unlisted: ["windows", "signals"],
  },
  input: z.object({
    symbol,
    interval: choice(INTERVALS).default("1d").describe("Bar"),
    as_of: pastDay.optional().describe("Past day"),
    windows: windows.optional().describe("e.g. 10,50"),
    levels: z.boolean(allowing("true, false")).optional().describe("Three supports and resistances, not the nearest"),
    signals: z.boolean(allowing("true, false")).optional().describe("Last crossings of RSI, MACD and means"),
    series: choice(SERIES_NAMES).optional().describe("An indicator over time, beside the latest values"),
    range: choice(RANGES).optional().describe("Values over time"),
  }),
  output: technicalsOutput,
  freshness: { ttlSeconds: 60, staleSeconds: DAY_SECONDS, followsUsMarket: true },
  errors: symbolErrors("fetch technical indicators"),
  rule: (input) =>
    (input.series === undefined && input.range === undefined ? rowsRule(input) : undefined) ??
    rangeRule(rangeOf(input), exchangeDay(input.symbol), latestDay(input.symbol)),
});

type Input = InputOf<typeof technicals>;

/** Rejects parameters about the rows of a series when none is asked for; they would have no effect. */
function rowsRule(input: Readonly<Record<string, unknown>>): string | undefined {
  const name = input["limit"] === undefined ? (choosesFields(input["fields"]) ? "fields" : undefined) : "limit";
  if (name === undefined) return undefined;
  return `"${name}" was given without "series". Allowed: beside "series", such as sma20; the latest values have no rows.`;
}

type AskHistory = (input: InputOf<typeof priceHistory>, options?: { cachedOnly?: boolean }) => Promise<Served>;

/**
 * Returns the indicators of a symbol, from its price history of two years, or of half a year of hours.
 *
 * The market's history, needed for beta, is requested at the same time, so that the answer does not depend on what was
 * asked before; `askFreely` asks only sources without a quota. If it fails or is late, `beta1y` is missing this time.
 * Hours need no beta, and no other figure over a time: these are of days.
 */
export async function technicalsFromHistory(
  input: Input,
  askHistory: AskHistory,
  askFreely: AskHistory = askHistory,
): Promise<Derived<typeof technicals>> {
  const { symbol: asked, interval, range, as_of: asOf, windows: spans, levels, signals } = input;
  const series = input.series ?? (range === undefined ? undefined : "all");
  const isHourly = interval === "1h";
  const early = asked === MARKET || isHourly ? undefined : findMarket(input, askHistory, askFreely);
  early?.catch(() => {});
  const [served, { computeIndicators }, { toCandles, toSeries }, { toSignals }] = await Promise.all([
    askHistory(questionFor(input)),
    import("../../market/indicators/indicators.js"),
    import("../../market/indicators/indicator-series.js"),
    import("../../market/indicators/indicator-signals.js"),
  ]);
  const history = served.envelope.body as BodyOf<typeof priceHistory>;
  const market = early ? await marketBars(input, askHistory, early) : history.bars;
  // Computing takes 10 ms; yield first, so that several answers in a row do not block other work.
  await nextTurn();
  const defects = findDefects(history.bars, history);
  const sound = history.bars.slice(0, countSound(defects));
  const today = asOf ?? exchangeDay(asked);
  const bars = interval === "1wk" ? toWeeks(sound, history.bars, today) : sound;
  const fetched = exchangeDay(asked, served.envelope.fetchedAt);
  const known = asOf !== undefined && asOf < fetched ? asOf : fetched;
  const lastBarComplete = isLastBarComplete(history.bars[0], history, interval, known);
  // A source that does not say it may have a bar of a few hours.
  const isComplete = lastBarComplete === true;
  const candles = toCandles(bars);
  const values = {
    ...computeIndicators(bars, interval, isComplete, spans),
    ...(isHourly ? { volatility20: null } : {}),
    returns: isHourly ? NO_RETURNS : returnsOf(history.bars, defects, today),
    beta1y: market && !isHourly ? betaOf(sound, market) : null,
    levels: toLevels(bars, isComplete, levels ? MOST_SWINGS : 1),
  };
  const needs = needsOf(values, bars, { interval, isComplete, today });
  const shownBars = range === undefined ? bars : selectBars(bars, { range, as_of: asOf }, today);
  return {
    data: {
      symbol: asked,
      currency: history.currency,
      interval,
      date: bars[0]?.date ?? null,
      close: bars[0]?.close ?? null,
      lastBarComplete,
      bars: bars.length,
      ...values,
      ...(signals ? { signals: toSignals(candles, spans ?? USUAL_WINDOWS) } : {}),
      ...(Object.keys(needs).length > 0 ? { needs } : {}),
      ...(series ? { series: toSeries(candles, series).slice(0, shownBars.length) as Row[] } : {}),
    },
    parts: [served],
    missing: [...served.envelope.missing, ...(market ? [] : ["beta1y"])],
    notes: [
      ...without("summary", served.envelope.notes),
      ...latestBarNotes({ ...history, lastBarComplete }, today),
      ...(isHourly ? [HOURLY_NOTE] : []),
      ...toNeedNotes(needs, bars),
      ...(isHourly ? [] : missingSessionNotes(history, history.bars.slice(0, MONTH_BARS))),
      ...defects.notes,
    ],
    currency: served.envelope.currency,
  };
}

/** Supports, and resistances, in an answer with all of them. */
const MOST_SWINGS = 3;
/** The means that the price crosses in `signals` if no windows are given: those that every answer has. */
const USUAL_WINDOWS = [20, 50, 200];

/** Returns the weeks of daily bars; a first week of which the question for two years, or a defect, cuts days is left out. */
function toWeeks(sound: readonly Bar[], all: readonly Bar[], today: string): Bar[] {
  const weeks = toLonger(sound, "1wk");
  const [oldest, newest] = [sound.at(-1), sound[0]];
  if (!oldest || !newest) return weeks;
  const isCut = sound.length < all.length || dayOf(oldest) <= daysBefore(today, LONG_DAYS);
  return isCut && createWeeks(sound).startOf(oldest.date) !== dayOf(oldest) ? weeks.slice(0, -1) : weeks;
}

type Row = NonNullable<BodyOf<typeof technicals>["series"]>[number];

/** Returns the bars that a question needs. */
const rangeOf = ({ interval, as_of }: { interval: (typeof INTERVALS)[number]; as_of?: string | undefined }) => ({
  ...(interval === "1h" ? ({ range: "6mo", interval: "1h" } as const) : ({ range: "2y", interval: "1d" } as const)),
  ...(as_of === undefined ? {} : { as_of }),
});

const questionFor = (input: Input, symbolAsked: string = input.symbol): InputOf<typeof priceHistory> => ({
  symbol: symbolAsked,
  ...rangeOf(input),
  adjusted: "splits",
});

/** Requests the market's history: from the cache, otherwise from sources without a quota. */
const findMarket = (input: Input, askHistory: AskHistory, askFreely: AskHistory): Promise<Served> =>
  askHistory(questionFor(input, MARKET), { cachedOnly: true }).catch(() => askFreely(questionFor(input, MARKET)));

/** Returns the market's bars from the early request, or from all sources if it failed; `undefined` if it is late. */
async function marketBars(input: Input, askHistory: AskHistory, early: Promise<Served>): Promise<Bar[] | undefined> {
  const found = early.catch(() => askHistory(questionFor(input, MARKET)));
  const ended = await within(MARKET_WAIT_MS, found).catch(() => undefined);
  return (ended?.value.envelope.body as BodyOf<typeof priceHistory> | undefined)?.bars;
}
