/** The command of `npm run probe`: words, settings, terminal. */
import { parseArgs } from "node:util";
import { createApp } from "../../../src/app.js";
import { cleaned, type Terminal } from "../../../src/cli/pages/terminal.js";
import { readTerminalConfig, toProviderSecrets, type Config } from "../../../src/config/config.js";
import type { Logger } from "../../../src/lib/log.js";
import { startDemo } from "../../../src/serve/demo.js";
import { probeUpstreams } from "./probe.js";

export interface RunParts {
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  openLog(config: Config): Logger;
  terminal: Terminal;
}

const OPTIONS = { yes: { type: "boolean" }, json: { type: "boolean" }, demo: { type: "boolean" } } as const;

/**
 * Runs the probe with these words and returns its exit code.
 *
 * @throws {TypeError} for an unknown option, and {ConfigError} for an invalid setting.
 */
export async function runProbe(words: string[], { env, version, openLog, terminal }: RunParts): Promise<number> {
  const { yes = false, json = false, demo = false } = parseArgs({ args: words, options: OPTIONS }).values;
  const own = readTerminalConfig(demo, env);
  const simulated = demo ? await startDemo(own) : undefined;
  const config = simulated?.config ?? own;
  const log = openLog(config);
  const open = (onUpstream: (provider: string) => void) => createApp(config, log, { onUpstream });
  try {
    const shown = cleaned(terminal, toProviderSecrets(config.providers));
    return await probeUpstreams({ yes, json }, { config, version, open }, shown);
  } finally {
    await simulated?.close();
  }
}
