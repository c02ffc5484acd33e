/** Runs a terminal command by its name. */
import { createApp } from "../app.js";
import type { TerminalCommand } from "../command-line.js";
import type { Config } from "../config.js";
import { createRedactor } from "../contract/secrets.js";
import type { Logger } from "../log.js";
import { callOnce } from "./call.js";
import { examine } from "./doctor.js";
import { withoutControls } from "./plain-text.js";
import type { Terminal } from "./terminal.js";

export interface CommandParts {
  config: Config;
  log: Logger;
  version: string;
  node: { version: string; range: string };
  terminal: Terminal;
}

/**
 * Runs the command and returns its exit code.
 *
 * @throws {ConfigError} when the command's arguments are not valid.
 */
export async function runCommand(command: TerminalCommand, parts: CommandParts): Promise<number> {
  const { config, log, version, node } = parts;
  const terminal = toSafeTerminal(parts.terminal, config);
  const open = () => createApp(config, log);
  if (command.name === "doctor") return examine(command, { config, node, version, open }, terminal);
  const app = open();
  try {
    return await callOnce(command, app, config.demo, terminal);
  } finally {
    await app.close();
  }
}

/** Every provider's keys are longer; a short one, such as "demo", is also a word. */
const MIN_KEY_LENGTH = 12;

/** Output may be pasted where others read it, so it has no keys; data may be hostile, so it has no control characters. */
function toSafeTerminal(terminal: Terminal, { providers }: Config): Terminal {
  const keys = Object.values(providers).map(({ apiKey }) => apiKey ?? "");
  const redact = createRedactor(keys.filter((key) => key.length >= MIN_KEY_LENGTH));
  const clean = (text: string) => redact(withoutControls(text));
  return { ...terminal, out: (text) => terminal.out(clean(text)), err: (text) => terminal.err(clean(text)) };
}
