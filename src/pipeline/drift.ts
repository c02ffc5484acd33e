/**
 * Detects that an upstream stopped sending a field, or changed a shape so that its answers cannot be read.
 *
 * Without this file nobody would notice when an upstream renames a field, because a missing value is a valid `null`.
 */
import type { Drift } from "../contract/diagnostics.js";

export interface DriftListeners {
  /** Called for each answer that lacks a field which is reported as gone. */
  onMissing?: ((provider: string, source: string, field: string) => void) | undefined;
  /** Called for each answer that could not be read. */
  onShapeError?: ((provider: string, source: string) => void) | undefined;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * A field is expected when its source has sent at least MIN_ANSWERS answers and this share of them had the field.
 */
const EXPECTED_SHARE = 0.95;
const MIN_ANSWERS = 20;
/** Answers in a row without an expected field after which it counts as gone. */
const GONE_AFTER = 10;
const UNREADABLE_AFTER = 3;
/** Counts are halved when they reach this number, so that recent answers weigh more. */
const MAX_COUNT = 1_000;
const MAX_FIELDS = 200;
/** Number of a list's rows that are inspected. */
const MAX_ROWS = 20;
/** Only such names are recorded, because names become labels of metrics. */
const NAME = /^\w{1,60}$/;

interface Tally {
  answers: number;
  present: number;
  /** Number of answers in a row that lack it, and the time of the first one. */
  absent: number;
  since: string;
  gone: boolean;
}

/** Counts, for each source, how many of its answers have a value in each field. */
export type DriftWatch = ReturnType<typeof createDriftWatch>;

export function createDriftWatch({ onMissing, onShapeError, now = Date.now }: DriftListeners = {}) {
  /** By provider, source and field. The number of sources is limited by the catalogue. */
  const sources = new Map<string, Map<string | null, Tally>>();

  function record(provider: string, source: string, field: string | null, isPresent: boolean, at: string): void {
    const tally = tallyOf(provider, source, field);
    if (!tally) return;
    if (isPresent) {
      // The field is present again before it was reported, so count the answers that lacked it.
      if (!tally.gone) tally.answers += tally.absent;
      tally.gone = false;
      tally.absent = 0;
      tally.answers++;
      tally.present++;
      if (tally.answers > MAX_COUNT) {
        tally.answers /= 2;
        tally.present /= 2;
      }
      return;
    }
    if (tally.absent === 0) tally.since = at;
    tally.absent++;
    tally.gone ||= isGone(tally, field);
    if (tally.gone && field !== null) onMissing?.(provider, source, field);
  }

  function tallyOf(provider: string, source: string, field: string | null): Tally | undefined {
    const key = `${provider} ${source}`;
    let tallies = sources.get(key);
    if (!tallies) sources.set(key, (tallies = new Map()));
    let tally = tallies.get(field);
    // `<=` allows one more tally than fields, because whole answers have a tally too.
    if (!tally && tallies.size <= MAX_FIELDS) {
      tally = { answers: 0, present: 0, absent: 0, since: "", gone: false };
      tallies.set(field, tally);
    }
    return tally;
  }

  return {
    /** Records which fields of a source's answer have a value. */
    answered(provider: string, source: string, data: unknown): void {
      const at = new Date(now()).toISOString();
      record(provider, source, null, true, at);
      for (const [field, isPresent] of presenceIn(data)) record(provider, source, field, isPresent, at);
    },

    /** Records an answer of a source that could not be read. */
    unreadable(provider: string, source: string): void {
      onShapeError?.(provider, source);
      record(provider, source, null, false, new Date(now()).toISOString());
    },

    /** Returns all drifts that have not ended. */
    report: (): Drift[] =>
      [...sources].flatMap(([key, tallies]) => {
        const [provider, source] = key.split(" ") as [string, string];
        return [...tallies].flatMap(([field, { gone, since }]) => (gone ? [{ provider, source, field, since }] : []));
      }),
  };
}

function isGone({ answers, present, absent }: Tally, field: string | null): boolean {
  if (field === null) return absent >= UNREADABLE_AFTER;
  return absent >= GONE_AFTER && answers >= MIN_ANSWERS && present >= answers * EXPECTED_SHARE;
}

/**
 * Returns whether each field has a value, by its path; a field of a list's rows has one if it has one in at least one
 * row.
 */
function presenceIn(data: unknown): Map<string, boolean> {
  const presence = presenceInRows([data]);
  for (const [name, value] of isNested(data) ? Object.entries(data) : []) {
    if (!isNested(value) || !NAME.test(name)) continue;
    const rows = Array.isArray(value) ? value.slice(0, MAX_ROWS) : [value];
    for (const [field, isPresent] of presenceInRows(rows)) presence.set(`${name}.${field}`, isPresent);
  }
  return presence;
}

/** Returns whether each field has a value in at least one row; fields with lists and objects are left out. */
function presenceInRows(rows: readonly unknown[]): Map<string, boolean> {
  const presence = new Map<string, boolean>();
  for (const row of rows) {
    if (!isNested(row)) continue;
    for (const [name, value] of Object.entries(row)) {
      const known = presence.get(name);
      if (known === true || isNested(value) || (known === undefined && !NAME.test(name))) continue;
      presence.set(name, value !== null && value !== undefined && value !== "");
    }
  }
  return presence;
}

/** Whether a value is an object or a list. */
function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
