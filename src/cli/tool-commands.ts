/** One command for each tool, under the tool's name and a short one, and the list of them. */
import { Command, Option } from "commander";
import type { Capability } from "../contract/capability.js";
import { ConfigError } from "../contract/errors.js";
import { namesOfFilter, toFieldLabel, toLetters } from "../contract/field-facts.js";
import type { Entry } from "../contract/entry.js";
import { withoutJoining } from "../contract/fields.js";
import { quoted } from "../contract/input.js";
import type { z } from "../contract/schema.js";
import { say, toPlainText } from "../contract/sentence.js";
import { joinNotation } from "../contract/symbols/symbol-spellings.js";
import { toUnanswered } from "../views/unanswered.js";
import { nearestNames } from "../lib/nearest-names.js";
import { parametersMeant, parameterTaking } from "../mcp/parameters.js";
import { toToolInput } from "../mcp/tools.js";
import { fieldsWords, viewShape } from "../views/view.js";
import { addText } from "./help-text.js";
import { LEAST_WATCH_SECONDS, WATCH_SECONDS } from "./watch.js";
import { toTable } from "./pages/named-table.js";
import type { Terminal } from "./pages/terminal.js";

/** A question at the terminal. */
export interface ToolQuestion {
  name: "call";
  demo: boolean;
  json: boolean;
  tool: string;
  args: Readonly<Record<string, string>>;
  /** Seconds after which the question is asked again. */
  watch?: number;
  /** Whether the page has what people look up beside a price, too. */
  isGlance?: boolean;
  /** The words that a person wrote, where they were read as others. */
  read?: { words: readonly string[]; as: readonly string[] };
}

/** A refusal of words that mean one thing in other words. */
export class OtherWords extends ConfigError {
  constructor(
    message: string,
    readonly toMeant: (words: readonly string[]) => readonly string[],
  ) {
    super(message);
  }
}

/** The short name of a tool's command. */
export function shortName({ name, tool }: Capability): string {
  return tool.command ?? name;
}

/** Adds a command for each tool, and `call`, whose first word is the name of a tool. */
export function addToolCommands(program: Command, catalogue: readonly Entry[], onTask: (task: ToolQuestion) => void) {
  program.commandsGroup("Market data:");
  for (const entry of catalogue) program.addCommand(toCommand(entry, pluralOf(entry, catalogue), onTask));
  program
    .command("call")
    .description("Call a tool by its full name, such as call get_quotes symbols=AAPL,MSFT")
    .argument("<tool>", "the name of a tool")
    .argument("[name=value...]", "parameters of the tool");
}

/** Prints the tools of the catalogue, in its order; returns the exit code 0. */
export function listTools(catalogue: readonly Entry[], json: boolean, terminal: Terminal): number {
  const rows = catalogue.map(({ capability }) => ({
    command: shortName(capability),
    tool: capability.tool.name,
    title: capability.title,
    ...(json ? { toolset: capability.tool.set, route: capability.route } : {}),
  }));
  const text = json
    ? JSON.stringify(rows, null, 2)
    : toTable(rows, ["command", "tool", "title"], terminal.columns).join("\n");
  terminal.out(`${text}\n`);
  return 0;
}

/**
 * Returns the words without `call`, because each tool has a command of its own.
 *
 * @throws {ConfigError} that lists the most similar names if there is no such tool.
 */
export function withoutCall(words: readonly string[], catalogue: readonly Entry[]): readonly string[] {
  const [call, ...rest] = words;
  // `--demo call get_quotes` arrives as `call --demo get_quotes`.
  const at = rest.findIndex((word) => word !== "--demo" && word !== "--json");
  const name = rest[at];
  if (call !== "call" || name === "--help" || name === "-h") return words;
  if (name === undefined || name.startsWith("-"))
    throw new ConfigError(`call needs the name of a tool, such as get_quotes. "call --help" and "tools" list them.`);
  const names = catalogue.flatMap(({ capability }) => [capability.tool.name, shortName(capability)]);
  if (names.includes(name)) return [name, ...rest.toSpliced(at, 1)];
  const about = toUnanswered(name) ?? `Nearest: ${nearestNames(name, names).join(", ")}.`;
  throw new ConfigError(toPlainText(say`Unknown tool ${quoted(name)}. ${about}`));
}

