/** Enrichment: fields that the answering provider does not send and another provider does. */
import type { Sentence } from "./sentence.js";
import type { Capability, DataOf, InputOf } from "./capability.js";
import type { AnswerFacts } from "./envelope.js";
import type { Provider } from "./provider.js";
import { z } from "./schema.js";
import type { Upstream } from "./upstream.js";

/** The result of an enricher; the next enricher is asked for what is missing in it. */
export interface Findings<Facts> extends Pick<Partial<AnswerFacts>, "missing" | "permanentlyMissing"> {
  facts: Facts;
  /** The listing's currency, if the answer does not state it. */
  currency?: string | undefined;
}

/** The schema of cached findings. */
export function findingsOf<Facts>(facts: z.ZodType<Facts>): z.ZodType<Findings<Facts>> {
  const gaps = { missing: z.array(z.string()).optional(), permanentlyMissing: z.boolean().optional() };
  return z.object({ facts, ...gaps, currency: z.string().optional() }).strict() as unknown as z.ZodType<
    Findings<Facts>
  >;
}

/**
 * Declares fields that the answering provider does not send and another provider does.
 *
 * `ask` returns what to look up for an answer (`null`: nothing is missing). `apply` inserts the facts and names the
 * fields that got a value, those that were computed, and the currency of the money fields if the facts contain it.
 */
export interface Enrichment<C extends Capability = Capability, Asked = never, Facts = unknown> {
  name: string;
  /** Caches the findings separately; by default they are cached only as part of the answer. */
  keep?: { seconds: number; schema: z.ZodType<Findings<Facts>> };
  fields: readonly string[];
  /** Whether a parameter asks for it: answers of sources that need no enrichment then get it, too. */
  ofParameter?: true;
  /** The answer waits for it until the question's end: a caller has asked for it, and it is most of the answer. */
  isAwaited?: true;
  /** Returns the fields that an answer lacks, if these need not be all of `fields`. */
  lacking?(data: DataOf<C>): readonly string[];
  /** Parameters that a source need not apply itself, because the facts make up for them. */
  supplies?: readonly string[];
  ask(data: DataOf<C>, input: InputOf<C>): Asked | null;
  /**
   * Returns the result of `ask` before there is an answer, if the input alone decides it: the look-up then runs at the same
   * time as the source, so its findings, or the part of which they are made, have to be cached.
   */
  askEarly?(input: InputOf<C>): Asked | null;
  /** Whether cached facts are outdated compared with the answer and must be fetched again. */
  isOutdated?(data: DataOf<C>, facts: Facts): boolean;
  /** Names of facts that contradict the answer. They are omitted and count as missing. */
  contradicting?(data: DataOf<C>, facts: Facts): readonly string[];
  apply(data: DataOf<C>, facts: Facts): Applied<C>;
}

/** An answer's data with the facts inserted. */
export interface Applied<C extends Capability> {
  data: DataOf<C>;
  /** Fields that got a value from the facts. */
  fields: readonly string[];
  /** Fields that this server computed. */
  computed?: readonly string[];
  currency?: string | undefined;
  /** Sentences on the facts. */
  notes?: readonly Sentence[];
}

/** Declares an enrichment of one capability. */
export function enrichment<C extends Capability, Asked, Facts>(
  _capability: C,
  spec: Enrichment<C, Asked, Facts>,
): Enrichment<C, Asked, Facts> {
  return spec;
}

/** One provider's implementation of an enrichment. */
export interface Enricher<S = unknown> {
  provider: Provider;
  enrichment: S;
  fetch(asked: never, client: unknown, upstream: Upstream): Promise<Findings<unknown>>;
}

export function enricher<Client, C extends Capability, Asked, Facts>(
  provider: Provider<Client>,
  of: Enrichment<C, Asked, Facts>,
  fetch: (asked: Asked, client: Client, upstream: Upstream) => Promise<Findings<Facts>>,
): Enricher<Enrichment<C, Asked, Facts>> {
  return { provider, enrichment: of, fetch: fetch as Enricher["fetch"] };
}
