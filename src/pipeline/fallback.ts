/** Asks the sources of one answer, best first, until one answers. */
import { type Sentence, the, say, joinSentences, without } from "../contract/sentence.js";
import type { Capability, DataOf, InputOf } from "../contract/capability.js";
import { cancelled, MarketDataError, ProviderError, noSessionNotes } from "../contract/errors.js";
import { invalidInput } from "../contract/input.js";
import type { Envelope, Filled } from "../contract/envelope.js";
import { z } from "../contract/schema.js";
import { joinWithOr } from "../lib/join-words.js";
import { traced, tracedSince } from "../lib/tracing.js";
import type { FlightPatience } from "../contract/patience.js";
import { combineFailures, foundNothing, isNothingThere, toUnknownSymbol } from "./combine-failures.js";
import { joinCall, judged } from "../upstream/judged-upstream.js";
import type { SourceAnswer, Source } from "../contract/provider.js";
import type { Enrichment } from "../contract/enrichment.js";
import { toNeededVariable } from "../contract/provider-description.js";
import type { Entry } from "../contract/entry.js";
import { toLetter, type ProviderId } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";
import type { RunningProvider, RunningProviders } from "./running-provider.js";

/** A source's answer, with the providers passed over before it and the enrichers. */
export interface Found<C extends Capability = Capability> extends SourceAnswer<DataOf<C>> {
  source: Source<C>;
  passedOver: Envelope["passedOver"];
  /** Enrichers that filled missing fields. */
  filled: Filled[];
  /** Why a part of the answer is no longer current: it could not be renewed. */
  unrenewed?: ProviderError;
}

/**
 * Returns the first answer of a source of the entry.
 *
 * A source that is not configured, refuses or fails is passed over, and so is a slow one if there is time for the next
 * source. An answer that is short is used if no later source has one that is not. A final failure (bad input, a symbol
 * that no later source can know) ends the search. With `fallback` off only the first source is asked. `onSource` is
 * called with each source just before it is asked.
 *
 * @throws {MarketDataError} that names every source and why it did not answer.
 */
export async function askSources<C extends Capability>(
  question: Question<C>,
  providers: RunningProviders,
  patience: FlightPatience,
  fallback: boolean,
  onSource?: (source: Source<C>) => void,
): Promise<Found<C>> {
  const { entry, input } = question;
  const passedOver: Envelope["passedOver"] = [];
  const errors: ProviderError[] = [];
  let short: Found<C> | undefined;
  const able = ableSources(entry, input, providers);
  const sources = fallback ? able : able.slice(0, 1);
  for (const [index, source] of sources.entries()) {
    const { id } = source.provider;
    const earlier = errors.findLast((error) => error.provider === id)?.reason;
    if (source.after && (earlier === undefined || !source.after.has(earlier))) continue;
    const running = providers.get(id);
    try {
      if (!isConfigured(running, source)) throw new ProviderError(id, "not_configured");
      // A source for other failures than a slow source needs no time after one.
      const next = sources
        .slice(index + 1)
        .find((each) => isConfigured(providers.get(each.provider.id), each) && (each.after?.has("timed_out") ?? true));
      const deadline = shareOf(patience.deadline, next && providers.get(next.provider.id)?.timeoutMs);
      const upstream = running.upstreamFor({ ...patience, deadline });
      onSource?.(source);
      const answer = await traced(`source ${id}`, async () => {
        const fetched = judged(upstream, () => source.fetch(input, running.clientOf(upstream), upstream));
        const mapped = await (deadline < patience.deadline ? joinCall(id, { deadline }, fetched) : fetched);
        tracedSince("mapping", upstream.answeredAt());
        return mapped;
      });
      running.drift.answered(nameOf(source, sources), answer.data);
      const old = upstream.unrenewed();
      if (old && isTooOld(entry.capability, old.fetchedAt)) throw old.failure;
      const permanentlyMissing = answer.permanentlyMissing ?? upstream.permanentlyMissing();
      const notes = [
        ...withPossibleAdvice(answer.notes ?? [], able, providers),
        ...noSessionNotes(source.provider.id, earlier),
      ];
      const age = old && { fetchedAt: Math.min(old.fetchedAt, answer.fetchedAt ?? Infinity), unrenewed: old.failure };
      const found: Found<C> = { ...answer, ...age, permanentlyMissing, notes, source, passedOver, filled: [] };
      if (!answer.isShort) return found;
      short ??= found;
      throw new ProviderError(id, "incomplete");
    } catch (thrown) {
      const error = mayBeKnownTo(sources.slice(index + 1), thrown, providers)
        ? new ProviderError(id, "no_data")
        : thrown;
      if (!(error instanceof ProviderError)) {
        if (short) break;
        throw toNamedError(error, question, id, errors);
      }
      errors.push(error);
      if (error.reason === "bad_answer") running?.drift.unreadable(nameOf(source, sources));
      // A provider with two sources is listed once, with its last reason.
      const known = passedOver.find(({ provider }) => provider === error.provider);
      if (known) known.reason = error.reason;
      else passedOver.push({ provider: error.provider, reason: error.reason });
      if (patience.signal.aborted) throw cancelled();
    }
  }
  if (short) {
    const { id } = short.source.provider;
    return { ...short, passedOver: passedOver.filter(({ provider }) => provider !== id) };
  }
  const empty = emptyAnswer(entry, input, errors);
  if (empty) {
    // Credit the first provider that looked and found nothing.
    const looked = errors.find(foundNothing)!.provider;
    const source = sources.find(({ provider }) => provider.id === looked)!;
    const others = passedOver.filter(({ provider }) => provider !== looked);
    return { ...empty, source, passedOver: others, filled: [] };
  }
  throw combineFailures(question, errors, (id) => providers.get(id)?.secondsUntilFree() ?? 0);
}

