/** The longest form of an answer that fits into its limit. */

const FIRST_GUESS = 64;

/**
 * Returns what `write` makes of as many rows, at most `rows`, as fit; of none if not even one fits. The count is doubled
 * until it no longer fits, because writing all of 10,000 rows takes 100 ms.
 */
export function longestFitting<T>(rows: number, write: (count: number) => T, fits: (written: T) => boolean): T {
  let most = 0;
  let best: T | undefined;
  let tooMany = Math.min(FIRST_GUESS, rows);
  for (;;) {
    const written = write(tooMany);
    if (!fits(written)) break;
    if (tooMany === rows) return written;
    [most, best] = [tooMany, written];
    tooMany = Math.min(tooMany * 2, rows);
  }
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    const written = write(middle);
    if (fits(written)) [most, best] = [middle, written];
    else tooMany = middle;
  }
  return best ?? write(0);
}
