/** One figure of a statement from a company's facts. */
import { newestFirst, oldestFirst } from "../../../lib/newest-first.js";
import { lastOf, type KnownFacts, type KnownSeries } from "./known-facts.js";
import type { Period } from "./periods.js";
import { isRounding } from "../books/rounding.js";
import type { InOneScale, Slip } from "../books/scale-slips.js";
import type { FactFiling, Length, StatedValue } from "../books/stated-series.js";
import type { Rule } from "../books/tags.js";
import { areOfOne, spanIn, type Span, type Vintages } from "./vintages.js";

/** A tag, with the sign of its filed value in a formula. */
export type Term = readonly [sign: 1 | -1, tag: string];

/** A figure, and where it is from. */
export interface FactCell {
  value: number;
  /** The tag, or those of a formula. */
  terms: readonly Term[];
  /** The first filing that states the value; of a difference or a sum the later one. */
  filing: FactFiling;
  /** Whether the value is that of the tag with the sign turned. */
  isNegated?: boolean;
  /** Whether the value is a sum or difference of filed ones. */
  derived: boolean;
  /** The newest filing that states the value, or all values of a sum. */
  last: FactFiling;
  /** The first one that states the value under any tag of the field, or all values of a sum; usually `filing`. */
  since: FactFiling;
  /** The value that was filed first, if it was another one. */
  original?: { value: number; filing: FactFiling };
  /** Values of the figure, or of those that it is the difference of, that were filed in a wrong scale. */
  slips?: readonly Slip[];
}

/** Figures by field. */
export type Cells = Record<string, FactCell | undefined>;

/** Returns the filings that state a figure. */
export function spanOf({ since: first, last }: FactCell): Span {
  return { first, last };
}

/** The lengths of the year to date at the end of each quarter. */
const TO_DATE: readonly Length[] = ["quarter", "half", "nine", "year"];
/** Periods that begin within these days of the year's start are those of the year to date. */
const START_DAYS = 15;

/** The figure that is looked for. */
interface Place {
  rule: Rule;
  period: Period;
  /** Returns the days on which results of the months from one day to another were restated. */
  restatements: (from: number, end: string) => string[];
  /** Tags of which the figure is a difference across a restatement. */
  across: FiledTag[];
  /** The figures of all tags. */
  cells: FactCell[];
}

/** A tag of a rule that has facts. */
interface FiledTag {
  tag: string;
  series: KnownSeries;
}

/** Facts in which a figure is looked for. */
interface Sources {
  facts: KnownFacts;
  currency: string;
  vintages: Vintages;
}

/**
 * Returns a function from a rule to one that returns the figure of a period; `undefined` if no tag has one, or if it is a
 * difference across a restatement. Then the tag is added to `crossed`. A restatement of the tags `changing` is one of the
 * figure, too.
 */
export function createFinder({ facts, currency, vintages }: Sources) {
  return (rule: Rule, changing: ReadonlySet<string>) => {
    // Most tags of a rule have no facts, and an answer has two thousand cells.
    const groups = toFiledTags(rule, facts, currency);
    const restatements = vintages.among(changing, groups.flat());
    return (period: Period, crossed: string[] = []): FactCell | undefined => {
      const place: Place = { rule, period, restatements, across: [], cells: [] };
      let found: FactCell | undefined;
      const preferred: (readonly FiledTag[])[] = [];
      for (const group of groups) {
        const { length } = place.across;
        const cell = largest(group, place);
        if (cell && replaces(cell, found, preferred)) found = cell;
        if (cell || place.across.length > length) preferred.push(group);
      }
      crossed.push(...place.across.map(({ tag }) => tag));
      if (!found) return undefined;
      found = place.cells.length > 1 ? sinceFirst(found, place.cells) : found;
      return rule.negated ? negate(found) : found;
    };
  };
}

