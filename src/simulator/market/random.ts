/** Reproducible random numbers: hashed noise. */

// Finalizer of MurmurHash3: every bit of the input reaches every bit of the output.
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a 32-bit key for a text (FNV-1a, then mixed). */
export function toKey(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** Returns noise in [0, 1) at an integer position, without computing earlier positions. */
export function uniform(key: number, position: number): number {
  return mix(key + Math.imul(position, 0x9e3779b1)) / 2 ** 32;
}

/** Returns noise of mean 0 and standard deviation 1 at an integer position, always between -3 and 3. */
export function normal(key: number, position: number): number {
  const base = position * 3;
  return (uniform(key, base) + uniform(key, base + 1) + uniform(key, base + 2) - 1.5) * 2;
}

/** Returns an item selected by noise at a position. */
export function pick<Item>(items: readonly [Item, ...Item[]], key: number, position: number): Item {
  return items[Math.floor(uniform(key, position) * items.length)] ?? items[0];
}

/** Rounds to a number of decimals, as an upstream prints it. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
