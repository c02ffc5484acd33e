/** Rows in the order of their days or times. */

/**
 * Returns the rows by day or time, newest first and rows without one last. Rows of one day stay in the order in which
 * they were sent, so of two rows for one thing the first sent counts.
 */
export function newestFirst<Row>(rows: readonly Row[], dayOf: (row: Row) => string | null): Row[] {
  return rows.toSorted((one, other) => compare(dayOf(other) ?? "", dayOf(one) ?? ""));
}

/** Returns the rows by day or time, oldest first. Rows of one day stay in the order in which they were sent. */
export function oldestFirst<Row>(rows: readonly Row[], dayOf: (row: Row) => string): Row[] {
  return rows.toSorted((one, other) => compare(dayOf(one), dayOf(other)));
}

/** Returns the latest of some days or times; `undefined` of none. */
export const latestOf = (days: readonly string[]): string | undefined => days.toSorted().at(-1);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
