/** Providers, their ways to answer each capability, and the catalogue rows that rank them. */
import type { BodyOf, Capability, DataOf, InputOf } from "./capability.js";
import type { Served } from "./envelope.js";
import type { MarketDataError, Reason } from "./errors.js";
import type { ProviderDescription } from "./provider-description.js";
import { z } from "./schema.js";

/** A call to an upstream, complete but for what the pipeline adds. */
export interface UpstreamRequest {
  url: URL;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /**
   * Names under which this call can be paused on its own, for example its path
   * and its path with the symbol; a `ProviderError` names one as `pauseScope`.
   */
  scopes?: readonly string[];
}

/** What came back: any status below 500, redirects included, the body unpacked and capped. */
export interface UpstreamResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  /** Seconds from `Retry-After`, read from either form and bounded; absent when there was none. */
  retryAfterSeconds: number | undefined;
}

/** How an answer that is a refusal is to be taken. */
export interface Refusal {
  reason: Reason;
  /** When asking again may help; told to the caller. */
  retryAfterSeconds?: number | undefined;
  /** How long to leave the provider alone, or only what `pauseScope` (one of the request's scopes) names. */
  pauseSeconds?: number | undefined;
  pauseScope?: string | undefined;
}

/**
 * The way to one upstream for the length of one question: throttled, counted,
 * bound to the caller's deadline.
 *
 * @throws {ProviderError} when the provider is paused, cannot be reached in
 * time, answers with 5xx even when asked once more, or says no in a way its
 * `refusal` knows.
 */
export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  /** The kept part, else the result of `fetch`, shared by all callers; failures are not kept. */
  remember<T>(part: KeptPart<T>, fetch: () => Promise<T>): Promise<T>;
  now(): Date;
}

/** A part of answers that is kept by itself. */
export interface KeptPart<T> {
  key: string;
  keepSeconds: number;
  /** The shape of a kept value: others can write into the shared store, and what does not fit counts as absent. */
  schema: z.ZodType<T>;
  /** Whether a value may be kept, or given when it was kept; by default always. */
  isGood?(value: T): boolean;
}

/** What a provider is opened with. */
export interface ProviderSettings {
  baseUrl: string;
  apiKey?: string;
  /** The provider's further settings, by the names of its description. */
  options?: Readonly<Record<string, string>>;
  /** An upstream that is not tied to any caller's cancellation; for handshakes that many callers wait for. */
  shared: Upstream;
}

/**
 * An upstream as we know it. `open` runs once and holds what lasts (a session);
 * what it returns is called for each question with that question's `Upstream`.
 */
export interface Provider<Client = unknown> extends ProviderDescription {
  /** Whether a failed connection or a 5xx may be tried once more. */
  retries: boolean;
  /** How this upstream says no: limit, plan, key. `undefined` when the answer is no refusal. */
  refusal(response: UpstreamResponse, request: UpstreamRequest): Refusal | undefined;
  open(settings: ProviderSettings): (upstream: Upstream) => Client;
  /** The cheapest call that shows whether the provider is there and takes our key: one, of one security. */
  probe(client: Client): Promise<unknown>;
}

/** What a source gives back: the data, and what is worth knowing about it. */
export interface Answer<Data> {
  data: Data;
  /** The time the data speaks of, by the upstream's own account, ISO 8601 with zone. */
  asOf?: string | undefined;
  /** Fields that an optional part would have given and did not; such an answer is kept shorter. */
  missing?: readonly string[];
  /** Asking for the missing fields again soon would end the same. */
  lacksForGood?: boolean;
  /** Sentences a reader must know to read the numbers right. */
  notes?: readonly string[];
  /** Currency of the money fields where the body does not say it. */
  currency?: string | undefined;
  /** The day each row of the dated list became public, row by row, where the rows themselves do not say it. */
  publicDays?: readonly (string | null)[];
}

export interface Source<C extends Capability = Capability> {
  provider: Provider;
  capability: C;
  /** It knows when the rows of a list with a history became public. */
  dated?: boolean;
  fetch(input: InputOf<C>, client: unknown, upstream: Upstream): Promise<Answer<DataOf<C>>>;
}

/** Binds a mapping to its provider and capability, so that the compiler checks both ends. */
export function source<Client, C extends Capability>(
  provider: Provider<Client>,
  capability: C,
  fetch: (input: InputOf<C>, client: Client, upstream: Upstream) => Promise<Answer<DataOf<C>>>,
  { dated = false } = {},
): Source<C> {
  return { provider, capability, dated, fetch: fetch as Source<C>["fetch"] };
}

