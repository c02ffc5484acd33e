/** The command that a person probably meant with an unknown one. */
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { joinWithOr } from "../lib/join-words.js";
import { WELL_KNOWN } from "../contract/symbols/well-known-symbols.js";
import { shortName } from "./tool-commands.js";

/** Words for the service over HTTP, which is a flag. */
const SERVING = /^(?:http|serve|server|start|run)$/i;
/** A symbol as people write it: AAPL, ^GSPC, 7203.T, NASDAQ:AAPL, EUR/USD. */
const SYMBOL = /^(?=.*[A-Z])[$^]?(?:[A-Z]+:)?[A-Z0-9][A-Z0-9.=/-]{0,14}$/;

/** Words that are more than another name of a command: what to write, by the symbols behind the word. */
const FORMS: Readonly<Record<string, (symbols: readonly string[]) => string>> = {
  watch: (symbols) => `quotes ${symbols.join(" ") || "AAPL"} --watch`,
  fx: (symbols) => `quote ${symbols.join("/") || "EUR/USD"}`,
};

/**
 * Returns the words of the command that the first word means without naming one: a symbol is a question for its quote.
 * `undefined` for the word of a command, and for any other.
 */
export function glanceAt(
  words: readonly string[],
  commands: readonly string[],
  catalogue: readonly Entry[],
): readonly string[] | undefined {
  const [word = "", ...behind] = words;
  const isKnown = WELL_KNOWN.some(([symbol]) => symbol === word.toUpperCase());
  if (!isKnown && !SYMBOL.test(word)) return undefined;
  if (!isKnown && suggestionFor(word, behind, commands, catalogue) !== undefined) return undefined;
  const priced = quoteOf(catalogue);
  return priced && [shortName(priced), word, ...behind];
}

/** The first tool that takes one symbol and has a price of its own. */
function quoteOf(catalogue: readonly Entry[]): Capability | undefined {
  return catalogue
    .map(({ capability }) => capability)
    .find(({ input, output }) => "symbol" in input.shape && "price" in output.shape);
}

/**
 * Returns the words to write instead, with those `behind` the unknown word; `undefined` where nothing is known. A command of
 * which the word is a part comes first, then those that are also called so, then an economic series.
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
  const form = FORMS[name];
  if (form) return form(rest);
  if (meant.length > 0) return joinWithOr(meant.map((each) => [each, ...rest].join(" ")));
  const economy = tools.find(({ input }) => "series" in input.shape && !("symbol" in input.shape));
  return economy?.input.shape["series"].safeParse([name]).success ? `${shortName(economy)} ${name}` : undefined;
}
