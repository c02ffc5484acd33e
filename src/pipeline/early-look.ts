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
import type { RunningProvider, RunningProviders } from "./running-provider.js";

/** Time limit in milliseconds of a look-up; it does not depend on the caller's deadline, because findings are cached. */
export const LOOK_MS = 10_000;

/**
 * Look-ups that found nothing, by provider, for a day: a wrong symbol must not waste a call with each question. Only
 * early look-ups are omitted; once the source has answered, the look-up is made.
 */
const withoutFindings = new WeakMap<RunningProvider, LRUCache<string, true>>();
const MAX_WITHOUT_FINDINGS = 1_000;
const WITHOUT_FINDINGS_MS = DAY_MS;

/** A look-up of one question: the enricher, its input, and the answer that the findings have to fit. */
export interface LookUp<C extends Capability> {
  enricher: Enricher;
  asked: unknown;
  running: RunningProvider;
  upstream: QuestionUpstream;
  /** Returns the data of the answer, if it is known. */
  dataOf: () => DataOf<C> | undefined;
  /** Resolves when `dataOf` will not change any more. */
  isDataFinal?: Promise<void>;
}

/**
 * Asks the enricher; `isFetched` is false for cached findings. If the enrichment allows it, findings are cached for all
 * questions, unless a part of them failed or they do not fit the answer.
 */
export async function lookUp<C extends Capability>({
  enricher,
  asked,
  running,
  upstream,
  dataOf,
  isDataFinal,
}: LookUp<C>): Promise<{ findings: Findings<unknown>; isFetched: boolean }> {
  const enrichment = enricher.enrichment as Enrichment<C, unknown, unknown>;
  let isFetched = false;
  const ask = async () => {
    isFetched = true;
    const findings = await judged(upstream, () => enricher.fetch(asked as never, running.clientOf(upstream), upstream));
    // Record for the detection of drift that the answer could be read.
    running.drift.answered(enrichment.name, null);
    return findings as Findings<unknown>;
  };
  const { keep } = enrichment;
  if (!keep) return { findings: await ask(), isFetched };
  const part = {
    key: keyOfFindings(enrichment, asked),
    keepSeconds: keep.seconds,
    schema: keep.schema,
    isGood: (findings: Findings<unknown>) => areGood(enrichment, findings, dataOf()),
  };
  const findings = await upstream.remember(part, async () => {
    const fetched = await ask();
    await isDataFinal;
    return fetched;
  });
  return { findings, isFetched };
}

/** Whether findings are complete and, if the answer's data is known, fit it. */
function areGood<C extends Capability>(
  { isOutdated, contradicting }: Enrichment<C, unknown, unknown>,
  { facts, missing = [], permanentlyMissing = false }: Findings<unknown>,
  data: DataOf<C> | undefined,
): boolean {
  if (missing.length > 0 && !permanentlyMissing) return false;
  return data === undefined || (!isOutdated?.(data, facts) && (contradicting?.(data, facts) ?? []).length === 0);
}

/** Returns the key under which findings are cached. */
function keyOfFindings({ name }: { name: string }, asked: unknown): string {
  return `${name}:${JSON.stringify(asked)}`;
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
  #looked: Promise<{ findings: Findings<unknown>; isFetched: boolean }> | undefined;

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
    const key = keyOfFindings(enricher.enrichment as { name: string }, asked);
    return withoutFindings.get(running)?.has(key) ? undefined : new EarlyLook<C>(enricher, running, asked);
  }

  /**
   * Starts the look-up after this source has sent its first call. A source that may not be called fails before that;
   * then the next source may belong to the enricher's provider, which sends all fields itself.
   */
  startWith({ provider }: Source<C>): void {
    clearImmediate(this.#planned);
    if (this.#looked || provider.id === this.#enricher.provider.id) return;
    this.#planned = setImmediate(() => {
      this.#looked = this.#look();
      // A failure must not become an unhandled rejection when no caller takes the findings.
      this.#looked.catch((error: unknown) => this.#noteFailure(error));
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
    const looked = await this.#looked;
    return looked && (looked.isFetched || areGood(this.#enrichment, looked.findings, data))
      ? looked.findings
      : undefined;
  }

  #noteFailure(error: unknown): void {
    if (!(error instanceof ProviderError) || error.reason !== "no_data") return;
    const known =
      withoutFindings.get(this.#running) ?? new LRUCache({ max: MAX_WITHOUT_FINDINGS, ttl: WITHOUT_FINDINGS_MS });
    withoutFindings.set(this.#running, known);
    known.set(keyOfFindings(this.#enrichment, this.#asked), true);
  }

  #look(): Promise<{ findings: Findings<unknown>; isFetched: boolean }> {
    return lookUp<C>({
      enricher: this.#enricher,
      asked: this.#asked,
      running: this.#running,
      upstream: this.#running.upstreamFor({ deadline: performance.now() + LOOK_MS }),
      dataOf: () => this.#data,
      isDataFinal: this.#ended,
    });
  }
}
