/** The rows of an answer's list, with all fields or some. */

import { columnsShown, type RowsSpec } from "../contract/rows-spec.js";
import {
  forCallers,
  joinSentences,
  say,
  type Sentence,
  sentencesIn,
  type SentenceStyle,
  the,
} from "../contract/sentence.js";
import type { Served } from "../contract/envelope.js";
import type { Hint } from "../contract/errors.js";
import { namesOfSame, namesOfSeveral, toLetters } from "../contract/field-facts.js";
import { invalidInput, quoted } from "../contract/input.js";
import { z } from "../contract/schema.js";
import { groupBy } from "../lib/group-by.js";
import { isObject } from "../lib/is-object.js";
import { likelyNames } from "../lib/nearest-names.js";

/** A row of an answer's list. */
export type Row = Record<string, unknown>;

/** Returns the declaration with another list if the answer has that one instead. */
export function ofAnswer<Spec extends RowsSpec | undefined>(spec: Spec, body: Row): Spec {
  const own = Object.entries(spec?.otherLists ?? {}).find(([name]) => name in body);
  if (!spec || spec.list in body || !own) return spec;
  const [list, differs] = own;
  return { ...spec, list, noun: list, ...differs };
}

/** Returns the names of all fields that at least one row has, in order of appearance. */
export function allFields(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name in row) names.add(name);
  return [...names];
}

/** Returns the columns that a caller can name: those of the rows, and those without a value; none if there are no rows. */
export function nameableColumns(columns: readonly string[], spec: RowsSpec): readonly string[] {
  return columns.length === 0 ? [] : [...new Set([...columns, ...columnsShown(spec, "with a value")])];
}

/**
 * Returns the row with these fields only, in their order; fields that it does not have are left out, or `null` if rows
 * have them only with a value.
 */
export function pick(row: Row, columns: readonly string[], spec: RowsSpec): Row {
  const existing = columns.filter((name) => Object.hasOwn(row, name) || spec.columns?.[name] === "with a value");
  return Object.fromEntries(existing.map((name) => [name, row[name] ?? null]));
}

/** Returns the fields of the body that depend on the shown `rows`, and sentences on them; none for most answers. */
export function toTotals(
  { envelope: { body, completeFrom }, whole = body }: Served,
  { totals }: RowsSpec,
  rows: readonly Row[],
  { asOf, overall = [] }: { asOf?: string | undefined; overall?: readonly string[] },
  fields: readonly string[] | undefined,
): ReturnType<NonNullable<RowsSpec["totals"]>> {
  return totals?.({ rows, asOf, completeFrom, overall, fields }, body, whole) ?? {};
}

/** The column of CSV that says why a requested symbol has no figures. */
export const ERROR_COLUMN = "error";

/**
 * Returns the rows of CSV and all their columns, the `fixed` ones first, so that the cells of a spreadsheet keep their
 * places when no row has one of these. If the list has a row for each of the requested `symbols`, so has the CSV for
 * symbols that failed: otherwise the rows below them would move up in a spreadsheet.
 */
export function toCsvRows(
  body: Row,
  { failed, toCsv }: RowsSpec,
  sent: readonly Row[],
  { symbols = [] }: { symbols?: readonly string[] | undefined },
  fixed: readonly string[],
): { rows: readonly Row[]; columns: string[] } {
  const rows = toCsv?.(sent) ?? sent;
  const columns = [...new Set([...fixed, ...allFields(rows)])];
  if (failed === undefined) return { rows, columns };
  const failures = (body[failed] as Row[]).map(({ symbol, error }): Row => ({ symbol, [ERROR_COLUMN]: error }));
  // A symbol that was asked for twice may have two rows with different holdings.
  const bySymbol = groupBy([...rows, ...failures], (row) => row["symbol"]);
  const nextOf = (symbol: string) => {
    const [first, ...others] = bySymbol.get(symbol) ?? [{ symbol }];
    if (others.length > 0) bySymbol.set(symbol, others);
    return first!;
  };
  return {
    rows: symbols.map(nextOf),
    columns: columns.length > 0 ? [...columns, ERROR_COLUMN] : [],
  };
}

/**
 * Returns an answer without rows as one row of CSV: a nested object has a column for each of its fields, named with a dot,
 * such as `financialMetrics.beta`. The columns are those of the schema, so that a spreadsheet's cells keep their places
 * when an object is missing. A list stays in its cell.
 */
