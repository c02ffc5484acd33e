/** The body of an answer as a surface shows it: its rows cut, narrowed to some fields, or as CSV. */
import {
  forCallers,
  say,
  type Sentence,
  type SentenceStyle,
  the,
  withTexts,
  joinSentences,
} from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import { ALL_FIELDS, type RowsSpec } from "../contract/rows-spec.js";
import type { Served } from "../contract/envelope.js";
import { shareRows } from "./share-rows.js";
import { csvWriter } from "./csv.js";
import {
  allFields,
  chooseFields,
  missingFields,
  nameableColumns,
  ofAnswer,
  pick,
  toCsvRows,
  toTotals,
  type Row,
  showsRows,
} from "./rows.js";
import { columnsOfNone, fixedColumns, knownOfRows, type ShownView } from "./view.js";

/** The field that holds the list as CSV. */
export const CSV_FIELD = "csv";
/** The field that holds a further list as CSV. */
const toCsvField = (list: string) => `${list}_csv`;

/** Returns the fields in which an answer holds lists as CSV. */
export function csvFields(spec: RowsSpec | undefined): string[] {
  return spec ? [...Object.keys(spec.furtherTables ?? {}).map(toCsvField), CSV_FIELD] : [];
}

const NO_LIST = say`${forCallers`format "csv" had no effect: this answer has no list.`}`;

/** A body of which the first rows can be shown. */
interface ShownBody {
  /** Number of rows that the view asks for. */
  rows: number;
  /** The columns shown; `undefined` for all as JSON, and without a list. */
  columns?: readonly string[] | undefined;
  /** Returns the body with the first `count` rows, and with the fields that depend on them unless told otherwise. */
  first(count: number, hasTotals?: boolean): Row;
  /** Sentences on requested fields that no row has. */
  missing: readonly Sentence[];
  /** Returns sentences on the fields that depend on the first `count` rows. */
  totalsNotes(count: number): readonly Sentence[];
  /**
   * Returns sentences on rows and fields that are left out when `count` rows are shown, and how to get them; none on rows
   * where the caller itself `statesRows`.
   */
  leftOut(count: number, statesRows?: boolean): Sentence[];
  /** Returns whether the first `count` rows have one of some days and show one of some fields, for notes on rows. */
  isShown(count: number): NonNullable<SentenceStyle["isShown"]>;
}

/**
 * Returns the REST body of the question with the rows and fields of the view. In CSV, `csv` replaces the list, and any
 * further list that has a table of its own; a sentence in place of the list stays.
 */