/**
 * Returns the sources that can apply all parameters of the question, and after them those that can with an enrichment.
 *
 * @throws {MarketDataError} `invalid_input` when only sources of providers that are not configured can, `not_configured`
 *   when this server leaves them out.
 */
function ableSources<C extends Capability>(
  { capability, sources, enrichers, excludedSources = [] }: Entry<C>,
  input: InputOf<C>,
  providers: RunningProviders,
): readonly Source<C>[] {
  const asked = sources.map((source) => ({ source, lacks: source.cannot?.(input) ?? [] }));
  const refused = asked.flatMap(({ lacks }) => lacks);
  if (refused.length === 0) return sources;
  const helpers = enrichers.filter(({ provider }) => providers.get(provider.id)?.configured);
  const supplied = new Set(helpers.flatMap(({ enrichment }) => (enrichment as Enrichment).supplies ?? []));
  const helped = asked.filter(({ lacks }) => lacks.length > 0 && lacks.every((name) => supplied.has(name)));
  const able = [...asked.filter(({ lacks }) => lacks.length === 0), ...helped].map(({ source }) => source);
  if (able.some((source) => isConfigured(providers.get(source.provider.id), source))) return able;
  // Nobody can leave out a part of the path: the sources that could apply it say what they lack.
  if (able.length > 0 && refused.some((name) => capability.route.includes(`{${name}}`))) return able;
  const named = joinSentences([...new Set(refused)].map((name) => say`"${the.parameter(name)}"`));
  const hint = Object.entries(input).flatMap(([name, value]) => capability.hintFor?.(name, value) ?? [])[0];
  if (able.length === 0) {
    const others = excludedSources.filter((source) => (source.cannot?.(input) ?? []).length === 0);
    // The letters, because a server never names a vendor that it leaves out.
    const add = `Add ${joinWithOr([...new Set(others.map(({ provider }) => toLetter(provider.id)))])} to the setting PROVIDERS`;
    const words = wordsThatWork(capability, sources, input, refused);
    const isOptional = refused.every((name) => capability.input.shape[name]?.isOptional());
    const says =
      words.length > 0
        ? say`this server can answer only with ${named} ${joinWithOr(words)}. ${add} for others.`
        : say`no source of this server can apply ${named}. ${isOptional ? say`${add}, or leave ${named} out` : add}.`;
    const hints = hint ? [hint] : [];
    throw new MarketDataError("not_configured", say`${capability.subject ?? capability.title}: ${says}`, { hints });
  }
  const could = joinSentences([...new Set(able.map(({ provider }) => provider.id))].map(the.source), " or ");
  const lacking = able.filter(({ provider, setting }) => provider.needsKey || setting !== undefined);
  const variables = new Set(lacking.map(({ provider, setting }) => toNeededVariable(provider, setting)));
  const set = variables.size > 0 ? `Set ${[...variables].join(" or ")}, or leave` : "Leave";
  throw invalidInput(say`Only ${could} can apply ${named}, and this server cannot ask it. ${set} ${named} out.`, hint);
}

