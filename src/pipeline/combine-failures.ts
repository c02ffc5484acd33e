/** Turns the failures of all sources into the one error a caller gets: its kind, its time to retry, its sentence. */
import type { Entry } from "../contract/entry.js";
import {
  FailedEverywhere,
  NO_SESSION,
  MarketDataError,
  tryAgainIn,
  type ProviderError,
  type Reason,
  HINTS,
  type Hint,
} from "../contract/errors.js";
import { toNeededVariable } from "../contract/provider-description.js";
import { toKeyVariable, type ProviderId } from "../contract/provider-id.js";
import { symbolsOf, type Question } from "../contract/question.js";
import { joinSentences, say, the, type Sentence } from "../contract/sentence.js";

/** Returns the whole seconds until a provider may be called again; 0 when it may be called now. */
type SecondsUntilFree = (provider: ProviderId) => number;

/** Reasons after which a retry may succeed, although no waiting time is known. */
const DOWN: ReadonlySet<Reason> = new Set<Reason>([
  "timed_out",
  "unreachable",
  "server_error",
  "bad_answer",
  "circuit_open",
  ...NO_SESSION,
]);
/** Reasons of sources that have no data or cannot be asked, unlike those of failed calls. */
const WITHOUT_DATA: ReadonlySet<Reason> = new Set(["no_data", "not_configured", "not_in_plan"]);
/** Seconds that a caller should wait after a failure while the circuit is still closed. */
const DOWN_SECONDS = 5;

/** Whether the source looked for the data and found none. */
export function foundNothing({ kind, reason }: ProviderError): boolean {
  return reason === "no_data" || kind === "no_coverage";
}

/** Whether at least one source looked and found nothing, and no source failed in another way. */
export function isNothingThere(errors: readonly ProviderError[]): boolean {
  return errors.some(foundNothing) && errors.every((error) => foundNothing(error) || WITHOUT_DATA.has(error.reason));
}

/** The error for a question that no source answered; `errors` has at least one entry, in the order of asking. */
export function combineFailures(
  question: Pick<Question, "entry" | "symbol" | "input">,
  errors: readonly ProviderError[],
  secondsUntilFree: SecondsUntilFree,
): MarketDataError {
  const instead = errors.find((error) => error.instead)?.instead;
  if (instead && isNothingThere(errors)) return instead;
  const notCovered = isNothingThere(errors) ? errors.find(({ kind }) => kind === "no_coverage") : undefined;
  const { entry, symbol } = question;
  const symbols = symbolsOf(question);
  if (symbols.length > 0 && isNothingThere(errors) && !notCovered) {
    const lookedFor = errors.filter(foundNothing).map(({ provider }) => provider);
    return toUnknownSymbol(entry, symbols, lookedFor, errors);
  }
  const soonest = soonestSource(errors, secondsUntilFree);
  const decisive = notCovered ?? soonest?.error ?? errors.find(({ kind }) => kind !== "not_configured") ?? errors[0]!;
  const message = toFailureMessage(entry, symbol, errors, soonest?.seconds);
  const hints = lastOfEach(errors).length === 1 ? toAlternative(entry.capability) : [];
  return new FailedEverywhere(decisive, message, { retryAfterSeconds: soonest?.seconds, hints });
}

/**
 * Returns the source that can be asked again first, with the whole seconds until then; `undefined` when a retry cannot
 * help, as with a missing key. This source decides the kind of failure: 500 or 503 if it is down, 429 if it has a
 * limit. Of a provider with two sources the last reason counts.
 */
function soonestSource(
  errors: readonly ProviderError[],
  secondsUntilFree: SecondsUntilFree,
): { error: ProviderError; seconds: number } | undefined {
  const waiting = lastOfEach(errors.filter((error) => isLimit(error) || DOWN.has(error.reason))).map((error) => {
    return { error, seconds: waitFor(error.provider, errors, secondsUntilFree) };
  });
  // With equal waits, prefer a limit, since it states when it ends.
  return waiting.sort(
    (one, other) => one.seconds - other.seconds || Number(isLimit(other.error)) - Number(isLimit(one.error)),
  )[0];
}

/** Returns the last error of each provider, but an open circuit only without another one, which tells more. */
function lastOfEach(errors: readonly ProviderError[]): ProviderError[] {
  const lastErrors = new Map<ProviderId, ProviderError>();
  for (const error of errors) {
    if (error.reason !== "circuit_open" || !lastErrors.has(error.provider)) lastErrors.set(error.provider, error);
  }
  return [...lastErrors.values()];
}

