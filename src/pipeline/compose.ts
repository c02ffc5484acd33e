/** From data to an envelope: the interface's key order, the stamps, the history. */
import type { Capability, DataOf } from "../contract/capability.js";
import type { Envelope } from "../contract/envelope.js";
import type { Answer, ProviderId, Provider } from "../contract/provider.js";
import type { PassedOver } from "./fallback.js";

export interface Composition<C extends Capability> {
  capability: C;
  answer: Answer<DataOf<C>>;
  provider: Provider;
  passedOver: PassedOver[];
  filled: { provider: ProviderId; fields: string[] }[];
}

/** The envelope of an answer that has just come, stamped with `at` (milliseconds, UTC). */
export function compose<C extends Capability>(parts: Composition<C>, at: number): Envelope {
  const { capability, answer, provider, passedOver, filled } = parts;
  const data = answer.data as Record<string, unknown>;
  const body: Record<string, unknown> = {};
  for (const key of Object.keys(capability.output.shape)) {
    if (key === "timestamp") body[key] = toTimestamp(at);
    else if (key === "source") body[key] = provider.label;
    else if (data[key] !== undefined) body[key] = data[key];
  }
  return {
    body,
    provider: provider.id,
    fetchedAt: at,
    asOf: answer.asOf ?? null,
    passedOver,
    filled,
    missing: [...(answer.missing ?? [])],
    notes: [...(answer.notes ?? [])],
    currency: answer.currency ?? null,
  };
}

/** `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC, no zone; the last three digits come from the finer clock. */
export function toTimestamp(at: number): string {
  const micros = Math.floor((performance.now() % 1) * 1000);
  return `${new Date(at).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}`;
}

/** Whether a stored value still is an envelope of this capability. */
export function isEnvelopeOf(capability: Capability): (value: unknown) => value is Envelope {
  const required = Object.entries(capability.output.shape as Record<string, { isOptional(): boolean }>)
    .filter(([, field]) => !field.isOptional())
    .map(([key]) => key);
  return (value): value is Envelope => {
    if (!isObject(value) || !isObject(value["body"])) return false;
    const { body, provider, fetchedAt, passedOver, filled, missing, notes } = value;
    const lists = [passedOver, filled, missing, notes].every(Array.isArray);
    return (
      lists && typeof provider === "string" && typeof fetchedAt === "number" && required.every((key) => key in body)
    );
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
