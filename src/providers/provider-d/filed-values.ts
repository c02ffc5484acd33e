/** Values of transactions: price times shares, where the price is one of these shares. */
import { toPositive, toSixDigits } from "../../contract/values.js";
import type { OwnershipLine } from "./ownership-document.js";

/** The price and the value of a transaction, in USD. */
export interface FiledValue {
  /** The price as filed. */
  cost: number | null;
  value: number | null;
  /** A reader's warning on the price. */
  note: "weighted average" | "footnote" | "per ADS" | null;
}

const NOTES = { average: "weighted average", footnote: "footnote", ads: "per ADS" } as const;

/** Returns for each line its price and value; for a number of ordinary shares at the price of an ADS that of the ADSs. */
export function toValues(lines: readonly OwnershipLine[]): FiledValue[] {
  return lines.map((line): FiledValue => {
    const price = priceOf(line);
    const value = price === null || line.shares === null ? null : toSixDigits(price * line.shares);
    return { cost: toPositive(line.price), value, note: line.priceNote && NOTES[line.priceNote] };
  });
}

function priceOf({ price, priceNote, adsRatio }: OwnershipLine): number | null {
  const positive = toPositive(price);
  if (priceNote !== "ads" || positive === null) return positive;
  return adsRatio === null ? null : positive / adsRatio;
}
