/** Parses the words of `call` into a catalogue row and its arguments. */
import { ConfigError } from "../contract/errors.js";
import { quoted } from "../contract/input.js";
import type { Entry } from "../contract/entry.js";
import { toUnanswered } from "../contract/unanswered.js";
import { nearestNames } from "../lib/nearest-names.js";
import { toolParameters } from "../mcp/parameters.js";

const EXAMPLES: Readonly<Record<string, string>> = { symbol: "AAPL", symbols: "AAPL,MSFT", q: "apple" };

/**
 * Returns the row whose tool has this name.
 *
 * @throws {ConfigError} that lists the most similar names.
 */
export function findTool(catalogue: readonly Entry[], name: string | undefined): Entry {
  const names = catalogue.map(({ capability }) => capability.tool.name);
  if (name === undefined)
    throw new ConfigError(`call needs the name of a tool, such as get_quotes. "call --help" lists them.`);
  const found = catalogue.find(({ capability }) => capability.tool.name === name);
  if (found) return found;
  const about = toUnanswered(name) ?? `Nearest: ${nearestNames(name, names).join(", ")}.`;
  throw new ConfigError(`Unknown tool ${quoted(name)}. ${about}`);
}

/**
 * Parses `name=value` arguments. The values are text, which the tool's own parameters convert.
 *
 * @throws {ConfigError} for another form, or a repeated name.
 */
export function readArguments({ capability }: Entry, words: readonly string[]): Record<string, unknown> {
  const shape = { ...capability.input.shape, ...toolParameters(capability) };
  const read: Record<string, string> = Object.create(null);
  for (const word of words) {
    const mark = word.indexOf("=");
    if (mark < 1) {
      const name = Object.keys(shape)[0] ?? "name";
      const example = `${name}=${EXAMPLES[name] ?? "…"}`;
      throw new ConfigError(`Write arguments as name=value, such as ${example}; got ${quoted(word)}.`);
    }
    const name = word.slice(0, mark);
    if (name in read) throw new ConfigError(`Argument ${quoted(name)} was given twice.`);
    read[name] = word.slice(mark + 1);
  }
  return { ...read };
}
