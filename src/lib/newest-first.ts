/** Rows in the order in which answers show them. */

/**
 * Returns the rows by day or time, newest first and rows without one last. Rows of one day stay in the order in which
 * they were sent, so of two rows for one thing the first sent counts.
 */
export function newestFirst<Row>(rows: readonly Row[], dayOf: (row: Row) => string | null): Row[] {
  return rows.toSorted((one, other) => {
    const [day, otherDay] = [dayOf(one) ?? "", dayOf(other) ?? ""];
    return day < otherDay ? 1 : day > otherDay ? -1 : 0;
  });
}
