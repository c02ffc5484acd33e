/** A row of the catalogue: a capability and the sources that answer it. */
import type { Sentence } from "./sentence.js";
import type { Capability, DataOf, InputOf } from "./capability.js";
import type { Enricher } from "./enrichment.js";
import type { Currencies } from "./currency.js";
import type { AnswerFacts, Served } from "./envelope.js";
import type { MarketDataError } from "./errors.js";
import type { Provider, Source } from "./provider.js";
import type { ProviderId } from "./provider-id.js";

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
  notes?: readonly Sentence[];
  /** Fields that could not be fetched this time; by default those of its parts. */
  missing?: readonly string[];
  /** The currencies of its amounts, where its rows do not state their own. */
  currency?: Currencies;
}

/**
 * One row of the catalogue: a capability, its sources best first, and the enrichers of fields that the sources lack.
 * This server answers a row without sources: from other rows (`derive`) or about itself (`own`).
 */
export interface Entry<C extends Capability = Capability> {
  capability: C;
  sources: readonly Source<C>[];
  enrichers: readonly Enricher[];
  derive?(input: InputOf<C>, ask: AskOther): Promise<Derived<C>>;
  /** The rows without which `derive` has no answer. */
  needs?: readonly Row[];
  /** The answer is about this server itself, without a provider. */
  own?: boolean;
  /** The row that answers what figures on request need from another capability, such as a quote. */
  supplement?: Entry;
  /** The sources that the settings of this server leave out. */
  excludedSources?: readonly Source<C>[];
  /** Returns why this server never answers the row: its settings leave out the sources. Without it the row can be asked. */
  refusal?(): MarketDataError;
}

/** The part of a row that says who answers it. */
type Row = Pick<Entry, "sources">;

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

/**
 * Returns the row with only its sources of this kind, whose answers are cached separately; `undefined` if it has none.
 */
export function rowOf<C extends Capability>(
  row: Entry<C>,
  kind: "dated" | "official" | "columns",
): Entry<C> | undefined {
  const sources = row.sources.filter((source) => source[kind]);
  if (sources.length === 0) return undefined;
  const { whenEmpty, ...rest } = row.capability;
  // That there are no filings is no answer: the company may report elsewhere.
  const whole = whenEmpty && kind !== "official" ? row.capability : rest;
  const excludedSources = row.excludedSources?.filter((source) => source[kind]);
  return {
    ...row,
    capability: { ...whole, name: `${rest.name}-${kind}` } as C,
    sources,
    ...(excludedSources && { excludedSources }),
  };
}

/** Creates a row that is computed from the answers of other rows; it has no answer without those that it `needs`. */
export function derived<C extends Capability>(
  capability: C,
  needs: readonly Row[],
  derive: (input: InputOf<C>, ask: AskOther) => Promise<Derived<C>>,
): Entry<C> {
  return { capability, sources: [], enrichers: [], derive, needs };
}

/** Creates a row about this server itself. */
export function ownEntry<C extends Capability>(capability: C): Entry<C> {
  return { capability, sources: [], enrichers: [], own: true };
}

/** Returns the providers that these rows name, each once, in the order of their ids. */
export function providersOf(catalogue: readonly Entry[]): readonly Provider[] {
  const named = catalogue
    .flatMap(({ sources, enrichers }) => [...sources, ...enrichers])
    .map(({ provider }) => provider);
  // `localeCompare` would load ICU at each start.
  return [...new Set(named)].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns the providers that a row needs: of each group at least one. */
export function neededProviders({ own, sources, needs = [{ sources }] }: Entry): readonly (readonly ProviderId[])[] {
  return own ? [] : needs.map((row) => [...new Set(row.sources.map(({ provider }) => provider.id))]);
}

/** Whether these providers are enough for a row with these needs. */
export function areEnough(needed: ReturnType<typeof neededProviders>, ids: readonly ProviderId[]): boolean {
  return needed.every((group) => group.some((id) => ids.includes(id)));
}

/**
 * Returns a row that never asks another provider, not even through the rows beside or below it. `refuse` makes the error
 * of a row that these providers cannot answer.
 */
export function limitedTo(
  ids: readonly ProviderId[],
  row: Entry,
  refuse: (capability: Capability) => MarketDataError,
): Entry {
  const isAllowed = ({ provider }: { provider: Provider }) => ids.includes(provider.id);
  const limit = (other: Entry) => limitedTo(ids, other, refuse);
  const { capability, derive, supplement } = row;
  const limited: Entry = {
    ...row,
    sources: row.sources.filter(isAllowed),
    excludedSources: row.sources.filter((source) => !isAllowed(source)),
    enrichers: row.enrichers.filter(isAllowed),
    ...(supplement && { supplement: limit(supplement) }),
    ...(derive && {
      derive: (input, ask) =>
        derive(input, (other, ...rest) => ask(limit(other as unknown as Entry) as never, ...rest)),
    }),
  };
  return areEnough(neededProviders(row), ids) ? limited : { ...limited, refusal: () => refuse(capability) };
}
