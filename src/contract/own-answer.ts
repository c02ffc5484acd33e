/** The envelope of an answer that this server gives itself. */
import type { Capability } from "./capability.js";
import { NO_CURRENCIES } from "./currency.js";
import { toFacts, type Served } from "./envelope.js";
import { SELF } from "./provider-id.js";

/** Returns the envelope of an answer that no provider gave: never cached, never stale. */
export function serveOwn(
  capability: Capability,
  data: Record<string, unknown>,
  at: number,
  timestamp = toTimestamp(at),
): Served {
  const body = toBody(capability, data, SELF, timestamp);
  const history = { asOf: null, passedOver: [], filled: [], currency: NO_CURRENCIES, ...toFacts({}) };
  return {
    envelope: { body, provider: SELF, fetchedAt: at, ...history },
    state: "miss",
    ageSeconds: 0,
    freshForSeconds: 0,
  };
}

/** Returns the body with its fields in the order of the capability's output. */
export function toBody(capability: Capability, data: Record<string, unknown>, source: string, timestamp: string) {
  const own: Record<string, unknown> = { ...data, timestamp, source };
  const names = Object.keys(capability.output.shape).filter((name) => own[name] !== undefined);
  // Made at once: V8 keeps an object of which twelve fields were set by name as a hash table, slow to copy and to write.
  return Object.fromEntries(names.map((name) => [name, own[name]]));
}

/**
 * Formats milliseconds as `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC without a zone. By default the last three digits come from
 * the finer clock; an answer that is computed for each call has the same ones each time.
 */
export function toTimestamp(at: number, micros = Math.floor((performance.now() % 1) * 1000)): string {
  return `${new Date(at).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}`;
}
