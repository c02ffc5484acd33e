/** Twelve months to the end of a quarter: sums of four quarters, and where periods stand in fiscal years. */
import { onRows, say, the, type Sentence } from "../../contract/sentence.js";
import { toSixDigits } from "../../contract/values.js";
import { daysBetween } from "../../lib/day.js";
import { QUARTER_DAYS } from "./ratio-values.js";
import { ACROSS_RESTATEMENT, YEAR_END, type StatementRow } from "./statement-books.js";
import { SPLIT_FACTOR, timesApart } from "./times-apart.js";

/** Returns the fiscal year of a period, and whether its source counts it; otherwise it is the year in which it ends. */
export function fiscalYearOf(row: StatementRow, isQuarter: boolean): { year: number; isStated: boolean } | undefined {
  const stated = String(row["fiscalYear"] ?? "");
  if (/^\d{4}$/.test(stated)) return { year: Number(stated), isStated: true };
  const end = isQuarter ? row[YEAR_END] : row["date"];
  return typeof end === "string" ? { year: Number(end.slice(0, 4)), isStated: false } : undefined;
}

/** Days of a quarter, from which its place in the fiscal year follows. */
const QUARTER = 91.3;

/** Returns the number of a period in a count of all, by fiscal years and their quarters; `undefined` where it is unknown. */
export function ordinalOf(row: StatementRow, isQuarter: boolean): number | undefined {
  const year = fiscalYearOf(row, isQuarter)?.year;
  if (year === undefined || !isQuarter) return year;
  const [, stated] = /^Q([1-4])$/.exec(String(row["period"])) ?? [];
  if (stated !== undefined) return 4 * year + Number(stated);
  const end = row[YEAR_END];
  if (typeof end !== "string") return undefined;
  return 4 * year + 4 - Math.round(daysBetween(String(row["date"]), end) / QUARTER);
}

/** Days between the ends of two quarters, and between those of the first and the fourth one. */
const [LEAST_GAP, MOST_GAP, LEAST_SPAN, MOST_SPAN] = [...QUARTER_DAYS, 245, 295];

/**
 * Returns the four quarters, newest first, of which the one at this place is the last; or why there are none: one is
 * missing, they are not of one currency and source, or the fiscal year changed among them.
 *
 * @param rows Quarters, newest first.
 */
export function findQuarters(rows: readonly StatementRow[], at: number): { quarters: number[] } | { why: Sentence } {
  const quarters = [at, at + 1, at + 2, at + 3];
  const found = rows.slice(at, at + 4);
  const dates = found.map(({ date }) => String(date));
  const gaps = dates.slice(1).map((date, place) => daysBetween(date, dates[place]!));
  const span = gaps.reduce((sum, gap) => sum + gap, 0);
  const isWhole = gaps.length === 3 && gaps.every((gap) => gap >= LEAST_GAP && gap <= MOST_GAP);
  if (!isWhole) return { why: say`four quarters in a row that end there are not known` };
  const [newest] = found;
  if (typeof newest!["reportedCurrency"] !== "string") return { why: say`their currency is not known` };
  const isOne = (field: string) => found.every((row) => row[field] === newest![field]);
  if (!isOne("reportedCurrency")) return { why: say`the four quarters are in several currencies` };
  if (!isOne("source")) return { why: say`the four quarters are of two sources` };
  const ordinals = found.map((row) => ordinalOf(row, true));
  const isInOrder = ordinals.every((each, place) => {
    return each === undefined || ordinals[0] === undefined || each === ordinals[0] - place;
  });
  if (!isInOrder || span < LEAST_SPAN || span > MOST_SPAN) {
    return { why: say`the fiscal year changed among the four quarters` };
  }
  return { quarters };
}

/** Fields of a period that are no figures. */
const TEXTS = new Set([
  "date",
  "symbol",
  "reportedCurrency",
  "fiscalYear",
  "source",
  "cik",
  "filingDate",
  "acceptedDate",
]);
/** Fields that are of one quarter and its filing. */
const OF_ONE = new Set(["period", "accessionNumber", "form", "filingUrl", "derived", "provenance"]);
const PER_SHARE = new Set(["eps", "epsdiluted"]);
const COUNTS = new Set(["weightedAverageShsOut", "weightedAverageShsOutDil"]);
/** Balances among the flows: at the end of the last quarter, and at the beginning of the first. */
const [AT_END, AT_BEGINNING] = ["cashAtEndOfPeriod", "cashAtBeginningOfPeriod"];

