/** The measured programs, started as their users start them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** Benches run in the project's folder. */
export const PROGRAM = resolve("dist/index.js");

/** A script of `baselines/`, which runs from source on unbundled packages. */
export const baseline = (name: string) => resolve(`tests/bench/performance/baselines/${name}`);

export interface Started {
  child: ChildProcess;
  pid: number;
  stop(): Promise<void>;
}

/** The address and port of a program that listens. */
export interface Listening extends Started {
  port: number;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a command with only the given environment. */
export function start(command: string, args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.add(child);
  child.stdin!.on("error", () => {});
  child.stderr!.resume();
  return {
    child,
    pid: child.pid!,
    async stop() {
      running.delete(child);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Starts a program that prints its port to stdout or its log. */
export async function startListening(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  pattern = /(?:127\.0\.0\.1|localhost):(\d+)/,
): Promise<Listening> {
  const started = start(command, args, env);
  let said = "";
  const port = await new Promise<number>((found, failed) => {
    for (const stream of [started.child.stdout!, started.child.stderr!]) {
      createInterface({ input: stream }).on("line", (line) => {
        said += `${line}\n`;
        const match = pattern.exec(line)?.[1];
        if (match) found(Number(match));
      });
    }
    started.child.once("exit", (code) =>
      failed(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${said}`)),
    );
    started.child.once("error", failed);
  });
  return { ...started, port };
}

/** Starts a script of `baselines/` that listens. */
export function startBaseline(name: string, env: Record<string, string> = {}): Promise<Listening> {
  return startListening(process.execPath, [baseline(name)], env);
}

export interface OursOptions {
  env?: Record<string, string>;
  args?: readonly string[];
  /** For Node itself. */
  nodeArgs?: readonly string[];
  /** Address of the simulated provider A. */
  upstreamPort: number;
}

/** Starts the built program over HTTP with its own data folder, no limits, and one simulated upstream. */
export async function startOurs({ env = {}, args = [], nodeArgs = [], upstreamPort }: OursOptions): Promise<Listening> {
  const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-bench-"));
  const { stop, ...started } = await startListening(
    process.execPath,
    [...nodeArgs, PROGRAM, "--http", "--port", "0", ...args],
    { DATA_DIR: folder, ...onlyFmp(upstreamPort), ...env },
    /"event":"listening".*"port":(\d+)/,
  );
  return {
    ...started,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Settings that send all calls to the simulated provider A at that port. */
export function onlyFmp(port: number): Record<string, string> {
  return {
    PROVIDER_A_BASE_URL: `http://127.0.0.1:${port}/stable`,
    PROVIDER_A_API_KEY: "bench",
    PROVIDER_A_RATE_PER_MINUTE: "100000",
    PROVIDER_A_DAILY_QUOTA: "0",
    FALLBACK: "0",
    ENRICH: "0",
  };
}
