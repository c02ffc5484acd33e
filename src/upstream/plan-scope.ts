/**
 * Scopes of the pauses for what a plan lacks, as processes share them: plans belong to API keys, so a shared scope ends
 * with a mark of the key.
 */
import { createHash } from "node:crypto";

/** A scope that no request has: its pause says since when a plan is asked again, and reaches all processes. */
export const ASK_AGAIN = "";

/** Returns the shared form of a scope, for the key with this mark. */
export function toSharedScope(scope: string, keyMark: string): string {
  return `${scope}${toSuffix(keyMark)}`;
}

/** Returns the scope of a shared form; `undefined` when it belongs to another key. */
export function fromSharedScope(shared: string | undefined, keyMark: string): string | undefined {
  const suffix = toSuffix(keyMark);
  return shared?.endsWith(suffix) ? shared.slice(0, -suffix.length) : undefined;
}

/** Returns eight hex digits that differ between API keys of a provider and do not reveal them. */
export function toKeyMark(apiKey = ""): string {
  return createHash("sha256").update(`plan of ${apiKey}`).digest("hex").slice(0, 8);
}

function toSuffix(keyMark: string): string {
  return ` #${keyMark}`;
}
