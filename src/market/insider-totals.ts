/** Sums of insider transactions, because readers look for how much was bought and sold. */
import { count, date, group, money, shares } from "../contract/field.js";
import { toSixDigits } from "../contract/values.js";
import { daysBefore } from "../lib/day.js";
import { DIRECTIONS, toDirection } from "./insider-kinds.js";

/** A transaction, as far as it is summed. */
export type Summed = {
  date: string | null;
  transaction: string | null;
  cost: number | null;
  shares: number | null;
  value: number | null;
};

/** Returns the rows with price times shares as value, where the value is this product, rounded. */
export function withoutRounding(rows: readonly Summed[]): Summed[] {
  return rows.map((row) => {
    const product = row.cost === null || row.shares === null ? null : row.cost * row.shares;
    return product !== null && toSixDigits(product) === row.value ? { ...row, value: product } : row;
  });
}

/** Half a year, in days. */
const HALF_YEAR_DAYS = 182;

const sums = (what: string) =>
  group(`Transactions ${what}`, {
    transactions: count(what),
    shares: shares("sum of those given; null when none is"),
    value: money("listing", "from B in USD; sum of those given; null when none is"),
    withoutValue: count("transactions without a value"),
  });

/** The schema of the sums of transactions between two days. */
export const totalsOf = (what: string) =>
  group(
    `Totals ${what}`,
    {
      from: date("first day"),
      to: date("last day"),
      bought: sums("bought"),
      sold: sums("sold"),
      granted: sums("granted: awards"),
      other: sums("of other kinds, such as exercises, gifts and taxes"),
    },
    `sums of the transactions ${what} before rounding, at most six significant digits`,
  ).optional();

/**
 * Returns the sums of the shown transactions, and of all in the half year that ends on `day`. The latter begin later if
 * the transactions are known only from `completeFrom`, and are absent if that is after `day`.
 */
export function toTotals(
  shown: readonly Summed[],
  known: readonly Summed[],
  day: string,
  completeFrom: string | undefined,
) {
  const from = startOf(day, completeFrom);
  const recent = known.filter(({ date: on }) => on !== null && on >= from && on <= day);
  const days = shown.flatMap(({ date: on }) => on ?? []).toSorted();
  return {
    totals: { from: days[0] ?? null, to: days.at(-1) ?? null, ...toSums(shown) },
    ...(from <= day && { totals6mo: { from, to: day, ...toSums(recent) } }),
  };
}

/** Returns a sentence on sums of less than half a year: a reader would take few weeks' sales for those of six months. */
export function toTotalsNotes(day: string, completeFrom: string | undefined): string[] {
  const from = startOf(day, completeFrom);
  if (from > day || from === daysBefore(day, HALF_YEAR_DAYS)) return [];
  return [`totals6mo begin on ${from}, because older transactions were not all read.`];
}

function startOf(day: string, completeFrom: string | undefined): string {
  const start = daysBefore(day, HALF_YEAR_DAYS);
  return completeFrom !== undefined && completeFrom > start ? completeFrom : start;
}

function toSums(rows: readonly Summed[]) {
  return Object.fromEntries(
    DIRECTIONS.map((direction) => {
      const alike = rows.filter(({ transaction }) => toDirection(transaction) === direction);
      return [
        direction,
        {
          transactions: alike.length,
          shares: toSum(alike.map((each) => each.shares)),
          value: toSum(alike.map((each) => each.value)),
          withoutValue: alike.filter(({ value }) => value === null).length,
        },
      ];
    }),
  );
}

/** Returns the sum of the known figures; `null` if there are figures and none is known. */
function toSum(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((each) => each !== null);
  if (known.length === 0 && figures.length > 0) return null;
  return toSixDigits(known.reduce((sum, each) => sum + each, 0));
}
