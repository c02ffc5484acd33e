/** The periods of a tag, as they stand in a book of facts: read once, and shared by all questions about the company. */
import { DAY_MS } from "../../../lib/day.js";

/** The length of a period in which figures are filed; `instant` for a balance. */
export type Length = "instant" | "quarter" | "half" | "nine" | "year";

/** The lengths of periods that can be asked for. */
export const ASKED_LENGTHS = { annual: "year", quarter: "quarter" } as const;

/** Lengths in days. A quarter of a year of 52 weeks has 12 to 17 weeks, and four months of a transition have 120 days. */
const LENGTHS: readonly (readonly [length: Length, least: number, most: number])[] = [
  ["quarter", 75, 119],
  ["half", 160, 205],
  ["nine", 245, 300],
  ["year", 350, 380],
];

/** A filing with figures. */
export interface FactFiling {
  accession: string;
  form: string;
  /** Day of filing. */
  filed: string;
  /** The fiscal year as the filing counts it; it is the filing's, not that of a figure. */
  fiscalYear: number | null;
}

/** A value of a period, and the first and the last filing that state it. */
export interface StatedValue {
  value: number;
  first: FactFiling;
  last: FactFiling;
}

/** A period with its values up to a day, in the order in which they were stated; there is at least one. */
export interface KnownPeriod {
  /** First day; empty for a balance. */
  readonly start: string;
  readonly end: string;
  /** The first day as a number of days; a balance has none. */
  readonly from: number;
  readonly length: Length;
  readonly values: readonly StatedValue[];
}

/** A line of a book. Its values are read when they are asked for: an answer needs a third of those of its tags. */
export class StatedPeriod implements KnownPeriod {
  readonly start: string;
  readonly end: string;
  readonly from: number;
  readonly length: Length;
  readonly #text: string;
  readonly #filings: readonly FactFiling[];
  #values: readonly StatedValue[] | undefined;

  private constructor(start: Day, end: Day, length: Length, text: string, filings: readonly FactFiling[]) {
    this.start = start.day;
    this.end = end.day;
    this.from = start.number;
    this.length = length;
    this.#text = text;
    this.#filings = filings;
  }

  /** Returns the period of a line; `undefined` for one of a length that no statement has. */
  static read(line: string, filings: readonly FactFiling[], days: Days): StatedPeriod | undefined {
    const afterStart = line.indexOf("\t");
    const afterEnd = line.indexOf("\t", afterStart + 1);
    const [start, end] = [days.of(line.slice(0, afterStart)), days.of(line.slice(afterStart + 1, afterEnd))];
    const length = lengthOf(start, end);
    return length && new StatedPeriod(start, end, length, line.slice(afterEnd + 1), filings);
  }

  /** Whether filings state several values. */
  get isRestated(): boolean {
    return this.#text.includes("\t");
  }

  get values(): readonly StatedValue[] {
    return (this.#values ??= this.#text.split("\t").map((stated) => this.#valueUpTo("9999-12-31", stated)!));
  }

  /** Returns the period with the values of the filings up to the day `asOf`; `undefined` if there are none. */
  upTo(asOf: string | undefined): KnownPeriod | undefined {
    if (asOf === undefined) return this;
    // A period is reported after its end.
    if (this.end > asOf) return undefined;
    if (this.values.every(({ last }) => last.filed <= asOf)) return this;
    const stated = this.#text.split("\t").map((each) => this.#valueUpTo(asOf, each));
    const values = stated.filter((value) => value !== undefined);
    const { start, end, from, length } = this;
    return values.length > 0 ? { start, end, from, length, values } : undefined;
  }

  /** Returns the numbers of the filings that state a value of the period. */
  accessions(): string[] {
    return this.#text
      .split("\t")
      .flatMap((stated) => stated.split(" ").slice(1))
      .map((place) => this.#filings[Number(place)]!.accession);
  }

  #valueUpTo(day: string, stated: string): StatedValue | undefined {
    const afterValue = stated.indexOf(" ");
    const first = this.#filingAt(stated, afterValue);
    if (first.filed > day) return undefined;
    let before = stated.lastIndexOf(" ");
    let last = this.#filingAt(stated, before);
    while (last.filed > day) {
      before = stated.lastIndexOf(" ", before - 1);
      last = this.#filingAt(stated, before);
    }
    return { value: Number(stated.slice(0, afterValue)), first, last };
  }

  /** Returns the filing whose place stands after a space. */
  #filingAt(stated: string, space: number): FactFiling {
    return this.#filings[Number.parseInt(stated.slice(space + 1), 10)]!;
  }
}

/** The periods of one length. */
interface OfLength {
  list: StatedPeriod[];
  byEnd: Map<string, StatedPeriod[]>;
}

/** The periods of a tag in a unit. */
export class StatedSeries {
  readonly periods: readonly StatedPeriod[];
  readonly #ofLength = new Map<Length, OfLength>();
  #accessions: ReadonlySet<string> | undefined;

  constructor(periods: readonly StatedPeriod[]) {
    this.periods = periods;
    for (const period of periods) {
      let same = this.#ofLength.get(period.length);
      if (!same) this.#ofLength.set(period.length, (same = { list: [], byEnd: new Map() }));
      same.list.push(period);
      const ending = same.byEnd.get(period.end);
      if (ending) ending.push(period);
      else same.byEnd.set(period.end, [period]);
    }
  }

  /** The numbers of all filings that state the tag. */
  get accessions(): ReadonlySet<string> {
    return (this.#accessions ??= new Set(this.periods.flatMap((period) => period.accessions())));
  }

  /** Returns the periods of a length. */
  ofLength(length: Length): readonly StatedPeriod[] {
    return this.#ofLength.get(length)?.list ?? [];
  }

  /** Returns the periods of a length that end on a day: their starts may differ slightly. */
  endingOn(length: Length, end: string): readonly StatedPeriod[] {
    return this.#ofLength.get(length)?.byEnd.get(end) ?? [];
  }
}

function lengthOf(start: Day, end: Day): Length | undefined {
  if (start.day === "") return "instant";
  const days = end.number - start.number + 1;
  return LENGTHS.find(([, least, most]) => days >= least && days <= most)?.[0];
}

/** Returns the length of a period; `instant` without a first day, `undefined` for one of another length. */
export function toLength(start: string, end: string): Length | undefined {
  return lengthOf({ day: start, number: toDayNumber(start) }, { day: end, number: toDayNumber(end) });
}

/** A day with its number, which an empty text does not have. */
interface Day {
  day: string;
  number: number;
}

/** The days of a book, each read and held in memory once: all its tags have the same few hundred. */
export class Days {
  readonly #days = new Map<string, Day>();

  of(day: string): Day {
    let known = this.#days.get(day);
    if (!known) this.#days.set(day, (known = { day, number: toDayNumber(day) }));
    return known;
  }
}

/** Returns the days from 1970 to a day. */
export function toDayNumber(day: string): number {
  return Date.parse(day) / DAY_MS;
}
