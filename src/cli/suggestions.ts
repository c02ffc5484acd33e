/** The command that a person probably meant with an unknown one. */
import type { Entry } from "../contract/entry.js";
import { WELL_KNOWN } from "../market/well-known-symbols.js";
import { shortName } from "./tool-commands.js";

/** Words for the service over HTTP, which is a flag. */
const SERVING = /^(?:http|serve|server|start|run)$/i;
const SYMBOL = /^\^?[A-Z][A-Z0-9.=-]{0,14}$/;

/**
 * Returns the words to write instead, with those `behind` the unknown word; `undefined` where nothing is known. A command of
 * which the word is a part comes first, then one that is also called so; a symbol is a question for its price.
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
  const called = tools.find(({ tool }) => tool.alsoCalled?.includes(name));
  const command = commands.find((each) => each.split("-").includes(name)) ?? (called && shortName(called));
  if (command !== undefined) return [command, ...behind.filter((each) => !each.startsWith("-"))].join(" ");
  const isKnown = WELL_KNOWN.some(([symbol]) => symbol === word.toUpperCase());
  // The first tool that takes one symbol and has a price of its own is the quote.
  const priced = tools.find(({ input, output }) => "symbol" in input.shape && "price" in output.shape);
  return priced && (isKnown || SYMBOL.test(word)) ? `${shortName(priced)} ${word.toUpperCase()}` : undefined;
}
