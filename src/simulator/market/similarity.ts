/** Similarity of two texts, for ranking search results. */

/**
 * Ratcliff/Obershelp similarity, 0 to 1: twice the characters in common blocks over the sum of the lengths; the longest
 * block is found first, then the blocks on both sides of it.
 *
 * @see https://xlinux.nist.gov/dads/HTML/ratcliffObershelp.html
 */
export function similarity(one: string, other: string): number {
  const length = one.length + other.length;
  return length === 0 ? 0 : (2 * common(one, other)) / length;
}

function common(one: string, other: string): number {
  let [size, at] = [0, 0];
  for (let from = 0; from < one.length; from++) {
    while (from + size < one.length && other.includes(one.slice(from, from + size + 1))) [size, at] = [size + 1, from];
  }
  if (size === 0) return 0;
  const there = other.indexOf(one.slice(at, at + size));
  return (
    size + common(one.slice(0, at), other.slice(0, there)) + common(one.slice(at + size), other.slice(there + size))
  );
}
