/** From data to an envelope: the interface's key order, the stamps, the history. */
import type { Capability, DataOf } from "../contract/capability.js";
import type { Envelope, Filled, Served } from "../contract/envelope.js";
import { PROVIDER_IDS, SELF, type Answer, type Derived, type Provider } from "../contract/provider.js";
import type { PassedOver } from "./fallback.js";

export interface Composition<C extends Capability> {
  capability: C;
  answer: Answer<DataOf<C>>;
  provider: Provider;
  passedOver: PassedOver[];
  filled: Filled[];
}

/** An unknown symbol is believed to be one for no longer; it may be listed tomorrow. */
const UNKNOWN_SECONDS = 60;

/** The envelope of an answer that has just come, stamped with `at` (milliseconds, UTC). */
export function compose<C extends Capability>(parts: Composition<C>, at: number): Envelope {
  const { capability, answer, provider, passedOver, filled } = parts;
  return {
    body: toBody(capability, answer.data, provider.label, toTimestamp(at)),
    provider: provider.id,
    fetchedAt: at,
    asOf: answer.asOf ?? null,
    passedOver,
    filled,
    missing: [...(answer.missing ?? [])],
    notes: [...(answer.notes ?? [])],
    currency: answer.currency ?? null,
    ...(answer.publicDays ? { publicDays: [...answer.publicDays] } : {}),
  };
}

/** What this server says of itself, as served: never kept, never old. */
export function serveOwn(
  capability: Capability,
  data: Record<string, unknown>,
  at: number,
  timestamp = toTimestamp(at),
): Served {
  const body = toBody(capability, data, SELF, timestamp);
  const history = { asOf: null, passedOver: [], filled: [], missing: [], notes: [], currency: null };
  return {
    envelope: { body, provider: SELF, fetchedAt: at, ...history },
    state: "miss",
    ageSeconds: 0,
    freshForSeconds: 0,
  };
}

/** An answer made from others, as served: as old as the oldest of them, and never kept itself. */
export function serveDerived<C extends Capability>(
  capability: C,
  { data, parts, failures = [], notes = [] }: Derived<C>,
  at: number,
): Served {
  const stamps = parts.map(({ envelope }) => envelope.body["timestamp"]).filter((stamp) => typeof stamp === "string");
  const own = serveOwn(capability, data, at, stamps.toSorted()[0]);
  const states = new Set(parts.map(({ state }) => state));
  const stale = parts.find(({ staleReason }) => staleReason !== undefined);
  const asked = new Map(parts.map(({ envelope }) => [envelope.provider, envelope]));
  return {
    envelope: {
      ...own.envelope,
      passedOver: [...asked.values()].flatMap(({ passedOver }) => passedOver),
      filled: PROVIDER_IDS.filter((id) => asked.has(id)).map((provider) => ({ provider, fields: [] })),
      missing: [...new Set(parts.flatMap(({ envelope }) => envelope.missing))],
      notes: [...new Set([...parts.flatMap(({ envelope }) => envelope.notes), ...notes])],
    },
    state: states.has("stale") ? "stale" : states.has("miss") ? "miss" : "hit",
    ageSeconds: Math.max(0, ...parts.map(({ ageSeconds }) => ageSeconds)),
    // Who has no such symbol will have none in a minute either; everything else may be mended by then.
    freshForSeconds: failures.every(({ kind }) => kind === "not_found")
      ? Math.min(
          failures.length > 0 ? UNKNOWN_SECONDS : Infinity,
          ...parts.map(({ freshForSeconds }) => freshForSeconds),
        )
      : 0,
    ...(stale?.staleReason === undefined ? {} : { staleReason: stale.staleReason }),
  };
}

function toBody(capability: Capability, data: Record<string, unknown>, source: string, timestamp: string) {
  const body: Record<string, unknown> = {};
  for (const key of Object.keys(capability.output.shape)) {
    if (key === "timestamp") body[key] = timestamp;
    else if (key === "source") body[key] = source;
    else if (data[key] !== undefined) body[key] = data[key];
  }
  return body;
}

/** `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC, no zone; the last three digits come from the finer clock. */
export function toTimestamp(at: number): string {
  const micros = Math.floor((performance.now() % 1) * 1000);
  return `${new Date(at).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}`;
}
