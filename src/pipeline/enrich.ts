/**
 * Asks the sources of a question and enriches the answer: fields that the answering provider does not send are filled from
 * another provider.
 */
import type { Capability, InputOf } from "../contract/capability.js";
import type { Filled } from "../contract/envelope.js";
import { optional } from "../contract/optional.js";
import { ProviderError } from "../contract/errors.js";
import type { Findings, Enrichment, Enricher } from "../contract/enrichment.js";
import { SELF } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";
import type { Source } from "../contract/provider.js";
import { traced } from "../lib/tracing.js";
import type { Asked, FlightPatience, Patience } from "../contract/patience.js";
import { askSources, type Found } from "./fallback.js";
import type { RunningProviders } from "./running-provider.js";
import { createEarlyLook, lookUp, LOOK_MS, type EarlyLook } from "./early-look.js";

/** The settings that decide which providers are asked. */
export interface AskSettings {
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
  const early = enriches ? createEarlyLook(question, providers, patience) : undefined;
  try {
    const found = await askSources(question, providers, patience, fallback, (source) => {
      early?.startWith(source);
      setImmediate(prepareOthers, question, source, settings);
    });
    if (!enriches) return found;
    early?.end(found.data);
    return await traced("enrich", () => enrich(question, found, providers, { ...patience, fallback, early }));
  } finally {
    early?.end();
  }
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

/** Milliseconds by which enrichment may delay an answer. */
const EXTRA_WAIT_MS = 1000;
/** Milliseconds before the deadline that are reserved for composing and caching the answer. */
const CLOSING_MS = 250;

/**
 * Returns the answer with its empty fields filled by the entry's enrichers, best first.
 *
 * Fields that no enricher could read in time stay `null` and are named in `missing`. A late look-up continues in the
 * background if its findings are cached. `early` is a look-up that was started together with the source.
 */
export async function enrich<C extends Capability>(
  { entry, input }: Pick<Question<C>, "entry" | "input">,
  found: Found<C>,
  providers: RunningProviders,
  { fallback, early, ...patience }: Patience & { fallback: boolean; early?: EarlyLook<C> | undefined },
): Promise<Found<C>> {
  const [first] = entry.enrichers;
  if (!first || found.source.complete) return found;
  const enrichment = first.enrichment as Enrichment<C, unknown, unknown>;
  if (enrichment.ask(found.data, input) === null) return found;
  const allowed = fallback ? entry.enrichers : entry.enrichers.slice(0, 1);
  // Without a configured enricher the fields stay empty, so they are not reported as missing temporarily.
  const enrichers = allowed.filter(({ provider }) => providers.get(provider.id)?.configured);
  if (enrichers.length === 0) return found;
  const filling = createFilling(enrichment, input, found, providers, patience.question, early);
  const waitMs = Math.min(EXTRA_WAIT_MS, Math.max(0, patience.deadline - CLOSING_MS - performance.now()));
  const ended = await optional(
    filling.ask(enrichers).then(() => true),
    waitMs,
  );
  return filling.result(ended === true);
}

/** Creates the answer with the fields filled so far; at the deadline the caller gets its current state. */
function createFilling<C extends Capability>(
  enrichment: Enrichment<C, unknown, unknown>,
  input: InputOf<C>,
  found: Found<C>,
  providers: RunningProviders,
  question: Asked | undefined,
  early: EarlyLook<C> | undefined,
) {
  const { missing: lacking = [], permanentlyMissing: isLackPermanent = false, ...answer } = found;
  let { data, currency } = answer;
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
    for (const field of applied.computed ?? []) computed.add(field);
    if (applied.fields.length > 0) filled.push({ provider: provider.id, fields: [...applied.fields] });
  }

  return {
    /** Asks the enrichers one after the other, for the fields that are still missing. */
    async ask(enrichers: readonly Enricher[]): Promise<void> {
      for (const enricher of enrichers) {
        const asked = enrichment.ask(data, input);
        if (asked === null || unread.length === 0) return;
        const running = providers.get(enricher.provider.id);
        if (!running) continue;
        // The caller's deadline does not apply, because the result is cached for later questions too.
        const upstream = running.upstreamFor({ deadline: performance.now() + LOOK_MS, question });
        try {
          const findings =
            (await early?.take(enricher, asked, data)) ??
            (await lookUp<C>({ enricher, asked, running, upstream, dataOf: () => data })).findings;
          take(enricher, findings);
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
      const missing = [...lacking, ...unread];
      const willStay = (lacking.length === 0 || isLackPermanent) && (unread.length === 0 || (ended && isPermanent));
      const own: Filled[] = computed.size > 0 ? [{ provider: SELF, fields: [...computed], reason: "computed" }] : [];
      return {
        ...answer,
        data,
        currency,
        ...(missing.length > 0 ? { missing, ...(willStay ? { permanentlyMissing: true } : {}) } : {}),
        filled: [...filled, ...own],
      };
    },
  };
}
