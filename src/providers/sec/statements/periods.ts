/** The fiscal years and quarters that a company has reported. */
import { latestOf, newestFirst } from "../../../lib/newest-first.js";
import { dayAfter } from "../../../lib/day.js";
import type { KnownFacts } from "./known-facts.js";
import { daysBetween } from "../../../lib/day.js";
import { toDayNumber, type FactFiling, type KnownPeriod, type Length } from "../books/stated-series.js";
import { ANCHORS, OTHER_ANCHORS } from "../books/tags.js";

/** A period of a statement. */
export interface Period {
  end: string;
  length: "quarter" | "year";
  /** First day of the fiscal year; `undefined` if no whole year is known. */
  yearStart: string | undefined;
  /** The same as a number of days. */
  yearFrom: number | undefined;
  /** The place of a quarter in its year, 1 to 4; 0 for a year and for a quarter of an unknown year. */
  place: number;
  /** The company's own count of the year. */
  fiscalYear: number | null;
  /** Whether the filings' count of the year contradicts that of later years, so that the year was counted back. */
  isCounted: boolean;
  /** The filing that reported the period first. */
  filing: FactFiling;
}

/** Annual reports; the fiscal year of a quarterly report is that of its own year. */
const ANNUAL = /^(?:10-K|20-F|40-F)/;
/** Quarterly reports: some state the last twelve months, too, which are no fiscal year. */
const QUARTERLY = /^10-Q/;
/** Reports of events, which have statements of acquired companies, too. */
const ANNOUNCEMENT = /^8-K/;
/** Whether a form is the report on the months between two fiscal years; the answer's note says that it is left out. */
export const isTransition = (form: string) => form.startsWith("10-KT");
/** Ends of periods that are less days apart are one: a filer wrote one of them wrongly. */
const SAME_DAYS = 20;

/** Returns the currency of a company's accounts: of the newest report, the one that also has the years before. */
export function reportingCurrency(facts: KnownFacts): string | null {
  const tags = [...tagsOf(facts), "Assets", "ifrs:Assets"];
  const units = new Set(tags.flatMap((tag) => facts.units(tag)).filter((unit) => /^[A-Z]{3}$/.test(unit)));
  const found = [...units]
    .map((unit) => ({ unit, periods: tags.flatMap((tag) => facts.series(tag, unit)?.all() ?? []) }))
    .filter(({ periods }) => periods.length > 0);
  // The filings of hundreds of periods are read only where there is a choice.
  if (found.length < 2) return found[0]?.unit ?? null;
  const daysOf = ({ values }: KnownPeriod) => values.map(({ last }) => last.filed);
  const newest = latestOf(found.flatMap(({ periods }) => periods.flatMap(daysOf)))!;
  const ranked = found.map(({ unit, periods }) => {
    const inNewest = periods.filter((period) => daysOf(period).includes(newest)).length;
    return { unit, inNewest, all: periods.length };
  });
  return ranked.toSorted((one, other) => other.inNewest - one.inNewest || other.all - one.all)[0]!.unit;
}

/** Returns the fiscal years, newest first. */
export function yearsOf(facts: KnownFacts, currency: string): Period[] {
  const found = onceEach(anchorsOf(facts, currency, "year"));
  const newestOf = new Map<string, string>();
  for (const { end, values } of found) {
    for (const { first, last } of values) {
      for (const { accession } of [first, last]) {
        if (end > (newestOf.get(accession) ?? "")) newestOf.set(accession, end);
      }
    }
  }
  const years: Period[] = [];
  for (const { start, end, from, values } of found) {
    const filing = values[0]!.first;
    const own = values
      .flatMap(({ first, last }) => [first, last])
      .find(({ accession, form, fiscalYear }) => {
        return ANNUAL.test(form) && fiscalYear !== null && newestOf.get(accession) === end;
      });
    const later = years.at(-1);
    const expected = later && countBack(later, end);
    const stated = own?.fiscalYear ?? undefined;
    const fiscalYear = expected ?? stated ?? Number(end.slice(0, 4));
    const isCounted = stated !== undefined && stated !== fiscalYear;
    years.push({ end, length: "year", yearStart: start, yearFrom: from, place: 0, fiscalYear, isCounted, filing });
  }
  return years;
}

/** Returns the years that overlap the one before, each with it: a year of new months, recast after the fiscal year changed. */
export function overlapsOf(years: readonly Period[]): { year: Period; before: Period }[] {
  return years.slice(1).flatMap((before, index) => {
    const year = years[index]!;
    const isOverlap = year.yearStart !== undefined && daysBetween(year.yearStart, before.end) >= SAME_DAYS;
    return isOverlap ? [{ year, before }] : [];
  });
}

/** Returns the number of an earlier year by that of a later one; `undefined` if the fiscal year changed between them. */
function countBack({ end: laterEnd, fiscalYear }: Period, end: string): number | undefined {
  const years = Math.round(daysBetween(end, laterEnd) / 365.25);
  const isChanged = Math.abs(daysBetween(end, laterEnd) - years * 365.25) > SAME_DAYS;
  return fiscalYear === null || isChanged ? undefined : fiscalYear - years;
}

