/** Processor time and memory of a process, as reported by the kernel. */
import { readdirSync, readFileSync } from "node:fs";

/** Processor time of all threads of a process in microseconds. Linux only. */
export function cpuMicros(pid: number): number {
  let nanos = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanos += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // The few microseconds of a thread that has just ended are lost.
    }
  }
  return nanos / 1000;
}

/** Current and peak resident memory, in megabytes. */
export function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
