/**
 * Which figures of a company belong together: a filing that states another value of a figure begins a vintage of its
 * period. MiMedx restated 2017 in 2020; the restated year less months as they were filed in 2017 is a quarter that never was.
 */
import type { StatementType } from "../../../capabilities/companies/financials.js";
import type { KnownFacts, KnownSeries } from "./known-facts.js";
import type { Period } from "./periods.js";
import { isRounding } from "../books/rounding.js";
import { toDayNumber, type FactFiling, type Length, type StatedValue } from "../books/stated-series.js";
import { RULES } from "../books/tags.js";

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
  const known = new Map<string, RestatedDays>();
  const daysOf = (those: readonly Restatement[]) => [...new Set(those.map(({ day }) => day))].toSorted();
  function toDays({ end, length }: Period): RestatedDays {
    const to = toDayNumber(end);
    const own = found.filter((each) => {
      return each.to === to && each.length === (isBalance ? "instant" : length) && tags.has(each.tag);
    });
    const year = found.filter((each) => {
      const isAround = each.length === "year" && each.to >= to && each.from < to;
      return length === "quarter" && isAround && results.has(each.tag);
    });
    const all = daysOf([...own, ...year]);
    // The reports of the next year restate quarters of this one, and the last of them the year.
    return { all, own: own.some(({ tag }) => results.has(tag)) ? daysOf(own) : all };
  }
  return {
    /** The days on which the figures of a period were restated. */
    of(period: Period): RestatedDays {
      let days = known.get(period.end);
      if (!days) known.set(period.end, (days = toDays(period)));
      return days;
    },
    /**
     * Returns a function to the days on which these tags were restated for the months from one day to another, or for some
     * of them, other than days on which one of the figures was stated again as it was.
     */
    among(changing: ReadonlySet<string>, figures: readonly { series: KnownSeries }[]) {
      const restated = found.filter(({ tag }) => changing.has(tag));
      return (from: number, end: string): string[] => {
        if (restated.length === 0) return [];
        const to = toDayNumber(end);
        const isInside = (each: { from: number; to: number }) => each.from >= from && each.to <= to;
        const days = daysOf(restated.filter(isInside));
        if (days.length === 0) return days;
        const periods = figures.flatMap(({ series }) => series.all());
        const inside = periods.filter((period) => isInside({ from: period.from, to: toDayNumber(period.end) }));
        const kept = inside.flatMap(({ values }) => values);
        return days.filter((day) => !kept.some(({ first, last }) => first.filed < day && day <= last.filed));
      };
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
    (facts.series(tag, currency)?.changes() ?? []).map(({ period: { from, end, length }, day }) => {
      return { from, to: toDayNumber(end), length, day, tag };
    }),
  );
}

/** Whether values are of one vintage: none was stated for the last time before a restatement that another follows. */
export function areOfOne(days: readonly string[], ...spans: readonly Span[]): boolean {
  return !days.some((day) => spans.some((one) => spans.some((other) => isBetween(day, one, other))));
}

function isBetween(day: string, { last }: Span, { first }: Span): boolean {
  return last.filed < day && day <= first.filed;
}

/** Returns the filings that state a value of a period, rounded or not. */
export function spanIn(values: readonly StatedValue[], { value, last }: StatedValue): Span {
  return { first: values.find((stated) => isRounding(stated.value, value))!.first, last };
}