export async function toShownBody(capability: Capability, served: Served, view: ShownView): Promise<ShownBody> {
  const body = withTexts(served.envelope.body, view.style);
  const spec = ofAnswer(capability.tool.rows, body);
  const isCsv = view.format === "csv";
  const list = spec && ((isCsv ? spec.joined?.rows(body) : undefined) ?? body[spec.list]);
  if (!spec || !Array.isArray(list)) {
    const none = { rows: 0, missing: [], totalsNotes: () => [], leftOut: () => [], isShown: () => () => true };
    if (spec && isCsv && list === null) return { ...none, first: await csvBody(body, spec, [], null) };
    const isSentence = isCsv && typeof list === "string";
    const whole = isSentence
      ? { ...body, [CSV_FIELD]: (await csvWriter(view.fields ?? columnsOfNone(capability)))([]) }
      : body;
    // A tool whose default is CSV says nothing where a question of it has no list.
    const hasNoList = spec !== undefined && spec.format !== "csv" && list === undefined && isCsv;
    return { ...none, first: () => whole, leftOut: () => (hasNoList ? [NO_LIST] : []) };
  }
  const most = shownLimit(capability, spec, view);
  const { sharedBy } = spec;
  const wanted = sharedBy ? shareRows(list as Row[], most, (row) => row[sharedBy]) : (list.slice(0, most) as Row[]);
  const csv = isCsv ? toCsvRows(body, spec, wanted, view, fixedColumns(capability, wanted)) : undefined;
  // `csvBody` applies `toCsv`, after the rows are counted.
  const rows = spec.toCsv ? wanted : (csv?.rows ?? wanted);
  // This reads the whole list again, so do it only if needed.
  const all = csv?.columns ?? (view.fields || !view.showsAll ? allFields(rows) : []);
  const { asked, usual } = chooseColumns(capability, spec, body, all, isCsv ? view : withoutJoining(view, spec));
  const columns = asked ?? usual ?? (csv && (all.length > 0 ? all : columnsOfNone(capability)));
  const narrow = (row: Row) => (columns ? pick(row, columns, spec) : row);
  const narrowed = (lists: readonly string[]) =>
    Object.fromEntries(
      lists.flatMap((name) =>
        columns && Array.isArray(body[name]) ? [[name, (body[name] as Row[]).map(narrow)]] : [],
      ),
    );
  const table = csv
    ? await csvBody(body, spec, columns!, rows)
    : (count: number) => ({
        ...body,
        ...narrowed(spec.joined?.lists ?? []),
        [spec.list]: rows.slice(0, count).map(narrow),
      });
  const missing = missingFields(all, asked, spec, body);
  const totals = (count: number) => toTotals(served, spec, rows.slice(0, count), view, asked);
  const totalsNotes = (count: number) => totals(count).notes ?? [];
  return {
    rows: rows.length,
    columns,
    first: (count, hasTotals = true) => ({
      ...table(count),
      ...(hasTotals && totals(count).fields),
    }),
    missing,
    totalsNotes,
    leftOut: (count, statesRows = false) => [
      ...totalsNotes(count),
      ...(statesRows
        ? []
        : rowsLeftOut(
            rows.slice(0, count),
            { asked: rows.length, total: totalOf(capability, spec, served, view, rows) },
            { spec, body, view },
          )),
      ...(usual && usual.length < all.length
        ? [say`${usual.length} of ${all.length} fields shown${forCallers`; ${the.parameter("fields")} "*" shows all`}.`]
        : []),
      ...missing,
      ...missingKey(asked, rows.slice(0, count), isCsv, spec),
    ],
    isShown: (count) => showsRows(wanted.slice(0, count), spec, columns),
  };
}

/** Returns the number of rows that the view asks for, if the route does not cut the list itself. */
function shownLimit({ input }: Capability, { limit }: RowsSpec, view: ShownView): number | undefined {
  if (!limit || "limit" in input.shape) return undefined;
  return view.showsAll ? view.limit : Math.min(view.limit ?? limit.shown, limit.max);
}

/**
 * Returns how many rows the question is about, whatever its limit shows of them: the note of a filter counts what it leaves
 * out.
 */
function totalOf(
  { input: { shape }, view: select }: Capability,
  spec: RowsSpec,
  { envelope: { body }, whole }: Served,
  { input }: ShownView,
  rows: readonly Row[],
): number {
  if (!spec.limit) return rows.length;
  const stated = spec.total === undefined ? undefined : body[spec.total];
  if (typeof stated === "number") return Math.max(stated, rows.length);
  const all = whole && "limit" in shape ? select!(whole, { ...input, limit: undefined }) : body;
  const list = all[spec.list];
  return Array.isArray(list) ? list.length : rows.length;
}

/** Returns a sentence on rows that are left out, by the limit or because more would be too long. */
function rowsLeftOut(
  shown: readonly Row[],
  { asked, total }: { asked: number; total: number },
  { spec: { list, noun = list, limit, next }, body, view }: { spec: RowsSpec; body: Row; view: ShownView },
): Sentence[] {
  if (shown.length >= total) return [];
  const counted = `${shown.length} of ${total} ${noun} shown`;
  const following = next?.(shown, body, view.input ?? {});
  if (shown.length === asked) {
    if (limit && asked < limit.max)
      return [say`${counted}${forCallers`; ${the.parameter("limit")} goes up to ${limit.max}`}.`];
    return [
      following === undefined
        ? say`${counted}.`
        : say`${counted}${forCallers`; for the rest, ask again with ${following}`}.`,
    ];
  }
  const ways = [
    ...(view.sized ? [] : [say`set ${the.parameter("limit")}`]),
    ...(view.fields && !view.fields.includes(ALL_FIELDS) ? [] : [say`ask for fewer fields`]),
    ...(view.format === "csv" ? [] : [say`ask for ${the.parameter("format")} "csv"`]),
    ...(following === undefined ? [] : [say`ask again with ${following}`]),
  ];
  return [
    say`${counted}, because more do not fit${ways.length > 0 ? forCallers`; to see the rest, ${orOf(ways)}` : ""}.`,
  ];
}

