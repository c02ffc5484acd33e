/** The tags of a line of the statements. */
import type { FactBook } from "../books/fact-book.js";
import { toFiledRows } from "../statements/statement-rows.js";
import type { Line } from "../books/usual-words.js";

/** The tags of a line, as our rules name them. */
export interface LineTags {
  /** Tags that the line can have. */
  all: readonly string[];
  /** The tag that the newest statement has the line from; none where it has no such line, or computes it. */
  newest: readonly string[];
  /** Tags from which the newest statement computes the line. */
  parts: readonly string[];
}

/** Returns the tags of a line, as the newest quarter has it, or the newest year if the quarter lacks it or is older. */
export function toLineTags(
  book: FactBook,
  { statement, field, rule }: Line,
  asOf: string | undefined,
  isFinancial: boolean,
): LineTags {
  const [newestYear, newestQuarter] = (["annual", "quarter"] as const).map(
    (length) => toFiledRows(book, { statement, length, asOf, isFinancial }).rows[0],
  );
  const isNewer = newestQuarter && newestQuarter.period.end >= (newestYear?.period.end ?? "");
  const cell = (isNewer ? newestQuarter.cells[field] : undefined) ?? newestYear?.cells[field];
  const all = rule?.tags.flat() ?? [];
  const used = cell?.terms.map(([, tag]) => tag) ?? [];
  const isOwn = used.length === 1 && all.includes(used[0]!);
  return { all, newest: isOwn ? used : [], parts: isOwn ? [] : used };
}
