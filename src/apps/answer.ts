/** Parses a tool's result for the charts; makes no assumption about its shape. */
import { toMajorUnit } from "../contract/currency.js";
import { toFieldLabel, type Field, type Owner } from "../contract/field-facts.js";
import { toTitle, type ProviderId } from "../contract/provider-id.js";
import { isObject } from "../lib/is-object.js";
import { parseJson } from "../lib/parse-json.js";
import { readCsv } from "./csv.js";
import * as declared from "./declared-fields.js";

export type Fields = Record<string, unknown>;

/** An answer with its source and age. */
export interface Answer {
  /** The tool's object; empty when the tool failed. */
  body: Fields;
  isError: boolean;
  /** The answer as text. */
  text: string;
  /** Sentences about the data: currency, time, source, units, rows that are left out. */
  note: string | null;
  simulated: boolean;
  /** Currency of the prices: ISO 4217, or a minor unit such as GBp; `null` if the source does not state it. */
  currency: string | null;
  /** Currency by field, for fields in another one than the prices. */
  otherCurrencies: Readonly<Record<string, string>>;
  /** Name of the provider that answered: `Yahoo Finance (provider B)`. */
  source: string | null;
  /** The time the data describes, ISO 8601. */
  asOf: string | null;
  /** The time of our request, ISO 8601. */
  fetchedAt: string | null;
  /** Age in seconds when the answer was served. */
  ageSeconds: number | null;
  isStale: boolean;
  /**
   * The state of the security's market, if known: the US market's session (regular, closed, pre-market, after-hours),
   * or what the source shows of another market (open, closed, outside regular hours).
   */
  market: string | null;
}

/** The facts of a note, for hosts that remove `_meta`; the server writes it so that it contains no other text. */
const SOURCE = /, from ([^,;]+ \(provider [A-Z]\))/;
const CURRENCY = /\b(?:Prices?|Amounts) in ([A-Za-z]{3})\b/;
/** `Market cap and revenue in GBP`: fields in another currency than the prices. */
const OTHER_CURRENCIES = /(?:^|[.;] )([A-Za-z][A-Za-z, ]*?) in ([A-Za-z]{3})(?= \(|[,.;])/g;
/** The end of the sentence on the source: `; the US market is open.` */
const MARKET = /; (?:the US market|its market|it) is (?:in )?([^.,;]+?)(?: trading| of its exchange)?[.,]/;
/** The fields by their labels, which are their names in a note; the first one of a label. */
const FIELDS = new Map(
  Object.values(declared)
    .flat()
    .toReversed()
    .map(([path, field]) => {
      const name = path.split(".").at(-1)!;
      return [toFieldLabel(name, field).toLowerCase(), name];
    }),
);

/**
 * Parses a `CallToolResult`. Some hosts pass only its text, which is the same object as JSON, and some remove `_meta`, so
 * every fact that a chart needs is read from the object if `_meta` does not have it.
 */
export function readAnswer(result: unknown): Answer {
  const { content, structuredContent, isError, _meta } = isObject(result) ? result : {};
  const [text = ""] = (Array.isArray(content) ? content : []).flatMap((block: unknown) =>
    isObject(block) && typeof block["text"] === "string" ? [block["text"]] : [],
  );
  const body = isObject(structuredContent) ? structuredContent : parse(text);
  const meta = isObject(_meta) ? _meta : {};
  const cache = recordIn(meta, "market-data/cache");
  const note = textIn(body, "note");
  const stated = readCurrencies(textIn(meta, "market-data/currency") ?? toCurrencyLine(note ?? ""));
  return {
    body,
    isError: isError === true,
    text,
    note,
    simulated: meta["market-data/simulated"] === true || (note?.includes("Simulated data") ?? false),
    ...stated,
    currency: stated.currency ?? textIn(body, "currency"),
    source: SOURCE.exec(note ?? "")?.[1] ?? nameOf(textIn(cache, "provider") ?? textIn(body, "source")),
    asOf: textIn(cache, "asOf"),
    fetchedAt: textIn(cache, "fetchedAt"),
    ageSeconds: numberIn(cache, "ageSeconds"),
    isStale: cache["state"] === "stale" || body["stale"] === true,
    market: textIn(meta, "market-data/us-market") ?? textIn(meta, "market-data/market") ?? toMarket(note ?? ""),
  };
}

/** Converts a provider's id or label to `provider B`, for an answer without a note; leaves other sources unchanged. */
function nameOf(source: string | null): string | null {
  return source !== null && /^provider[-_][a-z]$/i.test(source) ? toTitle(source as ProviderId) : source;
}

/** Returns the currencies that a note states, such as `GBp; marketCap=GBP`; empty when there are none. */
function toCurrencyLine(note: string): string {
  const price = CURRENCY.exec(note)?.[1];
  const others = [...note.replace(CURRENCY, "").matchAll(OTHER_CURRENCIES)].flatMap(([, names = "", code]) =>
    names.split(/, and |, | and /).flatMap((name) => {
      const field = FIELDS.get(name.toLowerCase());
      return field === undefined ? [] : [`${field}=${code}`];
    }),
  );
  return [...(price === undefined ? [] : [price]), ...others].join("; ");
}

/** Returns the state of the market that a note states, as in `_meta`. */
function toMarket(note: string): string | null {
  const [sentence, state = null] = MARKET.exec(note) ?? [];
  if (state === "open" && sentence?.includes("US")) return "regular";
  return state?.replace(/^(within|outside) the /, "$1 ") ?? null;
}

/** Reads a line such as `GBp; marketCap=GBP`. */
function readCurrencies(line: string): Pick<Answer, "currency" | "otherCurrencies"> {
  const parts = line.split("; ").map((part) => part.split("="));
  return {
    currency: parts.find(([code, other]) => code !== "" && other === undefined)?.[0] ?? null,
    otherCurrencies: Object.fromEntries(parts.filter((part): part is [string, string] => part.length === 2)),
  };
}

/** Returns the currency of an amount that is not in that of the prices, as stated or by its owner; else `null`. */
export function otherCurrencyOf(
  { body, currency, otherCurrencies }: Answer,
  name: string,
  { kind, owner }: Omit<Field, "note">,
): string | null {
  if (kind !== "money" && kind !== "price") return null;
  const byOwner: Partial<Record<Owner, string | null>> = {
    accounts: textIn(body, "reportingCurrency"),
    major: toMajorUnit(currency),
  };
  const own = otherCurrencies[name] ?? (owner && byOwner[owner]) ?? null;
  return own === currency ? null : own;
}

/** Returns a number; `null` when it is missing. */
export function numberIn(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Returns a text; `null` when it is missing. */
export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns a list of records; empty when the field is anything else. */
export function rowsIn(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the main list of an answer, which has it in this field or as CSV. */
export function listIn(fields: Fields, name: string): Fields[] {
  const csv = name in fields ? undefined : fields["csv"];
  return typeof csv === "string" ? readCsv(csv) : rowsIn(fields, name);
}

/** Returns a further list of an answer, which has it in this field or as CSV in a field of its own. */
export function furtherListIn(fields: Fields, name: string): Fields[] {
  const csv = name in fields ? undefined : fields[`${name}_csv`];
  return typeof csv === "string" ? readCsv(csv) : rowsIn(fields, name);
}

/** Returns a record; empty when the field is anything else. */
export function recordIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isObject(value) ? value : {};
}

function parse(text: string): Fields {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}
