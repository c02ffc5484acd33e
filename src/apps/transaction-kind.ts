/** Classifies a transaction for the reader. */

/** An exercise, an award or a gift is neither bought nor sold. */
export type Kind = "bought" | "sold" | "other";

/** Recognises the terms of the sources. */
export function kindOf(transaction: string | null): Kind {
  if (/purchase|\bbuy|bought/i.test(transaction ?? "")) return "bought";
  return /\bsale|\bsell|\bsold/i.test(transaction ?? "") ? "sold" : "other";
}
