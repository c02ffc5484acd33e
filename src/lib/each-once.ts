/** Returns the rows without those whose key an earlier row has. */
export function eachOnce<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    return !seen.has(key) && seen.add(key);
  });
}
