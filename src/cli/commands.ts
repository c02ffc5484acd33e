/**
 * The commands of the terminal, parsed by commander, which prints their help and suggests names for misspelt commands
 * and options. This file finds out what was asked; `run.ts` does it.
 */
import tab from "@bomb.sh/tab/commander";
import { Argument, Command, CommanderError, Option } from "commander";
import { PLANS, type Plan } from "../contract/caller.js";
import { ConfigError } from "../contract/errors.js";
import type { Entry } from "../contract/entry.js";
import { joinWithOr } from "../lib/join-words.js";
import { nearestWithin } from "../lib/nearest-names.js";
import { ownValue } from "../lib/own-value.js";
import { readArguments } from "../mcp/parameters.js";
import { HOST_IDS, HOSTS, type HostId } from "./install/hosts.js";
import type { InstallWords, UninstallWords } from "./install/install.js";
import type { KeysWords } from "./keys/keys.js";
import { addText, toFlagLines, toSettingLines } from "./help-text.js";
import { glanceAt, isExampleFor, isGuess, suggestionsFor } from "./suggestions.js";
import { USUAL_WIDTH } from "./pages/printed-text.js";
import {
  addToolCommands,
  optionsMeant,
  OtherWords,
  shortName,
  withoutCall,
  type ToolQuestion,
} from "./tool-commands.js";

/** The task that a person gave at a terminal. */
export type TerminalCommand =
  | { name: "doctor"; demo: boolean; json: boolean; offline: boolean }
  | { name: "tools"; json: boolean }
  | ToolQuestion
  | ({ name: "install" } & InstallWords)
  | ({ name: "uninstall" } & UninstallWords)
  | ({ name: "keys" } & KeysWords);

const EXIT_CODES = "Exit codes: 0 for success, 1 when something is wrong, 2 for invalid arguments.";
/** The narrowest column of explanations that commander still wraps. */
const LEAST_WIDTH = 15;
const ABOUT =
  "Market data at a terminal, for AI assistants (MCP) and for programs (REST). Without a command it is an MCP server on stdin and stdout, as an assistant starts it.";
const MORE =
  "help <command> explains a command, help settings lists the environment variables. In a clone, write node dist/index.js instead of market-data-mcp.";

/**
 * Parses the words of the command line; returns the task, or the text of the help that was asked for, in lines of so many
 * columns.
 *
 * @throws {ConfigError} with one sentence when the words are not valid.
 */
