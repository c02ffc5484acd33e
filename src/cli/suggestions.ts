/** The command that a person probably meant with an unknown one. */
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { ofIndexName } from "../contract/symbols/short-names.js";
import { ownValue } from "../lib/own-value.js";
import { ofWrittenPair } from "../contract/symbols/symbol-spellings.js";
import { BESIDE_SHARES, isWellKnown } from "../contract/symbols/well-known-symbols.js";
import { withoutJoining } from "../contract/fields.js";
import { z } from "../contract/schema.js";
import { parameterTaking } from "../mcp/parameters.js";
import { positionalOf, shortName, takesNames, withUnits } from "./tool-commands.js";

/** Words for the service over HTTP, which is a flag. */
const SERVING = /^(?:http|serve|server|start|run)$/i;
/** A symbol as people write it: AAPL, ^GSPC, 7203.T, NASDAQ:AAPL, EUR/USD. */
const SYMBOL = /^(?=.*[A-Z])[$^]?(?:[A-Z]+:)?[A-Z0-9][A-Z0-9.=/-]{0,14}$/;

/** Words that are more than another name of a command: what to write, if the words behind them say it. */
const FORMS: Readonly<Record<string, (words: readonly string[]) => string | undefined>> = {
  watch: (symbols) => (symbols.length === 0 ? undefined : `quotes ${symbols.join(" ")} --watch`),
  fx: toRate,
  convert: toRate,
  rate: toRate,
};
/** The commands to name as examples where the words behind do not say it. */
const EXAMPLES: Readonly<Record<string, string>> = {
  watch: "quotes AAPL --watch",
  fx: "quote EUR/USD",
  convert: "quote EUR/USD",
};

/** Returns the quote of the first two currencies among the words; `undefined` without two: USD alone is a share. */
function toRate(words: readonly string[]): string | undefined {
  const codes = words
    .flatMap((each) => (/^[a-z]{3}(?:\/?[a-z]{3})?$/i.test(each) ? each.match(/[a-z]{3}/gi)! : []))
    .filter((code) => ofWrittenPair(`${code.toUpperCase()} USD`) !== undefined);
  return codes.length < 2 ? undefined : `quote ${codes.slice(0, 2).join("/")}`;
}

/** Whether what to write instead of a word is only an example: `fx` names no currency. */
export function isExampleFor(word: string, behind: readonly string[]): boolean {
  const form = ownValue(FORMS, word.toLowerCase());
  return form !== undefined && form(behind.filter((each) => !each.startsWith("-"))) === undefined;
}

/** The options that a word is a value of, by its form: `1y`, `2026-12`, `5`. */
const VALUES: readonly (readonly [form: RegExp, options: readonly string[]])[] = [
  [/^(?:\d+(?:d|mo?|y)|ytd|max)$/i, ["range"]],
  [/^\d{4}-\d\d(?:-\d\d)?$/, ["expiration", "date"]],
  [/^\d{1,3}$/, ["limit"]],
];
/** Options without a value. */
const FLAG = /^--(?:json|demo)$|=/;

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
  const isKnown = isWellKnown(word.toUpperCase());
  if (!isKnown && !SYMBOL.test(word)) return undefined;
  if (!isKnown && suggestionsFor(word, behind, commands, catalogue).length > 0) return undefined;
  if (commandBehind(word, behind, commands, catalogue) !== undefined) return undefined;
  const priced = quoteOf(catalogue);
  return priced && [shortName(priced), word, ...behind];
}

/** Returns the word behind a symbol that is a command, so that NEWS is no second symbol in `AAPL news`. */
function commandBehind(
  word: string,
  behind: readonly string[],
  commands: readonly string[],
  catalogue: readonly Entry[],
): string | undefined {
  if (!isWellKnown(word.toUpperCase()) && !SYMBOL.test(word)) return undefined;
  return withoutJoining([word, ...partsOf(behind).loose]).find(
    (each) =>
      each === each.toLowerCase() &&
      !isWellKnown(each.toUpperCase()) &&
      (commands.includes(each) || catalogue.some(({ capability }) => capability.tool.alsoCalled?.includes(each))),
  );
}

/**
 * Whether a word of a command may be none of its symbols, but any other word in small letters: `city`, and not `aapl`, which
 * is well known. It is a symbol where a person names the command, and not enough to read other words as one.
 */
export function isGuess([name, ...words]: readonly string[], catalogue: readonly Entry[]): boolean {
  const asked = catalogue.find(({ capability }) => shortName(capability) === name)?.capability;
  const positional = asked && positionalOf(asked);
  if (!positional || !/^symbols?$/.test(positional) || takesNames(asked, positional)) return false;
  return partsOf(words).loose.some((word) => /^[a-z]+$/.test(word) && !isWellKnown(word.toUpperCase()));
}

