/** Parses a raw address into named parameters, each given once and well-formed. */
import type { Capability } from "../contract/capability.js";
import { invalidInput, quoted } from "../contract/input.js";
import type { z } from "../contract/schema.js";
import { fromText, spellingNotes } from "../views/from-text.js";
import { routeViewShape } from "../views/view.js";

const KEY_NAMES = new Set(["apikey", "api_key", "x-api-key", "key", "access_token", "token"]);
/** Limit of parameters; no endpoint has as many, and an address with more is rejected before they are parsed. */
const MAX_PARAMETERS = 50;

/**
 * Returns the parameters of a capability from path and query. A text becomes a number only if the schema requires one and
 * the text is a plain number.
 *
 * @throws {MarketDataError} `invalid_input` for a malformed address or a repeated parameter.
 */
export function readParameters(
  capability: Capability,
  path: Record<string, string | undefined>,
  query: string,
): Record<string, unknown> {
  const shape: z.ZodRawShape = { ...routeViewShape(capability), ...capability.input.shape };
  const raw: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(path)) raw[name] = value;
  for (const [name, value] of readQuery(query)) {
    if (Object.hasOwn(raw, name)) {
      throw invalidInput(`Parameter ${quoted(name)} was given twice. Allowed: each parameter once.`);
    }
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    raw[name] = fromText(field, value);
  }
  return { ...raw };
}

/** Returns sentences on the parameters of the query that `read` has in another spelling. */
export function readSpellings(capability: Capability, query: string, read: Record<string, unknown>): string[] {
  if (query === "") return [];
  return spellingNotes(capability.input.shape, Object.fromEntries(new URLSearchParams(query)), read);
}

/** Returns the message for a caller who put a key into the address; `undefined` when the address has no key. */
export function keyInAddress(query: string): string | undefined {
  if (query === "") return undefined;
  const names = [...new URLSearchParams(query).keys()];
  if (!names.some((name) => KEY_NAMES.has(name.toLowerCase()))) return undefined;
  return "Keys are not accepted in the address, where they end up in logs. Send the header X-API-Key.";
}

function readQuery(query: string): [string, string][] {
  try {
    decodeURIComponent(query.replaceAll("+", " "));
  } catch {
    throw invalidInput("The address has a malformed % escape. Allowed: UTF-8, percent-encoded.");
  }
  const pairs = [...new URLSearchParams(query)];
  if (pairs.length > MAX_PARAMETERS) throw invalidInput(`The address has more than ${MAX_PARAMETERS} parameters.`);
  return pairs;
}
