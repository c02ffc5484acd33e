/** Kinds of insider transactions: one list for the words of all sources. */

/** The kinds we name; a source's other words pass through. */
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

// Provider A writes the code of SEC form 4 and a word, provider B sentences, in other countries other ones.
const KINDS: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/^(?:S-Sale|Sale|Sold|Sell)$/i, "Sale"],
  [/^(?:P-Purchase|Purchase|Purchased|Bought|Buy)$/i, "Purchase"],
  // M: exempt, O and X: out of and in the money. "Conversion of Exercise" is provider B's spelling.
  [/^(?:M-Exempt|O-OutOfTheMoney|X-InTheMoney)$/i, "Option Exercise"],
  [/^Conversion of Exercise\b|^Exercise\b/i, "Option Exercise"],
  [/^(?:A-Award|Award|Grant|Stock Award\b.*)$/i, "Award"],
  [/^(?:G-Gift|Gift|Stock Gift\b.*)$/i, "Gift"],
  [/^F-InKind$/i, "Tax withholding"],
  [/^C-Conversion$|^Conversion$/i, "Conversion"],
  [/^D-Return$/i, "Return to company"],
  [/^U-Tender$/i, "Tender"],
];

/** The kind of a transaction in our words; the source's own where we have none, `null` for none. */
export function toTransactionKind(label: string | null): string | null {
  if (label === null || label === "") return null;
  return KINDS.find(([pattern]) => pattern.test(label))?.[1] ?? label;
}
