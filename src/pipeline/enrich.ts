/**
 * Asks the sources of a question and enriches the answer: fields that the answering provider does not send are filled from
 * another provider. An enricher whose question follows from the input is asked while the source answers, which saves a round
 * trip.
 */
import { say, type Sentence, the } from "../contract/sentence.js";
import type { Capability, DataOf, InputOf } from "../contract/capability.js";
import type { Filled } from "../contract/envelope.js";
import { optional } from "../contract/optional.js";
import { ProviderError } from "../contract/errors.js";
import type { Findings, Enrichment, Enricher } from "../contract/enrichment.js";
import { SELF, type ProviderId } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";
import type { Source } from "../contract/provider.js";
import { traced } from "../lib/tracing.js";
import type { Asked, FlightPatience, Patience } from "../contract/patience.js";
import { askSources, type Found } from "./fallback.js";
import { judged } from "../upstream/judged-upstream.js";
import type { RunningProvider, RunningProviders } from "./running-provider.js";

/** The settings that decide which providers are asked. */
interface AskSettings {
  providers: RunningProviders;
  fallback: boolean;
  enrich: boolean;
}

/**
 * Returns the answer of the first source that has one, enriched.
 *
 * @throws {MarketDataError} as `askSources` does.
 */
export async function askAndEnrich(
  settings: AskSettings,
  question: Question,
  patience: FlightPatience,
): Promise<Found> {
  const { providers, fallback, enrich: enriches } = settings;
  let early: NodeJS.Immediate | undefined;
  // Without enrichment a source has to apply all parameters itself.
  const asked = enriches ? question : { ...question, entry: { ...question.entry, enrichers: [] } };
  const found = await askSources(asked, providers, patience, fallback, (source) => {
    // A source that may not be called fails before that, and the next one may belong to the enricher's provider.
    clearImmediate(early);
    if (enriches) early = setImmediate(lookUpEarly, question, source, providers, patience);
    setImmediate(prepareOthers, question, source, settings);
  }).finally(() => clearImmediate(early));
  return enriches ? traced("enrich", () => enrich(question, found, providers, { ...patience, fallback })) : found;
}

/**
 * Starts the look-up of the first enricher if the input says what to look up; `enrich` then finds it under way, or its
 * findings cached. It is wasted when the source fails, so it must not use up the quota of a key.
 */
function lookUpEarly(
  { entry, input }: Question,
  source: Source,
  providers: RunningProviders,
  { question }: Patience,
): void {
  const [enricher] = entry.enrichers;
  if (!enricher || enricher.provider.needsKey || enricher.provider.id === source.provider.id) return;
  const running = providers.get(enricher.provider.id);
  const asked = (enricher.enrichment as Enrichment<Capability, unknown, unknown>).askEarly?.(input) ?? null;
  if (running?.configured && asked !== null) lookUp(enricher, asked, running, question).catch(() => {});
}

/**
 * Prepares the providers that may be asked after this source, while it answers. Otherwise, if it refuses, the caller would
 * also wait for the round trips with which the next provider opens its session.
 */
function prepareOthers(
  { entry }: Question,
  asked: Source,
  { providers, fallback, enrich: enriches }: AskSettings,
): void {
  for (const { provider } of [...(fallback ? entry.sources : []), ...(enriches ? entry.enrichers : [])]) {
    if (provider.id !== asked.provider.id) providers.get(provider.id)?.prepare();
  }
}

/** Milliseconds by which enrichment may delay an answer that need not wait for it. */
const EXTRA_WAIT_MS = 1000;
/** Milliseconds before the deadline that are reserved for composing and caching the answer. */
const CLOSING_MS = 250;

/**
 * Returns the answer with its empty fields filled by the entry's enrichers: one enrichment after the other, of each the
 * enrichers best first.
 *
 * Fields that no enricher could read in time stay `null` and are named in `missing`. A late look-up continues in the
 * background if its findings are cached.
 */
export async function enrich<C extends Capability>(
  { entry, input }: Pick<Question<C>, "entry" | "input">,
  found: Found<C>,
  providers: RunningProviders,
  { fallback, ...patience }: Patience & { fallback: boolean },
): Promise<Found<C>> {
  const end = patience.deadline - CLOSING_MS;
  const until = Math.min(performance.now() + EXTRA_WAIT_MS, end);
  let enriched = found;
  for (const enrichment of new Set(entry.enrichers.map((each) => each.enrichment as Enrichment<C, unknown, unknown>))) {
    if (found.source.complete && !enrichment.ofParameter) continue;
    if (enrichment.ask(enriched.data, input) === null) continue;
    const able = entry.enrichers.filter((each) => each.enrichment === enrichment);
    const allowed = fallback ? able : able.slice(0, 1);
    // Without a configured enricher the fields stay empty, so they are not reported as missing temporarily.
    const enrichers = allowed.filter(({ provider }) => providers.get(provider.id)?.configured);
    if (enrichers.length === 0) continue;
    const filling = createFilling(enrichment, input, enriched, providers, patience.question);
    const ended = await optional(
      filling.ask(enrichers).then(() => true),
      Math.max(0, (enrichment.isAwaited ? end : until) - performance.now()),
    );
    enriched = filling.result(ended === true);
  }
  return enriched;
}

