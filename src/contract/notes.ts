/** Notes on an answer that several sources write in the same words. */
import { capital } from "../lib/capital.js";
import { NO_SESSION, REASONS, type Reason } from "./errors.js";

/**
 * Returns a note that explains why an answer comes from calls that need no session; none when `reason` does not concern
 * the session.
 */
export function toSessionNotes(title: string, reason: Reason | undefined): string[] {
  if (reason === undefined || !NO_SESSION.has(reason)) return [];
  return [`${capital(title)} ${REASONS[reason].says}; this answer is from its calls that need no session.`];
}
