/** Rows that two fields tell apart, such as values by month and series: a table for each figure, with a column for each series. */
import { fieldsOf } from "../../contract/field.js";
import { toFieldLabel } from "../../contract/field-facts.js";
import type { Capability } from "../../contract/capability.js";
import { isObject } from "../../lib/is-object.js";
import { toEven, type Cell, type CellOf, type Row } from "./cells.js";
import { joined, toGrid, type Table } from "./layout.js";
import type { Reader } from "./reader.js";
import type { Terminal } from "./terminal.js";

/** Behind a figure for which the row answers a question with yes, as the line below the table says. */
const MARK = "*";

/**
 * Returns the tables, and the labels of the columns that did not fit; `undefined` for an answer whose rows are not about
 * several entries of a list of the same name.
 */
export function toPivot(
  { output, tool }: Capability,
  body: Row,
  cellOf: CellOf,
  reader: Reader,
  { columns: width, colour }: Pick<Terminal, "columns" | "colour">,
): Table | undefined {
  const { list = "", key: [line = "", column = ""] = [] } = tool.rows ?? {};
  const rows = Array.isArray(body[list]) ? body[list].filter(isObject) : [];
  const names = [...new Set(rows.map((row) => String(row[column])))];
  if (!Array.isArray(body[column]) || names.length < 2) return undefined;
  const fields = fieldsOf(output);
  const labelOf = (name: string) => toFieldLabel(name, fields.get(`${list}.${name}`));
  const all = Object.keys(rows[0]!);
  const figures = all.filter((name) => rows.some((row) => typeof row[name] === "number"));
  const flags = all.filter((name) => rows.some((row) => row[name] === true));
  // The letters of a state or country stand at the end.
  const nameOf = (name: string) =>
    /^[a-z_]+$/.test(name) ? toFieldLabel(name).replace(/ [a-z]{2}$/, (letters) => letters.toUpperCase()) : name;
  const lineOf = (row: Row) => cellOf(`${list}.${line}`, row[line], row)?.text ?? "";
  const isFlagged = (row: Row | undefined) => flags.some((flag) => row?.[flag] === true);
  const legend = flags.length > 0 ? [`${MARK} ${flags.map(labelOf).join(", ")}`] : [];
  if (rows.length === names.length) {
    // One row for each entry: a line for each.
    const columns = figures.map((name, at) => {
      const cells = rows.map((row) => cellOf(`${list}.${name}`, row[name], row));
      return { label: labelOf(name), cells: at === 0 && flags.length > 0 ? marked(cells, rows.map(isFlagged)) : cells };
    });
    const keys = [
      { label: labelOf(column), cells: names.map((name) => ({ text: nameOf(name) })), isKey: true },
      { label: labelOf(line), cells: rows.map((row) => ({ text: lineOf(row) })), isKey: true },
    ];
    const table = toGrid([...keys, ...columns], width, colour);
    return { ...table, lines: [...table.lines, ...legend] };
  }
  const lines = [...new Set(rows.map(lineOf))];
  const tables = figures.map((name, at) => {
    const columns = names.map((each) => {
      const own = lines.map((text) => rows.find((row) => row[column] === each && lineOf(row) === text));
      const cells = toEven(
        own.map((row) => row && cellOf(`${list}.${name}`, row[name], row)),
        reader,
      );
      const isMarked = (row: Row | undefined) => at === 0 && isFlagged(row);
      return {
        label: nameOf(each),
        cells: own.some(isMarked) ? marked(cells, own.map(isMarked)) : cells,
      };
    });
    const heading = { label: labelOf(line), cells: lines.map((text) => ({ text })), isKey: true };
    const table = toGrid([heading, ...columns], width, colour);
    return { ...table, lines: [labelOf(name), ...table.lines, ...(at === 0 ? legend : [])] };
  });
  return {
    lines: joined(tables.map(({ lines: own }) => own)),
    left: [...new Set(tables.flatMap(({ left }) => left))],
  };
}

/** Returns the cells of a column with a mark behind some, and a blank behind each other one, so that the digits are even. */
function marked(cells: readonly (Cell | undefined)[], isMarked: readonly boolean[]): (Cell | undefined)[] {
  return cells.map((cell, at) => cell && { ...cell, text: cell.text + (isMarked[at] ? MARK : "\u00a0") });
}
