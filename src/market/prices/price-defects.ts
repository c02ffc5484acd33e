/** Finds bars that a split or their neighbours contradict, and dividend adjustments that do not fit their payments. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { isMinorUnit, partsOf, toMajorUnit, unitsOf } from "../../contract/currency.js";
import { daysBetween } from "../../lib/day.js";
import { contradictions } from "../consistency.js";
import { percentChange } from "./negative-prices.js";
import { oddPayments, type Paid, type Split } from "./payment-defects.js";
import { contradictionsOn, listDays, PRICE_RULES } from "./price-consistency.js";
import { dayOf, toLonger, withChanges, type Bar, type Summary } from "./price-bars.js";

type Close = Pick<Bar, "date" | "close">;

export interface Defects {
  /** For each bar a number that is the same for bars whose prices can be compared; NaN for a bar that fits neither side. */
  basis: number[];
  /** Sentences that name the days. */
  notes: Sentence[];
}

/** Facts about a series beside its bars; `null` is unknown. */
export interface SeriesFacts {
  splits: readonly Split[] | null;
  /** That of the prices. */
  currency: string | null;
}

/** Returns the defects of bars, newest first. */
export function findDefects(bars: readonly Close[], { splits, currency }: SeriesFacts): Defects {
  const basis = bars.map(() => 1);
  const parts = unitsOf(currency)?.parts ?? 1;
  const [unadjusted, slipped, odd, jumps]: string[][] = [[], [], [], []];
  let newer = 0;
  for (let at = 1; at < bars.length; at++) {
    const [later, bar, earlier] = [bars[newer]!, bars[at]!, bars[at + 1]];
    if (earlier && PRICE_RULES.oddBar.isBroken({ close: bar.close, before: earlier.close, after: later.close })) {
      basis[at] = NaN;
      odd!.push(dayOf(bar));
      continue;
    }
    const factor = later.close / bar.close;
    const ofSplit =
      Math.max(factor, 1 / factor) < LEAST_STEP ? undefined : splitNear(dayOf(later), factor, splits ?? []);
    const ratio = ofSplit ?? (PRICE_RULES.unitStep.isBroken({ factor, parts }) ? parts : undefined);
    basis[at] = ratio === undefined ? basis[newer]! : basis[newer]! * (factor > 1 ? ratio : 1 / ratio);
    if (ratio !== undefined) (ofSplit === undefined ? slipped! : unadjusted!).push(dayOf(later));
    else if (PRICE_RULES.jump.isBroken({ close: later.close, before: bar.close })) jumps!.push(dayOf(later));
    newer = at;
  }
  return {
    basis,
    notes: [
      ...contradictionsOn(PRICE_RULES.splitStep, unadjusted!),
      ...contradictionsOn(PRICE_RULES.unitStep, slipped!),
      ...contradictionsOn(PRICE_RULES.oddBar, odd!),
      ...contradictionsOn(PRICE_RULES.jump, jumps!),
      ...toNegativeNotes(bars.filter(({ close }) => close < 0).map(dayOf)),
    ],
  };
}

/** Returns a sentence on the days whose closes are below 0; empty without such days. */
function toNegativeNotes(days: readonly string[]): Sentence[] {
  if (days.length === 0) return [];
  return [
    say`Closes of ${listDays(days)} are below 0: changes in percent from them, and volatility over them, are ${the.absent} or left out.`,
  ];
}

/** A smaller step cannot be that of a split of 3:2 or more. */
const LEAST_STEP = 1.2;

/** Returns the ratio, above 1, of a split near the day that explains the factor. */
function splitNear(day: string, factor: number, splits: readonly Split[]): number | undefined {
  const found = splits.find(({ date, numerator, denominator }) => {
    const days = Math.abs(daysBetween(day, date));
    return PRICE_RULES.splitStep.isBroken({ factor, ratio: numerator / denominator, days });
  });
  if (!found) return undefined;
  const ratio = found.numerator / found.denominator;
  return Math.max(ratio, 1 / ratio);
}

/** Whether the prices of two bars can be compared; their positions are those of the bars in `findDefects`. */
export function areComparable({ basis }: Defects, one: number, other: number): boolean {
  return Math.abs(basis[one]! / basis[other]! - 1) < 1e-9;
}

/**
 * Returns a function to the change in percent from the close of one bar to that of an earlier one, by their places among
 * `bars`, newest first; `null` over a defect, and from a close that is not above 0.
 */
export function createChanges(
  bars: readonly Close[],
  facts: SeriesFacts,
): (at: number, before: number) => number | null {
  const defects = findDefects(bars, facts);
  return (at, before) =>
    bars[at] && bars[before] && areComparable(defects, at, before)
      ? percentChange(bars[at].close, bars[before].close)
      : null;
}

/** Returns the number of newest bars without a defect between them. */
export function countSound(defects: Defects): number {
  const wrong = defects.basis.findIndex((_, at) => !areComparable(defects, 0, at));
  return wrong < 0 ? defects.basis.length : wrong;
}

/**
 * Returns the summary of bars without the figures that compare prices over a defect; `defects` are those of the bars and
 * of bars behind them, among which is that from whose close the change counts, at the place `baseAt`.
 */
