/** Past prices of one security as bars, with dividends, splits and a summary of the whole range. */
import { forCallers, joinSentences, say, type Sentence, the } from "../../contract/sentence.js";
import { defineCapability } from "../../contract/capability.js";
import { namesOfSame } from "../../contract/field-facts.js";
import { z } from "../../contract/schema.js";
import { allowing, choice, dayOrTime, pastDay, symbol } from "../../contract/fields.js";
import { dayOfAnswer, exchangeDay, latestDay } from "../../market/sessions/exchange-day.js";
import { toSixDigits } from "../../contract/values.js";
import { isFirstBarComplete, isLastBarComplete } from "../../market/prices/complete-bars.js";
import { historyOutput, type PriceHistory } from "./history-output.js";
import { barsADay, daysAYear, isOld, VOLATILITY_CLOSES, volatilityOf } from "../../market/prices/past-performance.js";
import { percentChange } from "../../market/prices/negative-prices.js";
import { NO_FIGURES, toBaseNotes, toRangeFigures } from "../../market/prices/range-figures.js";
import { dayOf, disorderNotes, summarize, type Bar } from "../../market/prices/price-bars.js";
import { selectBars, toRangeBars, type RangeBars } from "../../market/prices/range-bars.js";
import { toPaymentNotes, toShareOfPrice } from "../../market/prices/payment-defects.js";
import {
  countSound,
  findDefects,
  toLongerBars,
  withoutDefects,
  withoutWrongFactors,
} from "../../market/prices/price-defects.js";
import { lackingSessions, missingSessionNotes } from "../../market/prices/missing-sessions.js";
import { listDays } from "../../market/prices/price-consistency.js";
import {
  baseOf,
  firstDay,
  hasOffset,
  hasTime,
  INTERVALS,
  intervalOf,
  lastDay,
  RANGES,
  rangeRule,
  startOf,
  stepOf,
  type RangeInput,
} from "../../market/prices/price-range.js";
import { compareThem, symbolErrors } from "../shapes.js";
import { lastPer } from "../../lib/once-per.js";
import { DAY_SECONDS, daysBefore } from "../../lib/day.js";

/** A whole series has more bars, whatever its interval: two weeks of quarters of an hour have about 220. */
const WHOLE_BARS = 200;
/** The most bars of an answer; 40 years of days. */
const MAX_BARS = 10_000;

/** Days that a range may begin before its oldest price, because of holidays. */
const WEEK_DAYS = 7;

/** The columns that a tool shows by default. */
const SHOWN_FIELDS = ["date", "open", "high", "low", "close", "volume", "changePercent"];

