/** Short forms of the calls in the lists of questions. */
import type { Call } from "./questions.js";

export const call = (tool: string, args: Record<string, unknown>, ...fields: string[]): Call => ({
  tool,
  args,
  fields,
});

/** A call for the newest `limit` years of a statement: the day and these columns. */
export const statement = (
  symbol: string,
  statement_type: "income" | "balance" | "cash",
  limit: number,
  columns: readonly string[],
  ...fields: string[]
): Call =>
  call(
    "provider_a_get_financial_statements",
    { symbol, ...(statement_type === "income" ? {} : { statement_type }), limit, fields: ["date", ...columns] },
    ...fields,
  );
