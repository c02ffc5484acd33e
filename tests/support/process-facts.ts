/** Facts about a process that Linux provides in /proc. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Whether this system has these facts; tests that need them are skipped elsewhere. */
export const hasProcessFacts = existsSync("/proc/self/status");
if (!hasProcessFacts) console.warn("!!! there is no /proc here: tests of memory and open files are SKIPPED");

/** Milliseconds of one clock tick in /proc, the same on every Linux that Node supports. */
const TICK_MS = 10;

/** Processor time used so far, in milliseconds. */
export function processorMsOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/**
 * Processor time that this thread has used so far, in milliseconds. Unlike time on the wall it leaves out other programs,
 * and unlike that of the process the threads that collect garbage and compile; without /proc it is that of the process.
 */
export function threadMs(): number {
  if (!hasProcessFacts) return process.cpuUsage().user / 1e3;
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

/** Current and peak resident memory in megabytes; zeros for a process that is ending. */
export function memoryMbOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

/** Open files, sockets and pipes. */
export function openFilesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Whether the process still runs; false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    return !["Z", "X"].includes(statOf(pid)[0]!);
  } catch {
    return false;
  }
}

/** Processor time over a span of real time, in percent of one processor. */
export async function loadOf(pid: number, spanMs: number): Promise<number> {
  const before = processorMsOf(pid);
  const started = performance.now();
  await new Promise((resolve) => setTimeout(resolve, spanMs));
  return ((processorMsOf(pid) - before) / (performance.now() - started)) * 100;
}

/** Returns the fields of /proc/PID/stat after the name, which may contain blanks and parentheses. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
