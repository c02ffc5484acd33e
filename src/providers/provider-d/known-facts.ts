/** A company's facts as they were known on a day. */
import { DAY_MS } from "../../lib/day.js";
import type { FactBook, FactFiling, StatedPeriod } from "./fact-book.js";

/** The length of a period in which figures are filed; `instant` for a balance. */
export type Length = "instant" | "quarter" | "half" | "nine" | "year";

/** Lengths in days. A quarter of a year of 52 weeks has 12 to 17 weeks; a month or a transition period has no length. */
const LENGTHS: readonly (readonly [length: Length, least: number, most: number])[] = [
  ["quarter", 75, 125],
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
  length: Length;
  values: readonly KnownValue[];
}

/** Finds facts by tag and unit. */
export interface KnownFacts {
  /** All periods of a tag. */
  periods(tag: string, unit: string): readonly KnownPeriod[];
  /** The period that ends on a day. Of several with slightly different starts, the one that was stated last. */
  find(tag: string, unit: string, length: Length, end: string): KnownPeriod | undefined;
  /** The currencies, or other units, in which a tag is stated. */
  units(tag: string): readonly string[];
}

/** Returns the facts of the filings up to the day `asOf`; of all filings without it. */
export function createKnownFacts(book: FactBook, asOf?: string): KnownFacts {
  const lists = new Map<string, readonly KnownPeriod[]>();
  const ends = new Map<string, ReadonlyMap<string, KnownPeriod>>();

  function periods(tag: string, unit: string): readonly KnownPeriod[] {
    const key = `${tag} ${unit}`;
    const known = lists.get(key);
    if (known) return known;
    const list = (book.unitsOf(tag).get(unit) ?? []).flatMap((period) => toKnown(period, asOf));
    lists.set(key, list);
    return list;
  }

  function byEnd(tag: string, unit: string): ReadonlyMap<string, KnownPeriod> {
    const key = `${tag} ${unit}`;
    const known = ends.get(key);
    if (known) return known;
    const found = new Map<string, KnownPeriod>();
    for (const period of periods(tag, unit)) {
      const place = `${period.length} ${period.end}`;
      const other = found.get(place);
      if (!other || lastOf(other).filed <= lastOf(period).filed) found.set(place, period);
    }
    ends.set(key, found);
    return found;
  }

  return {
    periods,
    find: (tag, unit, length, end) => byEnd(tag, unit).get(`${length} ${end}`),
    units: (tag) => [...book.unitsOf(tag).keys()],
  };
}

/** Returns the newest filing that states a period's last value. */
export function lastOf({ values }: KnownPeriod): FactFiling {
  return values.at(-1)!.last;
}

/** Returns the days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

function toKnown({ start, end, values }: StatedPeriod, asOf: string | undefined): KnownPeriod[] {
  const length = lengthOf(start, end);
  if (length === undefined) return [];
  const known = values.flatMap(({ value, filings }): KnownValue[] => {
    const upTo = asOf === undefined ? filings : filings.filter(({ filed }) => filed <= asOf);
    const [first, last] = [upTo[0], upTo.at(-1)];
    return first && last ? [{ value, first, last }] : [];
  });
  return known.length === 0 ? [] : [{ start, end, length, values: known }];
}

function lengthOf(start: string, end: string): Length | undefined {
  if (start === "") return "instant";
  const days = daysBetween(start, end) + 1;
  return LENGTHS.find(([, least, most]) => days >= least && days <= most)?.[0];
}
