/** The marks of transactions. */
import { toDirection } from "../../market/holdings/insider-direction.js";

/** Kinds with a mark of their own. */
export type TransactionKind = "bought" | "sold" | "other";

/** Returns the kind of a transaction by its direction, which is that of the sums; grants are `other`. */
export function kindOf(transaction: string | null): TransactionKind {
  const direction = toDirection(transaction);
  return direction === "granted" ? "other" : direction;
}
