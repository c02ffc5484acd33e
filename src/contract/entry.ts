/** A row of the catalogue: a capability and the sources that answer it. */
import type { Capability, DataOf, InputOf } from "./capability.js";
import type { Enricher } from "./enrichment.js";
import type { Served } from "./envelope.js";
import type { MarketDataError } from "./errors.js";
import type { Source } from "./provider.js";

/** Asks another row of the catalogue for the same caller; with `keptOnly` it rejects unless the answer is cached. */
export type AskOther = <C extends Capability>(
  entry: Entry<C>,
  input: InputOf<C>,
  options?: { keptOnly?: boolean },
) => Promise<Served>;

/** The data of a derived answer, and the answers it was computed from. */
export interface Derived<C extends Capability = Capability> {
  data: DataOf<C>;
  /** The answers it was computed from; it is as old as the oldest of them. */
  parts: readonly Served[];
  /**
   * Failures of further parts. A temporary one means that the answer is fresh only for this moment.
   */
  failures?: readonly MarketDataError[];
  /** Sentences on the answer; by default those on its parts. */
  notes?: readonly string[];
}

/**
 * One row of the catalogue: a capability, its sources best first, and the enrichers of fields that
 * the sources lack. This server answers a row without sources: from other rows (`derive`) or about
 * itself (`own`).
 */
export interface Entry<C extends Capability = Capability> {
  capability: C;
  sources: readonly Source<C>[];
  enrichers: readonly Enricher[];
  derive?(input: InputOf<C>, ask: AskOther): Promise<Derived<C>>;
  /** The answer is about this server itself, without a provider. */
  own?: boolean;
}

/**
 * Creates a row: the capability, its sources best first, and optionally its enrichers best first.
 */
export function entry<C extends Capability>(
  capability: C,
  sources: readonly Source<C>[],
  enrichers: readonly Enricher[] = [],
): Entry<C> {
  return { capability, sources, enrichers };
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
