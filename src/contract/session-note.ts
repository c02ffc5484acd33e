/** The sentence on an answer from those calls of a provider that need no session. */
import { NO_SESSION, REASONS, type Reason } from "./errors.js";

/** Says why the session's calls are missing; nothing for a reason that has nothing to do with the session. */
export function toSessionNotes(title: string, reason: Reason | undefined): string[] {
  if (reason === undefined || !NO_SESSION.has(reason)) return [];
  return [`${capital(title)} ${REASONS[reason].says}; this answer is from its calls that need none.`];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
