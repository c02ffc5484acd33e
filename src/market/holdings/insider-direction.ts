/** The direction of an insider's transaction, by which sums and pictures tell them apart. */
import { ownValue } from "../../lib/own-value.js";

/** The directions of transactions that sums are made of. */
export const DIRECTIONS = ["bought", "sold", "granted", "other"] as const;

/** The kinds of trades in options and other rights, by the code of SEC form 4. */
export const DERIVATIVE_KINDS: Readonly<Record<string, string>> = {
  P: "Purchase of derivative",
  S: "Sale of derivative",
};

type Direction = (typeof DIRECTIONS)[number];
/** The directions of our kinds; all further kinds of ours are `other`. */
const OF_KIND: Readonly<Record<string, Direction>> = { Purchase: "bought", Sale: "sold", Award: "granted" };

/** Returns the direction of a kind of ours, or the one that a source's own term states. */
export function toDirection(transaction: string | null): Direction {
  const term = transaction ?? "";
  const own = Object.values(DERIVATIVE_KINDS).includes(term) ? "other" : ownValue(OF_KIND, term);
  if (own !== undefined) return own;
  if (/purchase|\bbuy|bought/i.test(term)) return "bought";
  if (/\bsale|\bsell|\bsold/i.test(term)) return "sold";
  return /\baward|\bgrant/i.test(term) ? "granted" : "other";
}
