/** Results that are computed once for each object, or for each object and the same further values. */

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
 * Returns a function that keeps the last result of `make` for each object, and uses it for the same further values, which
 * are compared as JSON and are all that the result depends on.
 */
export function lastPer<Key extends object, More extends readonly unknown[], Result>(
  make: (key: Key, ...more: More) => Result,
): (key: Key, ...more: More) => Result {
  const made = new WeakMap<Key, { of: string; result: Result }>();
  return (key, ...more) => {
    const of = JSON.stringify(more);
    const known = made.get(key);
    if (known?.of === of) return known.result;
    const result = make(key, ...more);
    made.set(key, { of, result });
    return result;
  };
}
