/**
 * Asks the sources of a question and enriches the answer: fields that the answering provider does not send are filled from
 * another provider.
 */
import type { Capability, DataOf, InputOf } from "../contract/capability.js";
import type { Filled } from "../contract/envelope.js";
import { optional } from "../contract/optional.js";
import { ProviderError } from "../contract/errors.js";
import type { Findings, Enrichment, Enricher } from "../contract/enrichment.js";
import { SELF } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";
import type { Source } from "../contract/provider.js";
import { traced } from "../lib/tracing.js";
import type { FlightPatience } from "../lib/within.js";
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
  const early = enriches ? createEarlyLook(question, providers) : undefined;
  try {
    const found = await askSources(question, providers, patience, fallback, (source) => {
      early?.startWith(source);
      setImmediate(prepareOthers, question, source, settings);
    });
    if (!enriches) return found;
    early?.end(found.data);
    const { deadline } = patience;
    return await traced("enrich", () => enrich(question, found, providers, { fallback, deadline, early }));
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
 * Fields that no enricher could read in time (`deadline` is monotonic milliseconds) stay `null` and are named in
 * `missing`. A late look-up continues in the background if its findings are cached. `early` is a look-up that was
 * started together with the source.
 */
export async function enrich<C extends Capability>(
  { entry, input }: Pick<Question<C>, "entry" | "input">,
  found: Found<C>,
  providers: RunningProviders,
  { fallback, deadline, early }: { fallback: boolean; deadline: number; early?: EarlyLook<C> | undefined },
): Promise<Found<C>> {
  const [first] = entry.enrichers;
  if (!first || found.source.complete) return found;
  const enrichment = first.enrichment as Enrichment<C, unknown, unknown>;
  if (enrichment.ask(found.data, input) === null) return found;
  const allowed = fallback ? entry.enrichers : entry.enrichers.slice(0, 1);
  // Without a configured enricher the fields stay empty, so they are not reported as missing temporarily.
  const enrichers = allowed.filter(({ provider }) => providers.get(provider.id)?.configured);
  if (enrichers.length === 0) return found;
  const progress = new Progress(enrichment, found);
  const waitMs = Math.min(EXTRA_WAIT_MS, Math.max(0, deadline - CLOSING_MS - performance.now()));
  const ended = await optional(
    callEnrichers(enrichment, enrichers, input, providers, progress, early).then(() => true),
    waitMs,
  );
  return progress.result(ended === true);
}

/** Calls the enrichers one after the other, for the fields that are still missing. */
async function callEnrichers<C extends Capability>(
  enrichment: Enrichment<C, unknown, unknown>,
  enrichers: readonly Enricher[],
  input: InputOf<C>,
  providers: RunningProviders,
  progress: Progress<C>,
  early: EarlyLook<C> | undefined,
): Promise<void> {
  for (const enricher of enrichers) {
    const asked = enrichment.ask(progress.data, input);
    if (asked === null || progress.missing.length === 0) return;
    const running = providers.get(enricher.provider.id);
    if (!running) continue;
    // The caller's deadline does not apply, because the result is cached for later questions too.
    const upstream = running.upstreamFor({ deadline: performance.now() + LOOK_MS });
    try {
      const findings =
        (await early?.take(enricher, asked, progress.data)) ??
        (await lookUp<C>({ enricher, asked, running, upstream, dataOf: () => progress.data })).findings;
      progress.take(enricher, findings);
    } catch (error) {
      if (error instanceof ProviderError && error.reason === "bad_answer") running.drift.unreadable(enrichment.name);
      // Enrichment is optional, so a failure is not reported; the next enricher is asked.
      progress.failed(upstream.permanentlyMissing());
    }
  }
}

/** The answer with the fields filled so far; at the deadline the caller gets its current state. */
class Progress<C extends Capability> {
  data: DataOf<C>;
  /** Fields that no enricher has read so far. */
  missing: readonly string[];
  readonly #enrichment: Enrichment<C, unknown, unknown>;
  readonly #found: Found<C>;
  readonly #filled: Filled[] = [];
  readonly #computed = new Set<string>();
  #currency: string | null | undefined;
  #answered = false;
  #isPermanent = true;

  constructor(enrichment: Enrichment<C, unknown, unknown>, found: Found<C>) {
    this.#enrichment = enrichment;
    this.#found = found;
    this.data = found.data;
    this.missing = enrichment.lacking?.(found.data) ?? enrichment.fields;
    this.#currency = found.currency;
  }

  take(
    { provider }: Enricher,
    { facts, missing = [], permanentlyMissing = false, currency: found }: Findings<unknown>,
  ): void {
    const wrong = this.#enrichment.contradicting?.(this.data, facts) ?? [];
    const consistent =
      wrong.length > 0 ? { ...(facts as object), ...Object.fromEntries(wrong.map((name) => [name, null])) } : facts;
    const { data, fields, computed = [], currency } = this.#enrichment.apply(this.data, consistent);
    const unread = new Set([...missing, ...wrong]);
    this.missing = this.#answered ? this.missing.filter((field) => unread.has(field)) : [...unread];
    this.#answered = true;
    if (unread.size > 0) this.failed(permanentlyMissing && wrong.length === 0);
    this.data = data;
    // If no enricher has a currency, `null` stays: the answer then says that its currency is unknown.
    this.#currency = this.#currency ?? currency ?? found ?? this.#currency;
    for (const field of computed) this.#computed.add(field);
    if (fields.length > 0) this.#filled.push({ provider: provider.id, fields: [...fields] });
  }

  failed(isPermanent: boolean): void {
    this.#isPermanent &&= isPermanent;
  }

  /** `ended` is false while an enricher is still running. */
  result(ended: boolean): Found<C> {
    const { missing: lacking = [], permanentlyMissing = false, ...found } = this.#found;
    const missing = [...lacking, ...this.missing];
    const isPermanent =
      (lacking.length === 0 || permanentlyMissing) && (this.missing.length === 0 || (ended && this.#isPermanent));
    const computed: Filled[] =
      this.#computed.size > 0 ? [{ provider: SELF, fields: [...this.#computed], reason: "computed" }] : [];
    return {
      ...found,
      data: this.data,
      currency: this.#currency,
      ...(missing.length > 0 ? { missing, ...(isPermanent ? { permanentlyMissing: true } : {}) } : {}),
      filled: [...this.#filled, ...computed],
    };
  }
}
