/** `market-data-mcp install` and `uninstall`: adds this server to a host of this user, and removes it. */
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { stringify } from "smol-toml";
import { ConfigError } from "../../contract/errors.js";
import { SERVER_NAME, toHostLink } from "../../contract/host-links.js";
import { toKeyVariable } from "../../contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../providers/descriptions.js";
import { isObject } from "../../lib/is-object.js";
import type { Terminal } from "../pages/terminal.js";
import { toClaudeChange, toFileChange, toRemoval, type Change } from "./change.js";
import { toAddArguments, toRemoveArguments } from "./claude-command.js";
import { readConfigFile, removeBackup, type ConfigFile } from "./config-file.js";
import { UnsafeFileError, type Editor, type HostEntry } from "./edit.js";
import { ENTRY_FIELDS, HOSTS, type Host, type HostId, type Launch, type Machine } from "./hosts.js";
import { jsonc } from "./jsonc.js";
import { isOurs, secretsOf, toProgramLaunch, toRemoteLaunch, type LaunchWords } from "./launch.js";
import { toml } from "./toml.js";

export interface InstallWords extends LaunchWords {
  host: HostId;
  /** Without a question. */
  yes: boolean;
  /** Shows the change only. */
  dryRun: boolean;
  /** Prints the entry to paste, and changes nothing. */
  print: boolean;
}

export type UninstallWords = Pick<InstallWords, "host" | "yes" | "dryRun">;

/**
 * Adds or updates the entry. Returns the exit code: 0 when the host has the entry, 1 when the file cannot be changed
 * safely, 2 when the change was not confirmed.
 *
 * @throws {ConfigError} when the words cannot be used for this host.
 */
export async function install(
  words: InstallWords,
  machine: Machine,
  program: string,
  terminal: Terminal,
): Promise<number> {
  const host = hostOf(words.host);
  const path = pathOf(host, machine);
  if (words.print) return print(words, host, path, program, machine, terminal);
  return guarded(path, terminal, async () => {
    const file = readConfigFile(path, machine.home);
    const editor = editorOf(host);
    const old = ownEntry(editor, file, host);
    // Checked before the questions, whose answers would be lost.
    toEntry(host, toLaunch(words, program, {}, machine));
    const asks = asksFor(words, terminal, machine.env);
    terminal.out(
      `${old === undefined ? "Adds" : "Updates"} ${SERVER_NAME} ${old === undefined ? "to" : "in"} ${host.name} (${file.path}).${asks ? ` ${asks.said}` : ""}\n`,
    );
    const asked = await keysFor(words, old, asks);
    const remark = asks ? undefined : toShellRemark(words, asked, machine.env);
    if (remark !== undefined) terminal.err(`${remark}\n`);
    const entry = toEntry(host, toLaunch(words, program, asked, machine));
    const dropped = ENTRY_FIELDS.filter((field) => !(field in entry));
    const kept = Object.entries(isObject(old) ? old : {}).filter(([field]) => !dropped.includes(field));
    if (old !== undefined && isDeepStrictEqual({ ...old }, { ...Object.fromEntries(kept), ...entry })) {
      terminal.out(`${host.name} has this server already; ${file.path} stays as it is.\n`);
      return 0;
    }
    const edits = editor.set(file.text, host.section, SERVER_NAME, entry, dropped);
    const secrets = [...secretsOf(entry), ...secretsOf(old)];
    for (const each of remarksOn(host, path, machine)) terminal.err(`${each}\n`);
    const change =
      toClaudeChange(machine, host, old === undefined && secrets.length === 0, toAddArguments(SERVER_NAME, entry)) ??
      toFileChange(file, edits, editor, host, secrets);
    return confirmed(words, change, terminal, `${host.name} has the server "${SERVER_NAME}" now. ${host.next}`, "yes");
  });
}

/** Returns sentences on a host that will probably not read the file. */
function remarksOn({ name }: Host, path: string, { env, platform }: Machine): string[] {
  const folder = (platform === "win32" ? win32 : posix).dirname(path);
  return [
    ...(existsSync(folder) ? [] : [`${name} seems not to be installed here: ${folder} does not exist.`]),
    ...(env["WSL_DISTRO_NAME"]
      ? [`This is WSL: a ${name} that runs on Windows reads its own file; run install there, too.`]
      : []),
  ];
}

/**
 * Removes the entry that `install` added. Exit codes as for `install`; nothing to remove is a success.
 */
export async function uninstall(words: UninstallWords, machine: Machine, terminal: Terminal): Promise<number> {
  const host = hostOf(words.host);
  const path = pathOf(host, machine);
  return guarded(path, terminal, async () => {
    const file = readConfigFile(path, machine.home);
    const editor = editorOf(host);
    const entry = ownEntry(editor, file, host);
    if (!isObject(entry)) {
      terminal.out(`${host.name} has no server "${SERVER_NAME}"; ${file.path} stays as it is.\n`);
      return 0;
    }
    const change =
      toClaudeChange(machine, host, true, toRemoveArguments(SERVER_NAME), () => removeBackup(file)) ??
      toRemoval(file, entry, editor, host);
    return confirmed(
      words,
      change,
      terminal,
      `${host.name} no longer has the server "${SERVER_NAME}". Restart it to unload the server.`,
    );
  });
}

