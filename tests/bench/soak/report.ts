/** The output of the soak: a line per minute, and the verdict at the end. */
import { medianOf, type Sample } from "./gauges.js";
import { ALLOWED } from "./verdict.js";

/** Allowed growth of resident memory between the end of the warm-up and the end of the run. */
export const MAX_GROWTH_MB = 30;
/** Allowed difference of open files of an idle program, before and after the load. */
export const MAX_MORE_FILES = 5;
/** Of all answers; upstreams fail one call in eight and are down for 8 s in 120. */
export const MIN_OK_SHARE = 0.5;

/** Number of answers of each kind. */
export type Counts = Map<string, number>;

/** Adds one. */
export function count(counts: Counts, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** The line of one minute. */
export function minuteLine(minute: number, counts: Counts, slowestMs: number, now: Sample, worstLagMs: number): string {
  const total = sum(counts);
  return [
    `minute ${String(minute).padStart(3)}`,
    `${total} answers, ${(((counts.get("ok") ?? 0) / total) * 100).toFixed(1)} % ok, slowest ${slowestMs.toFixed(0)} ms`,
    `RSS ${now.httpMb.toFixed(0)}+${now.stdioMb.toFixed(0)} MB`,
    `files ${now.httpFiles}+${now.stdioFiles}, handles ${now.handles}`,
    `loop held ${worstLagMs.toFixed(0)} ms`,
    countsText(counts),
  ].join(" | ");
}

/** Memory growth: the median of the last quarter minus that of the quarter after the warm-up. */
export function growthOf(values: readonly number[], warmUp: number): { from: number; to: number } {
  const settled = values.slice(warmUp);
  const quarter = Math.max(1, settled.length >> 2);
  return { from: medianOf(settled.slice(0, quarter)), to: medianOf(settled.slice(-quarter)) };
}

/** Kinds and counts, most frequent first. */
export function countsText(counts: Counts): string {
  const rows = [...counts].toSorted(([, one], [, other]) => other - one);
  return rows.map(([what, times]) => `${what} ${times}`).join(", ");
}

/** Lists violations. */
export function forbiddenIn(counts: Counts): string[] {
  const kinds = [...counts.keys()].filter((what) => !ALLOWED.has(what));
  const share = (counts.get("ok") ?? 0) / sum(counts);
  return [
    ...kinds.map((what) => `${counts.get(what)} times: ${what}`),
    ...(share < MIN_OK_SHARE ? [`only ${(share * 100).toFixed(1)} % of the answers were data`] : []),
  ];
}

function sum(counts: Counts): number {
  return [...counts.values()].reduce((total, times) => total + times, 0);
}
