/** Results that are computed once for each object, or for each object and the same further values. */

import { LRUCache } from "lru-cache";

/** Returns a function that calls `make` once for each key and keeps the result for as long as the key exists. */
export function oncePer<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const made = new WeakMap<Key, { result: Result }>();
  return (key) => {
    const known = made.get(key) ?? { result: make(key) };
    made.set(key, known);
    return known.result;
  };
}

/**
 * Returns a function that keeps the last result of `make` for each of the last `most` objects, and uses it for the same
 * further values, which are compared as JSON and are all that the result depends on. It keeps no object in memory.
 */
export function lastPer<Key extends object, More extends readonly unknown[], Result extends object>(
  most: number,
  make: (key: Key, ...more: More) => Result,
): (key: Key, ...more: More) => Result {
  const made = new LRUCache<number, { of: string; result: Result }>({ max: most });
  const numberOf = numbering<Key>();
  return (key, ...more) => {
    const [number, of] = [numberOf(key), JSON.stringify(more)];
    const known = made.get(number);
    if (known?.of === of) return known.result;
    const result = make(key, ...more);
    made.set(number, { of, result });
    return result;
  };
}

/** Returns a function that gives each object a number of its own, so that a map with a limit does not keep the object. */
export function numbering<Key extends object>(): (key: Key) => number {
  let last = 0;
  return oncePer<Key, number>(() => ++last);
}
