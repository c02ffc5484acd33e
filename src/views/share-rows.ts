/** Rows of several groups, of which each has the same share of a limited number. */

/**
 * Returns at most `count` rows in their order: of each group the same number from its first row on, so that a row that is not
 * shown is not taken for a missing value beside those of its day. If there are more groups than rows, the first rows are shown.
 */
export function shareRows<Row>(rows: readonly Row[], count: number | undefined, groupOf: (row: Row) => unknown): Row[] {
  if (count === undefined || rows.length <= count) return [...rows];
  const before = new Map<unknown, number>();
  const places = rows.map((row) => {
    const place = before.get(groupOf(row)) ?? 0;
    before.set(groupOf(row), place + 1);
    return place;
  });
  // As many rows have a lower place than this one as fit, and the rows that a shorter group lacks go to all others alike.
  const share = places.toSorted((one, other) => one - other)[count]!;
  return share === 0 ? rows.slice(0, count) : rows.filter((_row, at) => places[at]! < share);
}
