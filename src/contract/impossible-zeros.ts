/**
 * Zeros that stand for "no value", one rule for all sources.
 *
 * Provider B sends a gross margin of 0 for every bank, provider A a current ratio of 0: a reader takes both for
 * figures. Prices, which cannot be 0 at all, are read by `positive` in `values.ts`.
 */

/** A margin; exactly 0 beside a positive revenue is `null`, since income of exactly 0 does not happen. */
export function toMargin(margin: number | null, revenue: number | null): number | null {
  return margin === 0 && revenue !== null && revenue > 0 ? null : margin;
}

/**
 * Debt to equity; 0 is `null` for a bank, which always owes its deposits. A company counts as a bank when its sector
 * is Financial Services or when it has no current ratio; a company without debt has a current ratio.
 */
export function toDebtToEquity(
  debtToEquity: number | null,
  { sector, currentRatio }: { sector: string | null; currentRatio: number | null },
): number | null {
  return debtToEquity === 0 && (sector === "Financial Services" || currentRatio === null) ? null : debtToEquity;
}

/** PEG; `null` without a positive P/E: a loss divided by shrinking earnings would look like a cheap share. */
export function toPegRatio(peg: number | null, pe: number | null): number | null {
  return pe !== null && pe > 0 ? peg : null;
}

/** A change since the previous close; `null` when the source sends a previous close of 0, which nothing can be compared with. */
export function toChange(change: number | null, previousClose: number | null): number | null {
  return previousClose === 0 ? null : change;
}

/** Kinds of instruments, by provider B's type or provider A's exchange, whose volume is not known: it comes as 0. */
const WITHOUT_VOLUME: ReadonlySet<string> = new Set(["CURRENCY", "FOREX", "INDEX", "MUTUALFUND"]);

/** A volume; 0 is `null` for funds, indices and currencies, and a fact for a share that did not trade. */
export function toVolume(volume: number | null, kind: string | null): number | null {
  return volume === 0 && WITHOUT_VOLUME.has(kind ?? "") ? null : volume;
}
