/** One figure of a statement from a company's facts. */
import { newestFirst } from "../../lib/newest-first.js";
import { lastOf, type KnownFacts, type KnownSeries } from "./known-facts.js";
import type { Period } from "./periods.js";
import type { InOneScale, Slip } from "./scale-slips.js";
import type { FactFiling, Length, StatedValue } from "./stated-series.js";
import type { Rule } from "./tags.js";

/** A figure, and where it is from. */
export interface Cell {
  value: number;
  /** The tag, or those of a formula with their signs. */
  tag: string;
  /** The first filing that states the value; of a difference or a sum the later one. */
  filing: FactFiling;
  /** Whether the value is a sum or difference of filed ones. */
  derived: boolean;
  /** The newest filing that states the value. */
  last: FactFiling;
  /** The value that was filed first, if it was another one. */
  original?: { value: number; filing: FactFiling };
  /** Values of the figure, or of those that it is the difference of, that were filed in a wrong scale. */
  slips?: readonly Slip[];
}

/** The lengths of the year to date at the end of each quarter. */
const TO_DATE: readonly Length[] = ["quarter", "half", "nine", "year"];
/** Periods that begin within these days of the year's start are those of the year to date. */
const START_DAYS = 15;

/** A tag of a rule that has facts. */
interface FiledTag {
  tag: string;
  series: KnownSeries;
}

/** Returns a function from a rule to one that returns the figure of a period; `undefined` if no tag has one. */
export function createFinder(facts: KnownFacts, currency: string) {
  return (rule: Rule) => {
    // Most tags of a rule have no facts, and an answer has two thousand cells.
    const groups = toFiledTags(rule, facts, currency);
    return (period: Period): Cell | undefined => {
      let found: Cell | undefined;
      const preferred: FiledTag[] = [];
      for (const group of groups) {
        const cell = largest(group, rule, period);
        if (!cell) continue;
        if (!found || replaces(cell, found, preferred)) found = cell;
        preferred.push(...group);
      }
      return found && rule.negated ? negate(found) : found;
    };
  };
}

function toFiledTags({ measure, tags }: Rule, facts: KnownFacts, currency: string): FiledTag[][] {
  const unit = measure === "shares" ? "shares" : measure === "perShare" ? `${currency}/shares` : currency;
  const filed = tags.map((group) =>
    [group].flat().flatMap((tag) => {
      const series = facts.series(tag, unit);
      return series ? [{ tag, series }] : [];
    }),
  );
  return filed.filter((group) => group.length > 0);
}

/**
 * Whether a figure counts although a preferred tag has one: a newer filing states it, or states it where the other is
 * only a difference. If that filing uses a preferred tag for any period, the two tags have different meanings there, and
 * it is not that the company has changed its tag.
 */
function replaces(cell: Cell, found: Cell, preferred: readonly FiledTag[]): boolean {
  const isBetter = cell.derived === found.derived ? cell.last.filed > found.last.filed : found.derived;
  return isBetter && !preferred.some(({ series }) => series.isUsedBy(cell.last));
}

/** A figure, and the facts of its tag. */
type Figure = readonly [cell: Cell, series: KnownSeries];

/** Returns the largest of the figures that the newest filing states: a total is never smaller than its part. */
function largest(tags: readonly FiledTag[], rule: Rule, period: Period): Cell | undefined {
  let most: Figure | undefined;
  for (const filed of tags) {
    const cell = cellOf(filed, rule, period);
    if (cell && (!most || isTotal([cell, filed.series], most))) most = [cell, filed.series];
  }
  return most?.[0];
}

/** Whether a figure of a tag counts rather than that of a tag of the same rank. */
function isTotal([one, oneSeries]: Figure, [other, otherSeries]: Figure): boolean {
  const isLarger = one.value > other.value;
  if (one.derived === other.derived) {
    return one.last.filed > other.last.filed || (one.last.filed === other.last.filed && isLarger);
  }
  // A filed figure goes before a difference, except that of a tag which the same filing uses for something larger.
  const isUsedForBoth = one.derived ? oneSeries.isUsedBy(other.last) : otherSeries.isUsedBy(one.last);
  return isUsedForBoth ? isLarger : other.derived;
}