export const priceHistory = defineCapability({
  name: "price-history",
  title: "Price history",
  route: "/api/v1/stock/{symbol}/history",
  tool: {
    name: "get_price_history",
    alsoCalled: ["chart", "bars", "prices"],
    command: "history",
    set: "company",
    description:
      "Historical, closing and intraday prices (chart) as bars (open, high, low, close, volume) with a summary: stocks, funds, indices, currencies, futures, coins.",
    picture: "history",
    // It is another name of `to`.
    hidden: ["as_of"],
    rows: {
      list: "bars",
      key: ["date"],
      format: "csv",
      listed: ["limit", "fields", "format"],
      limit: { shown: 60, max: MAX_BARS },
      // Without `adjClose`, which the close mostly repeats, a year's 60 newest bars fit into a result.
      usualFields: () => SHOWN_FIELDS,
      total: "total_bars",
      elsewhere: (name, { symbol: of }) =>
        namesOfSame(name).includes("changepercent")
          ? {
              tool: "get_price_history",
              why: say`has ${the.field("changePercent")}`,
              given: { symbol: String(of), interval: "1wk" },
            }
          : undefined,
      secondList: { list: "dividends", shown: 8, tool: "get_dividends" },
      onRequest: { brief: "", overall: { volatility: null } },
      totals: ({ overall }, ...bodies) => {
        const [body, whole] = bodies as unknown as [PriceHistory, PriceHistory];
        return {
          fields: overall.includes("volatility") ? toOwnVolatility(body, whole) : {},
          notes: toVolatilityNotes(overall, body, whole),
        };
      },
      next: olderBars,
    },
  },
  resource: {
    path: "stock/{symbol}/history",
    description: "Prices of the last year, with dividends, splits and a summary.",
  },
  input: z.object({
    symbol,
    range: z
      .enum(RANGES, allowing(`${RANGES.join(", ")}; any other span with from and to`))
      .optional()
      .describe("Default 1y"),
    from: dayOrTime.optional().describe("First day or time, instead of range"),
    to: dayOrTime.optional().describe("Last; same day: open to close"),
    interval: choice(INTERVALS).optional().describe("Default by length"),
    adjusted: choice(["splits", "all"]).default("splits").describe("all: for dividends too"),
    as_of: pastDay.optional().describe("As `to`"),
  }),
  output: historyOutput,
  hintForSeveral: compareThem,
  hintFor: (parameter) =>
    /^indicators?$/i.test(parameter) ? { tool: "get_technical_indicators", why: "has indicators" } : undefined,
  freshness: { ttlSeconds: 60, staleSeconds: DAY_SECONDS, followsUsMarket: true },
  // A series with few bars may be cut by a fault of the source, so it is not fresh until the next session.
  ttlSecondsOf: (body) => ((body["bars"] as Bar[]).length < WHOLE_BARS ? 60 : undefined),
  errors: symbolErrors("fetch price history"),
  rule: (input) => rangeRule(input, todayOf(input), latestDay(input.symbol)),
  // One series of a symbol and interval answers all ranges; weeks and months are computed from days.
  cacheKey: (input) => `${input.symbol} ${baseOf(intervalOf(input, todayOf(input)))}`,
  fetchKey: (input) => String(stepOf(input, todayOf(input))),
  covers: ({ range }, input) => range.from !== null && range.from <= startOf(input, todayOf(input)),
  // Days that have ended change only by a split or a dividend.
  freshSecondsFor: ({ range, bars }, input) => {
    const [today, last] = [todayOf(input), lastDay(input, todayOf(input))];
    const hasEnded = bars.length >= WHOLE_BARS && last < daysBefore(today, 1) && last < (range.to ?? "");
    return hasEnded ? DAY_SECONDS : undefined;
  },
  view: (body, input) => cut(body, input, dayOfAnswer(body)) as typeof body,
  endsEarly({ range: { to } }, { bars }, input) {
    const [newest, before] = [bars[0], to === null ? lastBefore(bars, input) : undefined];
    const last = before ? dayOf(before) : to;
    return last !== null && newest !== undefined && last < dayOf(newest) ? last : undefined;
  },
  viewNotes: (shown, input, whole) => [
    ...(shown.total_bars > MAX_BARS
      ? [say`The newest ${MAX_BARS} of ${shown.total_bars} bars; the summary covers all.`]
      : []),
    ...(shown.total_bars === 0 ? [emptyNote(input, whole)] : []),
    ...toPriceNotes(whole, input, dayOfAnswer(whole), todayOf(input)),
  ],
});

/** Series whose last part is kept computed: adjusted bars of forty years take two megabytes. */
const MOST_SERIES = 10;

/** The present day at the exchange. */
const todayOf = ({ symbol: asked }: { symbol: string }): string => exchangeDay(asked);

/** Returns the last bar before the days of a question. */
function lastBefore(bars: readonly Bar[], input: Input): Bar | undefined {
  const first = firstDay(input, todayOf(input));
  return bars.find((bar) => dayOf(bar) < first);
}

/**
 * Returns a note that the range has no prices; it states the last close before, which counts on a weekend and is the newest
 * one after a delisting, or the day of the oldest one, before which there may be prices that the source or our plan does
 * not have.
 */
