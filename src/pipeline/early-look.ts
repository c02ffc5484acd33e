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
import type { Patience } from "../contract/patience.js";
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
interface LookUp<C extends Capability> {
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
export async function lookUp<C extends Capability>(
  look: LookUp<C>,
): Promise<{ findings: Findings<unknown>; isFetched: boolean }> {
  const { enricher, asked, running, upstream, dataOf, isDataFinal } = look;
  const enrichment = enricher.enrichment as Enrichment<C, unknown, unknown>;
  let isFetched = false;
  const ask = async () => {
    isFetched = true;
    const findings = await judged(upstream, () => enricher.fetch(asked as never, running.clientOf(upstream), upstream));
    // Record for the detection of drift that the answer could be read.
    running.drift.answered(enrichment.name, null);
    return findings;
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

export type EarlyLook<C extends Capability> = NonNullable<ReturnType<typeof createEarlyLook<C>>>;

/**
 * Creates the early look-up of a question, whose `end` must be called when its sources have been asked; `undefined` when
 * the question's input does not say what to look up, or a key is needed.
 */
export function createEarlyLook<C extends Capability>(
  { entry, input }: Pick<Question<C>, "entry" | "input">,
  providers: RunningProviders,
  { question }: Patience,
) {
  const [enricher] = entry.enrichers;
  if (!enricher || enricher.provider.needsKey) return undefined;
  const running = providers.get(enricher.provider.id);
  const enrichment = enricher.enrichment as Enrichment<C, unknown, unknown>;
  const asked = enrichment.askEarly?.(input) ?? null;
  if (!running?.configured || asked === null) return undefined;
  const key = keyOfFindings(enrichment, asked);
  const unsuccessful =
    withoutFindings.get(running) ?? new LRUCache({ max: MAX_WITHOUT_FINDINGS, ttl: WITHOUT_FINDINGS_MS });
  withoutFindings.set(running, unsuccessful);
  if (unsuccessful.has(key)) return undefined;

  let data: DataOf<C> | undefined;
  let endSources!: () => void;
  const isDataFinal = new Promise<void>((resolve) => (endSources = resolve));
  let planned: NodeJS.Immediate | undefined;
  let looked: ReturnType<typeof lookUp> | undefined;

  return {
    /**
     * Starts the look-up after this source has sent its first call. A source that may not be called fails before that;
     * then the next source may belong to the enricher's provider, which sends all fields itself.
     */
    startWith({ provider }: Source<C>): void {
      clearImmediate(planned);
      if (looked || provider.id === enricher.provider.id) return;
      planned = setImmediate(() => {
        const upstream = running.upstreamFor({ deadline: performance.now() + LOOK_MS, question });
        looked = lookUp<C>({ enricher, asked, running, upstream, dataOf: () => data, isDataFinal });
        // A failure must not become an unhandled rejection when no caller takes the findings.
        looked.catch((error: unknown) => {
          if (error instanceof ProviderError && error.reason === "no_data") unsuccessful.set(key, true);
        });
      });
    },

    /** Records that the source has ended; with its data, findings are cached only if they fit it. */
    end(found?: DataOf<C>): void {
      clearImmediate(planned);
      data ??= found;
      endSources();
    },

    /**
     * Returns the findings; `undefined` when nothing was looked up, or cached findings do not fit the answer. Rejects if
     * the look-up rejects.
     */
    async take(by: Enricher, wanted: unknown, answer: DataOf<C>): Promise<Findings<unknown> | undefined> {
      if (by !== enricher || JSON.stringify(wanted) !== JSON.stringify(asked)) return undefined;
      const result = await looked;
      return result && (result.isFetched || areGood(enrichment, result.findings, answer)) ? result.findings : undefined;
    },
  };
}
