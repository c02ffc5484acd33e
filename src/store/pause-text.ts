/** Pauses as text, in the format that all stores share. */
import { DAY_MS } from "../lib/day.js";
import { REASONS, type Reason } from "../contract/errors.js";
import type { SharedPause } from "../contract/channels.js";
import { PROVIDER_IDS } from "../contract/provider-id.js";
import { parseJson } from "../lib/parse-json.js";

/** Limit of stored pauses, the same as in memory. */
export const MAX_PAUSES = 5_000;
/** Longest valid pause in milliseconds; this program never writes a longer one. */
const MAX_MS = DAY_MS;
const MAX_TEXT = 500;

/**
 * Formats provider, scope and reason of a pause, and its length if it grows. The stores hold the remaining time
 * separately.
 */
export function writePause({ provider, scope, reason, lengthMs }: SharedPause): string {
  return JSON.stringify([provider, scope ?? null, reason, ...(lengthMs ? [lengthMs] : [])]);
}

/**
 * Returns for how many milliseconds to store a pause: until it ends, and for its own length beyond that if the length
 * of the next pause depends on it.
 */
export function keptMs({ ms, lengthMs = 0 }: SharedPause): number {
  return Math.ceil(ms + lengthMs);
}

/** Parses `[ms, [provider, scope, reason]]` and ignores any other text, because other programs can write to a store. */
export function readPause(text: unknown, onPause: (pause: SharedPause) => void): void {
  const pause = typeof text === "string" && text.length <= MAX_TEXT ? parse(text) : undefined;
  if (pause) onPause(pause);
}

function parse(text: string): SharedPause | undefined {
  const parsed = parseJson(text);
  if (!Array.isArray(parsed) || !Array.isArray(parsed[1])) return undefined;
  const [ms, [id, scope, reason, lengthMs = 0]] = parsed as [unknown, unknown[]];
  const provider = PROVIDER_IDS.find((each) => each === id);
  if (typeof lengthMs !== "number" || lengthMs < 0 || lengthMs > MAX_MS) return undefined;
  const isValidTime = typeof ms === "number" && ms > 0 && ms <= MAX_MS + lengthMs;
  if (!provider || !isValidTime || !isReason(reason) || (scope !== null && typeof scope !== "string")) return undefined;
  const pause = { provider, scope: scope ?? undefined, reason };
  return lengthMs === 0 ? { ...pause, ms } : { ...pause, ms: ms - lengthMs, lengthMs };
}

function isReason(value: unknown): value is Reason {
  return typeof value === "string" && Object.hasOwn(REASONS, value);
}