function hostOf(id: HostId): Host {
  return HOSTS.find((host) => host.id === id)!;
}

/** An environment with an empty or relative home would lead to a file below the current folder, such as a repository. */
export function pathOf(host: Host, machine: Machine): string {
  const path = host.pathOn(machine);
  if ((machine.platform === "win32" ? win32 : posix).isAbsolute(path)) return path;
  throw new ConfigError(
    `The environment places the settings of ${host.name} at "${path}". Set HOME, or the variable that moves these settings, to an absolute path.`,
  );
}

export function editorOf({ format }: Host): Editor {
  return format === "toml" ? toml : jsonc;
}

/** The present entry; an entry of somebody else under our name is an error. */
function ownEntry(editor: Editor, { text }: ConfigFile, { section }: Host): unknown {
  const entry = editor.read(text, section)[SERVER_NAME];
  if (entry === undefined || isOurs(entry)) return entry;
  throw new UnsafeFileError(`its server "${SERVER_NAME}" starts another program; rename or remove that entry first`);
}

function toLaunch(words: LaunchWords, program: string, keys: Keys, { env }: Machine): Launch {
  return words.http === undefined ? toProgramLaunch(words, program, keys, env["PATH"]) : toRemoteLaunch(words, keys);
}

function toEntry(host: Host, launch: Launch): HostEntry {
  const entry = host.toEntry(launch);
  if (entry) return entry;
  throw new ConfigError(
    `${host.name} takes no address in its file. Add the server in its settings under Connectors, or leave --http out.`,
  );
}

/** The questions before the change, and the sentence that announces them. */
interface Asks {
  said: string;
  ask(present: Keys): Promise<Keys>;
}

/** Returns the questions; none where nobody can answer, or where the server needs no key. */
function asksFor(words: InstallWords, { ask, askSecret }: Terminal, env: Environment): Asks | undefined {
  if (words.yes || words.dryRun || words.demo || !ask || !askSecret) return undefined;
  if (words.http !== undefined)
    return { said: "An optional key first; Enter skips.", ask: (present) => askForRemoteKey(askSecret, present) };
  return {
    said: "Optional keys and your mail address for the SEC first; Enter skips.",
    ask: async (present) => ({
      ...(await askForKeys(askSecret, present, env)),
      ...(await askForMail(ask, present, env)),
    }),
  };
}

/** The keys to write: those of the present entry, replaced by typed ones. */
async function keysFor(words: InstallWords, old: unknown, asks: Asks | undefined): Promise<Record<string, string>> {
  const entry = isObject(old) ? old : {};
  const fields = words.http === undefined ? [entry["env"]] : [entry["headers"], entry["http_headers"]];
  const kept: Record<string, string> = Object.assign({}, ...fields.filter(isObject));
  return asks ? { ...kept, ...(await asks.ask(kept)) } : kept;
}

type Ask = (question: string) => Promise<string>;
type Keys = Readonly<Record<string, string>>;
type Environment = Machine["env"];

/** Asks for the key of each provider that needs one; returns the typed ones by variable. */
async function askForKeys(ask: Ask, present: Keys, env: Environment): Promise<Record<string, string>> {
  const typed: Record<string, string> = {};
  for (const { id, vendor, needsKey, signUpUrl } of PROVIDER_DESCRIPTIONS) {
    if (!needsKey) continue;
    const variable = toKeyVariable(id);
    const page = signUpUrl ? `free at ${signUpUrl}` : "";
    const key = await askFor(variable, ask, `Key of ${vendor}`, page, present, env);
    if (key) typed[variable] = key;
  }
  return typed;
}

/** The variables with keys and the mail address that `install` asks for. */
const ASKED_VARIABLES = PROVIDER_DESCRIPTIONS.flatMap(({ id, label, needsKey, options = {} }) => [
  ...(needsKey ? [toKeyVariable(id)] : []),
  ...Object.values(options).flatMap(({ kind, suffix }) => (kind === "mail" ? [`${label}_${suffix}`] : [])),
]);

/** Returns a sentence on the values of this shell that an entry lacks: assistants are not started by it. */
function toShellRemark(words: InstallWords, entry: Keys, env: Environment): string | undefined {
  const left = ASKED_VARIABLES.filter((name) => env[name] && !entry[name]);
  if (left.length === 0 || words.demo || words.http !== undefined) return undefined;
  const [are, it] = left.length > 1 ? ["are", "them"] : ["is", "it"];
  return `${left.join(", ")} ${are} set in this shell; the assistant will not see ${it}. Without --yes, install offers to take ${it} over.`;
}

