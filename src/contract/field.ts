/**
 * The vocabulary of fields: an answer's field says once what it measures, and every surface reads it.
 *
 * A function of this file returns a zod type and keeps the field's facts beside it. Description and JSON Schema, the
 * terminal's formats, the pictures' tables, the currencies and the sentence on units derive from them.
 */
import { uncapital } from "../lib/capital.js";
import { oncePer } from "../lib/once-per.js";
import type { Field, Kind, Owner, Reading } from "./field-facts.js";
import { namesOfSame, toLetters, toUnitWords } from "./field-facts.js";
import type { ProviderId } from "./provider-id.js";
import { describe, type Description, z } from "./schema.js";

const FACTS = new WeakMap<z.ZodTypeAny, Field>();

type Number = z.ZodNullable<z.ZodNumber>;
type Text = z.ZodNullable<z.ZodString>;

/** A price of one share or unit in the listing's currency, which may be a minor unit such as pence. */
export const price = (note = "", label?: string) => perShare("listing", note, label);

/** An amount a share, such as earnings or book value; without an owner where its currency is unknown or in another field. */
export const perShare = (owner: Owner | undefined, note: Description = "", label?: string) =>
  figureOf("price", note, { owner, label });

/** Earnings per share, which people read in cents, as many decimals as sources may send. */
export const earningsPerShare = (owner: Owner | undefined, note: Description = "", label?: string) =>
  figureOf("price", note, { owner, label, isInCents: true });

/** An amount of money; without an owner where another field names its currency. */
export const money = (owner: Owner | undefined, note = "", label?: string) => figureOf("money", note, { owner, label });

/** A part of a whole or a rate; people read it as a percentage: 0.24 is 24 %. */
export const ratio = (note = "", label?: string) => figureOf("ratio", note, { label });

/** A part of a whole or a rate, sent as a percentage. */
export const percent = (note = "", label?: string) => figureOf("percent", note, { label });

/** A percentage a year, such as a volatility. */
export const percentAYear = (note = "", label?: string) => figureOf("percent", note, { label, isAYear: true });

/** A number of shares. */
export const shares = (note = "", label?: string) => figureOf("shares", note, { label });

/** A number of things. */
export const count = (note = "", label?: string) => figureOf("count", note, { label });

/** A length of time in days. */
export const days = (note = "", label?: string) => figureOf("days", note, { label });

/** A length of time in seconds. */
export const seconds = (note = "", label?: string) => figureOf("seconds", note, { label });

/** A length of time in years. */
export const years = (note = "", label?: string) => figureOf("years", note, { label });

/** A quotient that people do not read as a percentage: price / earnings. */
export const multiple = (note: string, label?: string) => figureOf("multiple", note, { label });

/** A number without a unit: an index, a slope, a place in a list. Its note is the formula or the scale. */
export const figure = (note: Description, label?: string) => figureOf("number", note, { label });

/** A year; its digits are not grouped. */
export const year = (note: string) => figureOf("label", note, {});

/** A day of the calendar, `YYYY-MM-DD`. */
export const date = (note = "", label?: string) => wordsOf("day", note, label);

/** An instant, ISO 8601. */
export const time = (note = "", label?: string) => wordsOf("time", note, label);

/** A short word that selects or names something: an exchange, a rating, a currency. */
export const label = (note: string, name?: string) => wordsOf("label", note, name);

/** A text, or `null` if no upstream has it. */
export const words = (note: string, name?: string) => wordsOf("text", note, name);

/** The field of a change: people read it with its sign. */
export function signed<T extends z.ZodTypeAny>(type: T): T {
  FACTS.set(type, { ...factsOf(type)!, signed: true });
  return type;
}

/** The field of a figure that people read by this rule. */
export function readBy<T extends z.ZodTypeAny>(reading: Reading, type: T): T {
  FACTS.set(type, { ...factsOf(type)!, reading });
  return type;
}

/** The field of a code, with the words that people read instead of its values. */
export function codes<T extends z.ZodTypeAny>(read: Readonly<Record<string, string>>, type: T, name?: string): T {
  FACTS.set(type, { ...(factsOf(type) ?? { kind: "label", note: "" }), codes: read, ...(name && { label: name }) });
  return type;
}

/** The field with this name for people, for a type whose function takes none, such as a boolean or an object. */
export function named<T extends z.ZodTypeAny>(name: string, type: T): T {
  FACTS.set(type, { ...(factsOf(type) ?? { kind: "label", note: "" }), label: name });
  return type;
}

/**
 * The field that the remarks on an answer state, so that a page leaves it out: `always`, or `once` where several rows are
 * shown. Rows that differ in it have it.
 */
export function inRemarks<T extends z.ZodTypeAny>(when: "always" | "once", type: T): T {
  FACTS.set(type, { ...(factsOf(type) ?? { kind: "label", note: "" }), inRemarks: when });
  return type;
}

/**
 * The field of a figure of which a list of the answer says whether it is in percent, such as `series.changes`. Of a change,
 * `valueUnit` has the unit of the values, such as `series.unit`.
 */
export function unitIn<T extends z.ZodTypeAny>(path: string, type: T, valueUnit?: string): T {
  FACTS.set(type, { ...factsOf(type)!, unitIn: path, valueUnitIn: valueUnit });
  return type;
}

/** The field of a difference of two percentages, which people read in percentage points. */
export function inPoints<T extends z.ZodTypeAny>(type: T): T {
  FACTS.set(type, { ...factsOf(type)!, isInPoints: true });
  return type;
}

/** The field of the first day of a month, quarter or half year; the row's field `period` has the code of the period. */
export function startOf<T extends z.ZodTypeAny>(period: string, type: T): T {
  FACTS.set(type, { ...factsOf(type)!, startsPeriod: period });
  return type;
}