/** The digits of a sum of amounts, without those that only the binary form has. */
const exact = (sum: number) => Number(sum.toPrecision(15));

/** Returns the sum of one field; `null` if a quarter lacks it, and for shares and amounts a share where a split may be between. */
function toTwelveMonths(name: string, quarters: readonly StatementRow[], maySplit: boolean): number | null {
  const values = quarters.map((row) => row[name]);
  if (name === AT_END || name === AT_BEGINNING) {
    const value = values.at(name === AT_END ? 0 : -1);
    return typeof value === "number" ? value : null;
  }
  if (!values.every((value) => typeof value === "number")) return null;
  const sum = values.reduce((all, value) => all + value, 0);
  const isCount = COUNTS.has(name);
  if (!isCount && !PER_SHARE.has(name)) return exact(sum);
  return maySplit ? null : toSixDigits(isCount ? sum / values.length : sum);
}

/** Whether numbers of shares differ as much as by a split, so that they and amounts a share have two bases. */
function mayHaveSplit(quarters: readonly StatementRow[]): boolean {
  const counts = quarters.flatMap((row) => {
    const count = row["weightedAverageShsOutDil"] ?? row["weightedAverageShsOut"];
    return typeof count === "number" && count > 0 ? [count] : [];
  });
  return counts.length > 0 && timesApart(Math.max(...counts), Math.min(...counts)) > SPLIT_FACTOR;
}

/** Twelve months to each of the newest ends of quarters, newest first, and why the figures of some are `null`. */
interface Trailing {
  rows: StatementRow[];
  whys: { date: string; why: Sentence }[];
}

/**
 * Returns the twelve months to the end of each quarter: sums of amounts, exact; sums of earnings a share and means of numbers
 * of shares, six digits. Balance sheets stay as they are. Without four quarters, figures are `null`; the oldest rows, before
 * which there are not so many, are left out.
 *
 * @param shown Quarters, newest first; `columns` of them are computed already.
 * @param stored The same with what they keep.
 */
export function toTrailing(
  statement: string,
  shown: readonly StatementRow[],
  stored: readonly StatementRow[] = shown,
  columns: readonly string[] = [],
): Trailing {
  if (statement === "balance") return { rows: [...shown], whys: [] };
  const kept = new Set(columns);
  const made = shown.map((row, at) => {
    const found = findQuarters(stored, at);
    const quarters = "quarters" in found ? found.quarters.map((place) => shown[place]!) : [];
    const maySplit = mayHaveSplit(quarters);
    const figures = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      if (OF_ONE.has(name)) return [];
      if (TEXTS.has(name) || kept.has(name) || (typeof value === "string" && name.includes(".")))
        return [[name, value]];
      if (name === ACROSS_RESTATEMENT) return [];
      return [[name, quarters.length === 0 ? null : toTwelveMonths(name, quarters, maySplit)]];
    });
    const across = quarters.flatMap((each) =>
      Array.isArray(each[ACROSS_RESTATEMENT]) ? (each[ACROSS_RESTATEMENT] as string[]) : [],
    );
    const { date, symbol, ...others } = Object.fromEntries(figures);
    return {
      row: {
        date,
        symbol,
        period: TTM,
        ...others,
        ...(across.length > 0 ? { [ACROSS_RESTATEMENT]: [...new Set(across)] } : {}),
      } as StatementRow,
      why: "why" in found ? found.why : undefined,
    };
  });
  const last = made.findLastIndex(({ why }) => why === undefined);
  const rows = made.slice(0, Math.max(last, 0) + 1);
  return {
    rows: rows.map(({ row }) => row),
    whys: rows.flatMap(({ row, why }) => (why === undefined ? [] : [{ date: String(row["date"]), why }])),
  };
}

/** The `period` of a row of twelve months. */
const TTM = "TTM";

const MAX_NAMED = 4;

/** Returns sentences on rows of twelve months: what they are, and why figures are `null`. */
export function toTrailingNotes(statement: string, { whys }: Trailing): Sentence[] {
  if (statement === "balance") return [say`A balance sheet has no sums: each row is of the end of a quarter.`];
  return [
    say`Each row is the sum of the four quarters to its date, computed; numbers of shares are their mean, and what one of the four lacks is ${the.absent}.`,
    ...onRows(
      whys.map(({ date, why }) => ({ days: [date], says: say`${date}: ${why}` })),
      { lead: "Twelve months without figures: ", most: MAX_NAMED },
    ),
  ];
}
