/**
 * Detects zeros that stand for "no value", by one rule for all sources.
 *
 * One provider sends a gross margin of 0 for every bank, another one a current ratio of 0, and a reader would take both
 * for figures. Prices, which cannot be 0 at all, are parsed by `positive` in `values.ts`. A beta of 0 is kept as sent: a
 * savings fund and a preferred share were recorded with it, and their prices hardly follow the market.
 */

/**
 * Returns a margin, or a return on equity or assets. Exactly 0 with a positive revenue becomes `null`, since an income
 * of exactly 0 does not occur.
 */
export function toMargin(margin: number | null, revenue: number | null): number | null {
  return margin === 0 && revenue !== null && revenue > 0 ? null : margin;
}

/**
 * Returns debt to equity; 0 becomes `null` for a bank, because its deposits are debt. A company counts as a bank when
 * its sector is Financial Services or when it has no current ratio: other companies, even without debt, have one.
 */
export function toDebtToEquity(
  debtToEquity: number | null,
  { sector, currentRatio }: { sector: string | null; currentRatio: number | null },
): number | null {
  return debtToEquity === 0 && (sector === "Financial Services" || currentRatio === null) ? null : debtToEquity;
}

/**
 * Returns the PEG ratio; `null` for 0, and without a positive P/E, because a loss divided by shrinking earnings would
 * look like a cheap share.
 */
export function toPegRatio(peg: number | null, pe: number | null): number | null {
  return pe !== null && pe > 0 ? peg || null : null;
}

/** Kinds of instruments for which sources send a volume of 0 because it is unknown, in the words of any source. */
const WITHOUT_VOLUME: ReadonlySet<string> = new Set(["CURRENCY", "FOREX", "INDEX", "MUTUALFUND"]);

/**
 * Returns a volume. 0 becomes `null` for funds, indices and currencies; for a share it means that it did not trade. A
 * negative volume is an error of the source and becomes `null`.
 */
export function toVolume(volume: number | null, kind: string | null): number | null {
  if (volume !== null && volume < 0) return null;
  return volume === 0 && WITHOUT_VOLUME.has(kind ?? "") ? null : volume;
}
