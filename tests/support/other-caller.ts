/** Another caller, in a process of its own, which is not busy with the test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { watch } from "./program.js";
import type { Stage } from "./stage.js";

/** Starts a caller that asks for a path again and again; `stop` returns how long it waited at most. */
export async function startOtherCaller({ program }: Stage, path: string) {
  const script = fileURLToPath(new URL("pinger.mjs", import.meta.url));
  const args = [script, program.url + path, String(program.child.pid)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  watch(child);
  const lines = createInterface(child.stdout);
  await once(lines, "line");
  return async () => {
    const line = once(lines, "line");
    child.stdin.end();
    return JSON.parse((await line)[0] as string) as {
      answers: number;
      statuses: number[];
      longestMs: number;
      mostProcessorMs: number;
    };
  };
}
