/** The values of an answer as people read them: with units, in the reader's language and time zone, in vendors' names. */
import { isPair } from "../../contract/currency.js";
import {
  isPercentUnit,
  toFieldLabel,
  toHumanFigure,
  toHumanParts,
  toPeriodWords,
  toReadingWords,
  type Field,
} from "../../contract/field-facts.js";
import { toNumber } from "../../contract/values.js";
import { createHumanNumbers, rateDecimals, type HumanNumbers } from "../../lib/human-number.js";
import { isObject } from "../../lib/is-object.js";
import { toPrintableLine } from "../../lib/printable.js";
import { inColourOf } from "./printed-text.js";
import type { Reader } from "./reader.js";

export type Row = Readonly<Record<string, unknown>>;

/** The parts of the text of a figure: its value in its unit, and how it is written. */
interface Figure {
  value: number;
  decimals: number;
  unit: string;
  isSigned: boolean;
}

/** A value of an answer as text. */
export interface Cell {
  text: string;
  isNumber?: boolean;
  /** Of a figure that can be written with another number of decimals. */
  figure?: Figure | undefined;
  /** Whether the number is a length of time, which is read as words. */
  isSpan?: boolean;
  /** Whether two decimals are enough, unless the value would read as 0. */
  isInCents?: boolean | undefined;
  /** The sign of a change as it is shown: whether something rose or fell. */
  gain?: number | undefined;
  /** How the trade reads the value, which stands behind it. */
  reading?: string | undefined;
}

/** Returns the cell of a field of a row; `undefined` where there is nothing to show. */
export type CellOf = (path: string, value: unknown, row: Row) => Cell | undefined;

/** Fields with the name of a field, or a word that is spelled like one. */
const NAMED = /\.(?:field|verdict)$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

type Fields = ReadonlyMap<string, Field>;

/** Creates the cells of the answer `body` of `provider`; `vendorOf` returns the vendor of `PROVIDER_A`. */
export function createCells(
  fields: Fields,
  provider: string,
  reader: Reader,
  vendorOf: (label: string) => string,
  body: Row = {},
): CellOf {
  const figureOf = createFigures(fields, provider, reader, body);
  return (path, value, row) => {
    if (value === null || value === undefined || value === "") return undefined;
    if (typeof value === "boolean") return { text: value ? "yes" : "no" };
    const figure = figureOf(path, value, row);
    if (figure) return figure;
    const declared = factsAt(fields, path);
    if (Array.isArray(value)) {
      const words = value.filter((each) => typeof each !== "object").map(String);
      return words.length === 0 ? undefined : { text: toPrintableLine(words.join(", ")) };
    }
    if (isObject(value) || typeof value !== "string") return undefined;
    if (/^PROVIDER[_-][A-Z]$/i.test(value)) return { text: vendorOf(value) };
    if (declared.codes?.[value] !== undefined) return { text: declared.codes[value] };
    if (NAMED.test(path)) return { text: toFieldLabel(value) };
    if (declared.startsPeriod) return { text: toPeriodWords(value, row[declared.startsPeriod], toMonth) };
    if (INSTANT.test(value)) {
      const at = new Date(value);
      return { text: `${reader.minute(at)} ${reader.zone(at)}` };
    }
    return { text: toPrintableLine(value) };
  };
}

/**
 * Creates the cells of an answer for a person who asked for its fields by name: figures with their units, everything else as
 * the interface sends it, and a dash for a missing value.
 */
export function createNamedCells(
  fields: Fields = new Map(),
  provider = "",
  numbers = createHumanNumbers(),
  body: Row = {},
): (...of: Parameters<CellOf>) => Cell {
  const figureOf = createFigures(fields, provider, numbers, body);
  return (path, value, row) => {
    if (value === null || value === undefined) return { text: "-", isNumber: true };
    const isList = Array.isArray(value) && value.every((each) => typeof each !== "object");
    const text = isList ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value);
    // A symbol made of digits stands at the right, too.
    return figureOf(path, value, row) ?? { text: toPrintableLine(text), isNumber: toNumber(value) !== null };
  };
}

/** Returns the facts of a field; a figure that is not declared is a plain number. */
function factsAt(fields: Fields, path: string): Omit<Field, "note"> {
  return fields.get(path) ?? fields.get(path.replace(/[^.]*$/, "*")) ?? { kind: "number" };
}

/** Creates the cells of figures; other values have none. */
function createFigures(fields: Fields, provider: string, numbers: HumanNumbers, body: Row): CellOf {
  const valueAt = (path: string) =>
    path.split(".").reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), body);
  return (path, value, row) => {
    const field = withUnit(factsAt(fields, path), row, body);
    const figure = typeof value === "number" ? value : field.isText ? toNumber(value) : null;
    if (figure === null || !Number.isFinite(figure)) return undefined;
    const reading = field.reading && toReadingWords(field.reading, figure, valueAt, numbers);
    const isMeasured = field.unitIn !== undefined;
    if (!isMeasured && !isRate(path, field, row, body))
      return { ...toFigureCell(field, figure, numbers, provider), reading };
    // A measured value has the decimals of its source, and the change of a rate those of the rate.
    const { price } = row;
    const decimals = isMeasured
      ? Math.min(MOST_DECIMALS, /\.(\d+)$/.exec(String(figure))?.[1]?.length ?? 0)
      : rateDecimals(field.signed && typeof price === "number" ? price : figure);
    const unit = field.isInPoints ? "\u00a0pp" : field.kind === "percent" ? "\u00a0%" : "";
    const parts = { value: figure, decimals, unit, isSigned: field.signed === true };
    const text = drawn(parts, numbers);
    return { text, isNumber: true, gain: gainOf(field, parts), reading, ...(isMeasured && { figure: parts }) };
  };
}

