/**
 * Which figures of a company belong together: a filing that states another value of a figure begins a vintage of its
 * period. MiMedx restated 2017 in 2020; the restated year less months as they were filed in 2017 is a quarter that never was.
 */
import type { StatementType } from "../../capabilities/financials.js";
import type { KnownFacts, KnownSeries } from "./known-facts.js";
import type { Period } from "./periods.js";
import { toDayNumber, type FactFiling, type Length, type StatedValue } from "./stated-series.js";
import { RULES } from "./tags.js";

const tagsOfIncome = (...fields: string[]): ReadonlySet<string> =>
  new Set(fields.flatMap((field) => RULES.income[field]!.tags.flat()));
/** Tags of sales and of what is left of them. */
const SALES = tagsOfIncome("revenue", "grossProfit", "operatingIncome");
/** Tags of results of the whole company: a filing with other values of them restates the period. */
const RESULTS = new Set([...SALES, ...tagsOfIncome("incomeBeforeTax", "netIncome")]);
const NET_INCOME = tagsOfIncome("netIncome");
/** Cash flows that change with results or with sales; payments stay what they were. */
const CHANGING: Readonly<Record<string, ReadonlySet<string>>> = {
  netIncome: RESULTS,
  deferredIncomeTax: RESULTS,
  netCashProvidedByOperatingActivities: RESULTS,
  accountsReceivables: SALES,
  inventory: SALES,
  accountsPayables: SALES,
};
const NO_TAGS: ReadonlySet<string> = new Set();

/** Returns the tags of a statement's results: other lines change without them. */
function resultsOf(statement: StatementType): ReadonlySet<string> {
  return statement === "income" ? RESULTS : statement === "cash" ? NET_INCOME : NO_TAGS;
}

/** Returns the tags with which a field changes when they are restated. */
export function changesWith(statement: StatementType, field: string): ReadonlySet<string> {
  return statement === "income" ? RESULTS : ((statement === "cash" ? CHANGING[field] : undefined) ?? NO_TAGS);
}

/** The filings that state a value. */
export interface Span {
  first: FactFiling;
  last: FactFiling;
}

/** A day on which a figure of a period was restated. */
interface Restatement {
  from: number;
  to: number;
  length: Length;
  day: string;
  tag: string;
}

/** The days on which figures of a period were restated, oldest first. */
export interface RestatedDays {
  /** Also those on which results of the year around a quarter were restated. */
  all: readonly string[];
  /** Without these, if results of the quarter were restated, too. */
  own: readonly string[];
}

/** Finds the days on which a company restated periods. */
export type Vintages = ReturnType<typeof createVintages>;

/** Returns the days on which figures of a statement were restated. */
export function createVintages(facts: KnownFacts, currency: string, statement: StatementType) {
  const isBalance = statement === "balance";
  const tags = tagsOf(statement);
  const results = resultsOf(statement);
  const found = toRestatements(facts, currency, new Set([...tags, ...(isBalance ? [] : RESULTS)]));
  const daysOf = (those: readonly Restatement[]) => [...new Set(those.map(({ day }) => day))].toSorted();
  return {
    /** The days on which the figures of a period were restated. */
    of({ end, length }: Period): RestatedDays {
      const to = toDayNumber(end);
      const own = found.filter((each) => {
        return tags.has(each.tag) && each.to === to && each.length === (isBalance ? "instant" : length);
      });
      const year = found.filter((each) => {
        const isAround = each.length === "year" && each.to >= to && each.from < to;
        return length === "quarter" && isAround && results.has(each.tag);
      });
      const all = daysOf([...own, ...year]);
      // The reports of the next year restate quarters of this one, and the last of them the year.
      return { all, own: own.some(({ tag }) => results.has(tag)) ? daysOf(own) : all };
    },
    /**
     * The days on which these tags were restated for the months from one day to another, or for some of them, other than
     * days on which one of the figures was stated again as it was.
     */
    within(
      from: number,
      end: string,
      changing: ReadonlySet<string>,
      figures: readonly { series: KnownSeries }[],
    ): string[] {
      const to = toDayNumber(end);
      const isInside = (each: { from: number; to: number }) => each.from >= from && each.to <= to;
      const days = daysOf(found.filter((each) => changing.has(each.tag) && isInside(each)));
      if (days.length === 0) return days;
      const kept = figures.flatMap(({ series }) =>
        series
          .all()
          .flatMap((period) => (isInside({ from: period.from, to: toDayNumber(period.end) }) ? period.values : [])),
      );
      return days.filter((day) => !kept.some(({ first, last }) => first.filed < day && day <= last.filed));
    },
  };
}

function tagsOf(statement: StatementType): ReadonlySet<string> {
  const measure = statement === "balance" ? "balance" : "flow";
  const rules = Object.values(RULES[statement]).filter((rule) => rule?.measure === measure);
  return new Set(rules.flatMap((rule) => rule!.tags.flat()));
}

function toRestatements(facts: KnownFacts, currency: string, tags: ReadonlySet<string>): Restatement[] {
  return [...tags].flatMap((tag) =>
    (facts.series(tag, currency)?.restated() ?? []).flatMap(({ from, end, length, values }) => {
      const changed = values.filter(({ value }, index) => index > 0 && !isRounding(value, values[index - 1]!.value));
      return changed.map(({ first }) => ({ from, to: toDayNumber(end), length, day: first.filed, tag }));
    }),
  );
}

/** Whether two values are of one vintage: none was stated for the last time before a restatement that the other follows. */
export function areOfOne(days: readonly string[], one: Span, other: Span): boolean {
  return !days.some((day) => isBetween(day, one, other) || isBetween(day, other, one));
}

function isBetween(day: string, { last }: Span, { first }: Span): boolean {
  return last.filed < day && day <= first.filed;
}

/** Returns the filings that state a value of a period, rounded or not. */
export function spanIn(values: readonly StatedValue[], { value, last }: StatedValue): Span {
  return { first: values.find((stated) => isRounding(stated.value, value))!.first, last };
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