/** Creates the answer with the fields filled so far; at the deadline the caller gets its current state. */
function createFilling<C extends Capability>(
  enrichment: Enrichment<C, unknown, unknown>,
  input: InputOf<C>,
  found: Found<C>,
  providers: RunningProviders,
  question: Asked | undefined,
) {
  const { missing: lacking = [], permanentlyMissing: isLackPermanent = false, ...answer } = found;
  let { data, currency } = answer;
  const notes: Sentence[] = [];
  /** Fields that no enricher has read so far. */
  let unread = enrichment.lacking?.(data) ?? enrichment.fields;
  let isAnswered = false;
  let isPermanent = true;
  const filled: Filled[] = [];
  const computed = new Set<string>();

  function take(
    { provider }: Enricher,
    { facts, missing = [], permanentlyMissing = false, ...rest }: Findings<unknown>,
  ) {
    const wrong = enrichment.contradicting?.(data, facts) ?? [];
    const consistent =
      wrong.length > 0 ? { ...(facts as object), ...Object.fromEntries(wrong.map((name) => [name, null])) } : facts;
    const applied = enrichment.apply(data, consistent);
    const left = new Set([...missing, ...wrong]);
    unread = isAnswered ? unread.filter((field) => left.has(field)) : [...left];
    isAnswered = true;
    if (left.size > 0) isPermanent &&= permanentlyMissing && wrong.length === 0;
    data = applied.data;
    // If no enricher has a currency, `null` stays: the answer then says that its currency is unknown.
    currency = currency ?? applied.currency ?? rest.currency ?? currency;
    notes.push(...(applied.notes ?? []));
    for (const field of applied.computed ?? []) computed.add(field);
    if (applied.fields.length > 0) filled.push({ provider: provider.id, fields: [...applied.fields] });
  }

  /** Adds a sentence on the fields that were filled from a part which could not be renewed. */
  function noteOld(provider: ProviderId, fetchedAt: number | undefined) {
    const fields = filled.at(-1)?.fields ?? [];
    if (fetchedAt === undefined || fields.length === 0) return;
    const time = new Date(fetchedAt).toISOString().slice(0, 16).replace("T", ", ");
    notes.push(
      say`Old data in ${the.fields(fields)}: fetched ${time} UTC, as ${the.source(provider)} has not answered since.`,
    );
  }

  return {
    /** Asks the enrichers one after the other, for the fields that are still missing. */
    async ask(enrichers: readonly Enricher[]): Promise<void> {
      for (const enricher of enrichers) {
        const asked = enrichment.ask(data, input);
        if (asked === null || unread.length === 0) return;
        const running = providers.get(enricher.provider.id);
        if (!running) continue;
        const upstream = toUpstream(running, question);
        try {
          take(enricher, await lookUp(enricher, asked, running, question, { upstream, dataOf: () => data }));
          noteOld(enricher.provider.id, upstream.unrenewed()?.fetchedAt);
        } catch (error) {
          if (error instanceof ProviderError && error.reason === "bad_answer")
            running.drift.unreadable(enrichment.name);
          // Enrichment is optional, so a failure is not reported; the next enricher is asked.
          isPermanent &&= upstream.permanentlyMissing();
        }
      }
    },

    /** `ended` is false while an enricher is still running. */
    result(ended: boolean): Found<C> {
      const got = new Set(enrichment.ask(data, input) === null ? filled.flatMap(({ fields }) => fields) : []);
      const lost = lacking.filter((field) => !got.has(field));
      const missing = [...new Set([...lost, ...unread])];
      const willStay = (lost.length === 0 || isLackPermanent) && (unread.length === 0 || (ended && isPermanent));
      const own: Filled[] = computed.size > 0 ? [{ provider: SELF, fields: [...computed], reason: "computed" }] : [];
      return {
        ...answer,
        data,
        currency,
        ...(notes.length > 0 ? { notes: [...(answer.notes ?? []), ...notes] } : {}),
        ...(missing.length > 0 ? { missing, ...(willStay ? { permanentlyMissing: true } : {}) } : {}),
        filled: [...answer.filled, ...filled, ...own],
      };
    },
  };
}

/** Time limit in milliseconds of a look-up; it does not depend on the caller's deadline, because findings are cached. */
const LOOK_UP_LIMIT_MS = 10_000;

const toUpstream = (running: RunningProvider, question: Asked | undefined) =>
  running.upstreamFor({ deadline: performance.now() + LOOK_UP_LIMIT_MS, question });

/**
 * Asks the enricher. If the enrichment allows it, findings are cached for all questions, unless a part of them failed or
 * they do not fit the answer's data, if that is known.
 */
async function lookUp<C extends Capability>(
  enricher: Enricher,
  asked: unknown,
  running: RunningProvider,
  question: Asked | undefined,
  { upstream = toUpstream(running, question), dataOf = (): DataOf<C> | undefined => undefined } = {},
): Promise<Findings<unknown>> {
  const { name, keep, isOutdated, contradicting } = enricher.enrichment as Enrichment<C, unknown, unknown>;
  const ask = async () => {
    const findings = await judged(upstream, () => enricher.fetch(asked as never, running.clientOf(upstream), upstream));
    // Record for the detection of drift that the answer could be read.
    running.drift.answered(name, null);
    return findings;
  };
  if (!keep) return ask();
  const part = {
    key: `${name}:${JSON.stringify(asked)}`,
    keepSeconds: keep.seconds,
    schema: keep.schema,
    isGood({ facts, missing = [], permanentlyMissing = false }: Findings<unknown>) {
      const data = dataOf();
      if (missing.length > 0 && !permanentlyMissing) return false;
      return data === undefined || (!isOutdated?.(data, facts) && (contradicting?.(data, facts) ?? []).length === 0);
    },
  };
  return upstream.remember(part, ask);
}