/** Returns the quarters, newest first; a fourth one also where only the year and nine months are filed. */
export function quartersOf(facts: KnownFacts, currency: string): Period[] {
  const years = yearsOf(facts, currency);
  const quarters = anchorsOf(facts, currency, "quarter");
  const halves = [...anchorsOf(facts, currency, "half"), ...anchorsOf(facts, currency, "nine")];
  const hasQuarters = quarters.length > 0 || halves.length > 0;
  if (!hasQuarters) return [];
  const starts = new Set(halves.filter(({ length }) => length === "nine").map(({ start }) => start));
  const [newest] = years;
  const transition = transitionEnd(facts, currency);
  const yearEnd = newest && transition > newest.end ? transition : newest?.end;
  const fourth = anchorsOf(facts, currency, "year").filter(({ start }) => starts.has(start));
  return onceEach([...quarters, ...halves, ...fourth]).flatMap(({ end, values }): Period[] => {
    const filing = values[0]!.first;
    const year = years.find((each) => each.yearStart! <= end && end <= each.end);
    const isOpen = yearEnd !== undefined && end > yearEnd && daysBetween(yearEnd, end) < 340;
    const yearStart = year?.yearStart ?? (isOpen ? dayAfter(yearEnd) : undefined);
    const yearFrom = yearStart === undefined ? undefined : toDayNumber(yearStart);
    const place =
      yearStart === undefined ? 0 : Math.min(4, Math.max(1, Math.round(daysBetween(yearStart, end) / 91.3)));
    const next = yearEnd === newest?.end && newest?.fiscalYear ? newest.fiscalYear + 1 : null;
    const fiscalYear = year?.fiscalYear ?? (isOpen ? next : null);
    if (place === 0 && isTransition(filing.form)) return [];
    const isCounted = year?.isCounted ?? false;
    return [{ end, length: "quarter", yearStart, yearFrom, place, fiscalYear, isCounted, filing }];
  });
}

/** Returns the last day that a report on the transition to another fiscal year covers; empty without one. */
function transitionEnd(facts: KnownFacts, currency: string): string {
  let newest = "";
  for (const { end, values } of facts.series("Assets", currency)?.ofLength("instant") ?? []) {
    if (end > newest && values.some(({ first, last }) => [first.form, last.form].some(isTransition))) newest = end;
  }
  return newest;
}

/** Returns the periods of this length for which net income is known, of each end the one that was stated first. */
function anchorsOf(facts: KnownFacts, currency: string, length: Length): KnownPeriod[] {
  const seriesOf = (tag: string) => [currency, "shares"].flatMap((unit) => facts.series(tag, unit) ?? []);
  const series = tagsOf(facts).flatMap(seriesOf);
  const stated = series.flatMap((each) => each.ofLength(length));
  const found = length === "year" ? stated.filter((period) => !isOnlyIn(QUARTERLY, period)) : stated;
  // Kraft Heinz announced quarters of Kraft before the merger. They end on other days than its own periods.
  const isOnlyAnnounced = (period: KnownPeriod) => isOnlyIn(ANNOUNCEMENT, period);
  if (!found.some(isOnlyAnnounced)) return found;
  const others = ["Assets", "ifrs:Assets"].flatMap(seriesOf);
  const all = [...series, ...others].flatMap((each) => each.all());
  const ends = new Set(all.filter((period) => !isOnlyAnnounced(period)).map(({ end }) => end));
  // A new registrant may have no report yet.
  return ends.size === 0 ? found : found.filter((period) => !isOnlyAnnounced(period) || ends.has(period.end));
}

/** Whether only these forms state a period. */
function isOnlyIn(forms: RegExp, { values }: KnownPeriod): boolean {
  return values.every(({ first, last }) => forms.test(first.form) && forms.test(last.form));
}

/** Returns the tags by which the company's periods are found. */
function tagsOf(facts: KnownFacts): readonly string[] {
  return ANCHORS.some((tag) => facts.units(tag).length > 0) ? ANCHORS : OTHER_ANCHORS;
}

/** Returns the periods, newest first, each once: the one that more filings state if ends are nearly the same. */
function onceEach(periods: readonly KnownPeriod[]): KnownPeriod[] {
  const byEnd = new Map<string, KnownPeriod>();
  for (const period of periods) {
    const known = byEnd.get(period.end);
    if (!known || period.values[0]!.first.filed < known.values[0]!.first.filed) byEnd.set(period.end, period);
  }
  const kept: KnownPeriod[] = [];
  for (const period of newestFirst([...byEnd.values()], ({ end }) => end)) {
    const later = kept.at(-1);
    if (!later || daysBetween(period.end, later.end) >= SAME_DAYS) kept.push(period);
    else if (spanOf(period) > spanOf(later)) kept[kept.length - 1] = period;
  }
  return kept;
}

/** Returns for how many days filings state a period: a slip is stated once. */
function spanOf({ values }: KnownPeriod): number {
  return daysBetween(values[0]!.first.filed, values.at(-1)!.last.filed);
}
