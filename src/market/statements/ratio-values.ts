/** Computes ratios from statements: `ratios.ts` has their operands. */
import { joinSentences, say, the, type Sentence } from "../../contract/sentence.js";
import { toSixDigits } from "../../contract/values.js";
import { daysBetween } from "../../lib/day.js";
import {
  GROWTHS,
  INSTEAD,
  isGrowth,
  LENDER_FIGURES,
  QUOTIENTS,
  SHARES,
  STATEMENT_OF,
  TAX_RATE,
  termsOf,
  toFigure,
  type Figure,
  type GrowthName,
  type Quotient,
  type QuotientName,
  type RatioName,
  type Signed,
  type Statement,
  type Term,
} from "./ratios.js";
import { SPLIT_FACTOR, timesApart } from "./times-apart.js";

/** Statements of one company in one currency. */
export interface Books {
  periods: Periods;
  figure(figure: Figure, end: string): number | null;
}

/** A ratio, and why it is `null`; `instead` names usual figures, each with the one that counts in its place. */
export interface Ratio {
  value: number | null;
  why?: Sentence;
  instead?: readonly (readonly [usual: Figure, used: Figure])[];
}

/** A figure of a period. */
interface Operand {
  figure: Figure;
  end: string;
}

/**
 * Returns a ratio of the period that ends on `end`, with at most six digits: `null`, with the reason, if an operand is
 * missing, if a denominator is not above 0, and where the ratio means nothing.
 */
export function toRatio(name: RatioName, end: string, books: Books): Ratio {
  const ratio = isGrowth(name) ? toGrowth(name, end, books) : divide(QUOTIENTS[name], end, books);
  return { ...ratio, value: toSixDigits(ratio.value) };
}

/** Returns a ratio of figures of one period; `null` if one is missing or the denominator is not above 0. */
export function toRatioOf(
  name: QuotientName,
  figures: Partial<Record<Figure, number | null | undefined>>,
): number | null {
  const periods = createPeriods(false, () => []);
  return toRatio(name, "", { periods, figure: (figure) => figures[figure] ?? null }).value;
}

/** Returns value / base with at most six digits; `null` if one is missing or the base is not above 0. */
export function toQuotient(value: unknown, base: unknown): number | null {
  return typeof value === "number" && typeof base === "number" && base > 0 ? toSixDigits(value / base) : null;
}

/** Returns the figures that a ratio of the period divides, so far as there are such periods. */
export function operandsOf(name: RatioName, end: string, periods: Periods): Operand[] {
  if (isGrowth(name)) {
    const [figure, on] = GROWTHS[name];
    const before = periods.before(on, STATEMENT_OF[figure], end);
    return [end, ...(before === undefined ? [] : [before])].map((each) => ({ figure, end: each }));
  }
  return termsOf(QUOTIENTS[name]).flatMap(({ figures, of }) =>
    figures.flatMap((each) => {
      const { figure } = toFigure(each);
      return (periods.ends(of, STATEMENT_OF[figure], end) ?? []).map((day) => ({ figure, end: day }));
    }),
  );
}

/** Finds the periods whose figures a ratio needs. */
type Periods = ReturnType<typeof createPeriods>;

/**
 * Returns functions to the last days of periods of a statement, found once for each: the ratios of a row need the same
 * ones. `endsOf` returns the last days of all periods of a statement, in any order.
 */
export function createPeriods(isQuarter: boolean, endsOf: (statement: Statement) => readonly string[]) {
  const known = new Map<string, readonly string[]>();
  /** Returns the end of the same period a year before, or of the period just before, in a list of one or none. */
  function findBefore(on: "year" | "period", statement: Statement, end: string): readonly string[] {
    const key = `${on} ${statement} ${end}`;
    let found = known.get(key);
    if (!found) {
      const before = findEarlier(on, end, endsOf(statement), isQuarter);
      known.set(key, (found = before === undefined ? [] : [before]));
    }
    return found;
  }
  return {
    before: (on: "year" | "period", statement: Statement, end: string) => findBefore(on, statement, end)[0],
    /** Returns the ends of the periods whose figures a term adds; `undefined` if one of them is not known. */
    ends(of: Term["of"], statement: Statement, end: string): readonly string[] | undefined {
      if (of === "period" || (of === "year" && !isQuarter)) return [end];
      const found = [end];
      while (found.length < (of === "mean" ? 2 : 4)) {
        const [before] = findBefore(of === "mean" ? "year" : "period", statement, found.at(-1)!);
        if (before === undefined) return undefined;
        found.push(before);
      }
      return found;
    },
  };
}

/** Whether so many days lie between the ends of a period and of the same one of the year before; a year may have 53 weeks. */
export function isYear(days: number): boolean {
  return Math.abs(days - 365) <= 15;
}

/** Days between the ends of two quarters, of 12 to 17 weeks, and of two years; a gap in the list is longer. */
export const QUARTER_DAYS = [75, 125] as const;
const YEAR_DAYS = [350, 380] as const;

