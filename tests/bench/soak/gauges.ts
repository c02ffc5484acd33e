/** Measurements of the two programs while they run. */
import { memoryMbOf, openFilesOf } from "../../support/process-facts.js";
import type { Visitor } from "../../system/http-visitor.js";

/** One measurement of both programs. */
export interface Sample {
  /** Resident memory in megabytes. */
  httpMb: number;
  stdioMb: number;
  httpFiles: number;
  stdioFiles: number;
  /** The longest blocking of the HTTP server's event loop since the last measurement, in milliseconds. */
  lagMs: number;
  handles: number;
}

/** Measures both programs, partly through the server's metrics. */
export async function look(pids: { http: number; stdio: number }, visitor: Visitor): Promise<Sample> {
  const { text } = await visitor.ask("/metrics");
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  return {
    httpMb: memoryMbOf(pids.http).now,
    stdioMb: memoryMbOf(pids.stdio).now,
    httpFiles: openFilesOf(pids.http),
    stdioFiles: openFilesOf(pids.stdio),
    lagMs: read("nodejs_eventloop_lag_max_seconds") * 1_000,
    handles: [...text.matchAll(/^nodejs_active_handles\{[^}]*\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    ),
  };
}

/** Returns the median. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