/** Returns the tool that answers the same question for several symbols: `quotes` of `quote`. */
function pluralOf({ capability }: Entry, catalogue: readonly Entry[]): Capability | undefined {
  const many = catalogue.find(({ capability: each }) => shortName(each) === `${shortName(capability)}s`)?.capability;
  return many && "symbols" in many.input.shape ? many : undefined;
}

function toCommand(entry: Entry, plural: Capability | undefined, onTask: (task: ToolQuestion) => void): Command {
  const { capability } = entry;
  const { name, description } = capability.tool;
  const positional = positionalOf(capability);
  const parameters = parametersOf(capability);
  const command = new Command(shortName(capability))
    .summary(capability.tool.summary ?? capability.title)
    .description(description)
    .usage(`${positional ? `<${positional}${plural ? "..." : ""}> ` : ""}[options]`)
    .argument(`[${positional ?? "name=value"}...]`, positional ? parameters[positional]!.description : undefined);
  if (name !== shortName(capability)) command.alias(name);
  for (const [parameter, { values, description: text, default: fallback }] of Object.entries(parameters)) {
    const note = fallback === undefined ? "" : ` (${String(fallback)})`;
    const option = new Option(`--${parameter} <value>`, `${text ?? ""}${note}`);
    // For help and completion only: the tool checks values itself, with better messages.
    if (values) option.argChoices = values;
    // The help of the argument has its description, and no values.
    if (parameter === positional && !values) option.hideHelp();
    command.addOption(option);
  }
  // The names that callers of the tool may use instead; the tool reads them as the declared ones.
  const others = Object.keys(capability.tool.aliases ?? {}).filter((each) => !(each in parameters));
  // Programs for a terminal write options with hyphens.
  const underscored = [...Object.keys(parameters), ...others].filter((each) => each.includes("_"));
  const hyphened = underscored.map((each) => each.replaceAll("_", "-"));
  for (const each of [...others, ...hyphened]) command.addOption(new Option(`--${each} <value>`).hideHelp());
  addText(command, "Parameters can also be written as name=value.", `As an MCP tool: ${name}.`);
  return command
    .option("--json", "print the answer as JSON, with exact numbers")
    .option("--demo", "ask the simulated market")
    .option("--watch [seconds]", `ask again every so many seconds (${WATCH_SECONDS})`)
    .action((given: readonly string[], { json = false, demo = false, watch: every, ...options }: ToolFlags) => {
      // `--watch AAPL`: the option has no number, and the word is the symbol.
      const isWord = typeof every === "string" && !/^\d+$/.test(every);
      const words = joinNotation(isWord ? [every, ...given] : given);
      const watched = every === undefined ? {} : { watch: readSeconds(isWord ? true : every) };
      const known = [...Object.keys(parameters), ...Object.keys(capability.input.shape)];
      const own = words.filter((word) => !/^\w+=(?![XF]$)/i.test(word));
      const isMany = plural !== undefined && /[^,],+[^,]/.test(withoutJoining(own).join(","));
      const key = isMany ? "symbols" : positional;
      const all = isMany ? [...known, key!] : known;
      const isName = key !== undefined && !/^[A-Z\d.^-]{1,5}$/.test(own[0] ?? "") && takesNames(capability, key);
      if (key === "symbols") refuseRange(own);
      else if (own.length > 1 && !isName) refuseValues(own, capability);
      const args = readWords(words, toNames(options), key, all, shortName(capability), isName);
      onTask({ name: "call", json, demo, tool: isMany ? plural.tool.name : name, args, ...watched });
    });
}

/**
 * Returns options under the names of parameters: `--pe-max`, which commander names `peMax`, is `pe_max`.
 *
 * @throws {ConfigError} for one that is given in both ways.
 */
function toNames(options: Readonly<Record<string, string>>): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [option, value] of Object.entries(options)) {
    const name = option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (name in named) throw new ConfigError(`Argument ${quoted(name)} was given twice.`);
    named[name] = value;
  }
  return named;
}