/** Joins parts of a sentence: `A, B or C`. */
const orOf = (parts: readonly Sentence[]) =>
  parts.length < 2 ? joinSentences(parts) : say`${joinSentences(parts.slice(0, -1))} or ${parts.at(-1)}`;

/** Returns a sentence on several rows that the fields asked for do not tell apart: three margins, but of which years? */
function missingKey(
  asked: readonly string[] | undefined,
  shown: readonly Row[],
  isCsv: boolean,
  { key: own = [], joined }: RowsSpec,
): Sentence[] {
  const column = joined?.column ?? "";
  const isJoined = isCsv && joined !== undefined && shown.some((row) => row[column] !== shown[0]![column]);
  const key = isJoined ? [column, ...own] : own;
  const [first] = key;
  if (!asked || first === undefined || shown.length < 2) return [];
  const named = key.filter((name) => asked.includes(name));
  const isEnough = named.length > 0 && areApart(shown, named);
  const added = named.length === 0 ? first : key.find((name) => areApart(shown, [...named, name]));
  return isEnough || added === undefined
    ? []
    : [say`Nothing tells these rows apart${forCallers`; add "${added}" to ${the.parameter("fields")}`}.`];
}

/** Whether each row has another combination of values in these columns. */
const areApart = (rows: readonly Row[], columns: readonly string[]) =>
  new Set(rows.map((row) => JSON.stringify(columns.map((name) => row[name])))).size === rows.length;

/** Returns the view without the column that tells joined lists apart, which only their table has. */
function withoutJoining(view: ShownView, { joined }: RowsSpec): ShownView {
  const fields = joined && view.fields?.filter((name) => name !== joined.column);
  return fields ? { ...view, fields: fields.length > 0 ? fields : undefined } : view;
}

/** Returns the fields that the view asks for, or those that the tool shows by default; neither for all fields. */
function chooseColumns(
  capability: Capability,
  spec: RowsSpec,
  body: Row,
  all: readonly string[],
  { fields: named, overall = [], showsAll }: ShownView,
) {
  const most = spec.usualFields?.(body);
  if (named?.includes(ALL_FIELDS)) return {};
  const columns = nameableColumns(all, spec);
  // The column of a figure over all rows, which the caller did not name, is in the rows of one statement only.
  const added = new Set<string | null | undefined>(overall.map((name) => spec.onRequest?.overall?.[name]));
  const own = named?.filter((name) => columns.includes(name) || !added.has(name));
  const fields = own?.length === 0 ? undefined : own;
  if (fields)
    return {
      asked: chooseFields(columns, fields, knownOfRows(capability, body, fields), spec, (name) =>
        spec.elsewhere?.(name, body),
      ),
    };
  const usual = showsAll ? undefined : most?.filter((name) => all.includes(name));
  return { usual: usual?.length ? usual : undefined };
}

/**
 * Returns the function that writes the body with its lists as CSV; the tables come last, below the single values. A list
 * without `rows` stays `null`, because CSV cannot tell an unknown list from an empty one.
 */
async function csvBody(body: Row, spec: RowsSpec, columns: readonly string[], rows: readonly Row[] | null) {
  const rest = { ...body };
  if (rows) for (const name of [spec.list, ...(spec.joined?.lists ?? [])]) delete rest[name];
  const write = await csvWriter(columns);
  const tables: Row = {};
  for (const [name, toRows] of Object.entries(spec.furtherTables ?? {})) {
    const table = toRows(body);
    if (table.length === 0) continue;
    delete rest[name];
    tables[toCsvField(name)] = (await csvWriter(allFields(table)))(table);
  }
  return (count: number): Row => ({
    ...rest,
    ...tables,
    ...(rows ? { [CSV_FIELD]: write(spec.toCsv?.(rows.slice(0, count)) ?? rows.slice(0, count)) } : {}),
  });
}
