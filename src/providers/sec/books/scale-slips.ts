/**
 * Values that a filer stated in thousands or millions, or the reverse. NVIDIA's number of shares of 2009 is a thousand
 * times too small in its reports of 2010; of other companies the first report has the slip, and an amendment corrects it.
 */
import { onRows, type RowPart, say, type Sentence, the } from "../../../contract/sentence.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { toDayNumber, type KnownPeriod, type StatedValue } from "./stated-series.js";

/** A period's value in another scale than the right one. */
export interface Slip {
  /** The period, which is not that of a difference. */
  period: Pick<KnownPeriod, "end" | "length">;
  right: StatedValue;
  wrong: StatedValue;
}

/** A period with its values in one scale, and those in another. */
export interface InOneScale extends KnownPeriod {
  slips?: readonly Slip[];
}

/** The most periods around one that show which of its values has the right scale. */
const NEIGHBOURS = 8;
/** Filings that correct a figure or are audited. Without periods around it the newest of them shows the right scale. */
const CORRECTING = /\/A$|^(?:10-K|20-F|40-F)/;

/** Values of a period in one scale. */
type SameScale = readonly StatedValue[];

/** Returns the period without values in a wrong scale; `others` are the other periods of the figure. */
export function withoutSlips(period: KnownPeriod, others: () => readonly KnownPeriod[]): InOneScale {
  if (period.values.length < 2) return period;
  const scales = toScales(period.values);
  if (scales.length < 2) return period;
  const right = byNeighbours(period, scales, others()) ?? byFiling(scales);
  const values = merge(right);
  const slips = scales
    .filter((scale) => scale !== right)
    .map((wrong): Slip => ({ period, right: values.at(-1)!, wrong: wrong.at(-1)! }));
  const { start, end, from, length } = period;
  return { start, end, from, length, values, slips };
}

const LENGTHS = { quarter: "the quarter", half: "the half-year", nine: "the nine months", year: "the year" } as const;

/** Returns the sentence on values that were filed in another scale than the right one, of which it names the first `most`. */
export function toSlipSentence(slips: readonly (Slip & { name: string })[], most: number): Sentence[] {
  const named = slips.map(({ name, period: { end, length }, right, wrong }): RowPart => {
    const of = length === "instant" ? end : `${LENGTHS[length]} to ${end}`;
    const days = [right, wrong].map(({ first }) => first.filed);
    const says = say`${the.field(name)} of ${of} is ${right.value}, filed on ${days[0]}, and not ${wrong.value}, filed on ${days[1]}`;
    return { days: [end], fields: [name], says };
  });
  return onRows([...new Map(named.map((each) => [each.says, each])).values()], {
    lead: "Two filings state a figure a thousand or a million times apart, so one is a slip: ",
    most,
    more: " more",
  });
}

/** Returns the values in groups of one scale. */
function toScales(values: readonly StatedValue[]): SameScale[] {
  if (!hasSlip(values)) return [values];
  const exponents: number[] = [];
  for (const [index, { value }] of values.entries()) {
    const other = values.slice(0, index).findIndex((earlier) => exponentOf(value, earlier.value) !== 0);
    exponents.push(other < 0 ? 0 : exponents[other]! + exponentOf(value, values[other]!.value));
  }
  return [...new Set(exponents)].map((exponent) => values.filter((_, index) => exponents[index] === exponent));
}

function hasSlip(values: readonly StatedValue[]): boolean {
  return values.some(({ value }, index) => index > 0 && values.some((other) => exponentOf(value, other.value) !== 0));
}

/** Returns by which power of ten a value is another one in thousands or millions, or the reverse; 0 if it is neither. */
function exponentOf(value: number, other: number): number {
  const quotient = value / other;
  // Most values are near to one another.
  if (other === 0 || (quotient < 500 && quotient > 0.002)) return 0;
  return [3, 6, -3, -6].find((exponent) => Math.abs(quotient / 10 ** exponent - 1) < 0.01) ?? 0;
}

/** Returns the values that most periods around are near to; `undefined` if there are none or as many for others. */
function byNeighbours(
  period: KnownPeriod,
  scales: readonly SameScale[],
  others: readonly KnownPeriod[],
): SameScale | undefined {
  const at = toDayNumber(period.end);
  const nearest = others
    .map(({ end, values }) => ({ days: Math.abs(toDayNumber(end) - at), values }))
    .toSorted((one, other) => one.days - other.days);
  const votes: SameScale[] = [];
  for (const { values } of nearest) {
    const near = new Set(values.flatMap((stated) => voteOf(stated, scales)));
    if (near.size === 1) votes.push(...near);
    if (votes.length === NEIGHBOURS) break;
  }
  const countOf = (scale: SameScale) => votes.filter((vote) => vote === scale).length;
  const [most, next] = scales.toSorted((one, other) => countOf(other) - countOf(one));
  return countOf(most!) > countOf(next!) ? most : undefined;
}

/** Returns the scale that a value of another period is near to. */
function voteOf({ value, first, last }: StatedValue, scales: readonly SameScale[]): SameScale[] {
  if (value === 0) return [];
  const near = nearestTo(value, scales);
  // A filing may state all its figures in a wrong scale: then they only confirm one another.
  const own = new Set(near.flatMap((stated) => [stated.first, stated.last]));
  return own.has(first) && own.has(last) ? [] : [near];
}

function nearestTo(value: number, scales: readonly SameScale[]): SameScale {
  const distance = (scale: SameScale) => Math.abs(Math.log(Math.abs(value / scale.at(-1)!.value)));
  return scales.toSorted((one, other) => distance(one) - distance(other))[0]!;
}

/** Returns the values of the newest correction or annual report, else those that were filed first. */
function byFiling(scales: readonly SameScale[]): SameScale {
  const filed = scales.flatMap((scale) =>
    scale.flatMap(({ first, last }) => [first, last].map((by) => ({ scale, by }))),
  );
  const correcting = filed.filter(({ by }) => CORRECTING.test(by.form));
  return newestFirst(correcting, ({ by }) => by.filed)[0]?.scale ?? scales[0]!;
}

/** Returns the values, each once in succession. */
function merge(values: readonly StatedValue[]): StatedValue[] {
  const merged: StatedValue[] = [];
  for (const stated of values) {
    const before = merged.at(-1);
    if (before?.value === stated.value) merged[merged.length - 1] = { ...before, last: stated.last };
    else merged.push(stated);
  }
  return merged;
}
