/** What a process has used: processor time and memory, by the kernel's own account. */
import { readdirSync, readFileSync } from "node:fs";

/** Processor time of all threads of a process so far, in microseconds. Linux only. */
export function cpuMicros(pid: number): number {
  let nanos = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanos += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // A thread that has just ended takes its few microseconds with it.
    }
  }
  return nanos / 1000;
}

/** Resident memory now and at its peak, in megabytes. */
export function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
