/** Parses a tool's result for the charts; makes no assumption about its shape. */
import { toTitle, type ProviderId } from "../contract/provider-id.js";
import { isObject } from "../lib/is-object.js";

export type Fields = Record<string, unknown>;

/** An answer with its source and age. */
export interface Answer {
  /** The tool's structured content; empty when the tool failed. */
  body: Fields;
  isError: boolean;
  /** The answer as text. */
  text: string;
  /** Sentences about the data; sentences that only concern the text are omitted. */
  notes: readonly string[];
  simulated: boolean;
  /** Currency of the prices: ISO 4217, or a minor unit such as GBp; `null` if the source does not state it. */
  currency: string | null;
  /** Currency by field, for fields in another one than the prices. */
  otherCurrencies: Readonly<Record<string, string>>;
  /** Name of the provider that answered: `provider A`. */
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

/**
 * Parses a `CallToolResult`. If the host passes only the texts, the figures are read from the first one.
 */
export function readAnswer(result: unknown): Answer {
  const { content, structuredContent, isError, _meta } = isObject(result) ? result : {};
  const [text = "", ...notes] = (Array.isArray(content) ? content : []).flatMap((block: unknown) =>
    isObject(block) && typeof block["text"] === "string" && isForPeople(block) ? [block["text"]] : [],
  );
  const body = isObject(structuredContent) ? structuredContent : parse(text);
  const meta = isObject(_meta) ? _meta : {};
  const cache = fieldsIn(meta, "market-data/cache");
  return {
    body,
    isError: isError === true,
    text,
    notes,
    simulated: meta["market-data/simulated"] === true || notes.some((note) => note.includes("Simulated data")),
    ...readCurrencies(textIn(meta, "market-data/currency") ?? ""),
    source: nameOf(textIn(cache, "provider") ?? textIn(body, "source")),
    asOf: textIn(cache, "asOf"),
    fetchedAt: textIn(cache, "fetchedAt"),
    ageSeconds: numberIn(cache, "ageSeconds"),
    isStale: cache["state"] === "stale",
    market: textIn(meta, "market-data/us-market") ?? textIn(meta, "market-data/market"),
  };
}

/**
 * Converts a provider's id or label to its name, and leaves other sources unchanged. Bodies have the label, which is
 * needed if the host drops `_meta`.
 */
function nameOf(source: string | null): string | null {
  return source !== null && /^provider[-_][a-z]$/i.test(source) ? toTitle(source as ProviderId) : source;
}

/** Reads a line such as `GBp; marketCap=GBP`. */
function readCurrencies(line: string): Pick<Answer, "currency" | "otherCurrencies"> {
  const parts = line.split("; ").map((part) => part.split("="));
  return {
    currency: parts.find(([code, other]) => code !== "" && other === undefined)?.[0] ?? null,
    otherCurrencies: Object.fromEntries(parts.filter((part): part is [string, string] => part.length === 2)),
  };
}

/** Whether a block may be shown to the reader; `false` if the server marks it as intended for the model only. */
function isForPeople(block: Fields): boolean {
  const { audience } = fieldsIn(block, "annotations");
  return !Array.isArray(audience) || audience.includes("user");
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

/** Returns a record; empty when the field is anything else. */
export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isObject(value) ? value : {};
}

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
