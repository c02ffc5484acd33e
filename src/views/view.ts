/**
 * The parameters of both surfaces that choose which part of an answer is shown: rows, fields, format, and a past day.
 */
import { on, type Sentence, type SentenceStyle } from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import { ALL_FIELDS, columnsShown, listsOf, type RowsSpec } from "../contract/rows-spec.js";
import type { Entry } from "../contract/entry.js";
import type { Served } from "../contract/envelope.js";
import { fieldsOf, innerOf } from "../contract/field.js";
import { allowing, AS_OF_ALLOWED, choice, officialInput, wholeNumber } from "../contract/fields.js";
import { separateHoldings, takesHoldings, type Holding } from "../contract/holdings.js";
import { invalidInput, quoted } from "../contract/input.js";
import type { Ask, Question } from "../contract/question.js";
import { uncapital } from "../lib/capital.js";
import { z } from "../contract/schema.js";
import { isObject } from "../lib/is-object.js";
import { oncePer } from "../lib/once-per.js";
import { ERROR_COLUMN, inSpellingOf, refuseUnknown, type Known, type Row } from "./rows.js";
import { answerEachSymbol } from "./each-symbol.js";
import { fieldElsewhere } from "./elsewhere.js";
import { answerOfficially } from "./past-days.js";
import { withPresentation } from "./presented.js";
import { withRequestedColumns } from "./requested-columns.js";

/** How to show an answer. */
export interface View {
  limit?: number | undefined;
  fields?: readonly string[] | undefined;
  /** Whether the answer is a page at a terminal. */
  isPage?: boolean;
  /** The names in the caller's `fields` of figures over all shown rows; `fields` has the column of each. */
  overall?: readonly string[];
  /** `undefined` when the caller named no format. */
  format?: "json" | "csv" | undefined;
  /** The requested symbols, if CSV has a row for each. */
  symbols?: readonly string[];
  /** The caller's holding of each of the symbols; `undefined` if the caller states no holding. */
  held?: readonly (Holding | undefined)[];
  /** Whether symbols without an answer are rows with an error when none of the requested ones has an answer. */
  keepsRows?: boolean;
  /** Sentences on parameters that were written in another spelling, with their normal form. */
  readAs?: readonly Sentence[];
  /** A day, `YYYY-MM-DD`; the answer leaves out information that became public later. */
  asOf?: string | undefined;
  /** Whether the answer names the filing of each figure. */
  provenance?: boolean | undefined;
}

/** How a surface shows an answer. */
export interface ShownView extends View {
  format: "json" | "csv";
  /** Whether all rows and fields are shown unless the caller asks for fewer. */
  showsAll?: boolean;
  /** Whether the caller gave a limit; the answer may then be longer than by default. */
  sized?: boolean;
  /** The capability's own parameters, for advice on rows that are left out. */
  input?: Readonly<Record<string, unknown>>;
  /** How the surface writes the values in sentences among the fields of the answer. */
  style?: SentenceStyle;
}

/** How a tool shows an answer. */
export interface ToolView extends ShownView {
  sized: boolean;
  /** Whether the caller chose fields or a format. */
  chosen: boolean;
}

const MAX_FIELDS = 60;
const FIELDS_ALLOWED = `a list of 1 to ${MAX_FIELDS} field names, or "*" for all`;

