/**
 * Optional parts of an answer: worth neither failing nor waiting for.
 *
 * Each part names the fields it gives. A failed part is reported in `missing`, so
 * that a moment's failure cannot be kept for a day as "there is none".
 */
import { ProviderError } from "./errors.js";

const WAIT_MS = 1000;

/**
 * The result of the part; `undefined` when it fails or has not come after `waitMs`
 * milliseconds. Never rejects, also when the part fails after that.
 */
export async function optional<T>(part: Promise<T>, waitMs = WAIT_MS): Promise<T | undefined> {
  const ended = await settle(part, waitMs);
  return "value" in ended ? ended.value : undefined;
}

/** What is missing in an answer; the fields of `Answer` and `Findings` of the same names. */
export interface Gaps {
  missing: string[];
  /** Asking again soon would end the same: every failed part is not in the plan of our key. */
  lacksForGood?: boolean;
}

/** The optional parts of one answer. */
export interface OptionalParts {
  /** The part's result; `null` when it fails or is late, and then its fields are missing. */
  get<T>(fields: readonly string[], part: Promise<T>, waitMs?: number): Promise<T | null>;
  /** The same for a part that has already come and only has to be read. */
  read<T>(fields: readonly string[], read: () => T): T | null;
  /** Reports fields of a part that came without them. */
  lack(fields: readonly string[]): void;
  gaps(): Gaps;
}

export function optionalParts(): OptionalParts {
  // In the order in which the parts were named, whichever failed first.
  const named = new Set<string>();
  const missing = new Set<string>();
  let forGood = true;
  function name(fields: readonly string[]): void {
    for (const field of fields) named.add(field);
  }
  function fail(fields: readonly string[], error?: unknown): null {
    for (const field of fields) missing.add(field);
    forGood &&= error instanceof ProviderError && error.reason === "not_in_plan";
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
      ...(missing.size > 0 ? { lacksForGood: forGood } : {}),
    }),
  };
}

/** How the part ended within `waitMs`; without `value` and `error` it is late. */
async function settle<T>(part: Promise<T>, waitMs: number): Promise<{ value: T } | { error?: unknown }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ error?: unknown }>((resolve) => {
    timer = setTimeout(() => resolve({}), waitMs);
  });
  const ended = part.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}
