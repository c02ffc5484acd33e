/**
 * Requests and durations of the last minutes, for the status page. The histograms of `/metrics` cannot serve it: they
 * count since the start, and percentiles as accurate as these would need 68 buckets for each route and tool.
 */
import type { FailureKind } from "../contract/errors.js";

/** Seconds per slot; one slot is one bar of a chart. */
const SLOT_SECONDS = 15;
const SLOTS = 60;

// Buckets from 0.1 ms to 20 s in steps of a fifth, so a percentile is accurate to ten percent.
const BUCKETS = 68;
const FIRST_SECONDS = 0.0001;
const STEP = 1.2;

/** Failures that are not the caller's fault. */
const OUR_FAILURES: ReadonlySet<string> = new Set([
  "upstream_limited",
  "overloaded",
  "upstream_unavailable",
  "not_configured",
  "internal",
] satisfies FailureKind[]);

/** Figures of one endpoint; durations in milliseconds, `null` without requests. */
export interface EndpointTraffic {
  requests: number;
  /** Number of requests that failed without fault of the caller. */
  failed: number;
  p50_ms: number | null;
  p99_ms: number | null;
  /** Requests by slot, oldest first. */
  counts: number[];
}

export interface TrafficReport {
  slot_seconds: number;
  /** Requests of all endpoints by slot, oldest first; the last slot is still running. */
  requests: number[];
  p50_ms: (number | null)[];
  p99_ms: (number | null)[];
  /** By endpoint name; only endpoints with requests. */
  endpoints: Record<string, EndpointTraffic>;
}

/** Durations in buckets and failures, by slot; a ring buffer. */
class Series {
  readonly times = new Uint32Array(SLOTS * BUCKETS);
  readonly failed = new Uint32Array(SLOTS);
  #newest = 0;

  /** Clears the slots up to `slot`. */
  advance(slot: number): void {
    for (let each = Math.max(this.#newest + 1, slot - SLOTS + 1); each <= slot; each++) {
      const at = each % SLOTS;
      this.times.fill(0, at * BUCKETS, (at + 1) * BUCKETS);
      this.failed[at] = 0;
    }
    this.#newest = Math.max(this.#newest, slot);
  }
}

/** Counts requests over REST and MCP; recording a request costs one increment. */
export class Traffic {
  readonly #series = new Map<string, Series>();
  /** Endpoint names by route and by tool. */
  readonly #names = new Map<string, string>();
  readonly #now: () => number;

  constructor(
    capabilities: readonly { name: string; route: string; tool: { name: string } }[],
    /** Returns monotonic milliseconds. */
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    for (const { name, route, tool } of capabilities) {
      this.#names.set(route, name);
      this.#names.set(tool.name, name);
    }
  }

  /** Records one answer; `asked` is a route or a tool. Other names are ignored. */
  note(asked: string, seconds: number, outcome: string | undefined): void {
    const name = this.#names.get(asked);
    if (name === undefined) return;
    let series = this.#series.get(name);
    if (!series) this.#series.set(name, (series = new Series()));
    const slot = this.#slot();
    series.advance(slot);
    series.times[(slot % SLOTS) * BUCKETS + toBucket(seconds)]!++;
    if (outcome !== undefined && OUR_FAILURES.has(outcome)) series.failed[slot % SLOTS]!++;
  }

  report(): TrafficReport {
    const newest = this.#slot();
    const slots = Array.from({ length: SLOTS }, (_, each) => (newest + 1 + each) % SLOTS);
    for (const series of this.#series.values()) series.advance(newest);
    const all = slots.map((slot) => sum([...this.#series.values()].map((series) => ofSlot(series, slot))));
    const endpoints = [...this.#series].map(([name, series]): [string, EndpointTraffic] => {
      const bySlot = slots.map((slot) => ofSlot(series, slot));
      const times = sum(bySlot);
      return [
        name,
        {
          requests: total(times),
          failed: total(series.failed),
          p50_ms: percentile(times, 0.5),
          p99_ms: percentile(times, 0.99),
          counts: bySlot.map(total),
        },
      ];
    });
    return {
      slot_seconds: SLOT_SECONDS,
      requests: all.map(total),
      p50_ms: all.map((times) => percentile(times, 0.5)),
      p99_ms: all.map((times) => percentile(times, 0.99)),
      endpoints: Object.fromEntries(endpoints.filter(([, { requests }]) => requests > 0)),
    };
  }

  #slot(): number {
    // `advance` subtracts SLOTS from a slot number; adding SLOTS here keeps the result positive.
    return SLOTS + Math.floor(this.#now() / 1000 / SLOT_SECONDS);
  }
}

function toBucket(seconds: number): number {
  const bucket = Math.ceil(Math.log(seconds / FIRST_SECONDS) / Math.log(STEP));
  return Math.min(Math.max(bucket, 0), BUCKETS - 1);
}

function ofSlot({ times }: Series, slot: number): Uint32Array {
  return times.subarray(slot * BUCKETS, (slot + 1) * BUCKETS);
}

function sum(parts: readonly Uint32Array[]): number[] {
  return Array.from({ length: BUCKETS }, (_, bucket) => parts.reduce((count, part) => count + part[bucket]!, 0));
}

function total(counts: Iterable<number>): number {
  let all = 0;
  for (const count of counts) all += count;
  return all;
}

/** Returns milliseconds, the middle of the percentile's bucket, to two digits. */
function percentile(times: readonly number[], share: number): number | null {
  const all = total(times);
  if (all === 0) return null;
  let below = Math.ceil(all * share);
  const bucket = times.findIndex((count) => (below -= count) <= 0);
  return Number((1000 * FIRST_SECONDS * STEP ** (bucket - 0.5)).toPrecision(2));
}
