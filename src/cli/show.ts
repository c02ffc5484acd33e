/** Formats an answer's body for a person: single values as lines, lists as tables. */
import { toPrintableLine } from "../lib/printable.js";
import { isObject } from "../lib/is-object.js";
import { plainFormat, toLines, toTable, type Format, type Row } from "./table.js";

/** The widest table of a single row; a wider one is easier to read as lines. */
const ROW_WIDTH = 80;

/** Lists that are left out when they are empty, because nobody misses them. */
const SILENT: ReadonlySet<string> = new Set(["errors", "notes"]);

/**
 * Returns the text to print; `width` is the terminal's, if there is one, and `format` says how people read the fields.
 */
export function toTerminalText(body: Row, width: number | undefined, format: Format = plainFormat): string {
  const singles: Record<string, unknown> = {};
  const tables: [string, Row[]][] = [];
  collect(body, "", singles, tables);
  const parts = Object.keys(singles).length > 0 ? [toLines(singles, format)] : [];
  const named = tables.filter(([, rows]) => rows.length > 0).length > 1;
  for (const [name, list] of tables) {
    const title = toPrintableLine(name);
    if (list.length === 0 && SILENT.has(name)) continue;
    const rows = list.map((row) => flatten(row));
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const room = rows.length === 1 ? Math.min(width ?? ROW_WIDTH, ROW_WIDTH) : width;
    const table = toTable(rows, columns, room, (column, value) => format(`${name}.${column}`, value));
    parts.push(rows.length > 0 ? [...(named ? [`${title}:`] : []), ...table] : [`${title}: none`]);
  }
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Collects an object's single values and its lists of rows; nested ones are named by their path. */
function collect(values: Row, path: string, singles: Record<string, unknown>, tables: [string, Row[]][]): void {
  for (const [name, value] of Object.entries(values)) {
    const fieldPath = `${path}${name}`;
    if (isRows(value)) tables.push([fieldPath, value]);
    else if (isObject(value)) collect(value, `${fieldPath}.`, singles, tables);
    else singles[fieldPath] = value;
  }
}

/** Returns the row with the fields of nested objects as separate columns, named by their path. */
function flatten(row: Row, path = ""): Row {
  const cells = Object.entries(row).map(([name, value]): Row =>
    isObject(value) ? flatten(value, `${path}${name}.`) : { [`${path}${name}`]: value },
  );
  return Object.assign({}, ...cells) as Row;
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every(isObject);
}
