/**
 * Metrics whose observations are buffered until the next scrape. prom-client hashes the labels of each observation,
 * which takes several microseconds; a cached answer takes 20 in total.
 */
import { Counter, Histogram, type Registry } from "prom-client";

/** Limit of buffered observations per label. */
const MAX_WAITING = 1_000;

/**
 * Creates a histogram with one label; returns the function that records seconds under a label
 * value.
 */
export function createTimes(
  registers: Registry[],
  name: string,
  help: string,
  { label, buckets }: { label: string; buckets: number[] },
): (value: string, seconds: number) => void {
  const waiting = new Map<string, number[]>();
  const histogram = new Histogram({ name, help, labelNames: [label], buckets, registers, collect: flush });
  function flush(): void {
    for (const [value, times] of waiting) {
      const child = histogram.labels(value);
      for (const seconds of times.splice(0)) child.observe(seconds);
    }
  }
  return (value, seconds) => {
    const times = waiting.get(value);
    if (!times) waiting.set(value, [seconds]);
    else if (times.push(seconds) >= MAX_WAITING) flush();
  };
}

/** Creates a counter; returns the function that counts one under label values, in their order. */
export function createCount(
  registers: Registry[],
  name: string,
  help: string,
  labelNames: string[],
): (...values: (string | number)[]) => void {
  const waiting = new Map<string, { values: (string | number)[]; count: number }>();
  const counter = new Counter({ name, help, labelNames, registers, collect: flush });
  function flush(): void {
    for (const { values, count } of waiting.values()) counter.labels(...values.map(String)).inc(count);
    waiting.clear();
  }
  return (...values) => {
    const key = values.join("\n");
    const tally = waiting.get(key);
    if (tally) tally.count++;
    else waiting.set(key, { values, count: 1 });
  };
}
