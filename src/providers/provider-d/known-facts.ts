/** A company's facts as they were known on a day. */
import { DAY_MS } from "../../lib/day.js";
import type { FactBook, FactFiling, StatedPeriod } from "./fact-book.js";

/** The length of a period in which figures are filed; `instant` for a balance. */
export type Length = "instant" | "quarter" | "half" | "nine" | "year";

/** Lengths in days. A quarter of a year of 52 weeks has 12 to 17 weeks, and four months of a transition have 120 days. */
const LENGTHS: readonly (readonly [length: Length, least: number, most: number])[] = [
  ["quarter", 75, 119],
  ["half", 160, 205],
  ["nine", 245, 300],
  ["year", 350, 380],
];

/** A value, and the filings that state it up to the day. */
export interface KnownValue {
  value: number;
  first: FactFiling;
  last: FactFiling;
}

/** A period with its values up to the day, in the order in which they were stated; there is at least one. */
export interface KnownPeriod {
  start: string;
  end: string;
  /** The first day as a number of days; a balance has none. */
  from: number;
  length: Length;
  values: readonly KnownValue[];
}

/** The periods of a tag in a unit. */
export interface KnownSeries {
  all: readonly KnownPeriod[];
  /** The periods that have this length. */
  ofLength(length: Length): readonly KnownPeriod[];
  /** The period that ends on a day. Of several with slightly different starts, the one that was stated last. */
  find(length: Length, end: string): KnownPeriod | undefined;
}

/** Finds facts by tag and unit. */
export interface KnownFacts {
  /** The periods of a tag; `undefined` for a tag without facts in this unit. */
  series(tag: string, unit: string): KnownSeries | undefined;
  /** The currencies, or other units, in which a tag is stated. */
  units(tag: string): readonly string[];
}

/** Returns the facts of the filings up to the day `asOf`; of all filings without it. */
export function createKnownFacts(book: FactBook, asOf?: string): KnownFacts {
  // A cell looks into up to three hundred periods of each of its tags, and an answer has two thousand cells.
  const known = new Map<readonly StatedPeriod[], KnownSeries>();
  return {
    series(tag, unit) {
      const stated = book.unitsOf(tag).get(unit);
      if (stated === undefined) return undefined;
      let series = known.get(stated);
      if (!series) known.set(stated, (series = createSeries(stated.flatMap((period) => toKnown(period, asOf)))));
      return series;
    },
    units: (tag) => [...book.unitsOf(tag).keys()],
  };
}

function createSeries(all: readonly KnownPeriod[]): KnownSeries {
  const lists = new Map<Length, KnownPeriod[]>();
  const ends = new Map<Length, Map<string, KnownPeriod>>();
  for (const period of all) {
    const list = lists.get(period.length);
    if (list) list.push(period);
    else lists.set(period.length, [period]);
    let byEnd = ends.get(period.length);
    if (!byEnd) ends.set(period.length, (byEnd = new Map<string, KnownPeriod>()));
    const other = byEnd.get(period.end);
    if (!other || lastOf(other).filed <= lastOf(period).filed) byEnd.set(period.end, period);
  }
  return {
    all,
    ofLength: (length) => lists.get(length) ?? [],
    find: (length, end) => ends.get(length)?.get(end),
  };
}

/** Returns the newest filing that states a period's last value. */
export function lastOf({ values }: KnownPeriod): FactFiling {
  return values.at(-1)!.last;
}

/** Returns the days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** Returns the days from 1970 to a day. */
export function toDayNumber(day: string): number {
  return Date.parse(day) / DAY_MS;
}

function toKnown({ start, end, values }: StatedPeriod, asOf: string | undefined): KnownPeriod[] {
  const from = start === "" ? Number.NaN : toDayNumber(start);
  const length = start === "" ? "instant" : lengthOf(toDayNumber(end) - from + 1);
  if (length === undefined) return [];
  const known: KnownValue[] = [];
  for (const { value, filings } of values) {
    const upTo = asOf === undefined ? filings : filings.filter(({ filed }) => filed <= asOf);
    const [first, last] = [upTo[0], upTo.at(-1)];
    if (first && last) known.push({ value, first, last });
  }
  return known.length === 0 ? [] : [{ start, end, from, length, values: known }];
}

function lengthOf(days: number): Length | undefined {
  return LENGTHS.find(([, least, most]) => days >= least && days <= most)?.[0];
}