export function parseCommand(
  words: readonly string[],
  catalogue: readonly Entry[],
  columns = USUAL_WIDTH,
): TerminalCommand | { help: string } {
  let task: TerminalCommand | undefined;
  let text = "";
  const program = createProgram(catalogue, columns, (found) => (task = found));
  forEachCommand(program, (command) => {
    command.exitOverride().configureHelp({ minWidthToWrap: LEAST_WIDTH, ...command.configureHelp() });
    command.configureOutput({ writeOut: (part) => (text += part), writeErr: () => {}, getOutHelpWidth: () => columns });
  });
  try {
    program.parse([...withoutCall(words, catalogue)], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const names = program.commands.map((command) => command.name());
    const glance = error.code === "commander.unknownCommand" ? glanceAt(words, names, catalogue) : undefined;
    if (glance) return { ...(parseCommand(glance, catalogue, columns) as ToolQuestion), isGlance: true };
    // Commander has no message for these, only help.
    if (error.exitCode !== 0 && error.code === "commander.help") {
      if (words[0] === "help") return parseCommand(words.slice(1), catalogue, columns);
      const parts = program.commands.find((command) => command.name() === words[0])?.commands ?? [];
      const choices = parts.map((command) => command.name()).join(", ");
      throw new ConfigError(`${words[0]} needs a command: ${choices}. See --help.`);
    }
    if (error.exitCode !== 0) {
      const choices = toChoices(error, words, program);
      throw choices === undefined ? toRefusal(error.message, names, words, catalogue) : new ConfigError(choices);
    }
  }
  return task ?? { help: text };
}

/**
 * Parses the words as `parseCommand` does. Words that have one meaning in other words, and lose nothing by it, are read as
 * these: `chart KO 1y` is `history KO --range 1y`.
 */
export function readCommand(
  words: readonly string[],
  catalogue: readonly Entry[],
  columns?: number,
): TerminalCommand | { help: string } {
  try {
    return parseCommand(words, catalogue, columns);
  } catch (error) {
    if (!(error instanceof OtherWords)) throw error;
    const meant = error.toMeant(words);
    const options = meant.flatMap((word) => (word.startsWith("--") ? word.split("=", 1) : []));
    // Of two values of one option the first would be lost. Watching goes on until it is stopped, which nobody asked for.
    const isOther = new Set(options).size < options.length || options.includes("--watch");
    if (isOther || !isUnderstood(meant, catalogue)) throw error;
    const task = parseCommand(meant, catalogue, columns);
    return "args" in task ? { ...task, read: { words, as: meant } } : task;
  }
}

/** Returns the program's commands; `onTask` receives the parsed task. */
function createProgram(catalogue: readonly Entry[], columns: number, onTask: (task: TerminalCommand) => void): Command {
  const program = new Command("market-data-mcp").usage("<command> [options]").description(ABOUT);
  program.configureHelp({ subcommandTerm: (command) => command.name() });
  // The first group of commands is the first in the help.
  addToolCommands(program, catalogue, onTask);
  program.commandsGroup("Setup:").helpCommand("help [command]", "Show the help of a command");
  addInstall(program, onTask);
  const doctor = program
    .command("doctor")
    .description("Check Node, the store, keys, providers, quotas and the clock, and say what to fix")
    .option("--offline", "make no upstream call; without it, each configured provider is called")
    .option("--json", "print the findings as JSON")
    .option("--demo", "check against the simulated market")
    .action(({ offline = false, json = false, demo = false }: Flags) =>
      onTask({ name: "doctor", offline, json, demo }),
    );
  addKeys(program, onTask);
  program
    .command("tools")
    .description("List the tools with their commands")
    .option("--json", "print the list as JSON, with sets and routes")
    .action(({ json = false }: Flags) => onTask({ name: "tools", json }));
  const settings = program.command("settings").description("List the settings: flags and environment variables");
  settings.action(() => settings.help()).addHelpText("after", ["", ...toSettingLines(columns)].join("\n"));
  // Adds `completion <shell>`, and the hidden command `complete`, which the shells' scripts run.
  tab(program, { completionCommandName: "completion" });
  addText(doctor, "Servers then ask again for what the plan of a key lacked before; run it after a change of plan.");
  // The commands of data come first in the help of the program, and its only option is known.
  program.addHelpOption(new Option("-h, --help").hideHelp());
  program.addHelpText("after", ["", "Flags of the server, and their defaults:", ...toFlagLines(columns)].join("\n"));
  addText(program, MORE);
  forEachCommand(program, (command) => addText(command, EXIT_CODES));
  return program;
}

type Flags = Readonly<Record<string, boolean | undefined>>;

function addInstall(program: Command, onTask: (task: TerminalCommand) => void): void {
  const hosts = HOSTS.map(({ id, name }) => `  ${id.padEnd(16)}${name}`);
  const list = ["", "Hosts:", ...hosts].join("\n");
  const host = () => new Argument("<host>", "the assistant's program").choices(HOST_IDS);
  program
    .command("install")
    .description("Add this server to an assistant")
    .addArgument(host())
    .option("--demo", "with the simulated market")
    .option("--http <url>", "a server that runs elsewhere, instead of starting this program")
    .option("--toolsets <sets>", "sets of tools to list, such as core,technical")
    .option("--yes", "ask nothing: no confirmation, no keys")
    .option("--dry-run", "show the change only")
    .option("--print", "print what to paste by hand, and change nothing")
    .addHelpText("after", list)
    .action((id: HostId, flags: Flags & { http?: string; toolsets?: string }) => {
      const { demo = false, yes = false, dryRun = false, print = false, http, toolsets } = flags;
      onTask({ name: "install", host: id, demo, http, toolsets, yes, dryRun, print });
    });
  program
    .command("uninstall")
    .description("Remove this server from an assistant")
    .addArgument(host())
    .option("--yes", "ask nothing")
    .option("--dry-run", "show the change only")
    .addHelpText("after", list)
    .action((id: HostId, { yes = false, dryRun = false }: Flags) =>
      onTask({ name: "uninstall", host: id, yes, dryRun }),
    );
}

function addKeys(program: Command, onTask: (task: TerminalCommand) => void): void {
  const keys = program.command("keys").description("Add, list and revoke the keys of a server's callers");
  const subcommand = (name: string, description: string) =>
    keys.command(name).description(description).option("--file <path>", "the keys file (API_KEYS_FILE)");
  subcommand("add", "Create a key, print it once, and write its hash to the keys file")
    .argument("<id>", "the caller, such as alice")
    .addOption(new Option("--plan <plan>", "the caller's plan").choices(PLANS).makeOptionMandatory())
    .action((id: string, { plan, file }: { plan: Plan; file?: string }) =>
      onTask({ name: "keys", do: "add", id, plan, file }),
    );
  subcommand("list", "List callers and plans")
    .option("--json", "print the list as JSON")
    .option("--usage", "with the calls of each, today (UTC) and in 30 days, as the server's store counts them")
    .action(({ json = false, usage = false, file }: { json?: boolean; usage?: boolean; file?: string }) =>
      onTask({ name: "keys", do: "list", json, usage, file }),
    );
  subcommand("revoke", "Remove a caller's key; running servers notice within two seconds")
    .argument("<id>", "the caller")
    .action((id: string, { file }: { file?: string }) => onTask({ name: "keys", do: "revoke", id, file }));
}

function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const each of command.commands) forEachCommand(each, visit);
}

