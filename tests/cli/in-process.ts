/** Runs a terminal command inside the test, where it needs no start of the program. */
import { pino } from "pino";
import manifest from "../../package.json" with { type: "json" };
import { runCommand } from "../../src/cli/run.js";
import { findMisspelt } from "../../src/config/misspelt-variables.js";
import { startDemo } from "../../src/serve/demo.js";
import { cleanEnv } from "../support/program.js";
import type { Said } from "./at-terminal.js";

/**
 * Does what `run` does, with the same streams and environment, except for the words of a `ConfigError`, which it throws.
 * Log lines are part of `err`; `screen` is what a terminal of this width shows.
 */
export async function runHere(
  words: readonly string[],
  extra: Record<string, string> = {},
  columns?: number,
): Promise<Said & { screen: string }> {
  const env = cleanEnv(extra);
  const said = { out: "", err: "", screen: "" };
  const add = (stream: "out" | "err") => (text: string) => {
    said[stream] += text;
    said.screen += text;
  };
  const err = add("err");
  const code = await runCommand(words, {
    env,
    openLog: ({ logLevel }) => pino({ level: logLevel }, { write: err }),
    demoOf: async (config) => (config.demo ? startDemo(config) : undefined),
    version: manifest.version,
    node: { version: process.version, range: manifest.engines.node },
    program: "market-data-mcp",
    misspelt: findMisspelt(env),
    terminal: {
      out: add("out"),
      err,
      overwrite: err,
      interactive: false,
      columns,
      live: false,
      colour: false,
    },
  });
  return { code, ...said };
}