/** Returns the words of a choice, of which the one that was made or is the usual one was refused, that a source can apply. */
function wordsThatWork<C extends Capability>(
  { input: { shape } }: C,
  sources: readonly Source<C>[],
  input: InputOf<C>,
  refused: readonly string[],
): string[] {
  const [name, ...others] = new Set(refused);
  const field = shape[name!] as z.ZodTypeAny | undefined;
  const inner: unknown = field instanceof z.ZodOptional ? field.unwrap() : field;
  if (others.length > 0 || !(inner instanceof z.ZodEnum)) return [];
  return (inner.options as string[]).filter((word) =>
    sources.some((source) => (source.cannot?.({ ...input, [name!]: word }) ?? []).length === 0),
  );
}

/** Returns the notes without the advice to ask the official source, unless this server can. */
function withPossibleAdvice(
  notes: readonly Sentence[],
  sources: readonly Source[],
  providers: RunningProviders,
): readonly Sentence[] {
  const canAsk = sources.some((source) => source.official && isConfigured(providers.get(source.provider.id), source));
  return canAsk ? notes : without("advice", notes);
}

/** Whether the failure is an unknown symbol, and one of these sources lists more markets than the one that failed. */
function mayBeKnownTo(next: readonly Source[], failure: unknown, providers: RunningProviders): boolean {
  if (!(failure instanceof MarketDataError) || failure.kind !== "not_found") return false;
  return next.some(({ provider, after }) => {
    return !after && provider.listsAllMarkets === true && providers.get(provider.id)?.configured === true;
  });
}

/** Whether the provider has its key, and the option that this source needs. */
function isConfigured(running: RunningProvider | undefined, source: Source): running is RunningProvider {
  return running !== undefined && running.configured && !running.lacks(source);
}

/** Whether an answer of that time, in milliseconds since the epoch, may no longer be served, even as stale. */
function isTooOld({ freshness: { ttlSeconds, staleSeconds } }: Capability, fetchedAt: number): boolean {
  return Date.now() >= fetchedAt + (ttlSeconds + staleSeconds) * 1000;
}

/** Returns the source's error; for an unknown symbol it names every provider that was asked. */
function toNamedError(
  error: unknown,
  { entry, symbol }: Question,
  asked: ProviderId,
  errors: readonly ProviderError[],
): unknown {
  const isUnknown = error instanceof MarketDataError && error.kind === "not_found" && symbol !== undefined;
  return isUnknown
    ? toUnknownSymbol(entry, [symbol], [...errors.filter(foundNothing).map(({ provider }) => provider), asked], errors)
    : error;
}

/**
 * Returns the name of a source in drift reports: the capability's name, with a number for a provider's second source,
 * because that one sends other fields.
 */
function nameOf(source: Source, sources: readonly Source[]): string {
  const place = sources.filter(({ provider }) => provider.id === source.provider.id).indexOf(source);
  return place > 0 ? `${source.capability.name}-${place + 1}` : source.capability.name;
}

/** Returns the capability's empty answer, such as an empty list, if the sources looked and found nothing. */
function emptyAnswer<C extends Capability>(
  { capability }: Entry<C>,
  input: InputOf<C>,
  errors: readonly ProviderError[],
): SourceAnswer<DataOf<C>> | undefined {
  if (!isNothingThere(errors) || !capability.whenEmpty) return undefined;
  return { data: capability.whenEmpty(input) as DataOf<C> };
}

/**
 * Returns the deadline of a source: it leaves the next source the time for an attempt, but at most half of the
 * remaining time.
 */
function shareOf(deadline: number, nextTimeoutMs = 0): number {
  const leftMs = Math.max(0, deadline - performance.now());
  return deadline - Math.min(nextTimeoutMs, leftMs / 2);
}
