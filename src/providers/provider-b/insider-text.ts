/** Parses the sentence in which provider B describes an insider's transaction and its price. */
import { toTransactionKind } from "../../market/insider-kinds.js";

/** The content of a sentence such as "Sale at price 226.35 per share.". */
export interface InsiderText {
  /** The kind of transaction in our words, or B's own words if the kind is unknown to us. */
  transaction: string | null;
  /** `range` if the sentence has a lowest and a highest price, `null` if it has none. */
  price: number | "range" | null;
}

const AT_PRICE = / at price /i;
const ONE_PRICE = /^(\d[\d,]*(?:\.\d+)?) per share/i;
const TWO_PRICES = /^\d[\d,]*(?:\.\d+)? - \d[\d,]*(?:\.\d+)? per share/i;

/** Parses the sentence. Every fourth row has none, and then both fields are `null`. */
export function toInsiderText(text: string | null): InsiderText {
  if (text === null) return { transaction: null, price: null };
  const [what = "", rest = ""] = text.split(AT_PRICE, 2);
  const label = what.replace(/\.$/, "").trim();
  const transaction = toTransactionKind(label);
  const one = ONE_PRICE.exec(rest)?.[1];
  if (one !== undefined) return { transaction, price: Number(one.replaceAll(",", "")) };
  return { transaction, price: TWO_PRICES.test(rest) ? "range" : null };
}
