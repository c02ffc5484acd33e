/**
 * The figures that answers state, each with what people call it, so that those of several capabilities can be compared.
 * Fields are the same figure if their declarations have the same label and the same kind.
 */
import type { Capability } from "../../src/contract/capability.js";
import { partsOf, toMajorUnit } from "../../src/contract/currency.js";
import { toFieldLabel, type Field, type Kind } from "../../src/contract/field-facts.js";
import { fieldsOf } from "../../src/contract/field.js";
import { isObject } from "../../src/lib/is-object.js";
import { exchangeDay } from "../../src/market/sessions/exchange-day.js";

/** An answer to a question over REST. */
export interface Answered {
  capability: Capability;
  /** The symbol that was asked for, or the market; `undefined` where only the rows of the answer are about symbols. */
  symbol?: string | undefined;
  /** The named range that was asked for. */
  range?: string | undefined;
  headers: Readonly<Record<string, string | undefined>>;
  body: Readonly<Record<string, unknown>>;
}

/** A figure of an answer. */
export interface Stated {
  /** Such as `Market cap`, of which there may be one a symbol and day. */
  figure: string;
  symbol: string;
  /** The day of a row of a history; `undefined` for what is so now. */
  day: string | undefined;
  /** The day of the figures beside it, if the answer states one. */
  asOf: string | undefined;
  /** The capability and the path of its field. */
  at: string;
  /** A currency, or the kind of a figure without one; `undefined` where the answer does not state it. */
  unit: string | null | undefined;
  /** A time as the day at the exchange. */
  value: number | string;
}

/** Kinds that are the same to a reader: levels of indices and rates are plain numbers, as prices are. */
const ALIKE: Partial<Record<Kind, string>> = { number: "amount", price: "amount", money: "amount", day: "time" };
/** Kinds of figures and of times; words are no figures. */
const COMPARED = new Set<Kind>(
  "price money ratio percent shares count days years multiple number time day".split(" ") as Kind[],
);

/** The name of the time of figures. */
const AS_OF = "as of (time)";
/** The bounds of a span, which belongs to the figures beside them. */
const BOUNDS = new Set(["from", "to"]);
/** The change since the close before is the return of one day. */
const CHANGE = "change %";

/** Returns what people call a field, below the title of its group: `1m` of `Returns, 1M`, `market cap`. */
function nameOf(path: string, field: Field, group?: Field): string {
  const own = toFieldLabel(path.split(".").at(-1)!, field);
  const words = (group ? `${group.label} ${own}` : own).toLowerCase().replaceAll(",", "");
  const name = words === CHANGE ? "1d" : words.replace(/^returns? (?=\d+[dmy]$|ytd$)/, "");
  return `${name} (${ALIKE[field.kind] ?? field.kind})`;
}

/** Returns the names of a field: that of its own label, and that with the title of its group. */
function namesOf(path: string, fields: ReadonlyMap<string, Field>): string[] {
  const field = fields.get(path)!;
  const parent = fields.get(path.slice(0, Math.max(path.lastIndexOf("."), 0)));
  const grouped = parent?.kind === "group" ? [nameOf(path, field, parent)] : [];
  return [nameOf(path, field), ...grouped];
}

/** Returns the names that fields of several capabilities have, each with those capabilities. */
export function sharedFigures(capabilities: readonly Capability[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { name, output } of capabilities) {
    const fields = fieldsOf(output);
    for (const [path, { kind }] of fields) {
      if (!COMPARED.has(kind)) continue;
      for (const each of namesOf(path, fields)) owners.set(each, (owners.get(each) ?? new Set()).add(name));
    }
  }
  return new Map([...owners].filter(([, names]) => names.size > 1));
}

/** The subject of a part of an answer, its time and its currencies. */
interface About {
  symbol: string | undefined;
  day: string | undefined;
  asOf: string | undefined;
  currency: string | null | undefined;
  marketCapCurrency: string | null | undefined;
  reportingCurrency: string | null | undefined;
}

type Part = Readonly<Record<string, unknown>>;

/** Returns the figures of an answer. */
export function statedIn(answer: Answered): Stated[] {
  const { capability, symbol, headers, body } = answer;
  const fields = fieldsOf(capability.output);
  const codes = (headers["x-data-currency"] ?? "").split("; ").map((each) => each.split("="));
  const [main] = codes.find((each) => each.length === 1) ?? [];
  const ofFields = new Map(codes.flatMap(([field, code]) => (code === undefined ? [] : [[field!, code] as const])));
  const stated: Stated[] = [];

  function walk(part: Part, path: string, about: About): void {
    for (const [key, value] of Object.entries(part)) {
      const own = path === "" ? key : `${path}.${key}`;
      if (isObject(value)) walk(value, own, aboutOf(value, own, about));
      else if (!Array.isArray(value)) add(own, key, value, about);
      else for (const row of value) if (isObject(row) && hasIdentity(row)) walk(row, own, aboutOf(row, own, about));
    }
  }

  function aboutOf(part: Part, path: string, outer: Partial<About>): About {
    const text = (...names: string[]) => names.map((name) => part[name]).find((value) => typeof value === "string");
    const code = (name: keyof About) => (name in part ? (part[name] as string | null) : outer[name]);
    const timeField = Object.keys(part).find((name) => isTimeOfFigures(path === "" ? name : `${path}.${name}`));
    const { year } = part;
    const about = (text("symbol", "ticker", "fund") as string | undefined) ?? outer.symbol;
    const time = timeField === undefined ? undefined : text(timeField);
    return {
      symbol: about,
      day: (text("date", "exDate", "month") as string | undefined) ?? (year === undefined ? outer.day : String(year)),
      asOf: time === undefined ? outer.asOf : toDay(time as string, about ?? ""),
      currency: code("currency"),
      marketCapCurrency: code("marketCapCurrency"),
      reportingCurrency: code("reportingCurrency"),
    };
  }

  function isTimeOfFigures(path: string): boolean {
    const field = fields.get(path);
    return field !== undefined && nameOf(path, field) === AS_OF;
  }

  function add(path: string, key: string, value: unknown, about: About): void {
    const field = fields.get(path);
    if (!field || !COMPARED.has(field.kind) || BOUNDS.has(key) || about.symbol === undefined) return;
    const figure = field.isText && typeof value === "string" ? Number(value) : value;
    if (typeof figure !== "number" && typeof figure !== "string") return;
    const unit = unitOf(field, key, about, ofFields);
    for (const name of namesOf(path, fields)) {
      stated.push({
        figure: toSpan(name, path, answer),
        symbol: about.symbol,
        day: about.day,
        asOf: about.asOf,
        at: `${capability.name}: ${path}`,
        unit: typeof unit === "string" && partsOf(unit) > 1 ? toMajorUnit(unit) : unit,
        value: typeof figure === "number" ? scaled(figure, field, unit, headers) : toDay(figure, about.symbol),
      });
    }
  }

  const whole = aboutOf(body, "", { symbol, currency: main === "" ? null : main });
  walk(body, "", { ...whole, day: undefined });
  // The figures of an answer with a day are of that day, and are so now.
  if (whole.day !== undefined) walk(body, "", whole);
  return stated;
}