function emptyNote(input: Input, { bars }: PriceHistory): Sentence {
  const [before, oldest] = [lastBefore(bars, input), bars.at(-1)];
  const [first, last] = [firstDay(input, todayOf(input)), lastDay(input, todayOf(input))];
  const where = first === "" ? `until ${last}` : `from ${first} to ${last}`;
  if (oldest && last < dayOf(oldest)) {
    return say`This source, with our plan, gives no prices ${where}; its oldest one is of ${dayOf(oldest)}.`;
  }
  if (!before) return say`There are no prices ${where}.`;
  const close = (input.adjusted === "all" ? before.adjClose : null) ?? before.close;
  const known = `the last close before is ${close}, of ${dayOf(before)}`;
  const lacking = lackingSessions(input.symbol, bars, first, last);
  return lacking ? say`${lacking}; ${known}.` : say`There are no prices ${where}; ${known}.`;
}

/** The bars of a series, without prices adjusted by a wrong factor. */
const factorsOf = lastPer(MOST_SERIES, ({ bars, dividends, splits, currency }: PriceHistory) =>
  withoutWrongFactors(bars, dividends, splits, currency),
);

/** Returns notes on an old last price, on prices that are likely a mistake of the source, and on missing adjustments. */
const toPriceNotes = lastPer(
  MOST_SERIES,
  (series: PriceHistory, input: Input, now: string, today: string): Sentence[] => {
    const factors = factorsOf(series);
    const range = toRangeBars(factors.bars, input, now);
    const inRange = selectBars(series.bars, input, now);
    const isDaily = baseOf(intervalOf(input, now)) === "1d";
    const [newest, oldest] = [inRange[0], inRange.at(-1)];
    const concerns = factors.day !== null && oldest !== undefined && dayOf(oldest) < factors.day;
    const isOver = newest !== undefined && isOld(newest, lastDay(input, today));
    const unadjusted = input.adjusted === "all" ? inRange.filter(({ adjClose }) => adjClose === null) : [];
    const onSome = unadjusted.length < inRange.length ? ` on ${listDays(unadjusted.map(dayOf))}` : "";
    return [
      ...(input.range === "max" && inRange.length > 1
        ? []
        : toBaseNotes(range.adjusted, range, isDaily ? series : undefined)),
      ...timeNotes(input, isDaily, series.timezone),
      ...(oldest !== undefined && beginsLate(series, input, now)
        ? [say`The prices begin on ${dayOf(oldest)}, more than a week after the range.`]
        : []),
      ...(isOver ? [say`The newest price of the range is of ${dayOf(newest)}, more than a week before its end.`] : []),
      ...(isDaily ? missingSessionNotes(series, inRange) : []),
      ...findDefects(range.counted, series).notes,
      ...paymentNotes(series, inRange),
      ...(concerns ? factors.notes : []),
      ...(unadjusted.length > 0
        ? [say`The source has no prices adjusted for dividends${onSome}; these are adjusted for splits only.`]
        : []),
      ...disorderNotes(inRange),
    ];
  },
);

/** Whether the series begins more than a week after the first day asked for: the change is not that of the range. */
function beginsLate({ bars }: PriceHistory, input: Input, now: string): boolean {
  const [first, oldest] = [firstDay(input, now), bars.at(-1)];
  // The sessions of 1d and 5d are searched in more days than needed.
  if (input.range === "1d" || input.range === "5d") return false;
  return oldest !== undefined && first !== "" && first < daysBefore(dayOf(oldest), WEEK_DAYS);
}

/**
 * Returns sentences on times that were given: the zone in which those without an offset were read, or, where bars within a
 * day do not reach that far back, the days.
 */
function timeNotes({ from, to }: Input, isDaily: boolean, zone: string | null): Sentence[] {
  const times = Object.entries({ from, to }).filter((each): each is [string, string] => hasTime(each[1]));
  if (isDaily) {
    return times.map(
      ([name, text]) => say`"${the.parameter(name)}" was read as ${text.slice(0, 10)}: bars of days have no time.`,
    );
  }
  const local = times.filter(([, text]) => !hasOffset(text)).map(([name]) => say`"${the.parameter(name)}"`);
  if (local.length === 0) return [];
  const are = local.length > 1 ? "are times" : "is a time";
  return [say`${joinSentences(local, " and ")} ${are} of the exchange${zone === null ? "" : `, ${zone}`}.`];
}

type Input = RangeInput & { symbol: string; adjusted: "splits" | "all" };
type Shown = Omit<PriceHistory, "symbol" | "currency" | "timezone">;

