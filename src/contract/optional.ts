/**
 * Optional parts of an answer: they neither fail nor delay it.
 *
 * Each part names its fields. A failed part is reported in `missing`, so that a brief failure is not cached for a day
 * as "no data".
 */
import { within } from "../lib/within.js";
import type { Capability, FieldName } from "./capability.js";
import { ProviderError } from "./errors.js";

const WAIT_MS = 1000;

/**
 * Returns the result of the part; `undefined` when it fails or takes longer than `waitMs` milliseconds. Never rejects,
 * even if the part fails later.
 */
export async function optional<T>(part: Promise<T>, waitMs = WAIT_MS): Promise<T | undefined> {
  const ended = await settle(part, waitMs);
  return "value" in ended ? ended.value : undefined;
}

/** The missing fields of an answer, under the names of `SourceAnswer` and `Findings`. */
interface Gaps {
  missing: string[];
  /** Whether a retry would soon fail in the same way, because our plan includes none of the failed parts. */
  permanentlyMissing?: boolean;
}

/** The optional parts of one answer; a part names fields of the answer only. */
export interface OptionalParts<C extends Capability = Capability> {
  /** Returns the part's result; `null` when it fails or is late, and then its fields are reported as missing. */
  get<T>(fields: readonly FieldName<C>[], part: Promise<T>, waitMs?: number): Promise<T | null>;
  /**
   * Returns the parsed part, for a part that has arrived; `null` when parsing fails, and then its fields are reported
   * as missing.
   */
  read<T>(fields: readonly FieldName<C>[], read: () => T): T | null;
  /** Reports fields as missing from a part that has arrived. */
  lack(fields: readonly FieldName<C>[]): void;
  gaps(): Gaps;
}

/** Creates the optional parts of one answer. */
export function optionalParts<C extends Capability>(): OptionalParts<C> {
  // All fields in the order in which their parts were requested; missing fields are reported in this order.
  const named = new Set<string>();
  const missing = new Set<string>();
  let isPermanent = true;
  function name(fields: readonly string[]): void {
    for (const field of fields) named.add(field);
  }
  function fail(fields: readonly string[], error?: unknown): null {
    for (const field of fields) missing.add(field);
    isPermanent &&= error instanceof ProviderError && error.reason === "not_in_plan";
    return null;
  }
  return {
    async get(fields, part, waitMs = WAIT_MS) {
      name(fields);
      const ended = await settle(part, waitMs);
      return "value" in ended ? ended.value : fail(fields, ended.error);
    },
    read(fields, read) {
      name(fields);
      try {
        return read();
      } catch (error) {
        return fail(fields, error);
      }
    },
    lack(fields) {
      name(fields);
      if (fields.length > 0) fail(fields);
    },
    gaps: () => ({
      missing: [...named].filter((field) => missing.has(field)),
      ...(missing.size > 0 ? { permanentlyMissing: isPermanent } : {}),
    }),
  };
}

/** Waits for the part for at most `waitMs`; without `value` and `error` it is late. */
function settle<T>(part: Promise<T>, waitMs: number): Promise<{ value: T } | { error?: unknown }> {
  return within(waitMs, part).then(
    (ended) => ended ?? {},
    (error: unknown) => ({ error }),
  );
}