/** Options that other programs have, with what to write here instead. */
const FORMS: Readonly<Record<string, string>> = { "--csv": "--format csv" };

/** Hosts in the cloud, which no file of this machine can tell about a server. */
const CLOUD_HOSTS: Readonly<Record<string, string>> = {
  chatgpt: "ChatGPT",
  "claude.ai": "claude.ai",
  "claude-ai": "claude.ai",
};

/** Returns the sentence for an argument with choices that is missing or is none of them. */
function toChoices({ code }: CommanderError, words: readonly string[], program: Command): string | undefined {
  const [name, given] = words;
  const [argument] = program.commands.find((command) => command.name() === name)?.registeredArguments ?? [];
  const cloud = name === "install" && given !== undefined ? ownValue(CLOUD_HOSTS, given.toLowerCase()) : undefined;
  if (cloud)
    return `${cloud} needs a server on the internet: docs/hosts.md${cloud === "ChatGPT" ? "#chatgpt" : "#hosts-in-the-cloud"}.`;
  if (code !== "commander.missingArgument" || !argument?.argChoices) return undefined;
  const noun = argument.name();
  return `${name} needs a ${noun}: ${joinWithOr(argument.argChoices)}. See ${name} --help.`;
}

/**
 * One sentence in our form from commander's message: "error: unknown option '--x'\n(Did you mean --y?)". It names
 * commands by other words than their own, which commander does not.
 */
function toRefusal(
  problemOfCommander: string,
  commands: readonly string[],
  [first, ...behind]: readonly string[],
  catalogue: readonly Entry[],
): ConfigError {
  const [problem = "", ...hints] = problemOfCommander.replace(/^error: /, "").split("\n");
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1).replace(/\.$/, "");
  const word = /^unknown command '(.+)'$/.exec(problem)?.[1];
  const [option = "", value] = /^unknown option '(.+)'$/.exec(problem)?.[1]?.split("=") ?? [];
  const asked = catalogue.find(({ capability }) => [capability.tool.name, shortName(capability)].includes(first!));
  const form = ownValue(FORMS, option);
  const toOptions = () =>
    asked && option ? optionsMeant(option, value ?? behind[behind.indexOf(option) + 1], asked.capability) : [];
  const takes = (words: readonly string[]) => isUnderstood(words, catalogue);
  const ways = word ? suggestionsFor(word, behind, commands, catalogue, takes) : form ? [form] : toOptions();
  const near = hints.map((each) => each.replace(/^\((.*)\)$/, "$1")).join(" ");
  // Commander finds doctor similar to sectors.
  const all = [...commands, ...catalogue.map(({ capability }) => capability.tool.name)];
  const nearest = ways.length > 0 ? joinWithOr(ways) : word && nearestWithin(word.toLowerCase(), all, 2);
  if (word && !nearest) return new ConfigError(`${sentence}. "help" lists the commands.`);
  const hint = nearest ? `Did you mean ${nearest}?` : near;
  const message = `${sentence}. ${hint ? `${hint} ` : ""}See --help.`;
  const [way, another] = ways.map((each) => each.split(" "));
  if (way === undefined || another !== undefined) return new ConfigError(message);
  if (!word) return new OtherWords(message, (words) => words.flatMap((each) => (each === option ? way : [each])));
  const kept = new Set(
    way.flatMap((each) => [each, each.replace("/", ""), ...each.split("/")]).map((each) => each.toLowerCase()),
  );
  const isWhole = !isExampleFor(word, behind) && behind.every((each) => kept.has(each.toLowerCase()));
  return isWhole && !isGuess(way, catalogue) ? new OtherWords(message, () => way) : new ConfigError(message);
}

/** Whether a command is understood, apart from what it may still lack. */
function isUnderstood(words: readonly string[], catalogue: readonly Entry[]): boolean {
  // The other commands take most of the time; the name of a plural begins with that of its singular.
  const own = catalogue.filter(({ capability }) => shortName(capability).startsWith(words[0]!));
  const problemOf = (asked: readonly string[]) => {
    try {
      const task = parseCommand(asked, own) as ToolQuestion;
      const entry = own.find(({ capability }) => capability.tool.name === task.tool);
      if (entry) readArguments(entry.capability, task.args, catalogue);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const problem = problemOf(words);
  return problem === undefined || (words.length > 1 && problem === problemOf(words.slice(0, 1)));
}