/** The name of a field, or what people call it: `operating cash flow`, `SG&A`, `EPS (diluted)`, `52-week high`, `% change`. */
const fieldName = z
  .string(allowing(FIELDS_ALLOWED))
  .regex(/^(?:\*|(?=[\p{L}\p{N}_%])[\p{L}\p{M}\p{N} _%&/()'’+-]{1,64}(?<! ))$/u, FIELDS_ALLOWED);

const fields = z
  .array(fieldName, allowing(FIELDS_ALLOWED))
  .min(1, FIELDS_ALLOWED)
  .max(MAX_FIELDS, FIELDS_ALLOWED)
  .refine((names) => names.length === 1 || !names.includes(ALL_FIELDS), FIELDS_ALLOWED);
const format = choice(["json", "csv"]);

/**
 * Returns the schemas of the view's parameters that the capability has, the same object each time; empty for an answer
 * without rows and history.
 */
export const viewShape = oncePer(({ tool, input }: Capability): z.ZodRawShape => {
  const { rows, history, provenance } = tool;
  return {
    ...(rows?.limit && !("limit" in input.shape)
      ? { limit: wholeNumber(1, rows.limit.max).optional().describe(`Default ${rows.limit.shown}`) }
      : {}),
    ...(rows
      ? {
          fields: fields.optional().describe(fieldsWords(rows)),
          format: format.optional().describe(`Default ${rows.format === "csv" ? "csv" : "json"}`),
        }
      : {}),
    ...(history ? { as_of: officialInput.as_of } : {}),
    ...(provenance ? { provenance: officialInput.provenance } : {}),
  };
});

/**
 * Returns the schemas of the view's parameters over REST, the same object each time: those of `viewShape`, and `format`
 * for every route, because an answer without rows is one row of CSV there.
 */
export const routeViewShape = oncePer((capability: Capability): z.ZodRawShape => {
  const view = viewShape(capability);
  return "format" in view ? view : { ...view, format: format.optional().describe("Default json") };
});

/**
 * Removes the view's parameters and the caller's holdings from `parsed` and returns them; the capability's own parameters
 * remain.
 *
 * @throws {MarketDataError} `invalid_input` when the rows can have none of the requested fields, and for a past day that
 * is in the future.
 */
export function takeView(
  capability: Capability,
  parsed: Record<string, unknown>,
  catalogue: readonly Entry[] = [],
): View {
  const view: View = {};
  for (const name of Object.keys(routeViewShape(capability))) {
    const value = parsed[name];
    delete parsed[name];
    if (value !== undefined) Object.assign(view, { [name === "as_of" ? "asOf" : name]: value });
  }
  if (view.fields && !view.fields.includes(ALL_FIELDS))
    Object.assign(view, chooseListed(capability, view.fields, catalogue));
  refuseFuture(capability, view.asOf, parsed["symbol"]);
  const { rows } = capability.tool;
  if (takesHoldings(capability.input.shape)) {
    const { symbols: plain, ...others } = separateHoldings(parsed["symbols"] as string[]);
    parsed["symbols"] = plain;
    Object.assign(view, others);
  }
  const { symbols } = parsed;
  if (rows?.failed !== undefined && Array.isArray(symbols)) view.symbols = symbols as string[];
  return view;
}

/**
 * Rejects `as_of` for a capability without a history; the message names the capabilities that have one.
 *
 * @throws {MarketDataError} `invalid_input`.
 */
export function refuseAsOf(capability: Capability, given: object, catalogue: readonly Entry[]): void {
  const { tool } = capability;
  if (tool.history || "as_of" in capability.input.shape || !Object.hasOwn(given, "as_of")) return;
  const withHistory = catalogue.filter(
    (entry) => entry.capability.tool.history || "as_of" in entry.capability.input.shape,
  );
  const titles = withHistory.map((entry) => uncapital(entry.capability.title)).join(", ");
  throw invalidInput(`"as_of" is not possible here, where only current data is known. It works with ${titles}.`);
}

/**
 * Answers the question with its view: asks for the rows, then for their further columns, and presents them. What is shown
 * last is about the answer as it then is.
 */
export async function answerView(question: Question, view: View, ask: Ask): Promise<Served> {
  const { entry, input } = question;
  const chosen = view.fields?.includes(ALL_FIELDS) ? undefined : view.fields;
  // A past day and provenance belong to each single question, also those for symbols and for further columns.
  const answer = (own: Question["input"], row = entry) =>
    answerOfficially(view, { ...question, input: own, entry: row }, ask);
  const further = entry.capability.tool.rows?.onRequest?.inputFor?.(chosen ?? []);
  const stored = await answerEachSymbol(
    { ...question, input: { ...input, ...further } },
    view.keepsRows === true,
    answer,
  );
  const whole = await withRequestedColumns(question, { ...view, fields: chosen }, stored, answer);
  // Growth needs the rows that are not chosen, and nothing of the caller's holdings goes into the questions above.
  const presented = await withPresentation(question, view, whole, stored, ask);
  return asShown(question, { ...view, fields: chosen }, presented, whole.envelope.body);
}

/**
 * Returns the answer with sentences on what it shows: before its notes what was read in another spelling and what most
 * readers ask for first, and missing fields only where they would stand.
 */
function asShown(
  { entry: { capability }, input }: Question,
  { fields: chosen, readAs = [] }: View,
  served: Served,
  whole: Row,
): Served {
  const { envelope } = served;
  const first = capability.firstNotes?.(envelope.body, input, whole) ?? [];
  const notes = [...readAs, ...first.map(on.answer), ...envelope.notes];
  return { ...served, envelope: { ...envelope, notes, missing: toShownMissing(capability, envelope, chosen) } };
}

/** Returns the names of the fields of an answer's rows; `open` is `true` if rows may have further fields. */
export function rowFields({ tool, output }: Capability): { names: string[]; open: boolean } {
  const rows = listsOf(tool.rows).map((name) => innerOf(output.shape[name] as z.ZodTypeAny));
  const names = new Set<string>();
  for (const row of rows) {
    if (!(row instanceof z.ZodObject)) return { names: [], open: true };
    for (const name of Object.keys(row.shape as object)) names.add(name);
  }
  return {
    names: [...names],
    open: rows.some((row) => !((row as z.AnyZodObject)._def.catchall instanceof z.ZodNever)),
  };
}

/** Returns the columns of CSV without rows: those that all rows have, and those that CSV has without values. */
export function columnsOfNone(capability: Capability): string[] {
  const { columns = {}, joined } = capability.tool.rows ?? {};
  const always = rowFields(capability).names.filter((name) => (columns[name] ?? "with a value") === "with a value");
  return joined ? [joined.column, ...always] : always;
}

/**
 * Returns the first columns of CSV, whatever the rows have, if rows leave out columns without values or all have an error
 * in place of values.
 */
export function fixedColumns(capability: Capability, shown: readonly unknown[]): string[] {
  const { rows } = capability.tool;
  const isFixed = columnsShown(rows, "with a value").length > 0 || (rows?.failed !== undefined && shown.length === 0);
  return isFixed ? columnsOfNone(capability) : [];
}

export function fieldsWords(spec: RowsSpec, all = spec.usualFields ? 'Columns; ["*"]: all' : "Columns"): string {
  const { onRequest } = spec;
  const names = [...columnsShown(spec, "on request"), ...Object.keys(onRequest?.overall ?? {})];
  return onRequest && onRequest.brief !== "" ? `${all}; on request ${onRequest.brief ?? names.join(", ")}` : all;
}

/**
 * Chooses from the fields that the rows can have; those that stand beside the rows in every answer need no choice. The fields
 * of rows with further ones are known only with the answer, except the ones on request.
 *
 * @throws {MarketDataError} `invalid_input` for a field that the tool does not know.
 */
function chooseListed(
  capability: Capability,
  asked: readonly string[],
  catalogue: readonly Entry[],
): Pick<View, "fields" | "overall"> {
  const { open } = rowFields(capability);
  const spec: Pick<RowsSpec, "columns" | "onRequest"> = capability.tool.rows ?? {};
  const shownFor = spec.onRequest?.overall ?? {};
  const further = [...columnsShown(spec, "on request"), ...Object.keys(shownFor)];
  const columns = [...columnsOf(capability), ...further];
  const beside = open ? [] : fieldsBeside(capability);
  const chosen = inSpellingOf(open ? further : [...columns, ...beside], asked);
  const elsewhere = (name: string) => fieldElsewhere(name, capability, catalogue);
  if (!open) refuseUnknown(chosen, [...columns, ...beside], toNameable(capability, columns), elsewhere);
  const overall = [...new Set(chosen.filter((name) => Object.hasOwn(shownFor, name)))];
  const inRows = chosen.filter((name) => open || columns.includes(name));
  const named = inRows.flatMap((name) => (overall.includes(name) ? (shownFor[name] ?? []) : name));
  const listed = named.length === 0 ? undefined : [...new Set(named)];
  return overall.length === 0 ? { fields: listed } : { fields: listed, overall };
}

/** Returns the declared columns of an answer's table. */
function columnsOf(capability: Capability): string[] {
  const { failed, joined } = capability.tool.rows ?? {};
  return [
    ...(joined ? [joined.column] : []),
    ...rowFields(capability).names,
    ...(failed === undefined ? [] : [ERROR_COLUMN]),
  ];
}

/** Returns the names of the fields that answers have beside their rows, at any depth. */
const fieldsBeside = oncePer(({ tool: { rows }, output }: Capability): readonly string[] => {
  const lists = listsOf(rows);
  const paths = [...fieldsOf(output).keys()].map((path) => path.split("."));
  const beside = paths.filter(([first]) => !lists.includes(first!)).flat();
  // A number of years or bars names nothing by itself.
  return [...new Set([...Object.keys(output.shape as object), ...beside])].filter((name) => !/^\d+$/.test(name));
});

/** Returns the columns that a refusal may name: all but those that only columns on request are made of. */
function toNameable({ tool: { rows } }: Capability, columns: readonly string[]): string[] {
  const never = new Set(columnsShown(rows, "never"));
  return [...new Set(columns)].filter((name) => !never.has(name));
}

/**
 * Returns what `fields` may name of an answer's rows. Of rows whose fields are all declared, `takeView` has refused what
 * is not known.
 */
export function knownOfRows(capability: Capability, body: Row, asked: readonly string[]): Known {
  const { rows } = capability.tool;
  const declared = columnsOf(capability);
  if (!rowFields(capability).open) return { names: asked, nameable: toNameable(capability, declared) };
  const usual = rows?.usualFields?.(body) ?? declared;
  const requested = [
    ...(rows?.onRequest?.namesOf?.(body) ?? columnsShown(rows, "on request")),
    ...Object.keys(rows?.onRequest?.overall ?? {}),
  ];
  const names = [...declared, ...usual, ...requested, ...fieldsBeside(capability)];
  return { names, nameable: toNameable(capability, [...usual, ...requested]) };
}

/** @throws {MarketDataError} `invalid_input` for a day that has not begun where the security trades. */
function refuseFuture({ tool: { history } }: Capability, day: string | undefined, symbol: unknown): void {
  if (day === undefined || history === undefined || day <= history.latestDay(String(symbol))) return;
  throw invalidInput(`Invalid "as_of": got ${quoted(day)}. Allowed: ${AS_OF_ALLOWED}.`);
}

/**
 * Returns the missing fields without columns that the rows do not have or the caller did not choose, and without fields of
 * groups that only answers to other questions have. A column is named by its path, `holdings.symbol`, where the answer has a
 * field of its name, too.
 */
function toShownMissing(
  capability: Capability,
  { body, missing }: Served["envelope"],
  chosen: readonly string[] | undefined,
): readonly string[] {
  const { rows } = capability.tool;
  const list = rows && body[rows.list];
  if (missing.length === 0 || !Array.isArray(list) || list.length === 0) return missing;
  const { names } = rowFields(capability);
  const ofRows = `${rows!.list}.`;
  const groupsOf = (name: string) =>
    [...fieldsOf(capability.output).keys()].flatMap((path) => (path.endsWith(`.${name}`) ? path.split(".")[0]! : []));
  const isElsewhere = (name: string) => groupsOf(name).length > 0 && groupsOf(name).every((group) => !(group in body));
  const isColumn = (name: string) => chosen?.includes(name) ?? list.some((row) => isObject(row) && name in row);
  return missing.filter((name) =>
    name.startsWith(ofRows)
      ? isColumn(name.slice(ofRows.length))
      : name in body || (!names.includes(name) && !isElsewhere(name)) || isColumn(name),
  );
}
