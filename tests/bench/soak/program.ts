/** The built program under soak, started as its users start it; reads its log continuously. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { RunningProgram } from "../../support/program.js";

/** Benches run in the project's folder. */
const PROGRAM = resolve("dist/index.js");

/** The parts of a log line that the soak checks. */
interface Line {
  level?: string;
  event?: string;
  url?: string;
}

export interface SoakedProgram extends RunningProgram {
  pid: number;
  /** Its address, once it listens; never over stdio. */
  listening: Promise<string>;
  /** Unexpected log lines, by event. */
  complaints: Map<string, number>;
}

/** Upstream failures are logged too; these events are our own failures. */
const NEVER = new Set(["crash", "unexpected", "warning"]);

/** Starts the program with only the given environment. */
export function startSoaked(args: readonly string[], env: Record<string, string>): SoakedProgram {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env["PATH"] ?? "", ...env } });
  child.stdin.on("error", () => {});
  const complaints = new Map<string, number>();
  let last = "";
  const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string);
  const listening = new Promise<string>((found) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      last = line;
      const { event = "no event", level, url } = read(line);
      if (event === "listening" && url !== undefined) found(url);
      if (NEVER.has(event) || level === "fatal") complaints.set(event, (complaints.get(event) ?? 0) + 1);
    });
  });
  return { child, pid: child.pid!, stdout: () => "", stderr: () => last, exited, listening, complaints };
}

function read(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return { event: "line that is no JSON", level: "fatal" };
  }
}