type ToolFlags = { json?: boolean; demo?: boolean; watch?: string | true } & Record<string, string>;

/** @throws {ConfigError} for a pause that is too short. */
function readSeconds(every: string | true): number {
  const seconds = every === true ? WATCH_SECONDS : Number(every);
  if (seconds < LEAST_WATCH_SECONDS)
    throw new ConfigError(`--watch takes ${LEAST_WATCH_SECONDS} seconds or more; got ${quoted(String(every))}.`);
  return seconds;
}

/** Returns the words with a number and its unit as one, `5 years` as `5y`, because 5 alone would be a number of rows. */
export function withUnits(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const count = joined.at(-1) ?? "";
    const unit = /^([dwmy])(?:|ays?|k|eeks?|os?|onths?|rs?|ears?)$/i.exec(word)?.[1]?.toLowerCase();
    if (unit && /^\d{1,3}$/.test(count)) joined[joined.length - 1] = `${count}${unit === "m" ? "mo" : unit}`;
    else joined.push(word);
  }
  return joined;
}

/** @throws {ConfigError} for a range among symbols: `AAPL MSFT 5y` asks for no yield, whose short name is 5Y. */
function refuseRange(own: readonly string[]): void {
  const range = own.length > 1 ? own.find((word) => /^(?:\d+(?:d|wk?|mo?|y)|ytd)$/.test(word)) : undefined;
  if (range !== undefined)
    throw new ConfigError(
      `This command takes symbols; got ${quoted(range)} too. Write other arguments as name=value, and ${range.toUpperCase()} for a symbol.`,
    );
}

/** @throws {ConfigError} with the options of values without a name behind a symbol: `history AAPL 1y`. */
function refuseValues(words: readonly string[], capability: Capability): void {
  const positional = positionalOf(capability);
  if (positional === undefined || positional in SEPARATORS) return;
  const own = withUnits(words);
  // In capitals a word may be a second symbol.
  const found = own.map((word) => (/^[A-Z.]+$/.test(word) ? undefined : parameterTaking(word, capability)));
  const options = found.map((each) => each && [`--${each[0]}`, each[1]]);
  const named = options.filter((each) => each !== undefined);
  const isTwice = new Set(named.map(([option]) => option)).size < named.length;
  if (named.length !== own.length - 1 || isTwice) return;
  const word = own.find((_word, at) => found[at])!;
  throw new OtherWords(
    `This command takes one ${positional}; got ${quoted(word)} too. Did you mean ${named.flat().join(" ")}? See --help.`,
    (asked) => withUnits(asked).flatMap((each) => options[own.indexOf(each)] ?? [each]),
  );
}

/**
 * Returns the options to write instead of an unknown one, in the names that callers of the tool may use, as the bounds of a
 * figure or as a value of one; none where nothing is known.
 */
export function optionsMeant(option: string, value: string | undefined, capability: Capability): string[] {
  const name = option.replace(/^--/, "");
  const names = parametersMeant(name, value, capability);
  if (names) return [names.map((each) => `--${each}`).join(" and ")];
  const same = namesOfFilter(name);
  const bounds = Object.keys(capability.input.shape).filter((each) => {
    const [, figure] = /^(.+)_(?:min|max)$/.exec(each) ?? [];
    return figure !== undefined && same.includes(toLetters(figure));
  });
  if (bounds.length > 0) return bounds.map((each) => `--${each}`);
  const taking = parameterTaking(name, capability);
  return taking ? [`--${taking[0]} ${taking[1]}`] : [];
}

/** The parameter that can be written without its name: that in the path of the route, or the question itself. */
export function positionalOf({ input, route }: Capability): string | undefined {
  return /\{(\w+)\}/.exec(route)?.[1] ?? ["symbols", "q", "series", "symbol"].find((name) => name in input.shape);
}

/** Whether a parameter may be a name of several words. */
export function takesNames({ input }: Capability, parameter: string): boolean {
  return (
    (input.shape[parameter] as z.ZodTypeAny | undefined)?.safeParse("Any Name").success === true &&
    !(parameter in SEPARATORS)
  );
}

