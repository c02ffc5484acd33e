/** The columns that rows have only when a caller names them in `fields`. */
import { columnsShown, listsOf, type FurtherQuestion } from "../contract/rows-spec.js";
import { say, type Sentence, the } from "../contract/sentence.js";
import type { Entry } from "../contract/entry.js";
import type { Filled, Served } from "../contract/envelope.js";
import { isRetryable, MarketDataError } from "../contract/errors.js";
import type { Question } from "../contract/question.js";
import { asFreshAs, onlyOnce } from "./freshness.js";
import { columnsRow } from "./past-days.js";
import type { Row } from "./rows.js";

/** Returns those of the columns that `fields` names, in any case of letters. */
function namedIn(columns: readonly string[], fields: readonly string[] = []): string[] {
  const asked = new Set(fields.map((name) => name.toLowerCase()));
  return columns.filter((name) => asked.has(name.toLowerCase()));
}

/**
 * Returns the answer whose rows have those columns on request that `fields` names, and no others; a caller who chose no
 * columns gets the `unasked` ones. `askAlso` answers the further question of a column;
 * if it fails, the column is `null`, with a note.
 */
export async function withRequestedColumns(
  { entry, input }: Pick<Question, "entry" | "input">,
  { fields, isPage = false }: { fields: readonly string[] | undefined; isPage?: boolean | undefined },
  served: Served,
  askAlso: AskAlso,
): Promise<Served> {
  const { capability } = entry;
  const spec = capability.tool.rows;
  const { envelope } = served;
  const rows = spec && (envelope.body[spec.list] as Row[]);
  if (!spec?.onRequest || !Array.isArray(rows)) return served;
  const lists = listsOf(spec).filter((name) => Array.isArray(envelope.body[name]));
  const { namesOf, unasked, also, keptWith, toColumns } = spec.onRequest;
  const names = columnsShown(spec, "on request");
  const chosen = fields ?? unasked?.(input, isPage);
  // Columns with a value are shown without being named, but a source without them can be asked for those that are named.
  const named = namedIn([...(namesOf?.(envelope.body) ?? names), ...columnsShown(spec, "with a value")], chosen);
  const hidden = new Set([...names, ...columnsShown(spec, "never")]);
  const unnamed = names.filter((name) => !named.includes(name));
  const isHidden = (row: Row) => hidden.size > 0 && Object.keys(row).some((name) => hidden.has(name));
  if (named.length === 0 && !lists.some((list) => (envelope.body[list] as Row[]).some(isHidden))) return served;
  const others = named.length > 0 ? (also?.(named, rows, input) ?? []) : [];
  const found = await Promise.all(others.map((further) => findOthers(entry, further, askAlso)));
  const further = found.flatMap(({ input: of, rows: own, body: whole }) =>
    own && whole ? [{ input: of, rows: own, body: whole }] : [],
  );
  const remarks = new Set<Sentence>();
  const shown = lists.map((list): [string, Row[]] => {
    const own = envelope.body[list] as Row[];
    const asked = { names: named, rows: own, further, input, body: envelope.body, list };
    const computed = named.length > 0 ? toColumns?.(asked) : undefined;
    for (const remark of computed?.notes ?? []) remarks.add(remark);
    const shownRows = own.map((row, at) => {
      const shownRow = Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)));
      const columns = computed ? computed.rows[at]! : row;
      for (const name of [...named, ...(keptWith?.(named) ?? [])]) shownRow[name] = columns[name] ?? null;
      return shownRow;
    });
    return [list, shownRows];
  });
  const body = { ...envelope.body, ...Object.fromEntries(shown) };
  const before = withoutFields(envelope.filled, unnamed);
  const sources = [
    ...before,
    ...found.flatMap(({ filled }) => filled).filter(({ provider }) => provider !== envelope.provider),
  ];
  const notes = [...found.flatMap((each) => each.notes), ...remarks];
  const all = [...envelope.notes, ...notes];
  const timed = found.reduce((answer, { keep }) => keep(answer), served);
  return { ...timed, envelope: { ...envelope, body, filled: sources, notes: all } };
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

interface Others extends Pick<FurtherQuestion, "input"> {
  /** `undefined` if there is no answer. */
  rows?: Row[];
  body?: Row;
  /** Sentences on what it lacks. */
  notes: Sentence[];
  filled: Filled[];
  /** Returns an answer with these columns, fresh no longer than they are. */
  keep(answer: Served): Served;
}

async function findOthers(
  entry: Entry,
  { columns, input, ofColumns }: FurtherQuestion,
  askAlso: AskAlso,
): Promise<Others> {
  const row = ofColumns ? columnsRow(entry) : entry;
  if (!row) return { input, notes: [], filled: [], keep: (answer) => answer };
  try {
    const served = await askAlso(input, row);
    const { envelope } = served;
    const found = envelope.body[entry.capability.tool.rows!.list];
    const rows = Array.isArray(found) ? (found as Row[]) : [];
    const filled = [{ provider: envelope.provider, fields: [...columns] }];
    const keep = (answer: Served) => (served.key === undefined ? onlyOnce(answer) : asFreshAs(served, answer));
    return { input, rows, body: envelope.body, notes: [], filled, keep };
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind === "cancelled") throw error;
    const are =
      columns.length > 1 ? say`are ${the.absent}, because they need` : say`is ${the.absent}, because it needs`;
    const note = say`${the.fields(columns)} ${are} a further answer. ${error.sentence}`;
    return { input, notes: [note], filled: [], keep: isRetryable(error) ? onlyOnce : (answer) => answer };
  }
}