/** Returns the events on the days of bars (newest first); `null` when they are unknown. */
function eventsIn<T extends { date: string }>(events: readonly T[] | null, bars: readonly Bar[]): T[] | null {
  const [newest, oldest] = [bars[0], bars.at(-1)];
  if (events === null || !newest || !oldest) return events && [];
  return events.filter(({ date }) => date >= dayOf(oldest) && date <= dayOf(newest));
}

/** Returns notes on payments of the range that a split or the price contradicts. */
function paymentNotes({ bars, dividends, splits, currency }: PriceHistory, inRange: readonly Bar[]): Sentence[] {
  let at = 0;
  return toPaymentNotes(eventsIn(dividends, inRange) ?? [], dividends ?? [], splits, (payment) => {
    // Both lists are newest first.
    while (at < bars.length && dayOf(bars[at]!) >= payment.date) at++;
    return at < bars.length ? toShareOfPrice(payment, bars[at]!.close, currency) : null;
  });
}

/** Returns the bars of a question, and the close from which its change counts. */
function toRange(series: PriceHistory, input: Input, now: string): RangeBars {
  return toRangeBars(factorsOf(series).bars, input, now);
}

/** Returns the part of a cached series that the question asks for. */
const cut = lastPer(MOST_SERIES, (series: PriceHistory, input: Input, now: string): PriceHistory & Shown => {
  const interval = intervalOf(input, now);
  const range = toRange(series, input, now);
  const { inRange, counted, adjusts, adjusted, before, base, baseAt } = range;
  const [newest, oldest] = [inRange[0], inRange.at(-1)];
  const firstBarComplete = isFirstBarComplete(oldest, series, interval);
  const defects = findDefects(counted, series);
  const isLonger = interval === "1wk" || interval === "1mo";
  const earlier = firstBarComplete === true ? before : undefined;
  const bars = isLonger ? toLongerBars(adjusted, interval, earlier, defects) : adjusted;
  const from = oldest ? dayOf(oldest) : null;
  const to = newest ? dayOf(newest) : null;
  return {
    ...series,
    interval,
    range: { from, to },
    adjustment: adjusts ? "splits and dividends" : "splits",
    bars: bars.slice(0, MAX_BARS),
    firstBarComplete,
    lastBarComplete: isLastBarComplete(newest, series, interval, now),
    total_bars: bars.length,
    dividends: eventsIn(series.dividends, inRange),
    splits: eventsIn(series.splits, inRange),
    summary: {
      ...withoutDefects(summarize(adjusted, base), adjusted, defects, baseAt),
      ...toChangeFromOpen(adjusted, countSound(defects)),
      ...figuresOf(series, input, now, range, countSound(defects)),
    },
  };
});

/**
 * Returns the open of a range of one day and the change from it to the last close, six significant digits; nothing of a
 * longer range.
 */
function toChangeFromOpen(bars: readonly Bar[], sound: number) {
  const [last, first] = [bars[0], bars.at(-1)];
  if (!last || !first || dayOf(last) !== dayOf(first)) return {};
  const { open } = first;
  const isKnown = open !== null && sound >= bars.length;
  return {
    open,
    changeFromOpen: isKnown ? toSixDigits(last.close - open) : null,
    changeFromOpenPercent: isKnown ? percentChange(last.close, open) : null,
  };
}

const TOO_SHORT = say`${the.field("volatility")} is ${the.absent}, because it needs ${VOLATILITY_CLOSES} closes.`;
const WITHIN_A_DAY = say`${the.field("volatility")} is ${the.absent} for bars within a day${forCallers`; ${the.parameter("fields")} "volatility" adds it`}.`;

const isWithinDay = ({ interval }: PriceHistory) => baseOf(interval) !== "1d";

/** Returns the bars of an answer, newest first, and behind them that from which its change counts if it is before them. */
function withBase({ bars, summary: { base } }: PriceHistory, whole: Pick<PriceHistory, "bars">): Bar[] {
  const oldest = bars.at(-1);
  const before =
    base && oldest && base.date < oldest.date ? whole.bars.find(({ date }) => date === base.date) : undefined;
  return before ? [...bars, before] : bars;
}

