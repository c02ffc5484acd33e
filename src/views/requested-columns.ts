/** The columns that rows have only when a caller names them in `fields`. */
import { joinWithAnd } from "../lib/join-words.js";
import type { FurtherQuestion, RowsSpec } from "../contract/rows-spec.js";
import type { Entry } from "../contract/entry.js";
import type { Filled, Served } from "../contract/envelope.js";
import { MarketDataError } from "../contract/errors.js";
import type { Question } from "../contract/question.js";
import { columnsRow } from "./past-days.js";
import type { Row } from "./rows.js";

/** Returns those of the columns that `fields` names, in any case of letters. */
function namedIn(columns: readonly string[], fields: readonly string[] = []): string[] {
  const asked = new Set(fields.map((name) => name.toLowerCase()));
  return columns.filter((name) => asked.has(name.toLowerCase()));
}

/**
 * Returns a sentence on columns on request by which the input chooses or orders the rows, but that a caller without
 * `fields` does not see.
 */
export function toUnseenNotes(spec: RowsSpec | undefined, input: Question["input"], fields?: readonly string[]) {
  const used = fields === undefined ? (spec?.onRequest?.usedBy?.(input) ?? []) : [];
  return used.length > 0
    ? [`Filtered or sorted by ${joinWithAnd(used)}, not shown here; name such columns in "fields" to see them.`]
    : [];
}

/**
 * Returns the answer whose rows have those columns on request that `fields` names, and no others. `askAlso` answers the
 * further question of a column; if it fails, the column is `null`, with a note.
 */
export async function withRequestedColumns(
  { entry, input }: Pick<Question, "entry" | "input">,
  fields: readonly string[] | undefined,
  served: Served,
  askAlso: AskAlso,
): Promise<Served> {
  const { capability } = entry;
  const spec = capability.tool.rows;
  const { envelope } = served;
  const rows = spec && (envelope.body[spec.list] as Row[]);
  if (!spec?.onRequest || !Array.isArray(rows)) return served;
  const { names, namesOf, also, toColumns, notesOn } = spec.onRequest;
  // Sparse columns are shown without being named, but a source without them can be asked for those that are named.
  const named = namedIn([...(namesOf?.(envelope.body) ?? names), ...(spec.sparse ?? [])], fields);
  const unnamed = names.filter((name) => !named.includes(name));
  if (named.length === 0 && !rows.some((row) => unnamed.some((name) => name in row))) return served;
  const further = named.length > 0 ? also?.(named, rows, input) : undefined;
  const { rows: others, notes, filled } = further ? await findOthers(entry, further, askAlso) : NO_OTHERS;
  const shown = rows.map((row) => {
    const computed = named.length > 0 ? toColumns?.(row, rows, others) : undefined;
    const shownRow = Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
    for (const name of named) shownRow[name] = row[name] ?? computed?.[name] ?? null;
    return shownRow;
  });
  const body = { ...envelope.body, [spec.list]: shown };
  const before = withoutFields(envelope.filled, unnamed);
  const elsewhere = filled.filter(({ provider }) => provider !== envelope.provider);
  const sources = [...before, ...elsewhere.map((each) => ({ ...each, fields: named }))];
  const all = [...envelope.notes, ...notes, ...(notesOn?.(named, shown) ?? [])];
  return { ...served, envelope: { ...envelope, body, filled: sources, notes: all } };
}

/** Returns who filled which fields, without fields that are not shown. */
function withoutFields(filled: readonly Filled[], hidden: readonly string[]): Filled[] {
  return filled.flatMap((each) => {
    const fields = each.fields.filter((name) => !hidden.includes(name));
    return fields.length === 0 && each.fields.length > 0 ? [] : [{ ...each, fields }];
  });
}

/** Answers a further question, with the sources of the row. */
type AskAlso = (input: Question["input"], row?: Entry) => Promise<Served>;

interface Others {
  rows: Row[];
  notes: string[];
  filled: Filled[];
}

const NO_OTHERS: Others = { rows: [], notes: [], filled: [] };

async function findOthers(
  entry: Entry,
  { column, input, ofColumns }: FurtherQuestion,
  askAlso: AskAlso,
): Promise<Others> {
  const row = ofColumns ? columnsRow(entry) : entry;
  if (!row) return NO_OTHERS;
  try {
    const { envelope } = await askAlso(input, row);
    const found = envelope.body[entry.capability.tool.rows!.list];
    const rows = Array.isArray(found) ? (found as Row[]) : [];
    return { rows, notes: [], filled: [{ provider: envelope.provider, fields: [] }] };
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind === "cancelled") throw error;
    return { ...NO_OTHERS, notes: [`${column} is null, because it needs a further answer. ${error.message}`] };
  }
}
