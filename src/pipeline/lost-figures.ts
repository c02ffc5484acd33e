/**
 * Names the figures that a quote or a list of movers has lost since the last answer. A glitch of a source after the close
 * of a Friday, such as a quote with nothing but a price, would otherwise be fresh until Monday.
 */
import type { Capability } from "../contract/capability.js";
import type { Envelope } from "../contract/envelope.js";
import { fieldsOf } from "../contract/field.js";
import type { Kind } from "../contract/field-facts.js";
import { isObject } from "../lib/is-object.js";

/**
 * Returns the envelope with the declared figures in `missing` that are `null` now and that the same row had before,
 * except those that are `null` at times by their definition. While the market is closed (`stays`), a figure that was lost
 * before stays missing until it is back, so that the second glitch of an evening is not taken for complete.
 */
export function withLost(
  capability: Capability,
  envelope: Envelope,
  before: Envelope | undefined,
  stays: boolean,
): Envelope {
  if (!before || !capability.freshness.namesLost) return envelope;
  const known = stays ? before.missing : [];
  const pairs = pairsOf(capability, envelope.body, before.body);
  const isLost = (field: string) =>
    pairs.some(
      ([now, old]) => now[field] === null && (isFigure(old[field]) || (known.includes(field) && field in old)),
    );
  const lost = figuresOf(capability).filter((field) => !envelope.missing.includes(field) && isLost(field));
  if (lost.length === 0) return envelope;
  // Another request may bring these figures, whatever our plan lacks.
  const { permanentlyMissing: _plan, ...rest } = envelope;
  return { ...rest, missing: [...envelope.missing, ...lost] };
}

type Row = Readonly<Record<string, unknown>>;

/** Returns each row with its earlier version; an answer without a list is one row. */
function pairsOf({ tool: { rows } }: Capability, now: Row, before: Row): [Row, Row][] {
  if (!rows) return [[now, before]];
  const [key] = rows.key!;
  const old = new Map(rowsIn(before, rows.list).map((row) => [row[key!], row]));
  return rowsIn(now, rows.list).flatMap((row): [Row, Row][] => {
    const earlier = old.get(row[key!]);
    return earlier ? [[row, earlier]] : [];
  });
}

function rowsIn(body: Row, list: string): Row[] {
  const rows = body[list];
  return Array.isArray(rows) ? rows.filter(isObject) : [];
}

/** The names of the declared fields that should have a figure at all times. */
function figuresOf({ output }: Capability): string[] {
  const fields = [...fieldsOf(output)].filter(([, { kind, atTimes }]) => !atTimes && !WORDS.has(kind));
  return fields.map(([path]) => path.split(".").at(-1)!);
}

const WORDS: ReadonlySet<Kind> = new Set<Kind>(["day", "time", "label", "text", "group"]);

/** Whether a value is a number, or one written as text, as in lists of movers. */
function isFigure(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value));
}
