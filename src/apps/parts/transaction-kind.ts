/** Classifies a transaction for the reader. */

/** The direction of a transaction; exercises, awards and gifts are `other`. */
export type TransactionKind = "bought" | "sold" | "other";

/** Returns the direction that a transaction's term states, whether it is our term or that of a source. */
export function kindOf(transaction: string | null): TransactionKind {
  if (/purchase|\bbuy|bought/i.test(transaction ?? "")) return "bought";
  return /\bsale|\bsell|\bsold/i.test(transaction ?? "") ? "sold" : "other";
}
