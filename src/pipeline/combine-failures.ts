/** Turns the failures of all sources into the one error a caller gets: its kind, its time to retry, its sentence. */
import {
  FailedEverywhere,
  NO_SESSION,
  type MarketDataError,
  type ProviderError,
  type Reason,
} from "../contract/errors.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";
import { toFailureMessage, toUnknownSymbol } from "./failure-message.js";

/** Whole seconds until calls to a provider may be made: its open circuit or pause; 0 when they may be made now. */
export type SecondsUntilFree = (provider: ProviderId) => number;

/** Reasons after which the source can be asked again, though nothing says when it will answer. */
const DOWN: ReadonlySet<Reason> = new Set<Reason>([
  "timed_out",
  "unreachable",
  "server_error",
  "bad_answer",
  "circuit_open",
  ...NO_SESSION,
]);
/** Reasons that do not rule out that the symbol is unknown. */
const SILENT: ReadonlySet<Reason> = new Set(["no_data", "not_covered", "not_configured", "not_in_plan"]);
/** Suggested wait after a failure while the circuit is still closed. */
const DOWN_SECONDS = 5;

/** Whether the source looked for the data and found none. */
export function foundNothing({ reason }: ProviderError): boolean {
  return reason === "no_data" || reason === "not_covered";
}

/** Whether at least one source looked and found nothing, and no source failed in another way. */
export function isNothingThere(errors: readonly ProviderError[]): boolean {
  return errors.some(foundNothing) && errors.every(({ reason }) => SILENT.has(reason));
}

/** The error for a question that no source answered; `errors` has at least one entry, in the order of asking. */
export function combineFailures(
  { entry, symbol }: Pick<Question, "entry" | "symbol">,
  errors: readonly ProviderError[],
  secondsUntilFree: SecondsUntilFree,
): MarketDataError {
  const notCovered = isNothingThere(errors) ? errors.find(({ reason }) => reason === "not_covered") : undefined;
  if (symbol !== undefined && isNothingThere(errors) && !notCovered) {
    const lookedFor = errors.filter(foundNothing).map(({ provider }) => provider);
    return toUnknownSymbol(entry, symbol, lookedFor, errors);
  }
  const soonest = soonestSource(errors, secondsUntilFree);
  const decisive = notCovered ?? soonest?.error ?? errors.find(({ kind }) => kind !== "not_configured") ?? errors[0]!;
  const message = toFailureMessage(entry, symbol, errors, soonest?.seconds);
  return new FailedEverywhere(decisive, message, soonest?.seconds);
}

/**
 * The source that can be asked again first, with the whole seconds until then; nothing when asking again cannot help,
 * as with a missing key. It decides the kind: a caller that should wait for a source that is down gets 500 or 503,
 * one that should wait for a limit gets 429.
 */
function soonestSource(
  errors: readonly ProviderError[],
  secondsUntilFree: SecondsUntilFree,
): { error: ProviderError; seconds: number } | undefined {
  const waiting = errors
    .filter((error) => isLimit(error) || DOWN.has(error.reason))
    .map((error) => ({ error, seconds: waitFor(error.provider, errors, secondsUntilFree) }));
  // For the same time a limit is the better answer, since it says when it ends.
  return waiting.sort(
    (one, other) => one.seconds - other.seconds || Number(isLimit(other.error)) - Number(isLimit(one.error)),
  )[0];
}

/** The longest of a provider's waits: a source that is down can also have a used-up quota. */
function waitFor(provider: ProviderId, errors: readonly ProviderError[], secondsUntilFree: SecondsUntilFree): number {
  const waits = errors
    .filter((error) => error.provider === provider && (isLimit(error) || DOWN.has(error.reason)))
    .map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0);
  return Math.max(secondsUntilFree(provider), ...waits) || DOWN_SECONDS;
}

function isLimit({ kind }: ProviderError): boolean {
  return kind === "upstream_limited" || kind === "overloaded";
}
