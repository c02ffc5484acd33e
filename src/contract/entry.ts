/** A row of the catalogue: a capability and the sources that answer it. */
import type { Capability, DataOf, InputOf } from "./capability.js";
import type { Enricher } from "./enrichment.js";
import type { Currencies } from "./currency.js";
import type { AnswerFacts, Served } from "./envelope.js";
import type { MarketDataError } from "./errors.js";
import type { Provider, Source } from "./provider.js";

/** Asks another row of the catalogue for the same caller; with `cachedOnly` it rejects unless the answer is cached. */
export type AskOther = <C extends Capability>(
  entry: Entry<C>,
  input: InputOf<C>,
  options?: { cachedOnly?: boolean },
) => Promise<Served>;

/** The data of a derived answer, and the answers from which it was computed. */
export interface Derived<C extends Capability = Capability> extends Pick<AnswerFacts, "market"> {
  data: DataOf<C>;
  /** The answers from which it was computed; its age is that of the oldest one. */
  parts: readonly Served[];
  /** Failures of further parts. After a temporary failure the answer is not fresh for longer than the moment. */
  failures?: readonly MarketDataError[];
  /** Notes on the answer; by default the notes of its parts. */
  notes?: readonly string[];
  /** Fields that could not be fetched this time; by default those of its parts. */
  missing?: readonly string[];
  /** The currencies of its amounts, where its rows do not state their own. */
  currency?: Currencies;
}

/** Sentences from a provider's last calls, beside the answer of another provider. */
export interface Remark {
  /** Each with the time that it is about, ISO 8601; one that is not newer than the answer's own time is left out. */
  sentences: readonly { text: string; time: string }[];
  /** When the provider sent it, milliseconds since the epoch; it is fresh for as long as an answer of that time. */
  fetchedAt: number;
}

/** Returns sentences for the notes of other providers' answers, from what `provider` has in memory; makes no call. */
export interface Aside<C extends Capability = Capability> {
  provider: Provider;
  recall(input: InputOf<C>, client: unknown): Remark | undefined;
}

/** Declares a provider's aside to a capability. */
export function aside<Client, C extends Capability>(
  provider: Provider<Client>,
  _capability: C,
  recall: (input: InputOf<C>, client: Client) => Remark | undefined,
): Aside<C> {
  return { provider, recall: recall as Aside<C>["recall"] };
}

/**
 * One row of the catalogue: a capability, its sources best first, and the enrichers of fields that the sources lack.
 * This server answers a row without sources: from other rows (`derive`) or about itself (`own`).
 */
export interface Entry<C extends Capability = Capability> {
  capability: C;
  sources: readonly Source<C>[];
  enrichers: readonly Enricher[];
  aside?: Aside<C>;
  derive?(input: InputOf<C>, ask: AskOther): Promise<Derived<C>>;
  /** The answer is about this server itself, without a provider. */
  own?: boolean;
}

/**
 * Creates a row: the capability, its sources best first, and optionally its enrichers best first and its aside.
 */
export function entry<C extends Capability>(
  capability: C,
  sources: readonly Source<C>[],
  enrichers: readonly Enricher[] = [],
  beside?: Aside<C>,
): Entry<C> {
  return { capability, sources, enrichers, ...(beside && { aside: beside }) };
}

/** Creates a row that is computed from the answers of other rows. */
export function derived<C extends Capability>(
  capability: C,
  derive: (input: InputOf<C>, ask: AskOther) => Promise<Derived<C>>,
): Entry<C> {
  return { capability, sources: [], enrichers: [], derive };
}

/** Creates a row about this server itself. */
export function ownEntry<C extends Capability>(capability: C): Entry<C> {
  return { capability, sources: [], enrichers: [], own: true };
}
