/** Parses a raw address into named texts. A list may be written with commas or as repeated parameters. */
import type { Capability } from "../contract/capability.js";
import { inputSchema, invalidInput, quoted } from "../contract/input.js";
import type { z } from "../contract/schema.js";
import { expects } from "../arguments/from-text.js";
import { atCommas } from "../arguments/list-text.js";
import { routeViewShape } from "../views/view.js";

const KEY_NAMES = new Set(["apikey", "api_key", "x-api-key", "key", "access_token", "token"]);
/** Limit of parameters in an address; the endpoint with the longest lists, each item repeated, has about 120. */
const MAX_PARAMETERS = 200;

/**
 * Returns the texts of a capability's parameters from path and query, those of a list as its items. The items of a list
 * that is given several times follow each other, as `URLSearchParams` and generated clients write lists.
 *
 * @throws {MarketDataError} `invalid_input` for a malformed address, or for a single value given twice.
 */
export function readParameters(
  capability: Capability,
  path: Record<string, string | undefined>,
  query: string,
): Record<string, unknown> {
  const shape = inputSchema(capability, routeViewShape(capability)).shape as z.ZodRawShape;
  const raw: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(path)) raw[name] = value;
  for (const [name, value] of readQuery(query)) {
    const isList = Object.hasOwn(shape, name) && expects(shape[name]!) === "list";
    const isFurther = Object.hasOwn(raw, name);
    if (isFurther && !isList) {
      throw invalidInput(`Parameter ${quoted(name)} was given twice. Allowed: each parameter once, except lists.`);
    }
    const items = isList ? atCommas(value) : value;
    raw[name] = isFurther ? (raw[name] as string[]).concat(items) : items;
  }
  return { ...raw };
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
