/** The direction of an insider's transaction, by which sums and pictures tell them apart. */

/** The directions of transactions that sums are made of. */
export const DIRECTIONS = ["bought", "sold", "granted", "other"] as const;

/** The kinds of trades in options and other rights, by the code of SEC form 4. */
export const DERIVATIVE_KINDS: Readonly<Record<string, string>> = {
  P: "Purchase of derivative",
  S: "Sale of derivative",
};

/** Returns the direction that a transaction's term states, whether it is our term or that of a source. */
export function toDirection(transaction: string | null): (typeof DIRECTIONS)[number] {
  const term = transaction ?? "";
  if (Object.values(DERIVATIVE_KINDS).includes(term)) return "other";
  if (/purchase|\bbuy|bought/i.test(term)) return "bought";
  if (/\bsale|\bsell|\bsold/i.test(term)) return "sold";
  return /\baward|\bgrant/i.test(term) ? "granted" : "other";
}