/** Values of one parameter that belong together if it is written as several words. */
const SEPARATORS: Readonly<Record<string, string>> = { symbols: ",", series: ",", q: " " };

/**
 * Reads words without a name, `name=value`, and options into one record. A symbol of a currency or a future ends in
 * `=X` or `=F`.
 *
 * @throws {ConfigError} for a word that belongs to no parameter, and for a parameter that is given twice.
 */
function readWords(
  words: readonly string[],
  options: Readonly<Record<string, string>>,
  positional: string | undefined,
  known: readonly string[],
  command: string,
  isName: boolean,
): Record<string, string> {
  const args: Record<string, string> = Object.assign(Object.create(null) as object, options);
  const own: string[] = [];
  for (const word of words) {
    const mark = word.indexOf("=");
    const name = word.slice(0, Math.max(mark, 0));
    if (mark < 1 || (positional && !known.includes(name) && /=[XF]$/i.test(word))) own.push(word);
    else if (name in args) throw new ConfigError(`Argument ${quoted(name)} was given twice.`);
    else args[name] = word.slice(mark + 1);
  }
  if (own.length === 0) return { ...args };
  const several = withoutJoining(own);
  if (positional === undefined) throw new ConfigError(`Write arguments as name=value; got ${quoted(own[0]!)}.`);
  const separator = isName ? " " : SEPARATORS[positional];
  if (own.length > 1 && separator === undefined)
    throw new ConfigError(
      `This command takes one ${positional}; got ${quoted(several[1]!)} too. ${severalWays(command, several, positional, known)}`,
    );
  if (positional in args) throw new ConfigError(`Argument ${quoted(positional)} was given twice.`);
  // `AAPL, MSFT` has two symbols, and no empty one.
  const text = separator === "," ? several.join(",").replace(/,(?=,|$)/g, "") : own.join(separator);
  return { ...args, [positional]: text };
}

/** Returns how a second symbol is written where the command has a parameter for one, and how other arguments are. */
function severalWays(command: string, own: readonly string[], positional: string, known: readonly string[]): string {
  const [first, second] = own;
  return positional === "symbol" && known.includes("with")
    ? `Write compare ${own.join(" ")}, or ${command} ${first} --with ${second}.`
    : "Write other arguments as name=value.";
}

interface Parameter {
  description?: string;
  values?: string[];
  default?: unknown;
}

/** The parameters of a tool, those that the list of tools omits last. */
function parametersOf(capability: Capability): Record<string, Parameter> {
  const listed = Object.entries(toToolInput(capability).properties ?? {}).map(([name, schema]): [string, Parameter] => {
    const { enum: values, description, default: fallback } = schema as { enum?: string[] } & Parameter;
    return [name, { ...(description && { description }), ...(values && { values }), default: fallback }];
  });
  const unlisted = Object.keys({ ...capability.input.shape, ...viewShape(capability) }).map(
    (name): [string, Parameter] => [name, {}],
  );
  const { random_string: _dummy, ...parameters } = Object.fromEntries([...unlisted, ...listed]);
  // Whatever format models get by default, a person gets a table.
  if (parameters["format"])
    parameters["format"] = { description: "Form of the list (a table)", values: ["json", "csv"] };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, each]) => [name, { ...each, description: inWords(name, each, capability) }]),
  );
}

/** Returns the description for a person, where that for models is short to save tokens. */
function inWords(name: string, { description: short = "" }: Parameter, { input, tool }: Capability): string {
  const own = input.shape[name];
  if (tool.rows && own === undefined) {
    if (name === "limit") return `The most ${tool.rows.noun ?? tool.rows.list} to print`;
    if (name === "fields") return fieldsWords(tool.rows, "The columns to print, as a comma list; * for all");
  }
  // The list of tools is short, to save tokens; the description of the route says more.
  const description = (own?.description ?? short).replaceAll("`", "");
  const [, figure, bound] = /^(.+)_(min|max)$/.exec(name) ?? [];
  return figure ? `${toFieldLabel(figure)}, at ${bound === "min" ? "least" : "most"} (${description})` : description;
}
