/** Sums of insider transactions, because readers look for how much was bought and sold. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { count, date, group, money, shares } from "../../contract/field.js";
import { toSixDigits } from "../../contract/values.js";
import { daysBefore } from "../../lib/day.js";
import { groupBy } from "../../lib/group-by.js";
import { DIRECTIONS, toDirection } from "./insider-direction.js";

/** A transaction, as far as it is summed. */
export type Summed = {
  insider: string | null;
  relation: string | null;
  date: string | null;
  transaction: string | null;
  cost: number | null;
  shares: number | null;
  value: number | null;
  shares_owned_following: number | null;
  /** Fields that only transactions from filings have. */
  code?: string | null | undefined;
  ownership?: string | null | undefined;
  derivative?: boolean | undefined;
  filing_url?: string | null | undefined;
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
export const insiderTotalsOf = (what: string) =>
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
    `sums of the transactions ${what}, rounded once to six significant digits; one that several 10% owners report counts once, and one of an option or another right does not count`,
  ).optional();

/**
 * Returns the sums of the shown transactions, and of all in the half year that ends on `day`. The latter begin later if
 * the transactions are known only from `completeFrom`, and are absent if that is after `day`.
 */
export function toInsiderTotals(
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

/**
 * Returns sentences on sums of less than half a year, because a reader would take few weeks' sales for those of six months,
 * and on rows that the sums leave out.
 */
export function toInsiderTotalsNotes(
  day: string,
  completeFrom: string | undefined,
  known: readonly Summed[],
): Sentence[] {
  const from = startOf(day, completeFrom);
  const isShort = from <= day && from !== daysBefore(day, HALF_YEAR_DAYS);
  const rights = known.length - ofShares(known).length;
  return [
    ...(isShort
      ? [say`${the.field("totals6mo")} begin on ${from}, because older transactions were not all read.`]
      : []),
    ...repeatNotes(ofShares(known)),
    ...(rights === 0
      ? []
      : [
          say`The sums leave out ${rights} ${rights === 1 ? "transaction" : "transactions"} of options and other rights: their exercise counts as that of the shares.`,
        ]),
  ];
}

function repeatNotes(known: readonly Summed[]): Sentence[] {
  const repeated = reportsOf(known).filter(({ counted, rows }) => counted.length < rows.length);
  const once = repeated.flatMap(({ counted }) => counted).length;
  const rows = repeated.flatMap((each) => each.rows);
  const forms = new Set(rows.map(({ filing_url: url, insider, date: on }) => url ?? `${insider} ${on}`)).size;
  if (once === 0) return [];
  const are = once === 1 ? "transaction is" : "transactions are";
  return [say`${once} ${are} reported in ${forms} forms by several owners; the sums count each once.`];
}

const OF_BLOCK = ["date", "transaction", "code", "derivative", "cost", "shares", "shares_owned_following"] as const;
const LARGE_OWNER = /\b10 ?(?:%|percent)/i;

/**
 * Returns the rows in groups that report the same transactions, with those of a group that count. Owners of more than
 * 10 % above one another, such as a fund and its manager, each report the same block, of which at most one holds the
 * shares directly. Two owners who hold them directly have traded twice.
 */
function reportsOf(rows: readonly Summed[]): { rows: Summed[]; counted: Summed[] }[] {
  const groups = groupBy<string | Summed, Summed>(rows, (row) => {
    const isKnown = row.shares !== null && row.shares_owned_following !== null;
    return isKnown && LARGE_OWNER.test(row.relation ?? "") ? JSON.stringify(OF_BLOCK.map((name) => row[name])) : row;
  });
  return [...groups.values()].map((reported) => {
    const owners = [...groupBy(reported, ({ insider }) => insider).values()];
    const direct = owners.filter((own) => own.some(({ ownership }) => ownership === "direct"));
    const longest = owners.reduce((most, own) => (own.length > most.length ? own : most));
    return { rows: reported, counted: direct.length > 0 ? direct.flat() : longest };
  });
}

function startOf(day: string, completeFrom: string | undefined): string {
  const start = daysBefore(day, HALF_YEAR_DAYS);
  return completeFrom !== undefined && completeFrom > start ? completeFrom : start;
}

/** Returns the rows without those of options and other rights, which an exercise turns into shares with a row of their own. */
function ofShares(rows: readonly Summed[]): Summed[] {
  return rows.filter(({ derivative }) => !derivative);
}

function toSums(all: readonly Summed[]) {
  const rows = reportsOf(ofShares(all)).flatMap(({ counted }) => counted);
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
