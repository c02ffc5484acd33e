/** Pauses as text, in the format that all stores share. */
import { REASONS, type Reason } from "../contract/errors.js";
import type { ToldPause } from "../contract/pause-news.js";
import { PROVIDER_IDS } from "../contract/provider-id.js";

/** Same limit as in memory. */
export const MAX_PAUSES = 5_000;
/** No upstream asks for a longer pause, so a longer one was not written by this program. */
const MAX_MS = 24 * 60 * 60_000;
const MAX_TEXT = 500;

/** Returns provider, scope and reason as JSON; the duration is stored separately. */
export function writePause({ provider, scope, reason }: ToldPause): string {
  return JSON.stringify([provider, scope ?? null, reason]);
}

/**
 * Parses `[ms, [provider, scope, reason]]` and ignores any other text, because other programs can
 * write to a store.
 */
export function readPause(text: unknown, onPause: (pause: ToldPause) => void): void {
  const pause = typeof text === "string" && text.length <= MAX_TEXT ? parse(text) : undefined;
  if (pause) onPause(pause);
}

function parse(text: string): ToldPause | undefined {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(told) || !Array.isArray(told[1])) return undefined;
  const [ms, [id, scope, reason]] = told as [unknown, unknown[]];
  const provider = PROVIDER_IDS.find((each) => each === id);
  const good = typeof ms === "number" && ms > 0 && ms <= MAX_MS && (scope === null || typeof scope === "string");
  if (!provider || !good || !isReason(reason)) return undefined;
  return { provider, scope: scope === null ? undefined : (scope as string), ms, reason };
}

function isReason(value: unknown): value is Reason {
  return typeof value === "string" && Object.hasOwn(REASONS, value);
}
