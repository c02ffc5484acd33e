/** Providers and their ways to answer each capability. */
import type { Capability, DataOf, InputOf } from "./capability.js";
import type { ProviderDescription } from "./provider-description.js";
import type { Refusal, Upstream, UpstreamRequest, UpstreamResponse } from "./upstream.js";

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
export interface SourceAnswer<Data> {
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
  fetch(input: InputOf<C>, client: unknown, upstream: Upstream): Promise<SourceAnswer<DataOf<C>>>;
}

/** Binds a mapping to its provider and capability, so that the compiler checks both ends. */
export function source<Client, C extends Capability>(
  provider: Provider<Client>,
  capability: C,
  fetch: (input: InputOf<C>, client: Client, upstream: Upstream) => Promise<SourceAnswer<DataOf<C>>>,
  { dated = false } = {},
): Source<C> {
  return { provider, capability, dated, fetch: fetch as Source<C>["fetch"] };
}
