/** A company's facts as they were known on a day. */
import type { FactBook } from "../books/fact-book.js";
import { isRounding } from "../books/rounding.js";
import { withoutSlips, type InOneScale } from "../books/scale-slips.js";
import type { FactFiling, KnownPeriod, Length, StatedPeriod, StatedSeries } from "../books/stated-series.js";

/** Finds facts by tag and unit. */
export type KnownFacts = ReturnType<typeof createKnownFacts>;
/** The periods of a tag in a unit. */
export type KnownSeries = ReturnType<typeof toKnown>;

/** Returns the facts of the filings up to the day `asOf`; of all filings without it. */
export function createKnownFacts(book: FactBook, asOf?: string) {
  return {
    /** The periods of a tag; `undefined` for a tag without facts in this unit. */
    series(tag: string, unit: string): KnownSeries | undefined {
      const stated = book.unitsOf(tag).get(unit);
      return stated && toKnown(stated, asOf);
    },
    /** The currencies, or other units, in which a tag is stated. */
    units: (tag: string) => [...book.unitsOf(tag).keys()],
  };
}

function toKnown(stated: StatedSeries, asOf: string | undefined) {
  const upTo = (periods: readonly StatedPeriod[]): readonly KnownPeriod[] =>
    asOf === undefined ? periods : periods.map((period) => period.upTo(asOf)).filter((known) => known !== undefined);
  const inOneScale = (known: KnownPeriod) => withoutSlips(known, () => othersOf(known, upTo(stated.periods)));
  return {
    /** Whether a filing states the tag for any period. */
    isUsedBy: ({ accession }: FactFiling) => stated.accessions.has(accession),
    all: () => upTo(stated.periods),
    /** The periods whose value a later filing changed, with the day; those in a wrong scale are no change. */
    changes: () => changesOf(stated).filter(({ day }) => asOf === undefined || day <= asOf),
    /** The periods that have this length. */
    ofLength: (length: Length) => upTo(stated.ofLength(length)),
    /** The periods of this length that begin within these days before or after `from`, a day as a number. */
    beginningNear: (length: Length, from: number, days: number) =>
      upTo(stated.ofLength(length).filter((period) => Math.abs(period.from - from) <= days)).map(inOneScale),
    /** The period that ends on a day. Of several with slightly different starts, the one that was stated last. */
    find(length: Length, end: string): InOneScale | undefined {
      let newest: KnownPeriod | undefined;
      for (const period of stated.endingOn(length, end)) {
        const known = period.upTo(asOf);
        if (known && (!newest || lastOf(newest).filed <= lastOf(known).filed)) newest = known;
      }
      return newest && inOneScale(newest);
    },
  };
}

/** Another value of a period, and the day of its filing. */
interface Change {
  period: KnownPeriod;
  day: string;
}

/** Changes by series, found once: a question about statements looks for those of forty tags. */
const changes = new WeakMap<StatedSeries, readonly Change[]>();

function changesOf(stated: StatedSeries): readonly Change[] {
  let known = changes.get(stated);
  if (!known) changes.set(stated, (known = findChanges(stated.periods)));
  return known;
}

function findChanges(periods: readonly StatedPeriod[]): Change[] {
  const restated = periods.filter(({ isRestated }) => isRestated);
  return restated.flatMap((period) => {
    const { values } = withoutSlips(period, () => othersOf(period, periods));
    const changed = values.filter(({ value }, index) => index > 0 && !isRounding(value, values[index - 1]!.value));
    return changed.map(({ first }) => ({ period, day: first.filed }));
  });
}

function othersOf({ start, end }: KnownPeriod, periods: readonly KnownPeriod[]): readonly KnownPeriod[] {
  return periods.filter((other) => other.start !== start || other.end !== end);
}

/** Returns the newest filing that states a period's last value. */
export function lastOf({ values }: KnownPeriod): FactFiling {
  return values.at(-1)!.last;
}
