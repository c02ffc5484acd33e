/** A terminal of its own for a command, by way of util-linux's `script`. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cleanEnv, watch } from "./program.js";

/** Whether there is one to have. Tests that need it are skipped otherwise, and say so. */
export const hasTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;
if (!hasTerminal) console.warn("!!! util-linux's script is not installed: what a terminal shows goes UNTESTED");

/** Runs a shell's command line on a terminal, types nothing, hangs up when `until` has been shown, and gives all that was. */
export async function atTerminal(command: string, env: Record<string, string> = {}, until?: string): Promise<string> {
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], { env: cleanEnv(env) });
  watch(child);
  let shown = "";
  const look = (data: Buffer) => {
    shown += data.toString();
    // What Ctrl+D sends.
    if (until === undefined || shown.includes(until)) child.stdin.end();
  };
  child.stdout.on("data", look);
  if (until === undefined) child.stdin.end();
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${shown}`);
  return shown;
}
