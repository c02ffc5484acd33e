/** Runs a terminal command by its name. */
import { createApp } from "../app.js";
import type { TerminalCommand } from "../config/command-line.js";
import type { Config } from "../config/config.js";
import type { Misspelt } from "../config/misspelt-variables.js";
import { toPrintable } from "../lib/printable.js";
import { createRedactor } from "../lib/redact.js";
import type { Logger } from "../lib/log.js";
import { callOnce } from "./call.js";
import { runDoctor } from "./doctor.js";
import { probeUpstreams } from "./probe.js";
import type { Terminal } from "./terminal.js";

export interface CommandParts {
  config: Config;
  log: Logger;
  version: string;
  node: { version: string; range: string };
  /** Environment variables that look like settings and are none. */
  misspelt: readonly Misspelt[];
  terminal: Terminal;
}

/**
 * Runs the command and returns its exit code.
 *
 * @throws {ConfigError} when the command's arguments are not valid.
 */
export async function runCommand(command: TerminalCommand, parts: CommandParts): Promise<number> {
  const { config, log, version, node, misspelt } = parts;
  const terminal = cleaned(parts.terminal, config);
  const open = () => createApp(config, log);
  if (command.name === "doctor") return runDoctor(command, { config, node, version, misspelt, open }, terminal);
  if (command.name === "probe") {
    const counted = (onUpstream: (provider: string) => void) => createApp(config, log, { onUpstream });
    return probeUpstreams(command, { config, version, open: counted }, terminal);
  }
  const app = open();
  try {
    return await callOnce(command, app, config.demo, terminal);
  } finally {
    await app.close();
  }
}

/**
 * Returns a terminal that removes keys, because people paste its output into bug reports, and
 * control characters.
 */
function cleaned(terminal: Terminal, { providers }: Config): Terminal {
  const keys = Object.values(providers).map(({ apiKey }) => apiKey ?? "");
  const redact = createRedactor(keys);
  const clean = (text: string) => toPrintable(redact(text));
  return { ...terminal, out: (text) => terminal.out(clean(text)), err: (text) => terminal.err(clean(text)) };
}