/**
 * Returns the summary with the volatility of bars within a day, as a year would have it: that of their returns × √(days a
 * year × bars a day), `null` under 21 closes and over a defect; nothing of longer bars.
 */
function toOwnVolatility(body: PriceHistory, whole: PriceHistory) {
  if (!isWithinDay(body)) return {};
  const counted = withBase(body, whole);
  const sound = countSound(findDefects(counted, whole));
  const closes = counted
    .slice(0, sound)
    .map(({ close }) => close)
    .toReversed();
  const isWhole = sound >= body.bars.length;
  const barsAYear = daysAYear(whole.bars) * barsADay(whole.bars);
  return { summary: { ...body.summary, volatility: isWhole ? volatilityOf(closes, barsAYear) : null } };
}

/** Returns a sentence on a volatility that is `null` because bars are within a day, or because there are too few closes. */
function toVolatilityNotes(overall: readonly string[], body: PriceHistory, whole: PriceHistory): Sentence[] {
  const { bars, range, summary } = body;
  if (summary?.volatility !== null || bars.length === 0) return [];
  if (isWithinDay(body) && !overall.includes("volatility")) return [WITHIN_A_DAY];
  const oldest = isWithinDay(body) ? bars.at(-1)!.date : range.from!;
  const hasBase = summary.base !== null && summary.base.date < oldest;
  // Bars of weeks and months are made of those of days.
  const days = isWithinDay(body) ? bars : whole.bars.filter((bar) => dayOf(bar) >= oldest && dayOf(bar) <= range.to!);
  return days.length + (hasBase ? 1 : 0) < VOLATILITY_CLOSES ? [TOO_SHORT] : [];
}

/** Returns the figures over the bars of a question, which are those of days; `null` over a defect and within a day. */
function figuresOf(series: PriceHistory, input: Input, now: string, range: RangeBars, sound: number) {
  const { inRange, counted, adjusted, before, base, baseAt } = range;
  const yearDays = daysAYear(series.bars);
  if (sound < inRange.length || baseOf(intervalOf(input, now)) !== "1d") return NO_FIGURES;
  const comparable = sound > baseAt ? base : undefined;
  const earlier = sound === counted.length ? before : undefined;
  const figures = toRangeFigures(adjusted, earlier, yearDays, endOf(series, input, now, inRange[0]), comparable);
  return comparable ? figures : { ...figures, totalReturnPercent: null };
}

/**
 * Returns the last day of the question that is over: the present one only with its complete bar. After a delisting it is
 * the day of the `newest` bar of the range.
 */
function endOf({ bars, lastBarComplete }: PriceHistory, input: RangeInput, now: string, newest?: Bar): string {
  const isOver = bars[0] !== undefined && dayOf(bars[0]) >= now && lastBarComplete === true;
  const last = isOver ? now : daysBefore(now, 1);
  const asked = lastDay(input, now);
  const end = asked < last ? asked : last;
  return newest && isOld(newest, end) ? dayOf(newest) : end;
}

/**
 * Returns `from: "2019-03-04", to: "2025-12-31" and interval: "1d" instead of range`: a range cannot stand beside days, and
 * a shorter period would have another default interval. Days stand after a given `as_of`; bars within a day end before a
 * time.
 */
function olderBars(
  shown: readonly Readonly<Record<string, unknown>>[],
  body: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const { range, interval } = body as unknown as PriceHistory;
  const oldest = shown.at(-1) as { date: string } | undefined;
  if (!oldest || !range?.from) return undefined;
  const isIntraday = hasTime(oldest.date);
  const until = isIntraday ? oldest.date : daysBefore(dayOf(oldest), 1);
  const last = input["as_of"] === undefined || isIntraday ? "to" : "as_of";
  const replaced = ["range", ...(last === "to" ? ["as_of"] : [])].filter((name) => input[name] !== undefined);
  const instead = replaced.length === 0 ? "" : ` instead of ${replaced.join(" and ")}`;
  const first = hasTime(input["from"] as string | undefined) ? (input["from"] as string) : range.from;
  return `from: "${first}", ${last}: "${until}" and interval: "${interval}"${instead}`;
}
