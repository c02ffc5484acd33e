/** The command that a person probably meant with an unknown one. */
import type { Entry } from "../contract/entry.js";
import { joinWithOr } from "../lib/join-words.js";
import { WELL_KNOWN } from "../market/symbols/well-known-symbols.js";
import { shortName } from "./tool-commands.js";

/** Words for the service over HTTP, which is a flag. */
const SERVING = /^(?:http|serve|server|start|run)$/i;
const SYMBOL = /^\^?[A-Z][A-Z0-9.=-]{0,14}$/;

/**
 * Returns the words to write instead, with those `behind` the unknown word; `undefined` where nothing is known. A command of
 * which the word is a part comes first, then those that are also called so; a symbol is a question for its price.
 */
export function suggestionFor(
  word: string,
  behind: readonly string[],
  commands: readonly string[],
  catalogue: readonly Entry[],
): string | undefined {
  if (SERVING.test(word)) return "--http";
  const name = word.toLowerCase();
  const tools = catalogue.map(({ capability }) => capability);
  const own = commands.find((each) => each.split("-").includes(name));
  const called = tools.filter(({ tool }) => tool.alsoCalled?.includes(name)).map(shortName);
  const meant = own === undefined ? called : [own];
  const rest = behind.filter((each) => !each.startsWith("-"));
  if (meant.length > 0) return joinWithOr(meant.map((each) => [each, ...rest].join(" ")));
  const isKnown = WELL_KNOWN.some(([symbol]) => symbol === word.toUpperCase());
  // The first tool that takes one symbol and has a price of its own is the quote.
  const priced = tools.find(({ input, output }) => "symbol" in input.shape && "price" in output.shape);
  return priced && (isKnown || SYMBOL.test(word)) ? `${shortName(priced)} ${word.toUpperCase()}` : undefined;
}
