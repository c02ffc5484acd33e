/** Starts the built program as its users do. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** Returns an environment with only the variables that a program needs, and `extra`. */
export function cleanEnv(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...extra };
}

/** A separate state folder for one test file. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "market-data-mcp-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface RunningProgram {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** The exit code, or the name of the signal that ended the program. */
  exited: Promise<number | string>;
}

const running = new Set<ChildProcess>();

/** Registers a process, so that `endPrograms` ends it if a failed test leaves it running. */
export function watch(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
}

/** Ends the programs that a failed test left running. */
export function endPrograms(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Starts the built program; `launcher` precedes its command line, `file` is another copy of it. */
export function startProgram(
  args: readonly string[],
  env: Record<string, string> = {},
  launcher: readonly string[] = [],
  file = PROGRAM,
): RunningProgram {
  const [command, ...rest] = [...launcher, process.execPath, file, ...args];
  const child = spawn(command!, rest, { env: cleanEnv(env), stdio: ["pipe", "pipe", "pipe"] });
  watch(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  child.stdin.on("error", () => {});
  const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string);
  return { child, stdout: () => out, stderr: () => err, exited };
}

/** Starts the program over HTTP on a free port and waits until it prints its address. It stops without the usual delay. */
export async function startHttpProgram(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  launcher: readonly string[] = [],
  file = PROGRAM,
): Promise<RunningProgram & { url: string; stop: () => Promise<number | string> }> {
  const program = startProgram(["--http", "--port", "0", ...args], { SHUTDOWN_DELAY_MS: "0", ...env }, launcher, file);
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const line = /\{[^\n]*"event":"listening"[^\n]*\}/.exec(program.stderr())?.[0];
      if (!line) return;
      // A search of the whole log for each later line would cost as much as the requests that it logs.
      program.child.stderr!.off("data", look);
      resolve((JSON.parse(line) as { url: string }).url);
    };
    program.child.stderr!.on("data", look);
    void program.exited.then((code) => reject(new Error(`exited with ${code}: ${program.stderr()}`)));
  });
  return {
    ...program,
    url,
    stop: () => {
      program.child.kill("SIGTERM");
      return program.exited;
    },
  };
}