export function toOneRow(output: z.ZodTypeAny, body: unknown, prefix = ""): Row {
  const row: Row = {};
  const values = isObject(body) ? body : {};
  const fields = (output instanceof z.ZodObject ? output.shape : {}) as Record<string, z.ZodTypeAny>;
  for (const name of new Set([...Object.keys(fields), ...Object.keys(values)])) {
    const schema = withoutNull(fields[name]);
    const value = values[name];
    if (schema instanceof z.ZodObject || isObject(value)) {
      Object.assign(row, toOneRow(schema ?? z.unknown(), value, `${prefix}${name}.`));
    } else row[`${prefix}${name}`] = value;
  }
  return row;
}

function withoutNull(schema: z.ZodTypeAny | undefined): z.ZodTypeAny | undefined {
  const isWrapped = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
  return isWrapped ? withoutNull(schema.unwrap() as z.ZodTypeAny) : schema;
}

/**
 * Returns what the rows of CSV leave out: the answer's own notes, the currency of the accounts, and a sentence that names
 * its other lists, and the totals of holdings; none if these are empty.
 */
export function leftOutOfCsv(
  body: Row,
  { list, failed, joined }: RowsSpec,
  columns: readonly string[],
  isHeld: boolean,
): Sentence[] {
  const inRows = new Set([list, NOTES, ...(columns.includes(ERROR_COLUMN) ? [failed] : []), ...(joined?.lists ?? [])]);
  const others = Object.entries(body).filter(
    ([name, value]) => !inRows.has(name) && (Array.isArray(value) ? value.length > 0 : isHeld && isObject(value)),
  );
  const { reportingCurrency: code } = body;
  return [
    ...sentencesIn(body),
    ...(typeof code === "string" ? [say`Amounts are in ${code}.`] : []),
    ...(others.length > 0 ? [say`CSV leaves out ${the.fields(others.map(([name]) => name))}; JSON has all.`] : []),
  ];
}

/** Returns whether rows of one of some days are shown, and one of some fields of them: notes on others are left out. */
export function showsRows(
  rows: readonly Row[],
  { furtherBack, key: [day] = [] }: Pick<RowsSpec, "furtherBack" | "key">,
  columns: readonly string[] | undefined,
): NonNullable<SentenceStyle["isShown"]> {
  if (!furtherBack || day === undefined) return () => true;
  const shown = new Set(rows.map((row) => row[day]));
  return (days, fields) =>
    days.some((each) => shown.has(each)) &&
    (fields.length === 0 || columns === undefined || fields.some((each) => columns.includes(each)));
}

/** The field of a body with sentences of ours on its rows. */
const NOTES = "notes";

/** Names that `fields` may have beside the columns of the rows. */
export interface Known {
  /** Names that an answer of the tool may have, although these rows do not. */
  names: readonly string[];
  /** Of them and of the columns those that a refusal may name: the names of any others are an upstream's text. */
  nameable: readonly string[];
}

/**
 * Returns the requested fields, each once and in the spelling of `all` existing ones, also under another name of the same
 * figure, such as `dividendsPaid` for `netDividendsPaid`; known ones that the rows do not have stay, so that a note can name
 * them.
 *
 * @throws {MarketDataError} `invalid_input` for a field that is not known, with where it is, and when none exists.
 */
export function chooseFields(
  all: readonly string[],
  asked: readonly string[],
  { names, nameable }: Known,
  spec: Pick<RowsSpec, "columns"> = {},
  elsewhere: (name: string) => Hint | undefined = () => undefined,
): readonly string[] {
  if (all.length === 0) return asked;
  const chosen = inSpellingOf(all, inSpellingOf([...all, ...names], asked));
  refuseUnknown(chosen, [...all, ...names], nameable, elsewhere);
  if (!chosen.some((name) => all.includes(name))) {
    const why = needed(chosen, spec);
    const problem = why.length > 0 ? joinSentences(why, " ") : "No row has it.";
    const allowed = toAllowed(
      [],
      nameable.filter((name) => all.includes(name)),
    );
    throw invalidInput(say`Invalid "fields": got ${quotedNames(chosen)}. ${problem} ${allowed}`);
  }
  return [...new Set(chosen)];
}

