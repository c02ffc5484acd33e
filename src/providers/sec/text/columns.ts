/** The columns of a table, from the places of its cells. */

/** Columns, `to` not included. */
export interface ColumnRange {
  from: number;
  to: number;
}

/** The ranges that overlap from row to row, as one column each; `all` rows have at most one field in a column. */
export function toColumns(
  rows: readonly (readonly ColumnRange[])[],
  all: readonly (readonly ColumnRange[])[],
): ColumnRange[] {
  const groups: ColumnRange[] = [];
  for (const { from, to } of rows.flat().toSorted((a, b) => a.from - b.from)) {
    const last = groups.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else groups.push({ from, to });
  }
  const shared = new Map<number, ColumnRange[]>();
  for (const row of all) {
    let last = -1;
    for (const { from, to } of row) {
      const end = indexOf(groups, to - 1);
      // A field beside all ranges is in none of them.
      const own = (groups[end]?.from ?? to) < to ? end : end - 1;
      const first = indexOf(groups, from);
      if (first <= last && first <= own) shared.set(first, []);
      last = Math.max(last, own);
    }
  }
  if (shared.size === 0) return groups;
  for (const { from, to } of all.flat()) {
    for (let at = indexOf(groups, from); at < groups.length && groups[at]!.from < to; at++) {
      const group = groups[at]!;
      shared.get(at)?.push({ from: Math.max(from, group.from), to: Math.min(to, group.to) });
    }
  }
  return groups.flatMap((group, at) => (shared.has(at) ? divide(group, shared.get(at)!) : [group]));
}

/** Divides a range of columns into the fewest parts that have at most one field of each row. */
function divide(group: ColumnRange, fields: readonly ColumnRange[]): ColumnRange[] {
  // A part has the fields that cover one column, the last one of the field that ends first. Fields of a row do not overlap,
  // so that no two of them cover it.
  const parts: ColumnRange[] = [];
  const covered: ColumnRange[] = [];
  for (const { from, to } of fields.toSorted((a, b) => a.to - b.to)) {
    const part = parts[indexOf(covered, from)];
    if (part) part.from = Math.min(part.from, from);
    else {
      parts.push({ from, to });
      covered.push({ from: to - 1, to });
    }
  }
  return parts.map(({ from }, index) => ({ from, to: parts[index + 1]?.from ?? group.to }));
}

/** The place of the first range in order that ends behind a column. */
export function indexOf(ranges: readonly ColumnRange[], column: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.to > column) high = middle;
    else low = middle + 1;
  }
  return low;
}
