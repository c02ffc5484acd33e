/** Figures of declared fields: label, unit, sign and currency come from the field's declaration. */
import { isPercentage, toFieldLabel, toHumanFigure, type Band, type Field } from "../../contract/field-facts.js";
import { otherCurrencyOf, recordIn, numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { arrowed, day, given, html, notGiven } from "./elements.js";
import type { Declared } from "./declared-fields.js";
import type { Fact } from "./fact-list.js";
import { evenFormats, type Formats } from "./format.js";

/** The facts of a field that pictures use. */
type Facts = Omit<Field, "note" | "reading"> & { reading?: Band | undefined };

/** Returns the facts of a declared field. */
function factsIn([, kind, label, signed, owner, percentFrom, band]: Declared): Facts {
  const [low, high] = band?.split(" ").map(Number) ?? [];
  return {
    kind,
    label: label || undefined,
    signed: Boolean(signed),
    owner: owner || undefined,
    percentFrom: percentFrom || undefined,
    reading: low === undefined ? undefined : { low, high: high! },
  };
}

/** A field of one list or group. */
export interface NamedField {
  name: string;
  field: Facts;
  label: string;
}

const TEXTS: ReadonlySet<string> = new Set(["text", "label", "group", "time", "day"]);

/** Returns the fields directly in this list or group; those of the answer itself for an empty name. */
export function fieldsIn(declared: readonly Declared[], group: string): NamedField[] {
  const start = group === "" ? "" : `${group}.`;
  return declared.flatMap((each) => {
    const [path] = each;
    const field = factsIn(each);
    const name = path.slice(start.length);
    const isIn = path.startsWith(start) && !name.includes(".") && name !== "*";
    return isIn ? [{ name, field, label: toFieldLabel(name, field) }] : [];
  });
}

/** Returns the field of this path, or one of this kind and name that is not declared. */
export function fieldAt(declared: readonly Declared[], path: string, kind: Facts["kind"] = "number"): NamedField {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const found = declared.find(([each]) => each === path);
  const field = found ? factsIn(found) : { kind };
  return { name, field, label: toFieldLabel(name, field) };
}

/** Returns those with figures. */
export function figuresIn(declared: readonly Declared[], group: string): NamedField[] {
  return fieldsIn(declared, group).filter(({ field }) => !TEXTS.has(field.kind));
}

/** Returns the figure, which some answers have as text; `null` when there is none. */
export function valueOf(row: Fields, { name }: NamedField): number | null {
  const text = textIn(row, name);
  if (text === null) return numberIn(row, name);
  return Number.isFinite(Number(text)) ? Number(text) : null;
}

/**
 * Returns the figure as people read it, a text that is no figure as it is, or the dash; `provider` is the one that answered.
 */
export function declaredFigure(
  row: Fields,
  named: NamedField,
  formats: Formats,
  provider: string | null = null,
): HTMLElement {
  const value = valueOf(row, named);
  if (value === null) return textIn(row, named.name) === null ? notGiven() : given(textIn(row, named.name));
  const text = toHumanFigure(named.field, value, formats, provider ?? undefined);
  const exact = formats.exact(value);
  return named.field.signed ? arrowed(value, text, exact) : html("span", { title: exact }, text);
}

/** Returns what draws the figures of one column, all with the same number of decimals. */
export function columnOf(rows: readonly Fields[], named: NamedField, formats: Formats): (row: Fields) => HTMLElement {
  const factor = named.field.kind === "ratio" && !isPercentage(named.field) ? 100 : 1;
  const values = rows.flatMap((row) => (valueOf(row, named) ?? []) as number[]).map((value) => value * factor);
  const isWhole = WHOLE.has(named.field.kind) || values.every(Number.isInteger);
  const even = isWhole ? formats : evenFormats(formats, values);
  return (row) => declaredFigure(row, named, even);
}

/** Kinds that are counted. */
const WHOLE: ReadonlySet<string> = new Set(["shares", "count"]);

/** Returns the formats of one fact: multiples and figures without a unit, such as beta, have two decimals everywhere. */
export function evenFor({ field: { kind } }: NamedField, formats: Formats): Formats {
  return kind === "multiple" || kind === "number" ? evenFormats(formats, [1]) : formats;
}

/** Returns the facts of these fields that the row, a part of the answer, has. */
export function declaredFacts(row: Fields, all: readonly NamedField[], formats: Formats, answer: Answer): Fact[] {
  return all.flatMap((named): Fact[] => {
    const date = named.field.kind === "day" ? textIn(row, named.name) : null;
    if (date !== null) return [[named.label, day(formats, date)]];
    if (TEXTS.has(named.field.kind) || valueOf(row, named) === null) return [];
    const currency = otherCurrencyOf(answer, named.name, named.field);
    const label = currency === null ? named.label : `${named.label} (${currency})`;
    return [[label, declaredFigure(row, named, evenFor(named, formats), answer.provider)]];
  });
}

/** Returns the facts of these paths, `high52` or `macd.line`, that the answer has. */
export function factsAt(
  answer: Answer,
  declared: readonly Declared[],
  paths: readonly string[],
  formats: Formats,
): Fact[] {
  return paths.flatMap((path) => {
    const [group, name] = path.split(".");
    const row = name ? recordIn(answer.body, group!) : answer.body;
    const named = fieldAt(declared, path);
    // The prices of a group, such as MACD and its signal, have the same number of decimals.
    const isEven = name !== undefined && named.field.kind === "price" && formats.decimals === undefined;
    const prices = Object.values(row).filter((value) => typeof value === "number");
    return declaredFacts(row, [named], isEven ? evenFormats(formats, prices) : formats, answer);
  });
}
