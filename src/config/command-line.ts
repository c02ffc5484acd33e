/** The command line: flags, and the command if there is one. */
import { parseArgs } from "node:util";
import { ConfigError } from "../contract/errors.js";
import { nearestWithin } from "../lib/nearest-names.js";
import type { Setting } from "./setting.js";
import { GENERAL } from "./settings.js";

/** A command for a person at a terminal: a check of the setup, a check of the upstreams, or one answer. */
export type TerminalCommand =
  | { name: "doctor"; json: boolean; offline: boolean }
  | { name: "probe"; json: boolean; yes: boolean }
  | { name: "call"; json: boolean; tool: string | undefined; args: readonly string[] };

export type CommandName = TerminalCommand["name"];

/** A command whose help is requested; `tool` is the first word after `call`. */
export interface HelpTopic {
  command: CommandName;
  tool: string | undefined;
}

/** Flags by name; a flag without a value is `true`. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Parses flags and command; without a command the program serves.
 *
 * @throws {ConfigError} on unknown words and flags, and on flags that cannot be combined.
 */
export function readCommandLine(argv: readonly string[]): {
  flags: Flags;
  command: TerminalCommand | undefined;
  topic: HelpTopic | undefined;
} {
  const { flags, words } = readFlags(argv);
  const [name, tool] = words;
  const topic = name !== undefined && isCommand(name) ? { command: name, tool } : undefined;
  return { flags, command: flags["help"] || flags["version"] ? undefined : readWords(words, flags), topic };
}

function isCommand(name: string): name is CommandName {
  return FLAGS_OF.has(name);
}

/** Settings that have a flag. */
const FLAGS = Object.values(GENERAL as Record<string, Setting>).flatMap(({ flag }) => (flag ? [flag] : []));

/** Flags that each command takes; without a command the program serves. */
const FLAGS_OF: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  [undefined, FLAGS.map(({ name }) => name)],
  ["doctor", ["demo", "json", "offline"]],
  ["call", ["demo", "json"]],
  ["probe", ["demo", "json", "yes"]],
]);

function readWords([name, ...rest]: readonly string[], flags: Flags): TerminalCommand | undefined {
  const allowed = FLAGS_OF.get(name);
  if (!allowed)
    throw new ConfigError(`Unexpected argument '${name}'. The commands are doctor, call and probe. See --help.`);
  const stray = Object.keys(flags).find((flag) => !allowed.includes(flag));
  if (stray) {
    const why = name === undefined ? "needs a command: doctor, call or probe" : `does not apply to ${name}`;
    throw new ConfigError(`Option '--${stray}' ${why}. See --help.`);
  }
  const json = flags["json"] === true;
  if (name === undefined) return undefined;
  if (name === "call") return { name, json, tool: rest[0], args: rest.slice(1) };
  if (rest.length > 0) throw new ConfigError(`Unexpected argument '${rest[0]}'. See --help.`);
  if (name === "probe") return { name, json, yes: flags["yes"] === true };
  return { name: "doctor", json, offline: flags["offline"] === true };
}

/** All flags, in the form of `parseArgs`. */
const OPTIONS = {
  ...Object.fromEntries(
    FLAGS.map(({ name, implies }) => [name, { type: implies === undefined ? "string" : "boolean" } as const]),
  ),
  help: { type: "boolean" },
  version: { type: "boolean" },
  json: { type: "boolean" },
  offline: { type: "boolean" },
  yes: { type: "boolean" },
} as const;

/** The most letters in which a misspelt flag may differ from the suggested one. */
const MAX_EDITS = 2;

function readFlags(argv: readonly string[]): { flags: Flags; words: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: true,
      options: OPTIONS,
    });
    return { flags: { ...values } as Flags, words: positionals };
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0]!.split(". ")[0]! : "Bad arguments";
    const [, unknown] = /^Unknown option '--([\w-]+)/.exec(message) ?? [];
    const isArgument = argv.includes("call") && message.startsWith("Unknown option");
    const meant = unknown === undefined ? undefined : nearestWithin(unknown, Object.keys(OPTIONS), MAX_EDITS);
    const hint = isArgument ? "Write a tool's arguments as name=value. " : meant ? `Did you mean --${meant}? ` : "";
    throw new ConfigError(`${message}. ${hint}See --help.`);
  }
}