/**
 * Refuses names of fields that are not `known`, all in one error. It says where the first one is, if it is `elsewhere`; else it
 * has those of the `nameable` ones that the caller may have meant, and all where there are few.
 *
 * @throws {MarketDataError} `invalid_input`.
 */
export function refuseUnknown(
  asked: readonly string[],
  known: readonly string[],
  nameable: readonly string[],
  elsewhere: (name: string) => Hint | undefined = () => undefined,
): void {
  const unknown = asked.filter((name) => !known.includes(name));
  const [first] = unknown;
  if (first === undefined) return;
  const problem = `Invalid "fields": got ${quotedNames(unknown)}.`;
  const hint = elsewhere(first);
  if (hint) throw invalidInput(`${problem} ${toAllowed([], nameable)}`, hint);
  const most = unknown.length > 1 ? 1 : MOST_LIKELY;
  // A caller may send 60 names, and each is compared with all nameable ones.
  const named = unknown.slice(0, MOST_ASKED);
  const likelyOf = (name: string) => {
    const several = namesOfSeveral(name).filter((each) => nameable.includes(each));
    return several.length > 0 ? several : likelyNames(name, nameable).slice(0, most);
  };
  const likely = [...new Set(named.flatMap(likelyOf))];
  const meant = first.toLowerCase() === "all" ? 'Write "*" for all.' : toAllowed(likely, nameable);
  throw invalidInput(`${problem} ${meant}`);
}

/** The most names of a refusal that a caller may have meant, the most that were asked, and the most allowed ones. */
const [MOST_LIKELY, MOST_ASKED, MOST_ALLOWED] = [3, 3, 12];

const quotedNames = (names: readonly string[]) => names.slice(0, MOST_ASKED).map(quoted).join(", ");

/** Returns sentences on what is allowed: the likely names, all where there are few, and the first ones where none is likely. */
function toAllowed(likely: readonly string[], nameable: readonly string[]): string {
  const isShort = nameable.length <= MOST_ALLOWED;
  const nearest = likely.length > 0 ? [`Nearest: ${likely.slice(0, MOST_LIKELY).join(", ")}.`] : [];
  const allowed =
    isShort || likely.length === 0
      ? [`Allowed: ${nameable.slice(0, MOST_ALLOWED).join(", ")}${isShort ? "" : ' and more, or "*" for all'}.`]
      : ['"*" is for all.'];
  return [...nearest, ...allowed].join(" ");
}

/** Returns the names, those of existing fields in their spelling, also under another name of the same figure. */
export function inSpellingOf(all: readonly string[], asked: readonly string[]): string[] {
  const byLetters = new Map(all.toReversed().map((name) => [toLetters(name), name]));
  return asked.map((name) => {
    if (all.includes(name)) return name;
    const same = namesOfSame(name).find((each) => byLetters.has(each));
    return same === undefined ? name : byLetters.get(same)!;
  });
}

/** Returns a sentence for each of these columns that rows have only with another parameter. */
function needed(asked: readonly string[], { columns = {} }: Pick<RowsSpec, "columns">): Sentence[] {
  return asked.flatMap((name) => {
    const when = Object.hasOwn(columns, name) ? columns[name] : undefined;
    return typeof when === "object" ? [say`${the.field(name)} needs the parameter ${the.parameter(when.with)}.`] : [];
  });
}

/** Returns sentences on the requested fields that no row has; none if no field is missing. */
export function missingFields(
  all: readonly string[],
  asked: readonly string[] | undefined,
  spec: RowsSpec,
  body: Row,
): Sentence[] {
  const known = nameableColumns(all, spec);
  const missing = all.length === 0 ? [] : (asked ?? []).filter((name) => !known.includes(name));
  if (missing.length === 0) return [];
  return [
    say`No row has ${the.fieldsAnd(missing)}.`,
    ...needed(missing, spec),
    ...toHintSentences(missing.flatMap((name) => spec.elsewhere?.(name, body) ?? [])),
  ];
}

/** Returns a sentence for each of the hints, which differ in their tool, its parameters or why it helps. */
function toHintSentences(hints: readonly Hint[]): Sentence[] {
  return hints.map(({ tool, given = {}, why }) => {
    const values = Object.entries(given).map(([name, value]) => say`${the.parameter(name)} ${value}`);
    const how = values.length === 0 ? "" : say` with ${joinSentences(values, " and ")}`;
    return say`${forCallers`${the.tool(tool)}${how} ${why}.`}`;
  });
}
