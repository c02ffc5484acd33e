/** A terminal for a command, created by util-linux's `script`. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cleanEnv, watch } from "./program.js";

/** Whether `script` is installed. Tests that need it are otherwise skipped, with a message. */
export const hasTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;
if (!hasTerminal) console.warn("!!! util-linux's script is not installed: tests of terminal output are SKIPPED");

/**
 * Runs a shell command line on a terminal without input, closes it when `until` was printed, and returns all output.
 */
export async function atTerminal(command: string, env: Record<string, string> = {}, until?: string): Promise<string> {
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], { env: cleanEnv(env) });
  watch(child);
  let shown = "";
  const look = (data: Buffer) => {
    shown += data.toString();
    // The character of Ctrl+D.
    if (until === undefined || shown.includes(until)) child.stdin.end();
  };
  child.stdout.on("data", look);
  if (until === undefined) child.stdin.end();
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${shown}`);
  return shown;
}