/** The first tool that takes one symbol and has a price of its own. */
function quoteOf(catalogue: readonly Entry[]): Capability | undefined {
  return catalogue
    .map(({ capability }) => capability)
    .find(({ input, output }) => "symbol" in input.shape && "price" in output.shape);
}

/** Whether a command is understood with these words, as far as it is given. */
type Takes = (words: readonly string[]) => boolean;

/**
 * Returns the commands to write instead, with those words `behind` the unknown one that each takes; none where nothing is
 * known. A command of which the word is a part comes first, then those that are also called so, then an index, a future or
 * a coin, then an economic series.
 */
export function suggestionsFor(
  word: string,
  behind: readonly string[],
  commands: readonly string[],
  catalogue: readonly Entry[],
  takes: Takes = () => true,
): string[] {
  if (SERVING.test(word)) return ["--http"];
  const behindIt = commandBehind(word, behind, commands, catalogue);
  if (behindIt !== undefined) {
    const others = [word, ...behind.toSpliced(behind.indexOf(behindIt), 1)];
    return suggestionsFor(behindIt, others, commands, catalogue, takes);
  }
  const name = word.toLowerCase();
  const tools = catalogue.map(({ capability }) => capability);
  const own = commands.includes(name) ? name : commands.find((each) => each.split("-").includes(name));
  const called = tools.filter(({ tool }) => tool.alsoCalled?.includes(name));
  const meant = own === undefined ? called.map((each) => [shortName(each), ...optionOf(name, each)]) : [[own]];
  const { loose, options } = partsOf(behind);
  const form = ownValue(FORMS, name);
  const example = ownValue(EXAMPLES, name);
  const written = form?.(loose.filter((each) => !VALUES.some(([value]) => value.test(each)))) ?? example;
  if (written !== undefined) {
    return [withTaken((takes(written.split(" ")) ? written : (example ?? written)).split(" "), options, takes)];
  }
  if (meant.length > 0) {
    const parts = [...loose.map((each) => [each]), ...options];
    const ways = meant.map((each) => withTaken(each, parts, takes));
    // Several symbols are compared where no other command takes all of them.
    const symbols = loose.filter((each) => SYMBOL.test(each) && !VALUES.some(([value]) => value.test(each)));
    const has = (way: string, those: readonly string[]) => those.every((each) => way.split(" ").includes(each));
    const takesOnlyOne = ways.some((way) => has(way, symbols.slice(0, 1))) && !ways.some((way) => has(way, symbols));
    const compared = takesOnlyOne ? [withTaken(["compare"], parts, takes)].filter((way) => has(way, symbols)) : [];
    return [...ways, ...compared];
  }
  const priced = quoteOf(catalogue);
  // In capitals it may be the symbol of a share. Companies have the words of commands, such as Target.
  const named = SYMBOL.test(word)
    ? undefined
    : (ofIndexName(name) ?? BESIDE_SHARES.find(([, names]) => names.some((each) => each.toLowerCase() === name))?.[0]);
  if (priced && named !== undefined) return [withTaken([shortName(priced), named], options, takes)];
  const economy = tools.find(({ input }) => "series" in input.shape && !("symbol" in input.shape));
  return economy?.input.shape["series"].safeParse([name]).success
    ? [withTaken([shortName(economy), name], options, takes)]
    : [];
}

/** Returns the option that the word is a value of, in place of another by default: the balance sheet is no income statement. */
function optionOf(word: string, capability: Capability): string[] {
  const [name = "", value = ""] = parameterTaking(word, capability) ?? [];
  return capability.input.shape[name] instanceof z.ZodDefault ? [`--${name}`, value] : [];
}

/** Parts the words behind a command into those without a name, and options with their values. */
function partsOf(words: readonly string[]): { loose: string[]; options: string[][] } {
  const loose: string[] = [];
  const options: string[][] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? "";
    if (word.startsWith("-")) options.push([word]);
    else if (before.startsWith("-") && !FLAG.test(before)) options.at(-1)!.push(word);
    else loose.push(word);
  }
  return { loose: withUnits(loose), options };
}

/** Returns the command with the parts that it takes, a word such as `1y` under the name of its option. */
function withTaken(command: readonly string[], parts: readonly (readonly string[])[], takes: Takes): string {
  let words = command;
  for (const part of parts) {
    const [word = ""] = part;
    const [, names] = VALUES.find(([value]) => part.length === 1 && value.test(word)) ?? [];
    const ways = names ? names.map((name) => [`--${name}`, word]) : [part];
    const taken = ways.map((way) => [...words, ...way]).find(takes);
    if (taken) words = taken;
  }
  return words.join(" ");
}
