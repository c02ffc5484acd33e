/** The failure of one symbol as a row of an answer states it. */
import type { MarketDataError } from "../contract/errors.js";
import { didYouMean, similarWellKnown } from "../market/known-symbols.js";

/** Names of tools, which are no words of REST; the names of settings are in capitals. */
const TOOL_NAME = /\b[a-z]+(?:_[a-z]+)+\b/;

/** Returns the failure as a row states it: without the sentences that name tools, because rows are the same over REST. */
export function toRowError(symbol: string, { kind, message }: MarketDataError): string {
  const sentences = message.split(/(?<=[.!]) (?=\S)/).filter((sentence) => !TOOL_NAME.test(sentence));
  const help = kind === "not_found" ? [didYouMean(similarWellKnown(symbol)) ?? "A search by name finds symbols."] : [];
  return [...sentences, ...help].join(" ");
}
