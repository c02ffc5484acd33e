/** Facts about a process that Linux provides in /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of one clock tick in /proc, the same on every Linux that Node supports. */
const TICK_MS = 10;

/** Processor time used so far, in milliseconds. */
export function processorMsOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resident memory in megabytes; 0 for a process that is ending. */
export function memoryMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
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
