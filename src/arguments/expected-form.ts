/**
 * Converts arguments as models write them to the form that the schemas expect: "AAPL,MSFT" for a list, a list of one
 * for a single value, "1B" for a number, "Germany" for DE. Rejecting such a form would cost the model a turn. The
 * schemas still validate the result.
 */
import { z } from "../contract/schema.js";
import { ALL_FIELDS } from "../contract/rows-spec.js";
import { namesOfFilter, toLetters } from "../contract/field-facts.js";
import { sortFactsOf } from "../contract/sort.js";
import { toCode } from "./code-names.js";
import { expects, fromText, innermost, isNumberList, MAX_SPELLING } from "./from-text.js";
import { toItems } from "./list-text.js";
import { toPlainNumber, withoutZeros } from "./written-number.js";
import { ownValue } from "../lib/own-value.js";

/** Returns the value of a parameter in the form that its schema expects, where that form is clear. */
export function toExpectedForm(name: string, field: z.ZodTypeAny, value: unknown): unknown {
  const expected = expects(field);
  if (expected === "list") return name === "fields" ? toFields(value) : toList(field, value);
  const single: unknown = Array.isArray(value) || name === "symbol" ? toSingle(name, value) : value;
  const own = expected === "text" && isText(field) ? toDigits(single, name !== "symbol" && name !== "with") : single;
  if (typeof own !== "string") return own;
  const text = toCode(name, field, own);
  if (expected === "number") return fromText(field, toPlainNumber(name, field, text));
  if (name === "sort") return toSort(field, text);
  // No heading of a filing has an underscore.
  if (name === "section") return text.replaceAll("_", " ");
  // A range of so many days; these words say how far apart bars are.
  if (name === "range" && /^(?:hourly|daily|weekly|monthly|d)$/i.test(text.trim())) return text;
  return toListedSpelling(field, fromText(field, text));
}

/** Returns the only item of a list; several symbols as one text with commas, whose refusal says what takes them. */
function toSingle(name: string, value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1) return value[0] as unknown;
  if (name !== "symbol") return value;
  const items = toItems(value);
  const areSymbols = Array.isArray(items) && items.length > 1 && items.every(isSymbolInCapitals);
  return areSymbols ? items.join(",") : value;
}

const isSymbolInCapitals = (item: unknown) => typeof item === "string" && /^[A-Z\d^][A-Z\d.^=-]{0,23}$/.test(item);

/** Whether the value of a parameter is a text; that of one with listed words is, too. */
function isText(field: z.ZodTypeAny): boolean {
  const inner = innermost(field);
  return inner instanceof z.ZodString || inner instanceof z.ZodEnum;
}

/**
 * Returns the digits of a whole number, which hosts make of a text of digits, and with `decimals` those of `99.1`; any other
 * value is returned unchanged.
 */
function toDigits(value: unknown, decimals = false): unknown {
  const isPlain = decimals && typeof value === "number" && /^\d+\.\d+$/.test(String(value));
  return isPlain || Number.isSafeInteger(value) ? String(value) : value;
}

/** Returns the items of a list; numbers in one of texts are their digits, and `5.0` in one of numbers is 5. */
function toList(field: z.ZodTypeAny, value: unknown): unknown {
  const one: unknown = typeof value === "number" ? [value] : value;
  if (!isNumberList(field)) {
    const items = toItems(one);
    return Array.isArray(items) ? items.map((item: unknown) => toDigits(item)) : items;
  }
  // An item such as 1,000 of a list of numbers is one item.
  const items = Array.isArray(one) ? one : toItems(one);
  const toNumber = (item: unknown) => (typeof item === "string" ? withoutZeros(item.trim()) : item);
  return Array.isArray(items) ? items.map(toNumber) : items;
}

/** Returns names of fields; `all` is no field, but all of them. */
function toFields(value: unknown): unknown {
  const items = toItems(value);
  return Array.isArray(items) && items.length === 1 && /^(?:all|\*)$/i.test(String(items[0])) ? [ALL_FIELDS] : items;
}

/** Whether the value of `fields` means all fields. */
export function isAllFields(value: unknown): boolean {
  const [only, ...others] = [toFields(value)].flat();
  return only === ALL_FIELDS && others.length === 0;
}

/** `market cap desc`, `-marketCap` and `-mcap` as `-market_cap`; otherwise the unchanged text. */
function toSort(field: z.ZodTypeAny, text: string): string {
  if (text.length > MAX_SPELLING || field.safeParse(text).success) return text;
  const own = text
    .trim()
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s:]+/g, "_");
  const [, sign, key, direction] = /^(-?)(\w+?)(?:_(asc|desc)(?:ending)?)?$/.exec(own) ?? [];
  if (sign === "-" && direction === "asc") return text;
  const same = namesOfFilter(key ?? "");
  const known = sortFactsOf(innermost(field)!).keys.find((each) => same.includes(toLetters(each)));
  return known === undefined ? text : `${sign === "-" || direction === "desc" ? "-" : ""}${known}`;
}