/** The field of a figure that is null at times by its definition, so that a reader does not miss it then. */
export function atTimes<T extends z.ZodTypeAny>(type: T): T {
  FACTS.set(type, { ...factsOf(type)!, atTimes: true });
  return type;
}

/** The field of a ratio that this provider sends as a percentage; the value is passed on as sent. */
export function percentFrom<T extends z.ZodTypeAny>(provider: ProviderId, type: T): T {
  const facts = { ...factsOf(type)!, percentFrom: provider };
  return keep(type, facts);
}

/** The field of an answer that always has it. */
export function always<T extends z.ZodTypeAny>(type: z.ZodNullable<T>): T {
  return keep(type.unwrap(), factsOf(type)!);
}

/** The field of a figure that the interface sends as text. */
export function asText(type: Number): Text {
  return keep(z.string().nullable(), { ...factsOf(type)!, isText: true });
}

/** The fields that rows have beside the declared ones, with the facts of `like`. */
export function other<T extends z.ZodTypeAny>(type: T, like: z.ZodTypeAny): T {
  return keep(type, factsOf(like)!);
}

/**
 * Fields under one title for people. The group states each unit that several of its figures have, so that the list of
 * tools need not repeat it; a ratio and a percentage are always stated apart.
 */
export function group<Shape extends z.ZodRawShape>(
  title: string,
  shape: Shape,
  note: Description = "",
): z.ZodObject<Shape> {
  const facts = Object.values(shape).map((type) => factsOf(type)!);
  const all = facts.flatMap((each) => toUnitWords(each)[0]!);
  const often = [...new Set(all)].filter((unit) => unit !== "" && all.indexOf(unit) !== all.lastIndexOf(unit));
  const isMixed = ["ratio", "percent"].every((kind) => facts.some((each) => each.kind === kind && !each.percentFrom));
  const stated = !isMixed ? often.map((unit, at) => (at === 0 ? unit : uncapital(unit))) : [];
  const [brief, ...rest] = [note].flat();
  const described = [stated.join(" or ") || title, brief].filter(Boolean).join(", ");
  return keep(z.object(shape), { kind: "group", label: title, note: [described, ...rest] });
}

/** A list of rows under one title for people, which stands for all of their amounts where it names a currency. */
export function list<Row extends z.ZodTypeAny>(title: string, row: Row, note: string): z.ZodArray<Row> {
  return keep(z.array(row), { kind: "group", label: title, note });
}

/** Figures by names that are no fields, such as currencies, under one title for people. */
export function record<Value extends z.ZodTypeAny>(
  title: string,
  value: Value,
  note: string,
): z.ZodRecord<z.ZodString, Value> {
  return keep(z.record(value), { kind: "group", label: title, note });
}

/**
 * Returns the facts of a type; `undefined` for a type that is no field. Optional and nullable types have those of the
 * inner one.
 */
function factsOf(type: z.ZodTypeAny): Field | undefined {
  const own = FACTS.get(type);
  if (own) return own;
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return factsOf(type.unwrap() as z.ZodTypeAny);
  return undefined;
}

/**
 * Returns the fields of an answer by their paths, in the answer's order: `shares.float`, `data.revenue`. The fields of
 * a list's rows are below its name; `*` stands for fields that a row may have beside the declared ones.
 */
export const fieldsOf = oncePer((output: z.ZodTypeAny): ReadonlyMap<string, Field> => new Map(collect(output, "")));

/** Returns the field of an answer, at any depth, of which `name` is a name; `undefined` if it has none. */
export function findField(output: z.AnyZodObject, name: string): string | undefined {
  const same = namesOfSame(name);
  const names = [...Object.keys(output.shape), ...[...fieldsOf(output).keys()].map((path) => path.split(".").at(-1)!)];
  return names.find((each) => same.includes(toLetters(each)));
}

function collect(type: z.ZodTypeAny, path: string): [path: string, field: Field][] {
  const own = factsOf(type);
  const found: [string, Field][] = own && path !== "" ? [[path, own]] : [];
  const inner = innerOf(type);
  if (inner instanceof z.ZodObject) {
    const { shape, _def } = inner as z.AnyZodObject;
    const parts = Object.entries(shape as z.ZodRawShape);
    const rest = _def.catchall as z.ZodTypeAny;
    if (!(rest instanceof z.ZodNever)) parts.push(["*", rest]);
    for (const [name, part] of parts) found.push(...collect(part, path === "" ? name : `${path}.${name}`));
  }
  return found;
}

/** Returns the object of a field, or that of the rows of a list. */
export function innerOf(type: z.ZodTypeAny): z.ZodTypeAny {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return innerOf(type.unwrap() as z.ZodTypeAny);
  if (type instanceof z.ZodArray) return innerOf(type.element as z.ZodTypeAny);
  if (type instanceof z.ZodUnion) return innerOf((type.options as z.ZodTypeAny[])[0]!);
  return type;
}

function figureOf(kind: Kind, note: Description, facts: Partial<Field>): Number {
  return keep(z.number().nullable(), { kind, note, ...facts });
}

function wordsOf(kind: Kind, note: string, name?: string): Text {
  return keep(z.string().nullable(), { kind, note, label: name });
}

function keep<T extends z.ZodTypeAny>(type: T, facts: Field): T {
  const [unit, example = ""] = toUnitWords(facts);
  const [first = "", ...rest] = [unit + example, ...[facts.note].flat()].filter(Boolean);
  const described = describe(type, [first, ...rest], unit || first);
  FACTS.set(described, facts);
  return described;
}
