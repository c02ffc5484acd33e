/** A company's facts as they were known on a day. */
import { DAY_MS } from "../../lib/day.js";
import type { FactBook, FactFiling, StatedPeriod, StatedValue } from "./fact-book.js";

/** The length of a period in which figures are filed; `instant` for a balance. */
export type Length = "instant" | "quarter" | "half" | "nine" | "year";

/** Lengths in days. A quarter of a year of 52 weeks has 12 to 17 weeks, and four months of a transition have 120 days. */
const LENGTHS: readonly (readonly [length: Length, least: number, most: number])[] = [
  ["quarter", 75, 119],
  ["half", 160, 205],
  ["nine", 245, 300],
  ["year", 350, 380],
];

/** A period with its values up to the day, in the order in which they were stated; there is at least one. */
export interface KnownPeriod {
  readonly start: string;
  readonly end: string;
  /** The first day as a number of days; a balance has none. */
  readonly from: number;
  readonly length: Length;
  readonly values: readonly StatedValue[];
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
  const dayOf = createDayNumbers();
  return {
    series(tag, unit) {
      const stated = book.unitsOf(tag).get(unit);
      if (stated === undefined) return undefined;
      let series = known.get(stated);
      if (!series) known.set(stated, (series = createSeries(stated.flatMap((period) => toKnown(period, asOf, dayOf)))));
      return series;
    },
    units: (tag) => [...book.unitsOf(tag).keys()],
  };
}

function createSeries(all: readonly KnownPeriod[]): KnownSeries {
  const lists = new Map<Length, KnownPeriod[]>();
  const ends = new Map<Length, ReadonlyMap<string, KnownPeriod>>();
  for (const period of all) {
    const list = lists.get(period.length);
    if (list) list.push(period);
    else lists.set(period.length, [period]);
  }
  const ofLength = (length: Length) => lists.get(length) ?? [];
  return {
    all,
    ofLength,
    find(length, end) {
      let byEnd = ends.get(length);
      if (!byEnd) ends.set(length, (byEnd = toMapByEnd(ofLength(length))));
      return byEnd.get(end);
    },
  };
}

function toMapByEnd(periods: readonly KnownPeriod[]): ReadonlyMap<string, KnownPeriod> {
  const byEnd = new Map<string, KnownPeriod>();
  for (const period of periods) {
    const other = byEnd.get(period.end);
    if (!other || lastOf(other).filed <= lastOf(period).filed) byEnd.set(period.end, period);
  }
  return byEnd;
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

/** Returns a function from days to their numbers that reads each day once: all tags have the same few hundred days. */
function createDayNumbers(): (day: string) => number {
  const numbers = new Map<string, number>();
  return (day) => {
    let number = numbers.get(day);
    if (number === undefined) numbers.set(day, (number = toDayNumber(day)));
    return number;
  };
}

function toKnown(stated: StatedPeriod, asOf: string | undefined, dayOf: (day: string) => number): KnownPeriod[] {
  const { start, end } = stated;
  const from = start === "" ? Number.NaN : dayOf(start);
  const length = start === "" ? "instant" : lengthOf(dayOf(end) - from + 1);
  // A period is reported after its end.
  if (length === undefined || (asOf !== undefined && end > asOf)) return [];
  const period = new PeriodUpTo(stated, from, length, asOf);
  return asOf === undefined || period.values.length > 0 ? [period] : [];
}

/** A period with its values up to a day, which are read when they are asked for. */
class PeriodUpTo implements KnownPeriod {
  readonly start: string;
  readonly end: string;
  readonly from: number;
  readonly length: Length;
  readonly #stated: StatedPeriod;
  readonly #asOf: string | undefined;
  #values: readonly StatedValue[] | undefined;

  constructor(stated: StatedPeriod, from: number, length: Length, asOf: string | undefined) {
    this.start = stated.start;
    this.end = stated.end;
    this.from = from;
    this.length = length;
    this.#stated = stated;
    this.#asOf = asOf;
  }

  get values(): readonly StatedValue[] {
    return (this.#values ??= this.#stated.valuesUpTo(this.#asOf));
  }
}

function lengthOf(days: number): Length | undefined {
  return LENGTHS.find(([, least, most]) => days >= least && days <= most)?.[0];
}