export function withoutDefects(
  summary: Summary,
  bars: readonly Bar[],
  defects: Defects,
  baseAt: number = bars.length - 1,
): Summary {
  if (bars.length === 0) return summary;
  const change = areComparable(defects, 0, baseAt) ? {} : { change: null, changePercent: null };
  const isStepped = defects.basis
    .slice(0, bars.length)
    .some((each) => !Number.isNaN(each) && Math.abs(each - 1) > 1e-9);
  const isWrong = (date: string | null) =>
    isStepped || Number.isNaN(defects.basis[bars.findIndex((bar) => bar.date === date)]);
  return {
    ...summary,
    ...change,
    ...(isWrong(summary.highDate) ? { high: null, highDate: null } : {}),
    ...(isWrong(summary.lowDate) ? { low: null, lowDate: null } : {}),
  };
}

/**
 * Returns daily bars as bars of weeks or months, each with its change from the bar before; that of the oldest counts from the
 * day `before` them. A change over a defect is `null`; `defects` are those of the days and of the one before them.
 */
export function toLongerBars(
  days: readonly Bar[],
  interval: "1wk" | "1mo",
  before: Bar | undefined,
  defects: Defects,
): (Bar & { changePercent: number | null })[] {
  const bars = withChanges(toLonger(days, interval), before);
  if (countSound(defects) === defects.basis.length) return bars;
  let at = 0;
  // The close of a bar is that of the newest day before the next bar.
  const places = bars.map((_, index) => {
    const next = bars[index - 1]?.date ?? "9999";
    while (dayOf(days[at]!) >= next) at++;
    return at;
  });
  return bars.map((bar, index) => {
    const isSound = areComparable(defects, places[index]!, places[index + 1] ?? days.length);
    return isSound ? bar : { ...bar, changePercent: null };
  });
}

/**
 * Returns bars (newest first) whose `adjClose` is `null` before the newest day on which the adjustment does not fit the
 * payments or changes without one, and the sentence on that day.
 */
export function withoutWrongFactors(
  bars: readonly Bar[],
  dividends: readonly Paid[] | null,
  splits: readonly Split[] | null,
  currency: string | null,
): { bars: readonly Bar[]; notes: Sentence[]; day: string | null } {
  const paid = new Map<number, number>();
  const odd = oddPayments(dividends ?? [], splits);
  let before = 0;
  // Bars and payments are newest first.
  for (const { date, amount, currency: own } of dividends ?? []) {
    while (before < bars.length && dayOf(bars[before]!) >= date) before++;
    if (before === 0 || before === bars.length) continue;
    paid.set(before, (paid.get(before) ?? 0) + (hasSameUnit(own, currency) ? amount : NaN));
  }
  const until = (at: number, notes: Sentence[]) => ({
    bars: bars.map((each, index) => (index < at ? each : { ...each, adjClose: null })),
    notes,
    day: dayOf(bars[at - 1]!),
  });
  const jumped = findJump(bars, paid, splits ?? []);
  for (const [at, amount] of [...paid].toSorted(([one], [other]) => one - other)) {
    if (jumped && jumped.at < at) break;
    const [bar, ex] = [bars[at]!, bars[at - 1]!];
    if (bar.adjClose === null || ex.adjClose === null) continue;
    const split = splits?.find(({ date }) => date > dayOf(bar) && date <= dayOf(ex));
    const fall = 1 - bar.adjClose / bar.close / (ex.adjClose / ex.close);
    const inputs = { fall, share: amount / bar.close, day: dayOf(ex) };
    const scales = [
      // An adjustment by a payment that is out of line is wrong where the payment is.
      ...(split && odd.includes(split.date) ? [] : [1, ...(isMinorUnit(currency) ? [partsOf(currency)] : [])]),
      ...(split ? [split.denominator / split.numerator] : []),
    ];
    const isWrong = scales.every((scale) =>
      PRICE_RULES.dividendFactor.isBroken({ ...inputs, share: inputs.share * scale }),
    );
    if (isWrong) return until(at, contradictions(PRICE_RULES.dividendFactor, inputs));
  }
  return jumped ? until(jumped.at, jumped.notes) : { bars, notes: [], day: null };
}

/** Returns the newest place in the bars (newest first) before which the adjustment differs without a reason. */
function findJump(bars: readonly Bar[], paid: ReadonlyMap<number, number>, splits: readonly Split[]) {
  const adjustmentOf = ({ adjClose, close }: Bar) => (adjClose === null ? NaN : adjClose / close);
  for (let at = 1; at < bars.length; at++) {
    const [earlier, later] = [adjustmentOf(bars[at]!), adjustmentOf(bars[at - 1]!)];
    if (Number.isNaN(earlier + later) || !PRICE_RULES.adjustmentJump.isBroken({ earlier, later })) continue;
    const day = dayOf(bars[at - 1]!);
    const isExplained = paid.has(at) || splitNear(day, earlier / later, splits) !== undefined;
    if (!isExplained) return { at, notes: [PRICE_RULES.adjustmentJump.sentence(day)] };
  }
  return undefined;
}

/** Whether a payment is in the currency of the prices, or in the major unit of theirs. */
function hasSameUnit(own: string | null, currency: string | null): boolean {
  return own === null || own === currency || own === toMajorUnit(currency);
}
