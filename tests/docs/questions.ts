/** Questions of users, with the tool calls that answer each. docs/questions.md is made of them. */
import { readCsv } from "../../src/apps/parts/csv.js";
import { COMPANY_QUESTIONS } from "./company-questions.js";
import { EARLIER_QUESTIONS } from "./earlier-questions.js";
import { FILING_QUESTIONS } from "./filing-questions.js";
import { LATER_QUESTIONS } from "./later-questions.js";
import { PRICE_QUESTIONS } from "./price-questions.js";

/**
 * - `full`: the figures are in the answers with unit, currency and period, in at most four calls, and no arithmetic over
 *   more than two numbers, or over rows, is left.
 * - `part`: the data are there, but a sum, a further call or a meaning is missing.
 * - `no`: the data are not there.
 */
export type Score = "full" | "part" | "no";

/** One tool call, and the fields in its structured answer that hold what was asked; none of them may be null. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
  /** Paths such as `summary.changePercent`, `quotes.0.price`, and `data.date=2024-12-31.revenue` for the row of a day. */
  fields: readonly string[];
  /** Further fields that only a program with all keys has. */
  keyedFields?: readonly string[];
}

export interface QuestionRow {
  question: string;
  /** Where a user asks it in public. */
  source: string;
  /** Score without keys and without a contact for the SEC. */
  score: Score;
  /** Score with all keys, where it is another one. */
  keyed?: Score;
  /** The calls, without and with keys; none are made where the score is `no`. */
  calls: readonly Call[];
  /** The work that is left to the model, or the data that are missing. */
  left?: string;
}

export const QUESTIONS: readonly QuestionRow[] = [
  ...EARLIER_QUESTIONS,
  ...COMPANY_QUESTIONS,
  ...PRICE_QUESTIONS,
  ...FILING_QUESTIONS,
  ...LATER_QUESTIONS,
];

/** Whether a question is about days near those of the test with a fixed clock, such as expirations, which are past by now. */
export const isDated = ({ calls }: QuestionRow) => /"(?:2025-09|2026-(?:0[3-9]|1)|2027)/.test(JSON.stringify(calls));

/** Returns the value at such a path; a list in CSV is read as its rows. */
export function valueAt(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    const [column, wanted] = key.split("=");
    if (wanted !== undefined) return (value as Record<string, unknown>[]).find((row) => row[column!] === wanted);
    const found = (value as Record<string, unknown> | null | undefined)?.[key];
    return key === "csv" || key.endsWith("_csv") ? readCsv(String(found)) : found;
  }, body);
}
