/**
 * Names the figures that an answer has lost since the last one. A glitch of a source after the close of a Friday, such
 * as a quote with nothing but a price, would otherwise be fresh until Monday.
 */
import type { Envelope } from "../contract/envelope.js";

/** Returns the envelope with the fields in `missing` that are `null` now and were numbers in the answer before. */
export function withLost(envelope: Envelope, before: Envelope | undefined): Envelope {
  const lost = Object.entries(envelope.body)
    .filter(([field, value]) => value === null && typeof before?.body[field] === "number")
    .map(([field]) => field);
  return lost.length === 0 ? envelope : { ...envelope, missing: [...new Set([...envelope.missing, ...lost])] };
}
