/** Rows of several groups, of which each has its share of a limited number. */

/** Returns so many rows in their order: the first one of each group, then the second one of each, and so on. */
export function shareRows<Row>(rows: readonly Row[], count: number | undefined, groupOf: (row: Row) => unknown): Row[] {
  if (count === undefined || rows.length <= count) return [...rows];
  const before = new Map<unknown, number>();
  const places = rows.map((row, at) => {
    const group = groupOf(row);
    const place = before.get(group) ?? 0;
    before.set(group, place + 1);
    return { at, place };
  });
  const chosen = places.toSorted((one, other) => one.place - other.place || one.at - other.at).slice(0, count);
  return chosen.toSorted((one, other) => one.at - other.at).map(({ at }) => rows[at]!);
}