const MAIL = /^[^\s@]{1,100}@[^\s@]+\.[^\s@]{2,}$/;

/** Asks for the mail address without which official sources do not answer; returns it by its variable. */
async function askForMail(ask: Ask, present: Keys, env: Environment): Promise<Record<string, string>> {
  const typed: Record<string, string> = {};
  for (const { label, vendor, options = {} } of PROVIDER_DESCRIPTIONS) {
    for (const { suffix } of Object.values(options).filter((each) => each.kind === "mail")) {
      const variable = `${label}_${suffix}`;
      const what = `Your mail address for ${vendor}`;
      const mail = await askFor(variable, ask, what, "which wants to know who asks", present, env, isMail);
      if (mail) typed[variable] = mail;
    }
  }
  return typed;
}

/** Asks for the key of a server elsewhere; returns it as the header that such a server takes. */
async function askForRemoteKey(ask: Ask, present: Keys): Promise<Record<string, string>> {
  const key = await askFor("X-API-Key", ask, "Key of that server", "if it needs one", present, {});
  return key ? { "X-API-Key": key } : {};
}

/** Returns why a value cannot be taken; `undefined` where it can. */
type Check = (value: string) => string | undefined;

const isKey: Check = (value) =>
  /^[\x21-\x7e]{1,200}$/.test(value) ? undefined : "A key has at most 200 printable characters without blanks.";
const isMail: Check = (value) =>
  MAIL.test(value) ? undefined : `"${value}" is not a mail address such as name@example.com.`;

/** The answer that leaves a value of this shell out. */
const NONE = "-";

/**
 * Asks until the answer can be taken, because the answers before would be lost; Enter takes over a value of this shell, keeps
 * a present one, or skips. Returns the value to write, empty for none.
 */
async function askFor(
  variable: string,
  ask: Ask,
  what: string,
  about: string,
  present: Keys,
  env: Environment,
  check: Check = isKey,
): Promise<string> {
  const own = variable in present ? undefined : env[variable]?.trim();
  const shell = own && check(own) === undefined ? own : undefined;
  const enter =
    variable in present
      ? "Enter keeps the present one"
      : shell === undefined
        ? "optional, Enter to skip"
        : `${variable} is set in this shell, but the assistant will not see it; Enter takes it over, ${NONE} leaves it out`;
  const question = `${what} (${[about, enter].filter(Boolean).join("; ")}): `;
  let said = "";
  for (;;) {
    const value = (await ask(said + question)).trim();
    if (value === "") return shell ?? "";
    if (value === NONE && shell !== undefined) return "";
    const refusal = check(value);
    if (refusal === undefined) return value;
    said = `${refusal} `;
  }
}

async function confirmed(
  { yes, dryRun }: UninstallWords,
  { shown, make }: Change,
  terminal: Terminal,
  done: string,
  usual: "yes" | "no" = "no",
): Promise<number> {
  terminal.out(shown);
  if (dryRun) {
    terminal.out("Nothing was changed (--dry-run).\n");
    return 0;
  }
  if (!yes && !terminal.ask) {
    terminal.err("Nothing was changed: without a terminal, confirm with --yes.\n");
    return 2;
  }
  // A person who skips the questions by Enter wants the change; a removal needs a clear answer.
  const [choice, agreed] = usual === "yes" ? ["[Y/n]", /^(?:y(?:es)?)?$/i] : ["[y/N]", /^y(?:es)?$/i];
  if (!yes && !agreed.test((await terminal.ask!(`Make this change? ${choice} `)).trim())) {
    terminal.err("Nothing was changed.\n");
    return 2;
  }
  const left = make();
  terminal.out(`${left ? `${left}\n` : ""}${done}\n`);
  return 0;
}

/** Runs the work; a file that cannot be changed safely is reported in one sentence. */
async function guarded(path: string, terminal: Terminal, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof UnsafeFileError ? error.message : systemReason(error);
    terminal.err(`${path} was not changed: ${reason}. With --print, install shows what to add by hand.\n`);
    return 1;
  }
}

function systemReason(error: unknown): string {
  // The stack of the parsers, which call themselves for each level of a file.
  if (error instanceof RangeError) return "it is nested too deeply";
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === "string" && typeof syscall === "string") return `the system refused ${syscall} (${code})`;
  throw error;
}

function print(
  words: InstallWords,
  host: Host,
  path: string,
  program: string,
  machine: Machine,
  terminal: Terminal,
): number {
  const entry = toEntry(host, toLaunch(words, program, {}, machine));
  const value = { [host.section]: { [SERVER_NAME]: entry } };
  terminal.out(host.format === "toml" ? stringify(value) : `${JSON.stringify(value, null, 2)}\n`);
  terminal.err(`Add this to ${path}. ${host.next}\n`);
  if (host.id === "cursor" || host.id === "vscode") {
    terminal.err(`Or open this link: ${toHostLink(host.id, entry)}\n`);
  }
  return 0;
}