/** Figures over a named range are not those of today; their change is the return of its name. */
function toSpan(name: string, path: string, { range }: Answered): string {
  if (range === undefined || !path.startsWith("summary.")) return name;
  if (path === "summary.changePercent") return `${range.replace("mo", "m")} (percent)`;
  if (path === "summary.change" && range === "1d") return name;
  return `${name} over ${range}`;
}

/** Whether a row of a list is about a symbol or a day of its own; rows of strikes and windows are not. */
function hasIdentity(row: Record<string, unknown>): boolean {
  return ["symbol", "ticker", "fund", "date", "exDate", "month", "year"].some((name) => row[name] != null);
}

function unitOf(
  { kind, owner }: Field,
  key: string,
  about: About,
  ofFields: ReadonlyMap<string, string>,
): string | null | undefined {
  if (kind !== "price" && kind !== "money") return kind === "number" ? undefined : (ALIKE[kind] ?? kind);
  if (ofFields.has(key)) return ofFields.get(key);
  if (owner === "usd") return "USD";
  if (owner === "accounts") return about.reportingCurrency;
  if (owner === undefined) return undefined;
  if (owner === "major") return about.marketCapCurrency ?? toMajorUnit(about.currency ?? null);
  return about.currency;
}

/** Returns a figure as the same one of another answer is sent: pounds for pence, a ratio for a percentage. */
function scaled(value: number, { percentFrom }: Field, unit: string | null | undefined, headers: Answered["headers"]) {
  const isPercentage = percentFrom !== undefined && (headers["x-data-sources"] ?? "").startsWith(percentFrom);
  return value / (isPercentage ? 100 : typeof unit === "string" ? partsOf(unit) : 1);
}

/** Returns the day of a time at the exchange of a security. */
function toDay(time: string, symbol: string): string {
  return time.length > 10 ? exchangeDay(symbol, Date.parse(time)) : time;
}

/** The part by which two statements of a figure may differ: what we compute has at most six significant digits. */
const ROUNDING = 1e-5;

/** A figure that two capabilities state differently. */
export interface Difference {
  figure: string;
  symbol: string;
  one: Stated;
  other: Stated;
}

/**
 * Returns the differences between capabilities, at most one for two fields and a symbol. Values are compared, and
 * counted, only where `isComparable` says so, units everywhere.
 */
export function differencesIn(
  all: readonly Stated[],
  isComparable: (one: Stated, other: Stated) => boolean = () => true,
): { compared: number; differences: Difference[] } {
  const groups = new Map<string, Stated[]>();
  for (const each of all) {
    const key = `${each.figure} of ${each.symbol} on ${each.day ?? "now"}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  let compared = 0;
  const differences = new Map<string, Difference>();
  for (const group of groups.values()) {
    for (const [one, other] of pairsOf(group)) {
      const areValues = isComparable(one, other);
      if (areValues) compared++;
      if (hasSameUnit(one, other) && (!areValues || hasSameValue(one, other))) continue;
      const { figure, symbol } = one;
      differences.set(`${figure} ${symbol} ${one.at} ${other.at}`, { figure, symbol, one, other });
    }
  }
  return { compared, differences: [...differences.values()] };
}

/** Returns the pairs of statements by two capabilities. */
function pairsOf(group: readonly Stated[]): [Stated, Stated][] {
  const capabilityOf = ({ at }: Stated) => at.slice(0, at.indexOf(":"));
  return group.flatMap((one, index) =>
    group
      .slice(index + 1)
      .filter((other) => capabilityOf(one) !== capabilityOf(other))
      .map((other): [Stated, Stated] => [one, other]),
  );
}

function hasSameUnit(one: Stated, other: Stated): boolean {
  return one.unit == null || other.unit == null || one.unit === other.unit;
}

function hasSameValue(one: Stated, other: Stated): boolean {
  if (typeof one.value !== "number" || typeof other.value !== "number") return one.value === other.value;
  const least = one.unit === "percent" ? ROUNDING : 0;
  return Math.abs(one.value - other.value) <= Math.max(least, ROUNDING * Math.abs(one.value));
}
