/** Several built programs with shared state, and questions to them. */
import { startHttpProgram } from "../support/program.js";

export type Program = Awaited<ReturnType<typeof startHttpProgram>>;

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  /** Duration in milliseconds. */
  ms: number;
}

/** Starts `count` programs in the same environment. */
export function startFleet(count: number, env: Record<string, string>): Promise<Program[]> {
  return Promise.all(Array.from({ length: count }, () => startHttpProgram([], env)));
}

/** Sends a REST request to one program, or to the balancer. */
export async function ask(
  { url }: { url: string },
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(`${url}/api/v1${path}`, { headers });
  const body = (await response.json()) as Answer["body"];
  return { status: response.status, headers: response.headers, body, ms: performance.now() - started };
}

/** Requests each path at once, from the programs in turn. */
export function askAll(programs: readonly { url: string }[], paths: readonly string[]): Promise<Answer[]> {
  return Promise.all(paths.map((path, index) => ask(programs[index % programs.length]!, path)));
}

/** Requests `pathOf` each number from 0 upwards, fifty per second, until `stop`, which returns the answers. */
export function underLoad(
  target: { url: string },
  pathOf: (index: number) => string,
): { stop: () => Promise<Answer[]> } {
  const asked: Promise<Answer>[] = [];
  const timer = setInterval(() => asked.push(ask(target, pathOf(asked.length))), 20);
  return {
    stop() {
      clearInterval(timer);
      return Promise.all(asked);
    },
  };
}

/** Waits that many seconds of real time. */
export const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** Returns that many quote paths, each of another stock. */
export function quotePaths(count: number, prefix = "S"): string[] {
  return Array.from({ length: count }, (_, index) => `/stock/${prefix}${index}`);
}

/** Returns the number of answers by status. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Returns a program's log messages about its store, in order. */
export function storeMessages({ stderr }: Program): string[] {
  return linesOf(stderr()).flatMap(({ event, message }) => (event === "store" ? [String(message)] : []));
}

/** Returns warnings and errors, and any output that is not a log line. */
export function complaints({ stderr }: Program): unknown[] {
  return linesOf(stderr()).filter(({ level }) => !["info", "debug"].includes(String(level)));
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => (line.startsWith("{") ? (JSON.parse(line) as Record<string, unknown>) : { level: "raw", line }));
}

/** Kills programs, and waits until they have ended. */
export async function killAll(programs: readonly Program[]): Promise<void> {
  for (const { child } of programs) child.kill("SIGKILL");
  await Promise.all(programs.map(({ exited }) => exited));
}