/** What a supplier found. */
export interface Findings<Facts> {
  facts: Facts;
  /** Fields of the supplement that could not be read this time; the next supplier is asked for them. */
  missing?: readonly string[];
  /** Asking for the missing fields again soon would end the same. */
  lacksForGood?: boolean;
}

/** The shape of kept findings. */
export function findingsOf<Facts>(facts: z.ZodType<Facts>): z.ZodType<Findings<Facts>> {
  const gaps = { missing: z.array(z.string()).optional(), lacksForGood: z.boolean().optional() };
  return z.object({ facts, ...gaps }).strict() as unknown as z.ZodType<Findings<Facts>>;
}

/**
 * Fields that the answering provider does not send and another one does.
 *
 * `ask` says what to look up for an answer (`null`: nothing is missing);
 * `apply` puts the facts in and names the fields that got a value, those that were
 * computed, and the currency of the money fields where the facts know it.
 */
export interface Supplement<C extends Capability = Capability, Asked = never, Facts = unknown> {
  name: string;
  /** Keeps findings by themselves; by default they are only kept with the answer. */
  keep?: { seconds: number; schema: z.ZodType<Findings<Facts>> };
  fields: readonly string[];
  ask(data: DataOf<C>, input: InputOf<C>): Asked | null;
  /** Whether kept facts are older than what the answer shows and have to be fetched again. */
  isOutdated?(data: DataOf<C>, facts: Facts): boolean;
  /** Names of facts that contradict the answer. They are left out, and count as missing. */
  contradicting?(data: DataOf<C>, facts: Facts): readonly string[];
  apply(data: DataOf<C>, facts: Facts): Applied<C>;
}

/** An answer's data with facts put in. */
export interface Applied<C extends Capability> {
  data: DataOf<C>;
  /** Fields that got a value from the facts. */
  fields: readonly string[];
  /** Fields that we computed. */
  computed?: readonly string[];
  currency?: string | undefined;
}

/** Declares a supplement of one capability. */
export function supplement<C extends Capability, Asked, Facts>(
  _capability: C,
  spec: Supplement<C, Asked, Facts>,
): Supplement<C, Asked, Facts> {
  return spec;
}

/** One provider's way to find a supplement's facts. */
export interface Supplier<S = unknown> {
  provider: Provider;
  supplement: S;
  fetch(asked: never, client: unknown, upstream: Upstream): Promise<Findings<unknown>>;
}

export function supplier<Client, C extends Capability, Asked, Facts>(
  provider: Provider<Client>,
  of: Supplement<C, Asked, Facts>,
  fetch: (asked: Asked, client: Client, upstream: Upstream) => Promise<Findings<Facts>>,
): Supplier<Supplement<C, Asked, Facts>> {
  return { provider, supplement: of, fetch: fetch as Supplier["fetch"] };
}

/** Asks another row of the catalogue on behalf of the same caller. */
export type AskOther = <C extends Capability>(entry: Entry<C>, input: InputOf<C>) => Promise<Served>;

/** What a derived answer is made of: data, and the answers of others behind it. */
export interface Derived<C extends Capability = Capability> {
  data: DataOf<C>;
  /** The answers it was made from; it is as old as the oldest of them. */
  parts: readonly Served[];
  /** Failures beside them. One that may pass makes the answer good for this moment only. */
  failures?: readonly MarketDataError[];
  notes?: readonly string[];
}

/**
 * One row of the catalogue: a capability, its sources best first, and the
 * suppliers of fields that the sources leave open. A row without sources is
 * answered by this server: from other rows (`derive`) or about itself (`own`).
 */
export interface Entry<C extends Capability = Capability> {
  capability: C;
  sources: readonly Source<C>[];
  suppliers: readonly Supplier[];
  derive?(input: InputOf<C>, ask: AskOther): Promise<Derived<C>>;
  /** The answer is about this server itself; no provider is asked. */
  own?: boolean;
}

/** A row: the capability, its sources best first, and optionally its suppliers best first. */
export function entry<C extends Capability>(
  capability: C,
  sources: readonly Source<C>[],
  suppliers: readonly Supplier[] = [],
): Entry<C> {
  return { capability, sources, suppliers };
}

/** A row that is made from the answers of other rows. */
export function derived<C extends Capability>(
  capability: C,
  derive: (input: InputOf<C>, ask: AskOther) => Promise<Derived<C>>,
): Entry<C> {
  return { capability, sources: [], suppliers: [], derive };
}

/** A row about this server itself. */
export function ownEntry<C extends Capability>(capability: C): Entry<C> {
  return { capability, sources: [], suppliers: [], own: true };
}

export type { BodyOf, DataOf, InputOf };
