/**
 * Names the figures that an answer has lost since the last one. A glitch of a source after the close of a Friday, such
 * as a quote with nothing but a price, would otherwise be fresh until Monday.
 */
import type { Envelope } from "../contract/envelope.js";
import { isObject } from "../lib/is-object.js";

/**
 * Returns the envelope with the fields in `missing` that are `null` now and were numbers in the answer before, also in
 * nested objects and in rows of the same symbol. While the market is closed (`stays`), a figure that was lost before
 * stays missing until it is back, so that the second glitch of an evening is not taken for complete.
 */
export function withLost(envelope: Envelope, before: Envelope | undefined, stays = false): Envelope {
  if (!before) return envelope;
  const known = new Set(stays ? before.missing : []);
  const lost = lostIn(envelope.body, before.body, known).filter((field) => !envelope.missing.includes(field));
  if (lost.length === 0) return envelope;
  // Another request may bring these figures, whatever our plan lacks.
  const { permanentlyMissing: _plan, ...rest } = envelope;
  return { ...rest, missing: [...new Set([...envelope.missing, ...lost])] };
}

/** Returns the names of the fields that were lost, without those of the objects around them. */
function lostIn(now: object, before: object, known: ReadonlySet<string>): string[] {
  return Object.entries(now).flatMap(([field, value]: [string, unknown]) => {
    const old = (before as Readonly<Record<string, unknown>>)[field];
    if (value === null) return isFigure(old) || (old === null && known.has(field)) ? [field] : [];
    if (Array.isArray(value)) return Array.isArray(old) ? lostInRows(value, old, known) : [];
    return isObject(value) && isObject(old) ? lostIn(value, old, known) : [];
  });
}

/** Whether a value is a number, or one written as text, as in lists of movers. */
function isFigure(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value));
}

/** Compares rows of the same symbol; rows without a symbol, such as bars, have no counterpart. */
function lostInRows(now: readonly unknown[], before: readonly unknown[], known: ReadonlySet<string>): string[] {
  const symbolOf = (row: unknown) => (isObject(row) ? (row["symbol"] ?? row["ticker"]) : undefined);
  if (symbolOf(now[0]) === undefined) return [];
  const bySymbol = new Map(before.map((row) => [symbolOf(row), row]));
  return now.flatMap((row) => {
    const old = bySymbol.get(symbolOf(row));
    return isObject(row) && isObject(old) ? lostIn(row, old, known) : [];
  });
}
