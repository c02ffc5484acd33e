/** Processor time of a process, as reported by the kernel. */
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
