/** A tool's text: the answer's list as JSON or CSV, with the requested fields and length. */
import type { RowsSpec } from "../contract/capability.js";
import { ALL_FIELDS, type View } from "./parameters.js";

/**
 * About 8,000 tokens, or 2,000 with the notes when the caller set no limit; longer texts are cut
 * with a note.
 */
const MAX_BYTES = 31_500;
const UNASKED_BYTES = 7_600;

export interface Shown {
  text: string;
  /** Rows in the text and in the answer, when the text does not contain all. */
  cut?: { shown: number; total: number };
  /** Sentences about the text. */
  notes: string[];
  /** In CSV, the values outside the list, as JSON. */
  beside?: string;
}

type Row = Record<string, unknown>;

/** Formats `body` as text; CSV contains only its list. */
export async function toText(body: Row, spec: RowsSpec | undefined, view: View): Promise<Shown> {
  const list = spec && body[spec.list];
  if (!spec || !Array.isArray(list)) return { text: wholeText(body), notes: [] };
  const rows = list as Row[];
  const all = allFields(rows);
  const narrowed = view.fields ? undefined : spec.usualFields?.(body).filter((name) => all.includes(name));
  const usual = narrowed?.length ? narrowed : undefined;
  const asked = view.fields?.includes(ALL_FIELDS) ? undefined : view.fields;
  const columns = asked ?? usual ?? (view.format === "csv" ? all : undefined);
  const picked = columns ? rows.map((row) => pick(row, columns)) : rows;
  const write = view.format === "csv" ? await csvWriter(columns!) : jsonWriter(body, spec.list);
  const shown = fitting(picked, write, view.sized ? MAX_BYTES : UNASKED_BYTES);
  const notes = [
    ...(usual && usual.length < all.length ? [usualNote(usual.length, all.length)] : []),
    ...missingFields(all, asked, spec.usualFields?.(body)),
  ];
  const beside = view.format === "csv" ? { beside: singles(body, spec.list) } : {};
  if (shown === picked.length) return { text: write(picked, false), notes, ...beside };
  return { text: write(picked.slice(0, shown), true), cut: { shown, total: picked.length }, notes, ...beside };
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

async function csvWriter(columns: readonly string[]): Promise<Write> {
  // Loaded on first use, to keep the start fast.
  const { unparse } = (await import("papaparse")).default;
  const options = { newline: "\n", escapeFormulae: FORMULA };
  return (rows) =>
    unparse({ fields: [...columns], data: rows.map((row) => columns.map((name) => row[name])) }, options);
}

/**
 * Text that a spreadsheet would execute as a formula; it gets an apostrophe in front. Decimal
 * numbers and percentages stay unchanged.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?%?$)[=+\-@\t\r\n＝＋－＠]/i;

/** Returns how many of the first rows fit into `bytes`. */
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

function usualNote(shown: number, total: number): string {
  return `${shown} of ${total} fields shown; fields ["*"] shows all.`;
}

/**
 * Returns requested fields that no row has. Only our own field names are listed, because other
 * names are upstream text.
 */
function missingFields(
  all: readonly string[],
  asked: readonly string[] | undefined,
  usual?: readonly string[],
): string[] {
  const missing = all.length === 0 ? [] : (asked ?? []).filter((name) => !all.includes(name));
  if (missing.length === 0) return [];
  const there = (usual ?? all).filter((name) => all.includes(name));
  const more = usual ? ' and more, which fields ["*"] shows' : "";
  return [
    `No such fields: ${missing.map((name) => JSON.stringify(name)).join(", ")}. There are: ${there.join(", ")}${more}.`,
  ];
}

/**
 * Returns the values outside the list as JSON. They may contain upstream text, so they are data and
 * not part of a sentence.
 */
function singles(body: Row, list: string): string {
  const kept = Object.entries(body).filter(([name, value]) => name !== list && typeof value !== "object");
  return JSON.stringify(Object.fromEntries(kept));
}