/** Returns the figure with the first filing that states its value under any tag. */
function sinceFirst(found: FactCell, cells: readonly FactCell[]): FactCell {
  const same = cells.filter(({ value }) => isRounding(value, found.value));
  return { ...found, since: oldestOf(same.map(({ since }) => since)) };
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
function replaces(cell: FactCell, found: FactCell | undefined, preferred: readonly (readonly FiledTag[])[]): boolean {
  const isNewer = !found || cell.last.filed > found.last.filed;
  const isBetter = found && cell.derived !== found.derived ? found.derived : isNewer;
  return isBetter && !preferred.some((group) => group.some(({ series }) => series.isUsedBy(cell.last)));
}

/** A figure, and the facts of its tag. */
type Figure = readonly [cell: FactCell, series: KnownSeries];

/** Returns the largest of the figures that the newest filing states: a total is never smaller than its part. */
function largest(tags: readonly FiledTag[], place: Place): FactCell | undefined {
  let most: Figure | undefined;
  for (const filed of tags) {
    const cell = cellOf(filed, place);
    if (cell) place.cells.push(cell);
    if (cell && (!most || isTotal([cell, filed.series], most))) most = [cell, filed.series];
  }
  // The tag that is left out may be the total, of which the other is a part.
  return most && place.across.some(({ series }) => series.isUsedBy(most[0].last)) ? undefined : most?.[0];
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

function cellOf(filedTag: FiledTag, { rule: { measure }, period, restatements, across }: Place): FactCell | undefined {
  const { tag, series } = filedTag;
  const filed = series.find(measure === "balance" ? "instant" : period.length, period.end);
  if (filed) return toCell(tag, filed);
  // Shares are a mean and earnings per share a quotient: neither can be subtracted.
  if (measure !== "flow" || period.length === "year" || period.yearFrom === undefined || period.place < 2)
    return undefined;
  const year = toDate(series, period, period.place - 1);
  const before = toDate(series, period, period.place - 2);
  if (!year || !before) return undefined;
  const days = restatements(period.yearFrom - START_DAYS, before.end);
  const difference = toDifference(tag, year, before, days, (after, by) => isRestated(series, before, after, by));
  if (!difference) across.push(filedTag);
  return difference;
}

/** Whether a longer period that contains the months was restated after one day and by another one. */
function isRestated(series: KnownSeries, months: InOneScale, after: string, by: string): boolean {
  return series.changes().some(({ period, day }) => {
    const isAround = period.from <= months.from + START_DAYS && period.end > months.end;
    return isAround && after < day && day <= by;
  });
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

function toCell(tag: string, { values, slips }: InOneScale): FactCell {
  const [first, now] = [values[0]!, values.at(-1)!];
  const { first: since } = spanIn(values, now);
  const cell = {
    value: now.value,
    terms: [[1, tag] as const],
    filing: now.first,
    since,
    last: now.last,
    derived: false,
    ...(slips && { slips }),
  };
  return first === now ? cell : { ...cell, original: { value: first.value, filing: first.first } };
}

/** Returns the figure with the value that counted as a slip. */
export function inOtherScale({ terms }: FactCell, { period, right, wrong }: Slip): FactCell {
  const slips = [{ period, right: wrong, wrong: right }];
  const { value, first, last } = wrong;
  return { value, terms, filing: first, since: first, last, derived: false, slips };
}

/**
 * Returns the year to date less the one before, both of one vintage: a restated year less older months would be a
 * quarter that never was. `undefined` if no two values are of one; `days` are those on which results of the part were
 * restated, also where the figure itself was not.
 */
function toDifference(
  tag: string,
  whole: InOneScale,
  part: InOneScale,
  days: readonly string[],
  isKnown: (after: string, by: string) => boolean,
): FactCell | undefined {
  const slips = [whole, part].flatMap((period) => period.slips ?? []);
  for (const earlier of part.values.toReversed()) {
    const later =
      ofSameVintage(whole.values, earlier, earlier === part.values[0] ? isKnown : () => true) ??
      onlyValue(whole, part, isKnown);
    if (!later || !areOfOne(days, spanIn(part.values, earlier), spanIn(whole.values, later))) continue;
    const value = exact(later.value - earlier.value);
    const { first, last } = later;
    return { value, terms: [[1, tag]], filing: first, since: first, last, derived: true, slips };
  }
  return undefined;
}

/**
 * Returns the year to date where neither has another value, and the months are stated later: a company that was listed
 * during the year files its first months a year later only.
 */
function onlyValue(
  { values: [whole, ...others] }: InOneScale,
  { values: [months, ...otherMonths] }: InOneScale,
  isKnown: (after: string, by: string) => boolean,
): StatedValue | undefined {
  const areOnly = others.length === 0 && otherMonths.length === 0;
  return areOnly && !isKnown(whole!.last.filed, months!.first.filed) ? whole : undefined;
}

/**
 * Returns the newest value of the year to date that a filing stated before it confirmed `months`, else the next one after
 * it. Of two values of the year, the next one is of another vintage than months that were stated between them, unless
 * these are restated, too: `isKnown` says whether they are, or are part of what was restated, between two days.
 */
function ofSameVintage(
  values: readonly StatedValue[],
  months: StatedValue,
  isKnown: (after: string, by: string) => boolean,
): StatedValue | undefined {
  const after = values.filter(({ last }) => last.filed >= months.first.filed);
  const confirmed = after.findLast(({ first }) => first.filed <= months.last.filed);
  const before = values[values.length - after.length - 1];
  return confirmed ?? (!before || isKnown(before.last.filed, months.first.filed) ? after[0] : undefined);
}

/** A part of a sum. */
export type Part = readonly [sign: 1 | -1, cell: FactCell];

/** Returns the sum of figures. */
export function combine(...parts: readonly Part[]): FactCell {
  const value = exact(parts.reduce((sum, [sign, cell]) => sum + sign * cell.value, 0));
  const terms = parts.flatMap(toTerms);
  const newestOf = (name: "filing" | "since") =>
    newestFirst(
      parts.map(([, cell]) => cell[name]),
      ({ filed }) => filed,
    )[0]!;
  const last = oldestOf(parts.map(([, cell]) => cell.last));
  return { value, terms, filing: newestOf("filing"), since: newestOf("since"), last, derived: true };
}

/** Returns a part's tags, each with the sign of its filed value in the sum. */
function toTerms([sign, { terms, isNegated = false }]: Part): Term[] {
  return terms.map(([own, tag]) => [own === (isNegated ? -sign : sign) ? 1 : -1, tag]);
}

function oldestOf(filings: readonly FactFiling[]): FactFiling {
  return oldestFirst(filings, ({ filed }) => filed)[0]!;
}

function negate(cell: FactCell): FactCell {
  const { original } = cell;
  const value = cell.value === 0 ? 0 : -cell.value;
  return { ...cell, value, isNegated: true, ...(original && { original: { ...original, value: -original.value } }) };
}

/** Money is filed in whole units or cents, so that a sum has no more digits than its parts but for binary fractions. */
function exact(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}