function cellOf({ tag, series }: FiledTag, { measure }: Rule, period: Period): Cell | undefined {
  const filed = series.find(measure === "balance" ? "instant" : period.length, period.end);
  if (filed) return toCell(tag, filed);
  // Shares are a mean and earnings per share a quotient: neither can be subtracted.
  if (measure !== "flow" || period.length === "year" || period.yearFrom === undefined || period.place < 2)
    return undefined;
  const year = toDate(series, period, period.place - 1);
  const before = toDate(series, period, period.place - 2);
  return year && before && toDifference(tag, year, before);
}

/** Returns the year to date after as many quarters as `index` + 1, up to the period's end; of several the newest. */
function toDate(series: KnownSeries, period: Period, index: number): InOneScale | undefined {
  const isLast = index === period.place - 1;
  let newest: InOneScale | undefined;
  for (const each of series.beginningNear(TO_DATE[index]!, period.yearFrom!, START_DAYS)) {
    if (isLast ? each.end !== period.end : each.end >= period.end) continue;
    if (!newest || lastOf(each).filed > lastOf(newest).filed) newest = each;
  }
  return newest;
}

function toCell(tag: string, { values, slips = [] }: InOneScale): Cell {
  const [first, now] = [values[0]!, values.at(-1)!];
  const cell = { value: now.value, tag, filing: now.first, last: now.last, derived: false, slips };
  return first === now ? cell : { ...cell, original: { value: first.value, filing: first.first } };
}

/** Returns the figure with the value that counted as a slip. */
export function inOtherScale({ tag }: Cell, { period, right, wrong }: Slip): Cell {
  const slips = [{ period, right: wrong, wrong: right }];
  return { value: wrong.value, tag, filing: wrong.first, last: wrong.last, derived: false, slips };
}

/**
 * Returns the year to date less the one before, both of one vintage: a restated year less older months would be a
 * quarter that never was. `undefined` if no two values are of one.
 */
function toDifference(tag: string, whole: InOneScale, part: InOneScale): Cell | undefined {
  const slips = [whole, part].flatMap((period) => period.slips ?? []);
  for (const earlier of part.values.toReversed()) {
    const later = ofSameVintage(whole.values, earlier, earlier !== part.values[0]);
    if (!later) continue;
    const value = exact(later.value - earlier.value);
    return { value, tag, filing: later.first, last: later.last, derived: true, slips };
  }
  return undefined;
}

/**
 * Returns the newest value of the year to date that a filing stated before it confirmed `months`, else the next one after
 * it. Of two values of the year, the next one is of another vintage than months that were stated between them, unless
 * these are restated too.
 */
function ofSameVintage(
  values: readonly StatedValue[],
  months: StatedValue,
  isRestated: boolean,
): StatedValue | undefined {
  const after = values.filter(({ last }) => last.filed >= months.first.filed);
  const confirmed = after.findLast(({ first }) => first.filed <= months.last.filed);
  return confirmed ?? (isRestated || after[0] === values[0] ? after[0] : undefined);
}

/** Returns the sum of figures, each with its sign. */
export function combine(...parts: readonly (readonly [sign: 1 | -1, cell: Cell])[]): Cell {
  const value = exact(parts.reduce((sum, [sign, cell]) => sum + sign * cell.value, 0));
  const tag = parts.map(([sign, cell], index) => `${sign < 0 ? "- " : index > 0 ? "+ " : ""}${cell.tag}`).join(" ");
  const newest = (name: "filing" | "last") =>
    newestFirst(
      parts.map(([, cell]) => cell[name]),
      ({ filed }) => filed,
    )[0]!;
  return { value, tag, filing: newest("filing"), last: newest("last"), derived: true };
}

function negate(cell: Cell): Cell {
  const { original } = cell;
  const value = cell.value === 0 ? 0 : -cell.value;
  return { ...cell, value, ...(original && { original: { ...original, value: -original.value } }) };
}

/** Money is filed in whole units or cents, so that a sum has no more digits than its parts but for binary fractions. */
function exact(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

/** Whether two values may be the same figure, one of them rounded: the difference is below the last digit of either. */
export function isRounding(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(lastDigit(one), lastDigit(other));
}

/** Returns the value of a figure's last digit that is not 0, at most a million; that of a fraction is a hundredth. */
function lastDigit(value: number): number {
  if (!Number.isInteger(value)) return 0.01;
  return [1e6, 1e5, 1e4, 1e3, 100, 10].find((digit) => value !== 0 && value % digit === 0) ?? 1;
}
