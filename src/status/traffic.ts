/** What was asked in the last minutes and how long it took, for people to look at; `/metrics` has it since the start. */
import type { FailureKind } from "../contract/errors.js";

/** One slot is a bar of a chart. */
const SLOT_SECONDS = 15;
const SLOTS = 60;

// From 0.1 ms to 20 s in steps of a fifth: a percentile is told within ten percent.
const BUCKETS = 68;
const FIRST_SECONDS = 0.0001;
const STEP = 1.2;

/** Ways to fail that are not the caller's. */
const OURS: ReadonlySet<string> = new Set([
  "upstream_limited",
  "overloaded",
  "upstream_unavailable",
  "not_configured",
  "internal",
] satisfies FailureKind[]);

/** One endpoint's figures; times in milliseconds, `null` without requests. */
export interface EndpointTraffic {
  requests: number;
  /** Of those, how many could not be answered by no fault of the caller. */
  failed: number;
  p50_ms: number | null;
  p99_ms: number | null;
  /** Requests by slot, oldest first. */
  counts: number[];
}

export interface TrafficReport {
  slot_seconds: number;
  /** All endpoints together, by slot, oldest first; the last one is not over yet. */
  requests: number[];
  p50_ms: (number | null)[];
  p99_ms: (number | null)[];
  /** By the endpoint's name; those that were asked. */
  endpoints: Record<string, EndpointTraffic>;
}

/** Times in buckets, by slot, and failures by slot; a ring over the slots. */
class Series {
  readonly times = new Uint32Array(SLOTS * BUCKETS);
  readonly failed = new Uint32Array(SLOTS);
  #newest = 0;

  /** Makes room for the slots up to `slot`. */
  advance(slot: number): void {
    for (let each = Math.max(this.#newest + 1, slot - SLOTS + 1); each <= slot; each++) {
      const at = each % SLOTS;
      this.times.fill(0, at * BUCKETS, (at + 1) * BUCKETS);
      this.failed[at] = 0;
    }
    this.#newest = Math.max(this.#newest, slot);
  }
}

/** Counts requests over both surfaces; noting one is an increment. */
export class Traffic {
  readonly #series = new Map<string, Series>();
  /** Names by route and by tool. */
  readonly #names = new Map<string, string>();
  readonly #now: () => number;

  constructor(
    capabilities: readonly { name: string; route: string; tool: { name: string } }[],
    /** Milliseconds. */
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    for (const { name, route, tool } of capabilities) {
      this.#names.set(route, name);
      this.#names.set(tool.name, name);
    }
  }

  /** Notes one answer; `asked` is a route or a tool, and anything else is not looked at. */
  note(asked: string, seconds: number, outcome: string | undefined): void {
    const name = this.#names.get(asked);
    if (name === undefined) return;
    let series = this.#series.get(name);
    if (!series) this.#series.set(name, (series = new Series()));
    const slot = this.#slot();
    series.advance(slot);
    series.times[(slot % SLOTS) * BUCKETS + toBucket(seconds)]!++;
    if (outcome !== undefined && OURS.has(outcome)) series.failed[slot % SLOTS]!++;
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
    // The ring begins at a whole turn, so that no slot is negative.
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

/** Milliseconds, in the middle of the bucket that holds it, to two digits. */
function percentile(times: readonly number[], share: number): number | null {
  const all = total(times);
  if (all === 0) return null;
  let below = Math.ceil(all * share);
  const bucket = times.findIndex((count) => (below -= count) <= 0);
  return Number((1000 * FIRST_SECONDS * STEP ** (bucket - 0.5)).toPrecision(2));
}
