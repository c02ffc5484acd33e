/** A tool's text: the answer's list as JSON or CSV, with the columns and the length a reader asked for. */
import type { RowsSpec } from "../contract/capability.js";
import type { View } from "./parameters.js";

/** About 8,000 tokens, or 2,000 with the notes when nobody asked for a length; longer texts are cut and say so. */
const MAX_BYTES = 31_500;
const UNASKED_BYTES = 7_600;

export interface Shown {
  text: string;
  /** Rows in the text and in the answer, when the text does not hold all. */
  cut?: { shown: number; total: number };
  notes: string[];
}

type Row = Record<string, unknown>;

/** `body` as text; in CSV only its list, with the single values in a note. */
export async function toText(body: Row, spec: RowsSpec | undefined, view: View): Promise<Shown> {
  const list = spec && body[spec.list];
  if (!spec || !Array.isArray(list)) return { text: wholeText(body), notes: [] };
  const rows = list as Row[];
  const missing = missingFields(rows, view.fields);
  const columns = view.fields ?? (view.format === "csv" ? allFields(rows) : undefined);
  const picked = columns ? rows.map((row) => pick(row, columns)) : rows;
  const write = view.format === "csv" ? await csvWriter(columns!) : jsonWriter(body, spec.list);
  const shown = fitting(picked, write, view.sized ? MAX_BYTES : UNASKED_BYTES);
  const notes = [...(missing ? [missing] : []), ...(view.format === "csv" ? singles(body, spec.list) : [])];
  if (shown === picked.length) return { text: write(picked, false), notes };
  return { text: write(picked.slice(0, shown), true), cut: { shown, total: picked.length }, notes };
}

const texts = new WeakMap<Row, string>();

/** The body as it is; one that is kept is given again and again. */
function wholeText(body: Row): string {
  const known = texts.get(body);
  if (known !== undefined) return known;
  const text = JSON.stringify(body);
  texts.set(body, text);
  return text;
}

type Write = (rows: readonly Row[], truncated: boolean) => string;

function jsonWriter(body: Row, list: string): Write {
  return (rows, truncated) => JSON.stringify({ ...body, [list]: rows, ...(truncated ? { truncated } : {}) });
}

async function csvWriter(columns: readonly string[]): Promise<Write> {
  // Loaded when it is first wanted.
  const { unparse } = (await import("papaparse")).default;
  return (rows) =>
    unparse({ fields: [...columns], data: rows.map((row) => columns.map((name) => row[name])) }, { newline: "\n" });
}

/** How many rows from the top fit the limit. */
function fitting(rows: readonly Row[], write: Write, bytes: number): number {
  if (Buffer.byteLength(write(rows, false)) <= bytes) return rows.length;
  let fits = 0;
  let tooMany = rows.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (Buffer.byteLength(write(rows.slice(0, middle), true)) <= bytes) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]));
}

function allFields(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function missingFields(rows: readonly Row[], fields: readonly string[] | undefined): string | undefined {
  if (!fields || rows.length === 0) return undefined;
  const there = new Set(allFields(rows));
  const missing = fields.filter((name) => !there.has(name));
  if (missing.length === 0) return undefined;
  return `No such fields: ${missing.map((name) => JSON.stringify(name)).join(", ")}. There are: ${[...there].join(", ")}.`;
}

/** What stands beside the list, which a table of its rows has no place for. */
function singles(body: Row, list: string): string[] {
  const words = Object.entries(body)
    .filter(([name, value]) => name !== list && (typeof value === "string" || typeof value === "number"))
    .map(([name, value]) => `${name}: ${value}`);
  return words.length > 0 ? [`${words.join(", ")}.`] : [];
}
