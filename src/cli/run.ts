/** Runs a terminal command. */
import { readdirSync } from "node:fs";
import { createApp } from "../app.js";
import { CATALOGUE, catalogueOf } from "../catalogue.js";
import { readTerminalConfig, toProviderSecrets, type Config } from "../config/config.js";
import type { Misspelt } from "../config/misspelt-variables.js";
import { homeFolder } from "../config/setting-types.js";
import { ConfigError } from "../contract/errors.js";
import type { Logger } from "../lib/log.js";
import { callOnce } from "./call.js";
import { toProgramName } from "./command-form.js";
import { createReader } from "./pages/reader.js";
import { readCommand, type TerminalCommand } from "./commands.js";
import { runDoctor } from "./check/doctor.js";
import type { Machine } from "./install/hosts.js";
import { install, uninstall } from "./install/install.js";
import { askAtTerminal, askSecretAtTerminal, cleaned, type Terminal } from "./pages/terminal.js";
import { keysOf, runKeys } from "./keys/keys.js";
import { listKeyUsage } from "./keys/key-usage.js";
import { listTools } from "./tool-commands.js";
import { watch } from "./watch.js";

type Environment = Readonly<Record<string, string | undefined>>;

interface CommandParts {
  env: Environment;
  openLog(config: Config): Logger;
  /** With `demo`, starts the simulated market and returns the configuration that uses it. */
  demoOf(config: Config): Promise<{ config: Config; close(): Promise<void> } | undefined>;
  version: string;
  node: { version: string; range: string };
  /** The path of the program's file, as it was started. */
  program: string;
  /** Environment variables that look like settings and are none. */
  misspelt: readonly Misspelt[];
  terminal: Omit<Terminal, "ask" | "askSecret"> & { interactive: boolean };
}

/**
 * Runs the command in these words and returns its exit code.
 *
 * @throws {ConfigError} when the words or the settings are not valid.
 */
export async function runCommand(words: readonly string[], parts: CommandParts): Promise<number> {
  const { interactive, ...streams } = parts.terminal;
  const terminal: Terminal = interactive ? { ...streams, ask: askAtTerminal, askSecret: askSecretAtTerminal } : streams;
  const command = readCommand(words, CATALOGUE, terminal.columns);
  if ("help" in command) {
    terminal.out(command.help);
    return 0;
  }
  // These commands use no settings, so that a wrong setting does not stop them.
  const plain = cleaned(terminal, []);
  if (command.name === "install" || command.name === "uninstall") {
    const machine = toMachine(parts.env);
    if (!machine) throw new ConfigError("This user has no home folder, where the files of hosts are. Set HOME.");
    return command.name === "install"
      ? install(command, machine, parts.program, plain)
      : uninstall(command, machine, plain);
  }
  if (command.name === "keys") return runKeysCommand(command, parts.env, plain);
  if (command.name === "tools") return listTools(CATALOGUE, command.json, plain);
  return runWithSettings(command, parts, terminal);
}

function runKeysCommand(
  command: Extract<TerminalCommand, { name: "keys" }>,
  env: Environment,
  terminal: Terminal,
): number | Promise<number> {
  const file = env["API_KEYS_FILE"];
  if (command.do !== "list" || !command.usage) return runKeys(command, file, terminal);
  return listKeyUsage(keysOf(command, file), readTerminalConfig(false, env), command.json, terminal);
}

type SettingsCommand = Extract<TerminalCommand, { name: "doctor" | "call" }>;

async function runWithSettings(command: SettingsCommand, parts: CommandParts, plain: Terminal): Promise<number> {
  const { env, version, node, misspelt } = parts;
  const own = readTerminalConfig(command.demo, env);
  const simulated = await parts.demoOf(own);
  const config = simulated?.config ?? own;
  const log = parts.openLog(config);
  const terminal = cleaned(plain, toProviderSecrets(config.providers));
  const catalogue = catalogueOf(config.allowedProviders);
  const open = () => createApp(config, log, {}, catalogue);
  try {
    if (command.name === "doctor")
      return await runDoctor(
        command,
        { config, catalogue, node, version, misspelt, machine: toMachine(env), open },
        terminal,
      );
    const app = open();
    try {
      const call = {
        app,
        catalogue,
        simulated: config.demo,
        program: toProgramName(parts.program),
        reader: createReader(env),
      };
      const ask = (to: Terminal) => callOnce(command, call, to);
      if (command.watch === undefined) return await ask(terminal);
      const stop = new AbortController();
      process.once("SIGINT", () => stop.abort());
      return await watch(ask, command.watch, terminal, stop.signal);
    } finally {
      await app.close();
    }
  } finally {
    await simulated?.close();
  }
}

/** Returns the machine whose hosts are looked at; `undefined` for a user without a home, who has no files of hosts. */
function toMachine(env: Environment): Machine | undefined {
  const home = homeFolder();
  if (home === undefined) return undefined;
  return {
    platform: process.platform,
    home,
    env,
    namesIn(folder) {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
  };
}