const drawn = ({ value, decimals, unit, isSigned }: Figure, { fixed }: Pick<HumanNumbers, "fixed">): string =>
  (isSigned && value > 0 ? "+" : "") + fixed(decimals)(value) + unit;

/** Returns the sign of a gain or a loss, else 0; the change of an economic series, such as unemployment, is neither. */
const gainOf = (
  { signed, valueUnitIn }: Omit<Field, "note">,
  { value, decimals = 0 }: Pick<Figure, "value"> & { decimals?: number | undefined },
) => (signed && valueUnitIn === undefined ? Math.sign(Number(value.toFixed(decimals))) : 0);

/** Returns the facts with the unit that the answer states for the figure of this row, if it states one. */
function withUnit(field: Omit<Field, "note">, row: Row, body: Row): Omit<Field, "note"> {
  const isPercent = (path = "") => {
    const [list = "", name = ""] = path.split(".");
    const all = Array.isArray(body[list]) ? body[list].filter(isObject) : [];
    const own = all.length > 1 ? all.find((each) => each["name"] === row[list]) : all[0];
    return isPercentUnit(own?.[name]);
  };
  if (isPercent(field.unitIn)) return { ...field, kind: "percent", ...(field.signed && { unitIn: undefined }) };
  return isPercent(field.valueUnitIn) ? { ...field, isInPoints: true } : field;
}

/** Returns the month of a day: `Oct 2026`. */
const toMonth = (day: string) =>
  `${new Date(day).toLocaleString("en", { month: "short", timeZone: "UTC" })} ${day.slice(0, 4)}`;

/** Whether a figure is a price of a currency in another one, or the change of it; an index in a list is a plain number. */
function isRate(path: string, { kind }: Pick<Field, "kind">, row: Row, body: Row): boolean {
  if (/(?:^|\.)rates\.[A-Z]{3}$/.test(path)) return true;
  const ofAnswer = kind === "price" || kind === "money" ? body["symbol"] : undefined;
  const ofRow = kind === "number" && row === body ? undefined : row["symbol"];
  return /^(?:price|money|number)$/.test(kind) && isPair(ofRow ?? ofAnswer);
}

function toFigureCell(field: Omit<Field, "note">, figure: number, numbers: HumanNumbers, provider: string): Cell {
  const text = toHumanFigure(field, figure, numbers, provider);
  if (field.kind === "label") return { text, isNumber: true };
  const { value, format, unit } = toHumanParts(field, figure, provider);
  // A shortened number has three digits everywhere, also in a column.
  const decimals = numbers.decimalsIn(format, value);
  const isSigned = format === "change" || format === "percent" || format === "points";
  return {
    text,
    isNumber: true,
    isSpan: format === "number" && unit !== "",
    gain: gainOf(field, { value, decimals }),
    isInCents: field.isInCents,
    figure: decimals === undefined ? undefined : { value, decimals, unit, isSigned },
  };
}

/** The most decimals to which others in a column are filled up; prices of 0.00001234 stay as they are. */
const MOST_DECIMALS = 4;
/** Figures that are this many times as large as others, such as prices of several coins, keep their own decimals. */
const MOST_APART = 1_000;

/** Returns the cells of a column with one number of decimals for each unit. */
export function toEven(cells: readonly (Cell | undefined)[], numbers: HumanNumbers): (Cell | undefined)[] {
  const figures = cells.flatMap((cell) => cell?.figure ?? []);
  const sizes = figures.flatMap(({ value }) => (value === 0 ? [] : [Math.abs(value)]));
  const areApart = Math.max(...sizes) / Math.min(...sizes) > MOST_APART;
  const most = new Map<string, number>();
  for (const { figure, isInCents } of cells.flatMap((cell) => cell ?? [])) {
    if (figure === undefined) continue;
    const decimals = isInCents ? leastDecimals(figure.value) : figure.decimals;
    most.set(figure.unit, Math.max(most.get(figure.unit) ?? 0, decimals));
  }
  return cells.map((cell) => {
    if (cell?.figure === undefined) return cell;
    const decimals = most.get(cell.figure.unit)!;
    if (decimals > (areApart ? 2 : MOST_DECIMALS) || decimals === cell.figure.decimals) return cell;
    return { ...cell, text: drawn({ ...cell.figure, decimals }, numbers) };
  });
}

/** Returns two decimals, or as many as keep the value from reading as 0. */
function leastDecimals(value: number): number {
  const enough = [2, 3, MOST_DECIMALS].find((decimals) => Number(value.toFixed(decimals)) !== 0);
  return value === 0 ? 2 : (enough ?? MOST_DECIMALS);
}

/** Returns the text of a cell, that of a gain in green and of a loss in red. */
export const painted = ({ text, gain = 0 }: Cell): string => inColourOf(gain, text);

/** Returns the row with the fields of nested objects as separate columns, named by their path. */
export function flatten(row: Row, path = ""): Row {
  const cells = Object.entries(row).map(([name, value]): Row =>
    isObject(value) ? flatten(value, `${path}${name}.`) : { [`${path}${name}`]: value },
  );
  return Object.assign({}, ...cells) as Row;
}

/** Whether a value is a list of rows; an empty list is one. */
export function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every(isObject);
}
