/** The columns that rows have only when a caller names them in `fields`. */
import type { Capability, FurtherQuestion } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { MarketDataError } from "../contract/errors.js";
import type { Question } from "../contract/question.js";
import type { Row } from "./rows.js";

/** Returns the columns on request that `fields` names, in any case of letters. */
export function namedColumns({ tool }: Capability, fields: readonly string[] = []): string[] {
  const asked = new Set(fields.map((name) => name.toLowerCase()));
  return tool.rows?.onRequest?.names.filter((name) => asked.has(name.toLowerCase())) ?? [];
}

/**
 * Returns the answer whose rows have those columns on request that `fields` names, and no others. `askAlso` answers the
 * further question of a column; if it fails, the column is `null`, with a note.
 */
export async function withRequestedColumns(
  { entry: { capability }, input }: Pick<Question, "entry" | "input">,
  fields: readonly string[] | undefined,
  served: Served,
  askAlso: (input: Question["input"]) => Promise<Served>,
): Promise<Served> {
  const spec = capability.tool.rows;
  const { envelope } = served;
  const rows = spec && (envelope.body[spec.list] as Row[]);
  if (!spec?.onRequest || !Array.isArray(rows)) return served;
  const { names, namesOf, also, toColumns } = spec.onRequest;
  const possible = namesOf?.(envelope.body) ?? names;
  const named = namedColumns(capability, fields).filter((name) => possible.includes(name));
  const unnamed = names.filter((name) => !named.includes(name));
  if (named.length === 0 && !rows.some((row) => unnamed.some((name) => name in row))) return served;
  const further = named.length > 0 ? also?.(named, rows, input) : undefined;
  const { rows: others, notes } = further ? await findOthers(spec.list, further, askAlso) : NO_OTHERS;
  const shown = rows.map((row) => {
    const computed = named.length > 0 ? toColumns?.(row, rows, others) : undefined;
    const shownRow = Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
    for (const name of named) shownRow[name] = row[name] ?? computed?.[name] ?? null;
    return shownRow;
  });
  const body = { ...envelope.body, [spec.list]: shown };
  return { ...served, envelope: { ...envelope, body, notes: [...envelope.notes, ...notes] } };
}

const NO_OTHERS: { rows: Row[]; notes: string[] } = { rows: [], notes: [] };

async function findOthers(
  list: string,
  { column, input }: FurtherQuestion,
  ask: (input: Question["input"]) => Promise<Served>,
): Promise<typeof NO_OTHERS> {
  try {
    const found = (await ask(input)).envelope.body[list];
    return { rows: Array.isArray(found) ? (found as Row[]) : [], notes: [] };
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind === "cancelled") throw error;
    return { rows: [], notes: [`${column} is null, because it needs a further answer. ${error.message}`] };
  }
}