/** Names of a direction beside `sort`. */
const DIRECTIONS = ["order", "sort_order", "sortOrder", "sort_direction", "sortDirection"];

/**
 * Returns the arguments with a direction, `order: "desc"`, in their `sort`; without `sort` one that
 * the rows have anyway has no effect. Any other direction stays, and is refused.
 */
export function withDirection(
  args: Readonly<Record<string, unknown>>,
  shape: z.ZodRawShape,
): Readonly<Record<string, unknown>> {
  const [name, ...others] = DIRECTIONS.filter((each) => Object.hasOwn(args, each));
  if (name === undefined || others.length > 0 || name in shape || !("sort" in shape)) return args;
  const { [name]: direction, sort, ...rest } = args;
  const [, word] = /^(asc|desc)(?:ending)?$/i.exec(typeof direction === "string" ? direction : "") ?? [];
  if (word === undefined) return args;
  if (sort === undefined || sort === null)
    return sortFactsOf(innermost(shape["sort"]!)!).isDescending && /^d/i.test(word) ? rest : args;
  return typeof sort === "string" ? { ...rest, sort: `${sort} ${word}` } : args;
}

const UNITS: Readonly<Record<string, string>> = { m: "m", h: "h", d: "d", w: "wk", mo: "mo", y: "y" };
const SPANS: Readonly<Record<string, string>> = {
  hour: "1h",
  hourly: "1h",
  d: "1d",
  day: "1d",
  daily: "1d",
  w: "1wk",
  week: "1wk",
  weekly: "1wk",
  month: "1mo",
  monthly: "1mo",
  y: "1y",
  year: "1y",
};
/** Other words for a listed value, in small letters with `_` between words; each is listed by few parameters. */
const WORDS: Readonly<Record<string, string>> = {
  c: "calls",
  p: "puts",
  q: "quarter",
  "p&l": "income",
  profit_and_loss: "income",
  stock_splits: "splits",
  economic_events: "economic",
  ex_dividend: "dividends",
};

/**
 * `1 year`, `6 months`, `1w`, `PT1H` or `daily` as the parameter spells it (`1y`, `6mo`, `1wk`, `1h`, `1d`), and `P&L` as
 * the statement; otherwise the unchanged value.
 */
function toListedSpelling(field: z.ZodTypeAny, value: unknown): unknown {
  if (typeof value !== "string" || value.length > MAX_SPELLING || !(innermost(field) instanceof z.ZodEnum))
    return value;
  // In capitals it is a month, and only in small letters a minute.
  const text = value.replace(/^(\d*) ?M$/, (_all, count: string) => `${count || 1}mo`).toLowerCase();
  const others = [...toSpans(text), ownValue(WORDS, text.replace(/[\s-]+/g, "_"))];
  // The schema comes second, because it takes longer and most texts have no other spelling.
  if (others.every((each) => each === undefined) || field.safeParse(value).success) return value;
  return others.find((each) => field.safeParse(each).success) ?? value;
}

/** Returns the spellings of a span that the text may mean. */
function toSpans(text: string): string[] {
  if (/^\d+m$/.test(text)) return [...sameSpan(text), ...sameSpan(`${text}o`)];
  const [, count, unit = ""] =
    /^(\d+)[ -]?(min|hour|h|day|d|week|w|month|mo|year|yr|y)(?:ute)?s?$/.exec(fromDuration(text)) ?? [];
  const short = unit.startsWith("mo") ? "mo" : unit.slice(0, 1);
  const span = count === undefined ? ownValue(SPANS, text) : `${count}${UNITS[short]}`;
  if (span === undefined) return [];
  // A range of a price history has no week, but its five days of trading.
  return [span, ...sameSpan(span), ...(span === "1wk" ? ["5d"] : [])];
}

/** Returns the same span in a larger unit: `1h` for `60m`, `1y` for `12mo`. */
function sameSpan(span: string): string[] {
  const [, digits, unit] = /^(\d+)(m|mo)$/.exec(span) ?? [];
  const [size, larger] = unit === "m" ? [60, "h"] : [12, "y"];
  const count = Number(digits) / size;
  return Number.isInteger(count) && count > 0 ? [`${count}${larger}`] : [];
}

/** Returns `1h` for the duration `pt1h` of ISO 8601, and `1mo` for `p1m`; any other text is returned unchanged. */
function fromDuration(text: string): string {
  const [, time, count, unit] = /^p(t?)(\d+)([hmdwy])$/.exec(text) ?? [];
  if (unit === undefined) return text;
  return unit === "m" ? `${count}${time === "t" ? "min" : "mo"}` : `${count}${unit}`;
}
