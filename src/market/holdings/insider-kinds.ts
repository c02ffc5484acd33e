/** Kinds of insider transactions: one list for the terms of all sources. */
import { DERIVATIVE_KINDS } from "./insider-direction.js";

/** The kinds in our terms; a source's term for any other kind is passed on unchanged. */
export const TRANSACTION_KINDS = [
  "Sale",
  "Purchase",
  "Option Exercise",
  "Award",
  "Gift",
  "Tax withholding",
  "Conversion",
  "Return to company",
  "Tender",
] as const;

type Kind = (typeof TRANSACTION_KINDS)[number];

// Patterns of the sources' terms. FMP sends the code of SEC form 4 with a word; Yahoo sends sentences,
// which differ between countries.
const KINDS: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/^(?:S-Sale|Sale|Sold|Sell)$/i, "Sale"],
  [/^(?:P-Purchase|Purchase|Purchased|Bought|Buy)$/i, "Purchase"],
  // Codes for exercised options: M (exempt), O (out of the money), X (in the money). "Conversion of Exercise" is Yahoo's spelling.
  [/^(?:M-Exempt|O-OutOfTheMoney|X-InTheMoney)$/i, "Option Exercise"],
  [/^Conversion of Exercise\b|^Exercise\b/i, "Option Exercise"],
  [/^(?:A-Award|Award|Grant|Stock Award\b.*)$/i, "Award"],
  [/^(?:G-Gift|Gift|Stock Gift\b.*)$/i, "Gift"],
  [/^F-InKind$/i, "Tax withholding"],
  [/^C-Conversion$|^Conversion$/i, "Conversion"],
  [/^D-Return$/i, "Return to company"],
  [/^U-Tender$/i, "Tender"],
];

/** Returns the kind in our terms; the source's own term if we have none, `null` without a term. */
export function toTransactionKind(label: string | null): string | null {
  if (label === null || label === "") return null;
  return KINDS.find(([pattern]) => pattern.test(label))?.[1] ?? label;
}

/** The codes of SEC forms 4 and 5 in our terms; most of them are no trades. */
const CODES: Readonly<Record<string, string>> = {
  P: "Purchase",
  S: "Sale",
  M: "Option Exercise",
  O: "Option Exercise",
  X: "Option Exercise",
  A: "Award",
  G: "Gift",
  F: "Tax withholding",
  C: "Conversion",
  D: "Return to company",
  U: "Tender",
  I: "Discretionary",
  J: "Other",
  K: "Equity swap",
  L: "Small acquisition",
  V: "Reported early",
  W: "Inheritance",
  Z: "Voting trust",
  E: "Expiry",
  H: "Expiry",
};

/** Returns the kind of a transaction with this code; only one of shares is a plain purchase or sale. */
export function toCodeKind(code: string, isDerivative: boolean): string {
  return (isDerivative ? DERIVATIVE_KINDS[code] : undefined) ?? CODES[code] ?? "Other";
}
