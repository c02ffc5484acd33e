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
  if (one === "" || other === "") return 0;
  let size = 0;
  let atOne = 0;
  let atOther = 0;
  let runs = new Uint16Array(other.length + 1);
  for (let left = 0; left < one.length; left++) {
    const next = new Uint16Array(other.length + 1);
    for (let right = 0; right < other.length; right++) {
      if (one[left] !== other[right]) continue;
      const run = runs[right]! + 1;
      next[right + 1] = run;
      if (run > size) [size, atOne, atOther] = [run, left - run + 1, right - run + 1];
    }
    runs = next;
  }
  if (size === 0) return 0;
  return (
    size +
    common(one.slice(0, atOne), other.slice(0, atOther)) +
    common(one.slice(atOne + size), other.slice(atOther + size))
  );
}
