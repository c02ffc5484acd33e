/** The failure of one symbol as a row of an answer states it. */
import type { MarketDataError } from "../contract/errors.js";
import { didYouMean, similarWellKnown } from "../market/known-symbols.js";

/** Returns the failure as a row states it: without hints, because rows are the same on each surface. */
export function toRowError(symbol: string, { kind, message }: MarketDataError): string {
  const help = kind === "not_found" ? [didYouMean(similarWellKnown(symbol)) ?? "A search by name finds symbols."] : [];
  return [message, ...help].join(" ");
}
