/** The rows of an answer's list, with all fields or some. */

/** A row of an answer's list. */
export type Row = Record<string, unknown>;

/** Returns the names of all fields that at least one row has, in order of appearance. */
export function allFields(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name in row) names.add(name);
  return [...names];
}

/** Returns the row with these fields only, in their order; fields that it does not have are left out. */
export function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]));
}

/** Returns a sentence that names the answer's other lists, which CSV leaves out; none if they are empty. */
export function leftOutLists(body: Row, list: string): string[] {
  const others = Object.entries(body).filter(
    ([name, value]) => name !== list && Array.isArray(value) && value.length > 0,
  );
  return others.length > 0 ? [`CSV leaves out ${others.map(([name]) => name).join(", ")}; JSON has all.`] : [];
}

/**
 * Returns a sentence that names the requested fields that no row has, and the existing fields: all, or only the `usual`
 * ones if given, because the names of any others are an upstream's text. Returns none if no field is missing.
 */
export function missingFields(
  all: readonly string[],
  asked: readonly string[] | undefined,
  usual?: readonly string[],
): string[] {
  const missing = all.length === 0 ? [] : (asked ?? []).filter((name) => !all.includes(name));
  if (missing.length === 0) return [];
  const existing = (usual ?? all).filter((name) => all.includes(name));
  const more = usual ? ' and more, which fields ["*"] shows' : "";
  return [
    `No such fields: ${missing.map((name) => JSON.stringify(name)).join(", ")}. There are: ${existing.join(", ")}${more}.`,
  ];
}
