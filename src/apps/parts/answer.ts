/** Parses a tool's result for the charts; makes no assumption about its shape. */
import { isIndex, isPair, toMajorUnit } from "../../contract/currency.js";
import type { Field, Owner } from "../../contract/field-facts.js";
import { toId, toTitle, type ProviderId } from "../../contract/provider-id.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { readCsv } from "./csv.js";
import { RATE_VENDORS, type Names } from "./vendors.js";

export type Fields = Record<string, unknown>;

/** An answer with its source and age; what `_meta` alone says is missing where the host removes it. */
export interface Answer {
  /** The tool's object; empty when the tool failed. */
  body: Fields;
  isError: boolean;
  /** The sentence of a failed tool for people, with the time of a second attempt. */
  failure: string;
  /** The answer as text. */
  text: string;
  /** Sentences about the data that readers need beside the figures. */
  remarks: readonly string[];
  /** The remarks that belong beside the name. */
  lead: readonly string[];
  simulated: boolean;
  /** Currency of the prices: ISO 4217, or a minor unit such as GBp; `null` if the source does not state it. */
  currency: string | null;
  /** Currency by field, for fields in another one than the prices. */
  otherCurrencies: Readonly<Record<string, string>>;
  /** Id of the provider that answered: `provider-b`. */
  provider: string | null;
  /** Names of the vendors that answered, and of those whose figures were added. */
  sources: readonly string[];
  /** The time the data describes, ISO 8601. */
  asOf: string | null;
  /** The time of our request, ISO 8601. */
  fetchedAt: string | null;
  isStale: boolean;
  /**
   * The state of the security's market, if known: the US market's session (regular, closed, pre-market, after-hours),
   * or what the source shows of another market (open, closed, within regular hours).
   */
  market: string | null;
}

/**
 * Parses a `CallToolResult`. Some hosts pass only its text, which is the same object as JSON, and some remove `_meta`, so
 * facts that fields of the object also state are read from there if `_meta` does not have them. `vendors` are the names of
 * the providers that the server asks, and `isSimulated` says that their market is.
 */
export function readAnswer(result: unknown, vendors: Names = {}, isSimulated = false): Answer {
  const given = isObject(result) ? result : {};
  const { structuredContent, isError, _meta } = given;
  const [text = ""] = rowsIn(given, "content").flatMap((block) => textIn(block, "text") ?? []);
  const body = isObject(structuredContent) ? structuredContent : parse(text);
  const meta = isObject(_meta) ? _meta : {};
  const cache = recordIn(meta, "market-data/cache");
  const source = textIn(body, "source") ?? "";
  const own = /^PROVIDER_[A-Z]$/.test(source) ? toId(source) : null;
  const stated = readCurrencies(isIndex(body["symbol"]) ? POINTS : (textIn(meta, "market-data/currency") ?? ""));
  return {
    body,
    isError: isError === true,
    failure: failureIn(recordIn(meta, "market-data/error"), text),
    text,
    remarks: textsIn(meta, "market-data/remarks"),
    lead: textsIn(meta, "market-data/lead"),
    simulated: "market-data/cache" in meta ? meta["market-data/simulated"] === true : isSimulated,
    ...stated,
    currency: stated.currency ?? textIn(body, "currency"),
    provider: textIn(cache, "provider") ?? own,
    sources: "vendors" in cache ? textsIn(cache, "vendors") : own ? [vendorOf(own, body, vendors)] : [],
    asOf: textIn(cache, "asOf") ?? textIn(body, "as_of"),
    fetchedAt: textIn(cache, "fetchedAt"),
    isStale: cache["state"] === "stale" || body["stale"] === true,
    market: textIn(meta, "market-data/us-market") ?? textIn(meta, "market-data/market"),
  };
}

/** Returns the sentence of a failure with the time of a second attempt, or the text where the host passes nothing else. */
function failureIn(error: Fields, text: string): string {
  const seconds = numberIn(error, "retryAfter");
  const body = recordIn(error, "body");
  const said = textIn(error, "text") ?? textIn(body, "detail") ?? textIn(body, "message");
  return said === null ? text : `${said}${seconds === null ? "" : ` Try again in ${seconds} s.`}`;
}

/** Returns the name by which people know a provider. */
function vendorOf(id: ProviderId, { symbol }: Fields, vendors: Names): string {
  return (isPair(symbol) ? RATE_VENDORS[id] : undefined) ?? vendors[id] ?? toTitle(id);
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

/** Returns a text that may have digits only, such as a CUSIP, and is read as a number from CSV; `null` when it is missing. */
export const codeIn = (fields: Fields, name: string): string | null =>
  textIn(fields, name) ?? numberIn(fields, name)?.toString() ?? null;

/** Returns a list; empty when the field is anything else. */
function itemsIn(fields: Fields, name: string): unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

const textsIn = (fields: Fields, name: string) => itemsIn(fields, name).filter((each) => typeof each === "string");

/** Returns a list of records; empty when the field is anything else. */
export function rowsIn(fields: Fields, name: string): Fields[] {
  return itemsIn(fields, name).filter(isObject);
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

/** The unit of an index, whose answers have no currency. */
const POINTS = "points";

/** Returns the unit of a row's prices. */
export const unitOf = (row: Fields): string | null => (isIndex(row["symbol"]) ? POINTS : textIn(row, "currency"));

function parse(text: string): Fields {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}
