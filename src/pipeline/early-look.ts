/**
 * Starts the look-up of an enrichment together with the source, which saves one upstream round trip. This is done only
 * for providers without a key: the look-up is wasted when the source fails, and must not use up a quota.
 */
import { DAY_MS } from "../lib/day.js";
import { LRUCache } from "lru-cache";
import type { Capability, DataOf } from "../contract/capability.js";
import { ProviderError } from "../contract/errors.js";
import type { Enricher, Enrichment, Findings } from "../contract/enrichment.js";
import type { Source } from "../contract/provider.js";
import type { Question } from "../contract/question.js";
import { judged, type QuestionUpstream } from "../upstream/judged-upstream.js";
import type { RunningProvider, RunningProviders } from "./fallback.js";

/** Time limit in milliseconds of a look-up whose findings are cached; it does not depend on the caller's deadline. */
export const LOOK_MS = 10_000;

/**
 * Look-ups that found nothing, by provider, for a day: a wrong symbol must not waste a call with each question. Only
 * early look-ups are omitted; once the source has answered, the look-up is made.
 */
const withoutFindings = new WeakMap<RunningProvider, LRUCache<string, true>>();
const MAX_WITHOUT_FINDINGS = 1_000;
const WITHOUT_FINDINGS_MS = DAY_MS;

/** Whether findings are complete and, if the answer's data is known, fit it. */
export function areGood<C extends Capability>(
  { isOutdated, contradicting }: Enrichment<C, unknown, unknown>,
  { facts, missing = [], permanentlyMissing = false }: Findings<unknown>,
  data: DataOf<C> | undefined,
): boolean {
  if (missing.length > 0 && !permanentlyMissing) return false;
  return data === undefined || (!isOutdated?.(data, facts) && (contradicting?.(data, facts) ?? []).length === 0);
}

/** Returns the key under which findings are cached. */
export function keyOfFindings({ name }: Enrichment, asked: unknown): string {
  return `${name}:${JSON.stringify(asked)}`;
}

/** Asks the enricher, and records for the detection of drift that its answer could be read. */
export async function fetchFindings(
  { enrichment, fetch }: Enricher,
  asked: unknown,
  running: RunningProvider,
  upstream: QuestionUpstream,
): Promise<Findings<unknown>> {
  const findings = await fetch(asked as never, running.clientOf(upstream), upstream);
  running.drift?.answered((enrichment as Enrichment).name, null);
  return findings;
}

/** The look-up for one question; `end` must be called when its sources have been asked. */
export class EarlyLook<C extends Capability = Capability> {
  readonly #enrichment: Enrichment<C, unknown, unknown>;
  readonly #enricher: Enricher;
  readonly #running: RunningProvider;
  readonly #asked: unknown;
  readonly #ended: Promise<void>;
  #end!: () => void;
  #data: DataOf<C> | undefined;
  #planned: NodeJS.Immediate | undefined;
  #findings: Promise<Findings<unknown>> | undefined;
  #fetched = false;

  private constructor(enricher: Enricher, running: RunningProvider, asked: unknown) {
    this.#enrichment = enricher.enrichment as Enrichment<C, unknown, unknown>;
    this.#enricher = enricher;
    this.#running = running;
    this.#asked = asked;
    this.#ended = new Promise((resolve) => (this.#end = resolve));
  }

  /** The early look-up of a question; `undefined` when its input does not say what to look up, or a key is needed. */
  static of<C extends Capability>(
    { entry, input }: Pick<Question<C>, "entry" | "input">,
    providers: RunningProviders,
  ): EarlyLook<C> | undefined {
    const [enricher] = entry.enrichers;
    if (!enricher || enricher.provider.needsKey) return undefined;
    const running = providers.get(enricher.provider.id);
    const asked = (enricher.enrichment as Enrichment<C, unknown, unknown>).askEarly?.(input) ?? null;
    if (!running?.configured || asked === null) return undefined;
    const key = keyOfFindings(enricher.enrichment as Enrichment, asked);
    return withoutFindings.get(running)?.has(key) ? undefined : new EarlyLook<C>(enricher, running, asked);
  }

  /**
   * Starts the look-up after this source has sent its first call. A source that may not be called fails before that;
   * then the next source may belong to the enricher's provider, which sends all fields itself.
   */
  startWith({ provider }: Source<C>): void {
    clearImmediate(this.#planned);
    if (this.#findings || provider.id === this.#enricher.provider.id) return;
    this.#planned = setImmediate(() => {
      this.#findings = this.#look();
      // A failure must not become an unhandled rejection when no caller takes the findings.
      this.#findings.catch((error: unknown) => this.#noteFailure(error));
    });
  }

  /** Records that the source has ended; with its `data`, findings are cached only if they fit it. */
  end(data?: DataOf<C>): void {
    clearImmediate(this.#planned);
    this.#data ??= data;
    this.#end();
  }

  /**
   * Returns the findings; `undefined` when nothing was looked up, or cached findings do not fit the answer. Rejects if
   * the look-up rejects.
   */
  async take(enricher: Enricher, asked: unknown, data: DataOf<C>): Promise<Findings<unknown> | undefined> {
    if (enricher !== this.#enricher || JSON.stringify(asked) !== JSON.stringify(this.#asked)) return undefined;
    const findings = await this.#findings;
    return findings && (this.#fetched || areGood(this.#enrichment, findings, data)) ? findings : undefined;
  }

  #noteFailure(error: unknown): void {
    if (!(error instanceof ProviderError) || error.reason !== "no_data") return;
    const known =
      withoutFindings.get(this.#running) ?? new LRUCache({ max: MAX_WITHOUT_FINDINGS, ttl: WITHOUT_FINDINGS_MS });
    withoutFindings.set(this.#running, known);
    known.set(keyOfFindings(this.#enrichment as Enrichment, this.#asked), true);
  }

  async #look(): Promise<Findings<unknown>> {
    const upstream = this.#running.upstreamFor({ deadline: performance.now() + LOOK_MS });
    const ask = () => {
      this.#fetched = true;
      return judged(upstream, () => fetchFindings(this.#enricher, this.#asked, this.#running, upstream));
    };
    const { keep } = this.#enrichment;
    if (!keep) return ask();
    const part = {
      key: keyOfFindings(this.#enrichment as Enrichment, this.#asked),
      keepSeconds: keep.seconds,
      schema: keep.schema,
      isGood: (findings: Findings<unknown>) => areGood(this.#enrichment, findings, this.#data),
    };
    return upstream.remember(part, async () => {
      const findings = await ask();
      await this.#ended;
      return findings;
    });
  }
}
