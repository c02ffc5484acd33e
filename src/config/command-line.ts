/** The command line: the flags of serving, or the words of a command. */
import { parseArgs } from "node:util";
import { ConfigError } from "../contract/errors.js";
import { nearestWithin } from "../lib/nearest-names.js";
import type { Setting } from "./setting.js";
import { GENERAL } from "./settings.js";

/** Flags by name; a flag without a value is `true`. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Parses the flags of serving; with a command, returns its words, which `cli/commands.ts` parses. Flags before the
 * command are moved behind it.
 *
 * @throws {ConfigError} on unknown flags.
 */
export function readCommandLine(argv: readonly string[]): { flags: Flags } | { words: readonly string[] } {
  const { tokens } = parseArgs({ args: [...argv], strict: false, tokens: true, options: { ...OPTIONS, ...LEADING } });
  const at = tokens.find(({ kind }) => kind === "positional")?.index;
  const unknown = tokens.find((token) => token.kind === "option" && !(token.name in { ...OPTIONS, ...LEADING }));
  // The word behind an unknown flag may be its value, so the flag is reported first.
  if (at === undefined || (unknown && unknown.index < at)) return { flags: readFlags(argv) };
  return { words: [argv[at]!, ...argv.slice(0, at), ...argv.slice(at + 1)] };
}

/** Settings that have a flag. */
const FLAGS = Object.values(GENERAL as Record<string, Setting>).flatMap(({ flag }) => (flag ? [flag] : []));

/** All flags of serving, in the form of `parseArgs`. */
const OPTIONS = {
  ...Object.fromEntries(
    FLAGS.map(({ name, implies }) => [name, { type: implies === undefined ? "string" : "boolean" } as const]),
  ),
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const;

/** Flags of commands that may precede the command. */
const LEADING = { json: { type: "boolean" }, offline: { type: "boolean" }, yes: { type: "boolean" } } as const;

/** The most letters in which a misspelt flag may differ from the suggested one. */
const MAX_EDITS = 2;

function readFlags(argv: readonly string[]): Flags {
  try {
    return parseArgs({ args: [...argv], strict: true, options: OPTIONS }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0]!.split(". ")[0]! : "Bad arguments";
    const [, unknown] = /^Unknown option '--([\w-]+)/.exec(message) ?? [];
    const meant = unknown === undefined ? undefined : nearestWithin(unknown, Object.keys(OPTIONS), MAX_EDITS);
    throw new ConfigError(`${message}. ${meant ? `Did you mean --${meant}? ` : ""}See --help.`);
  }
}