/** Returns the longest of a provider's waits: a provider that is down can also have a used-up quota. */
function waitFor(provider: ProviderId, errors: readonly ProviderError[], secondsUntilFree: SecondsUntilFree): number {
  const waits = errors
    .filter((error) => error.provider === provider && (isLimit(error) || DOWN.has(error.reason)))
    .map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0);
  return Math.max(secondsUntilFree(provider), ...waits) || DOWN_SECONDS;
}

function isLimit({ kind }: ProviderError): boolean {
  return kind === "upstream_limited" || kind === "overloaded";
}

/**
 * Returns, for example: `Price of ACME: provider B could not be reached; provider A is not configured (set
 * PROVIDER_A_API_KEY). Try again in 5 s.` A provider with two sources is named once, with its last reason. Those without
 * a key come last, because they are not why it fails today.
 */
function toFailureMessage(
  { capability, sources }: Pick<Entry, "capability" | "sources">,
  symbol: string | undefined,
  errors: readonly ProviderError[],
  retryAfterSeconds: number | undefined,
): Sentence {
  const subject = toSubject(capability, symbol);
  const isUnset = ({ reason }: ProviderError) => Number(reason === "not_configured");
  const lastErrors = lastOfEach(errors).sort((one, other) => isUnset(one) - isUnset(other));
  const reasons = lastErrors.map((error) => {
    return say`${the.source(error.provider)} ${error.says}${settingHint(error, sources)}`;
  });
  const hints = lastErrors.map(({ provider, reason }) => {
    return sources.find((source) => source.provider.id === provider)?.provider.advice?.[reason]?.hint;
  });
  const sentences = [
    say`${subject}: ${joinSentences(reasons, "; ")}.`,
    ...new Set(hints.filter((hint) => hint !== undefined)),
  ];
  if (retryAfterSeconds !== undefined) sentences.push(tryAgainIn(retryAfterSeconds));
  return joinSentences(sentences, " ");
}

/**
 * The error for symbols that the providers `lookedFor` do not know. It also names the reasons of other providers in
 * `errors`: `Price of ACME: provider A does not offer this in the plan of our API key; provider B does not know this
 * symbol.`
 */
export function toUnknownSymbol(
  { capability }: Entry,
  symbols: readonly string[],
  lookedFor: readonly ProviderId[],
  errors: readonly ProviderError[],
): MarketDataError {
  const instead = errors.find((error) => error.instead)?.instead;
  if (instead) return instead;
  const others = errors.filter(({ provider, reason }) => reason !== "not_configured" && !lookedFor.includes(provider));
  const reasons = new Map(others.map(({ provider, says }) => [provider, say`${the.source(provider)} ${says}`]));
  const names = [...new Set(lookedFor)].map(the.source);
  const anyName = joinSentences(names, " or ");
  const takesList = "symbols" in capability.input.shape;
  const [symbol] = takesList ? [] : symbols;
  const verdict = !takesList
    ? say`${joinSentences(names, " and ")} ${names.length > 1 ? "do" : "does"} not know this symbol`
    : symbols.length > 1
      ? say`none of the ${symbols.length} symbols is known to ${anyName}: ${symbols.join(", ")}`
      : say`${symbols[0]} is not known to ${anyName}`;
  const hints = [
    symbols.length > 1 ? HINTS.findSymbols : HINTS.findSymbol,
    ...(lookedFor.length === 1 && reasons.size === 0 ? toAlternative(capability) : []),
  ];
  const message = say`${toSubject(capability, symbol)}: ${joinSentences([...reasons.values(), verdict], "; ")}.`;
  return new MarketDataError("not_found", message, { hints });
}

function toSubject({ title, subject = title }: Entry["capability"], symbol: string | undefined): string {
  return symbol === undefined ? subject : `${subject} of ${symbol}`;
}

/** Returns the capability's alternative, as a list. */
function toAlternative({ tool: { otherwise } }: Entry["capability"]): Hint[] {
  return otherwise === undefined ? [] : [otherwise];
}

function settingHint({ provider, reason }: ProviderError, sources: Entry["sources"]): string {
  if (reason !== "not_configured" && reason !== "key_refused" && reason !== "contact_refused") return "";
  const source = sources.find((each) => each.provider.id === provider);
  const variable = source ? toNeededVariable(source.provider, source.setting) : toKeyVariable(provider);
  return ` (${reason === "not_configured" ? "set" : "check"} ${variable})`;
}
