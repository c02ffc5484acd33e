/** Providers and their implementations of capabilities. */
import type { Capability, DataOf, InputOf } from "./capability.js";
import type { ProviderDescription } from "./provider-description.js";
import type { Refusal, Upstream, UpstreamRequest, UpstreamResponse } from "./upstream.js";

/** The arguments of `Provider.open`. */
export interface ProviderSettings {
  baseUrl: string;
  apiKey?: string;
  /** The provider's further settings, by their names in its description. */
  options?: Readonly<Record<string, string>>;
  /** An upstream that is not tied to any caller's cancellation; for handshakes that many callers wait for. */
  shared: Upstream;
}

/**
 * An upstream as we model it. `open` runs once and holds long-lived state (a session); the function
 * it returns is called per question with that question's `Upstream`.
 */
export interface Provider<Client = unknown> extends ProviderDescription {
  /** Whether a failed connection or a 5xx may be retried once. */
  retries: boolean;
  /**
   * Recognises the upstream's refusals (limit, plan, key); `undefined` when the response is not a
   * refusal.
   */
  refusal(response: UpstreamResponse, request: UpstreamRequest): Refusal | undefined;
  open(settings: ProviderSettings): (upstream: Upstream) => Client;
  /**
   * Makes the cheapest call that shows whether the provider is reachable and accepts our key: one
   * call for one security.
   */
  probe(client: Client): Promise<unknown>;
}

/** The result of a source: the data and facts about it. */
export interface Answer<Data> {
  data: Data;
  /** The time that the data describes, as stated by the upstream, ISO 8601 with zone. */
  asOf?: string | undefined;
  /** Fields of an optional part that failed; such an answer is cached for a shorter time. */
  missing?: readonly string[];
  /** Whether a request for the missing fields would soon fail in the same way. */
  lacksForGood?: boolean;
  /** Sentences that a reader needs to interpret the numbers correctly. */
  notes?: readonly string[];
  /** Currency of the money fields, if the body does not state it. */
  currency?: string | undefined;
  /** The publication day of each row of the dated list, if the rows do not contain it. */
  publicDays?: readonly (string | null)[];
}

export interface Source<C extends Capability = Capability> {
  provider: Provider;
  capability: C;
  /** Whether it knows the publication days of a list with a history. */
  dated?: boolean;
  fetch(input: InputOf<C>, client: unknown, upstream: Upstream): Promise<Answer<DataOf<C>>>;
}

/** Binds a mapping to its provider and capability, so that the compiler checks both. */
export function source<Client, C extends Capability>(
  provider: Provider<Client>,
  capability: C,
  fetch: (input: InputOf<C>, client: Client, upstream: Upstream) => Promise<Answer<DataOf<C>>>,
  { dated = false } = {},
): Source<C> {
  return { provider, capability, dated, fetch: fetch as Source<C>["fetch"] };
}
