/** Mean, span and yearly growth over the periods that an answer shows. */
import { say, type Sentence, the, forCallers } from "../../contract/sentence.js";
import { count, date, figure, label, ratio, signed, years } from "../../contract/field.js";
import { z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { daysBetween } from "../../lib/day.js";
import { isYear, toQuotient } from "./ratio-values.js";
import { ACROSS_RESTATEMENT, type StatementRow } from "./statement-books.js";
import { SHAREHOLDER_YIELD } from "./shareholder-yield.js";
import { SPLIT_FACTOR, timesApart } from "./times-apart.js";

/** Yearly growth over the rows shown, by name, each with the column that grows. */
export const GROWTH_OVERALL = { revenueCagr: "revenue", netIncomeCagr: "netIncome", epsCagr: "epsdiluted" } as const;
type Growth = keyof typeof GROWTH_OVERALL;

/** The column that crosses a restatement where the growth of a figure does. */
const CHANGE: Readonly<Record<Growth, string>> = {
  revenueCagr: "revenueGrowth",
  netIncomeCagr: "netIncomeGrowth",
  epsCagr: "epsGrowth",
};

const cagr = (of: string, name: string) =>
  signed(
    ratio(`(${of} of the newest / that of the oldest) ^ (1 / years) - 1; both above 0, years only`, name),
  ).optional();

/** The field of an answer; only answers whose question names ratios have it. */
export const statementSummary = z
  .object({
    from: date("end of the oldest period shown"),
    to: date("end of the newest"),
    periods: count("shown"),
    years: years("between both ends").optional(),
    revenueCagr: cagr("revenue", "Revenue growth a year"),
    netIncomeCagr: cagr("netIncome", "Net income growth a year"),
    epsCagr: cagr("epsdiluted", "EPS growth a year"),
    shareholderYield: ratio(
      "(dividends + repurchases - issuance of shares) / market cap of the quote; newest year or four quarters; cash flows",
    ).optional(),
    quoteDate: date("of that market cap").optional(),
    ratios: z
      .array(
        z.object({
          ratio: label("Column"),
          mean: figure("of the periods with a value, in the unit of the column"),
          low: figure("lowest"),
          high: figure("highest"),
          periods: count("with a value"),
        }),
      )
      .optional()
      .describe("Mean and span of each ratio named"),
  })
  .optional()
  .describe("With ratios in `fields`: over the periods shown");

/** Returns the summary of the rows shown; nothing for a question that names no ratio, and for a single row. */
export function toSummary(
  shown: readonly StatementRow[],
  body: StatementRow,
  columns: readonly string[],
  overall: readonly string[],
): StatementRow {
  const named = columns.filter((name) => shown.some((row) => name in row));
  const asked = overall.filter((name) => name !== SHAREHOLDER_YIELD);
  if (shown.length < 2 || (named.length === 0 && asked.length === 0)) return {};
  const ends = shown.map((row) => String(row["date"])).toSorted();
  const [from, to] = [ends[0]!, ends.at(-1)!];
  const growths = (asked as Growth[]).map((name) => [name, growthOver(shown, body, name).value]);
  const ratios = named.flatMap((name) => {
    const values = shown.map((row) => row[name]).filter((value) => typeof value === "number");
    if (values.length === 0) return [];
    const mean = toSixDigits(values.reduce((sum, value) => sum + value, 0) / values.length);
    return [{ ratio: name, mean, low: Math.min(...values), high: Math.max(...values), periods: values.length }];
  });
  if (growths.length === 0 && ratios.length === 0) return {};
  return {
    summary: {
      ...(body["summary"] as StatementRow | undefined),
      from,
      to,
      periods: shown.length,
      ...(growths.length > 0 ? { years: yearsBetween(from, to), ...Object.fromEntries(growths) } : {}),
      ...(ratios.length > 0 ? { ratios } : {}),
    },
  };
}

/** Returns why a growth over the rows shown is null. */
export function toSummaryNotes(
  shown: readonly StatementRow[],
  body: StatementRow,
  overall: readonly string[],
): Sentence[] {
  const asked = overall.filter((name) => name !== SHAREHOLDER_YIELD);
  return (asked as Growth[]).flatMap((name) => {
    if (shown.length < 2) return [say`${the.field(name)} needs two periods.`];
    const { why } = growthOver(shown, body, name);
    const subject = the.field(name);
    return [
      why === undefined ? say`${subject} is a ratio (0.24 is 24 % a year).` : say`${subject} is ${the.absent}: ${why}.`,
    ];
  });
}

const yearsBetween = (from: string, to: string) => Math.round(daysBetween(from, to) / 365.25);

function growthOver(
  shown: readonly StatementRow[],
  { period, statement_type: type }: StatementRow,
  name: Growth,
): { value: number | null; why?: Sentence | string } {
  const none = (why: Sentence | string) => ({ value: null, why });
  if (type !== "income")
    return none(say`it is of income statements${forCallers`; ask with ${the.parameter("statement_type")} income`}`);
  if (period !== "annual") return none(say`it is of years${forCallers`; ask with ${the.parameter("period")} annual`}`);
  const rows = shown.toSorted((one, other) => (String(one["date"]) < String(other["date"]) ? -1 : 1));
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const field = GROWTH_OVERALL[name];
  const [before, now] = [first[field], last[field]];
  if (typeof before !== "number" || typeof now !== "number")
    return none(say`${the.field(field)} is missing at one of both ends`);
  if (before <= 0 || now <= 0) return none(say`${the.field(field)} is not above 0 at one of both ends`);
  const isOne = (key: string) => rows.every((row) => row[key] === first[key]);
  if (!isOne("reportedCurrency") || !isOne("source")) return none("the periods are of two currencies or sources");
  if (rows.slice(1).some((row) => crosses(row, CHANGE[name])))
    return none("the figures are from before and after a restatement");
  if (name === "epsCagr" && rows.some((row, at) => mayBeSplit(row, rows[at + 1])))
    return none("a split may be between");
  const [from, to] = [String(first["date"]), String(last["date"])];
  const span = yearsBetween(from, to);
  if (span < 1 || !isYear(daysBetween(from, to) - (span - 1) * 365.25))
    return none("no whole years lie between both ends");
  return { value: toSixDigits((now / before) ** (1 / span) - 1) };
}

function crosses(row: StatementRow, column: string): boolean {
  const across = row[ACROSS_RESTATEMENT];
  return Array.isArray(across) && across.includes(column);
}

function mayBeSplit(row: StatementRow, next: StatementRow | undefined): boolean {
  const share = toQuotient(row["weightedAverageShsOutDil"], next?.["weightedAverageShsOutDil"]);
  return share !== null && timesApart(share, 1) > SPLIT_FACTOR;
}
