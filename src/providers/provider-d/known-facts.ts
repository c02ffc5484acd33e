/** A company's facts as they were known on a day. */
import type { FactBook } from "./fact-book.js";
import type { FactFiling, KnownPeriod, Length, StatedPeriod, StatedSeries } from "./stated-series.js";

/** The periods of a tag in a unit. */
export interface KnownSeries {
  all(): readonly KnownPeriod[];
  /** The periods that have this length. */
  ofLength(length: Length): readonly KnownPeriod[];
  /** The periods of this length that begin within these days before or after `from`, a day as a number. */
  beginningNear(length: Length, from: number, days: number): readonly KnownPeriod[];
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
  return {
    series(tag, unit) {
      const stated = book.unitsOf(tag).get(unit);
      return stated && toKnown(stated, asOf);
    },
    units: (tag) => [...book.unitsOf(tag).keys()],
  };
}

function toKnown(stated: StatedSeries, asOf: string | undefined): KnownSeries {
  const upTo = (periods: readonly StatedPeriod[]) =>
    asOf === undefined ? periods : periods.map((period) => period.upTo(asOf)).filter((known) => known !== undefined);
  return {
    all: () => upTo(stated.periods),
    ofLength: (length) => upTo(stated.ofLength(length)),
    beginningNear: (length, from, days) =>
      upTo(stated.ofLength(length).filter((period) => Math.abs(period.from - from) <= days)),
    find(length, end) {
      let newest: KnownPeriod | undefined;
      for (const period of stated.endingOn(length, end)) {
        const known = period.upTo(asOf);
        if (known && (!newest || lastOf(newest).filed <= lastOf(known).filed)) newest = known;
      }
      return newest;
    },
  };
}

/** Returns the newest filing that states a period's last value. */
export function lastOf({ values }: KnownPeriod): FactFiling {
  return values.at(-1)!.last;
}
