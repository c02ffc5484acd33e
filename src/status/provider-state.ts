/** The state of a provider in words: whether it answers, and otherwise why not. */
import { REASONS } from "../contract/errors.js";
import { capital } from "../lib/capital.js";
import type { FailedOutcome, ProviderReport } from "./report.js";
import type { Tone } from "./tone.js";
import { toSpan } from "./format.js";

export interface ProviderState {
  tone: Tone;
  /** A few words. */
  word: string;
  /** The reason in a short sentence. */
  why: string;
  /** Whether some of its calls still succeed. */
  inPart?: boolean;
  /** End of a sentence that begins with the vendor, on why it does not answer; only if it is down. */
  down?: string;
  /** Whether it is down because it cannot be reached. */
  isUnreachable?: boolean;
  /** Time of the first failure since its last answer, ISO 8601; only if its calls fail and that is known. */
  since?: string;
  /** The reason why nothing is known about it, in a few words; only if it was never asked. */
  unknown?: string;
}

/** Ends of sentences on failed calls: what happened, and what is therefore the case. */
export const FAILED: Readonly<Record<FailedOutcome, { says: string; now: string }>> = {
  "5xx": { says: REASONS.server_error.says, now: "answers with errors" },
  timed_out: { says: REASONS.timed_out.says, now: "does not answer in time" },
  unreachable: { says: REASONS.unreachable.says, now: "cannot be reached" },
  bad_answer: { says: REASONS.bad_answer.says, now: "sends answers that cannot be used" },
};

export const isFailed = (outcome: string): outcome is FailedOutcome => Object.hasOwn(FAILED, outcome);

/** The options that a person must give before some sources answer, by kind. */
const NEEDED: Readonly<Record<string, string>> = { mail: "a mail address" };

/** Returns the state of a provider; the most urgent one when several apply. */
export function toState(report: ProviderReport): ProviderState {
  const { configured, circuit, paused_for: pausedFor, refusal, key_variable: variable } = report;
  const advice = report.advice === null ? "" : ` ${report.advice}`;
  if (!configured) return { tone: "calm", word: "No key", why: `Not asked; ${variable} sets one.`, unknown: "no key" };
  if (leftOf(report) === 0) {
    return { tone: "bad", word: "Used up", why: "No calls are left of its quota.", down: REASONS.quota_spent.says };
  }
  if (pausedFor !== null) {
    const tone = refusal === "key_refused" ? "bad" : "mind";
    const why = `${capital(report.pause_reason ?? "unknown")}; asked again in ${toSpan(pausedFor)}.${advice}`;
    const down = refusal === null ? "is not called for now" : REASONS[refusal].says;
    return { tone, word: "Paused", why, down };
  }
  const outcome = report.last_failure?.outcome;
  const failing = {
    down: outcome === undefined ? "keeps failing" : FAILED[outcome].now,
    isUnreachable: outcome === "unreachable",
    ...(report.failing_since !== null && { since: report.failing_since }),
  };
  if (circuit === "open") {
    const again = report.circuit_retry_in === null ? "soon" : `in ${toSpan(report.circuit_retry_in)}`;
    const why = `It kept failing and is not called; tried again ${again}.`;
    return { tone: "bad", word: "Failing", why, ...failing };
  }
  if (circuit === "half-open")
    return { tone: "bad", word: "Failing", why: "The next request tries it again.", ...failing };
  if (report.session_refused !== null) {
    const why = `${capital(report.session_refused)}: only its calls that need no session answer.${advice}`;
    return { tone: "mind", word: "Reduced", why, inPart: true };
  }
  return toCalledState(report, failing);
}

/** Returns the state of a provider that may be called, from its last calls. */
function toCalledState(
  report: ProviderReport,
  failing: Pick<ProviderState, "down" | "isUnreachable" | "since">,
): ProviderState {
  const { last_answer: answer, last_failure: failure, unset_options: unset } = report;
  if (answer === null && failure !== null) {
    return { tone: "bad", word: "Failing", why: "It has not answered yet.", ...failing };
  }
  // One failed call among many says little; the circuit opens after several.
  if (answer !== null) return { tone: "good", word: "Working", why: "" };
  const needed = unset[0];
  if (needed === undefined) return { tone: "calm", word: "Not asked yet", why: "", unknown: "not asked yet" };
  const what = NEEDED[needed.kind ?? ""] ?? needed.variable;
  return { tone: "calm", word: "Off", why: `It needs ${what}.`, unknown: `off, needs ${what}` };
}

/** Calls left of the quota; `null` without a limit. */
export function leftOf({ quota_used: used, quota_limit: limit }: ProviderReport): number | null {
  return limit === null ? null : Math.max(0, limit - (used ?? 0));
}