/** Returns the end of the same period a year before, or of the period just before. */
export function findEarlier(on: "year" | "period", end: string, ends: readonly string[], isQuarter: boolean) {
  return on === "period" ? findPrevious(end, ends, isQuarter) : ends.find((each) => isYear(daysBetween(each, end)));
}

/** Returns the end of the period just before, if it is a quarter or a year before. */
export function findPrevious(end: string, ends: readonly string[], isQuarter: boolean): string | undefined {
  const earlier = ends.filter((each) => each < end).toSorted();
  const last = earlier.at(-1);
  const days = last === undefined ? 0 : daysBetween(last, end);
  const [least, most] = isQuarter ? QUARTER_DAYS : YEAR_DAYS;
  return days >= least && days <= most ? last : undefined;
}

/**
 * Sources send earnings per share with two decimals. Below this size the rounding alone, up to 0.005, is more than 2.5 %, so
 * that a growth says nothing.
 */
const LEAST_EPS = 0.2;

/** Interest of a quarter of the revenue is a business; that of a company without profits is on its cash. */
const LENDER_SHARE = 0.25;

function toGrowth(name: GrowthName, end: string, books: Books): Ratio {
  const [figure, on] = GROWTHS[name];
  const before = books.periods.before(on, STATEMENT_OF[figure], end);
  if (before === undefined) return { value: null, why: say`there is no ${on} before` };
  const [value, base] = [books.figure(figure, end), books.figure(figure, before)];
  if (value === null || base === null) return missing(figure);
  if (base <= 0) return { value: null, why: say`${the.field(figure)} of ${before} is not above 0` };
  if (figure === "epsdiluted" && Math.min(Math.abs(value), base) < LEAST_EPS) {
    const why = say`${the.field(figure)} is below ${LEAST_EPS}, where its rounding moves the growth by more than 2.5 %`;
    return { value: null, why };
  }
  const shares = figure === "epsdiluted" ? toQuotient(books.figure(SHARES, end), books.figure(SHARES, before)) : null;
  if (shares !== null && timesApart(shares, 1) > SPLIT_FACTOR)
    return { value: null, why: say`a split may be between the periods` };
  return { value: value / base - 1 };
}

/** Returns a quotient with all digits. */
function divide(quotient: Quotient, end: string, books: Books): Ratio {
  const { part, base, times = 1, above0 = [] } = quotient;
  if (quotient.notOfLenders && isLender(end, books))
    return { value: null, why: say`interest is the business, as that of a bank` };
  for (const figure of above0) {
    const value = books.figure(figure, end);
    if (value === null) return missing(figure);
    if (value <= 0) return notAbove0([figure]);
  }
  const [top, bottom] = [sumOf(part, end, books), sumOf(base, end, books)];
  if (top.value === null) return top;
  if (bottom.value === null) return bottom;
  if (bottom.value <= 0) return notAbove0(base.figures);
  const tax = quotient.afterTax ? divide(TAX_RATE, end, books) : { value: 0 };
  if (tax.value === null) return tax;
  const instead = [...(top.instead ?? []), ...(bottom.instead ?? [])];
  const value = (top.value * (1 - tax.value) * times) / bottom.value;
  return { value, ...(instead.length > 0 && { instead }) };
}

function isLender(end: string, books: Books): boolean {
  const [interest, revenue, income] = LENDER_FIGURES.map((figure) => books.figure(figure, end));
  return (interest ?? 0) >= LENDER_SHARE * (revenue || Infinity) && (income ?? 0) > 0;
}

/** Returns the sum of a term. A figure that counts in place of a missing one counts at both ends. */
function sumOf({ figures, of }: Term, end: string, books: Books): Ratio {
  let sum = 0;
  const instead: [Figure, Figure][] = [];
  for (const each of figures) {
    const { sign, figure } = toFigure(each);
    const ends = books.periods.ends(of, STATEMENT_OF[figure], end);
    if (ends === undefined) return { value: null, why: NO_ENDS[of === "mean" ? "mean" : "year"] };
    const total = (name: Figure) => {
      const values = ends.map((day) => books.figure(name, day));
      return values.some((value) => value === null) ? null : values.reduce<number>((all, value) => all + value!, 0);
    };
    const other = INSTEAD[figure];
    const usual = total(figure);
    const value = usual ?? (other === undefined ? null : total(other));
    if (value === null) return missing(figure);
    if (usual === null) instead.push([figure, other!]);
    sum += sign * value;
  }
  return { value: of === "mean" ? sum / 2 : sum, instead };
}

const NO_ENDS = {
  year: say`four quarters in a row that end there are not known`,
  mean: say`the balance sheet of a year before is not known`,
};

const missing = (figure: Figure): Ratio => ({ value: null, why: say`${the.field(figure)} is missing` });

const notAbove0 = (figures: readonly Signed[]): Ratio => {
  const named = figures.map((each, at) => {
    const { sign, figure } = toFigure(each);
    return say`${sign < 0 ? "- " : at > 0 ? "+ " : ""}${the.field(figure)}`;
  });
  return { value: null, why: say`${joinSentences(named, " ")} is not above 0` };
};
