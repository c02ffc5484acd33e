/** What a person runs at a terminal, by name. */
import { createApp } from "../app.js";
import type { TerminalCommand } from "../config/command-line.js";
import type { Config } from "../config/config.js";
import { createRedactor } from "../lib/redact.js";
import type { Logger } from "../log.js";
import { callOnce } from "./call.js";
import { examine } from "./doctor.js";
import type { Terminal } from "./terminal.js";

export interface CommandParts {
  config: Config;
  log: Logger;
  version: string;
  node: { version: string; range: string };
  terminal: Terminal;
}

/**
 * Does it; the exit code.
 *
 * @throws {ConfigError} when it cannot be done as it was written.
 */
export async function runCommand(command: TerminalCommand, parts: CommandParts): Promise<number> {
  const { config, log, version, node } = parts;
  const terminal = withoutSecrets(parts.terminal, config);
  const open = () => createApp(config, log);
  if (command.name === "doctor") return examine(command, { config, node, version, open }, terminal);
  const app = open();
  try {
    return await callOnce(command, app, config.demo, terminal);
  } finally {
    await app.close();
  }
}

/** A terminal that prints no keys: people paste its output into bug reports. */
function withoutSecrets(terminal: Terminal, { providers }: Config): Terminal {
  const keys = Object.values(providers).map(({ apiKey }) => apiKey ?? "");
  const redact = createRedactor(keys);
  return { ...terminal, out: (text) => terminal.out(redact(text)), err: (text) => terminal.err(redact(text)) };
}
