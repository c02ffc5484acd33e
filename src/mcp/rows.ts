/** The text of a tool's result: the answer as JSON, its list as CSV with the requested fields and rows, or a report. */
import type { RowsSpec, Report } from "../contract/capability.js";
import { csvWriter } from "../views/csv.js";
import type { ToolView } from "./parameters.js";
import { allFields, chooseFields, leftOutOfCsv, missingFields, pick, toCsvRows, type Row } from "../views/rows.js";
import { ALL_FIELDS } from "../views/view.js";

/**
 * Limits of the text in bytes: about 8,000 tokens if the caller set a limit of rows, else 2,000 tokens including the
 * notes. Longer texts are cut with a note.
 */
const MAX_BYTES = 31_500;
const DEFAULT_BYTES = 7_600;

export interface Shown {
  text: string;
  /** Number of rows in the text and in the answer, if the text does not contain all. */
  cut?: { shown: number; total: number };
  /** Sentences about the text. */
  notes: string[];
  /** With CSV, the answer's single values as JSON. */
  singleValues?: string;
}

/**
 * Formats `body` as text; as CSV only its list, with the single values in `singleValues` or in the summary above the list. A
 * CSV without rows has the columns `columnsOfNone`.
 */
export async function toRowsText(
  body: Row,
  spec: RowsSpec | undefined,
  view: ToolView,
  columnsOfNone: readonly string[] = [],
): Promise<Shown> {
  const list = spec && body[spec.list];
  if (!spec || !Array.isArray(list)) return { text: wholeText(body), notes: [] };
  const csv = view.format === "csv" ? toCsvRows(body, spec, list as Row[], view.symbols) : undefined;
  const rows = csv?.rows ?? (list as Row[]);
  const all = csv?.columns ?? allFields(rows);
  const most = spec.usualFields?.(body);
  const narrowed = view.fields ? undefined : most?.filter((name) => all.includes(name));
  const usual = narrowed?.length ? narrowed : undefined;
  const asked = view.fields && !view.fields.includes(ALL_FIELDS) ? chooseFields(all, view.fields, most) : undefined;
  const columns = asked ?? usual ?? (view.format === "csv" ? (rows.length > 0 ? all : columnsOfNone) : undefined);
  const writeRows = view.format === "csv" ? await csvWriter(columns!) : jsonWriter(body, spec.list);
  const write: Write = (some, truncated) =>
    writeRows(columns ? some.map((row) => pick(row, columns)) : some, truncated);
  const shown = fitting(rows, write, view.sized ? MAX_BYTES : DEFAULT_BYTES);
  const notes = [
    ...(usual && usual.length < all.length ? [usualNote(usual.length, all.length)] : []),
    ...missingFields(all, asked, most),
    ...(csv ? leftOutOfCsv(body, spec, columns!) : []),
  ];
  const summary = view.summarized ? spec.summary?.(body) : undefined;
  const singleValues =
    view.format === "csv" && summary === undefined ? { singleValues: singleValuesOf(body, spec.list) } : {};
  const table = write(rows.slice(0, shown), shown < rows.length);
  const cut = shown < rows.length ? { cut: { shown, total: rows.length } } : {};
  return { text: summary === undefined ? table : `${summary}\n${table}`, ...cut, notes, ...singleValues };
}

const texts = new WeakMap<Row, string>();

/** The whole body as JSON, serialized once because a cached answer is served many times. */
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

const FIRST_GUESS = 64;

/**
 * Returns how many rows, from the first one, fit into the limit. The count is doubled until it no
 * longer fits, because writing all of 10,000 rows takes 100 ms.
 */
function fitting(rows: readonly Row[], write: Write, bytes: number): number {
  const isTooMany = (count: number) => Buffer.byteLength(write(rows.slice(0, count), count < rows.length)) > bytes;
  let fits = 0;
  let tooMany = Math.min(FIRST_GUESS, rows.length);
  while (!isTooMany(tooMany)) {
    if (tooMany === rows.length) return rows.length;
    fits = tooMany;
    tooMany = Math.min(tooMany * 2, rows.length);
  }
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (isTooMany(middle)) tooMany = middle;
    else fits = middle;
  }
  return fits;
}

function usualNote(shown: number, total: number): string {
  return `${shown} of ${total} fields shown; fields ["*"] shows all.`;
}

/** Returns the values outside the list as JSON and not as sentences, because some are an upstream's texts. */
function singleValuesOf(body: Row, list: string): string {
  const kept = Object.entries(body).filter(([name, value]) => name !== list && value !== null && !Array.isArray(value));
  return JSON.stringify(Object.fromEntries(kept));
}

/** Returns a report as text: one line of summary, then each table as CSV with a header line; blank lines separate tables. */
export async function toReportText({ summary, tables }: Report): Promise<string> {
  const filled = tables.filter((rows) => rows.length > 0);
  const csvs = await Promise.all(filled.map(async (rows) => (await csvWriter(allFields(rows)))(rows)));
  return [summary, csvs.join("\n\n")].filter((text) => text !== "").join("\n");
}
