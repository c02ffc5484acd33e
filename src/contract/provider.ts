/** Providers and their implementations of capabilities. */
import type { Asked } from "./patience.js";
import { withNulls, type Sparse } from "./absent.js";
import type { Capability, DataOf, InputOf } from "./capability.js";
import type { AnswerFacts } from "./envelope.js";
import type { ProviderDescription } from "./provider-description.js";
import type { Reason } from "./errors.js";
import type { SharedSession } from "./store.js";
import type { Refusal, Upstream, UpstreamRequest, UpstreamResponse } from "./upstream.js";

/** The arguments of `Provider.open`. */
export interface ProviderSettings {
  baseUrl: string;
  apiKey?: string;
  /** The provider's further settings, by their names in its description. */
  options?: Readonly<Record<string, string>>;
  /** An upstream that no caller's cancellation affects, for handshakes that many callers wait for. */
  shared: Upstream;
  /**
   * Runs a call that several questions share, over a separate upstream; an unreadable answer then counts as the
   * provider's failure, as one of `question`, which stands for the question that began the call.
   */
  runShared: <T>(work: (upstream: Upstream) => Promise<T>, question?: Asked) => Promise<T>;
  /** The provider's session with its upstream, shared by all processes that use the store. */
  session: SharedSession;
}

/**
 * An upstream as we model it. `open` runs once and holds long-lived state (a session); the function it returns is
 * called per question with that question's `Upstream`.
 */
export interface Provider<Client = unknown> extends ProviderDescription {
  /** Whether a failed connection or a 5xx may be retried once. */
  retries: boolean;
  /** Recognises the upstream's refusals (limit, plan, key); `undefined` when the response is not a refusal. */
  refusal(response: UpstreamResponse, request: UpstreamRequest): Refusal | undefined;
  open(settings: ProviderSettings): (upstream: Upstream) => Client;
  /** Makes the cheapest call that shows whether the provider can be reached and accepts our key, without a session. */
  probe(client: Client): Promise<unknown>;
  /** Prepares what most calls need, such as a session; it is run while another provider is asked, and by a probe. */
  prepare?(client: Client): Promise<unknown>;
}

/** A source's answer: the data, and the facts a reader needs about it. */
export interface SourceAnswer<Data> extends Partial<AnswerFacts> {
  data: Data;
  /** The time that the data describes, as stated by the upstream, ISO 8601 with zone. */
  asOf?: string | undefined;
  /** When the oldest part of the answer was fetched, milliseconds since the epoch; by default now. */
  fetchedAt?: number | undefined;
  /**
   * Whether rows are missing that belong to the answer. The next source is then asked, and this answer is used if none has
   * a better one.
   */
  isShort?: boolean;
  /**
   * Currency of the prices, and of every amount that `currencies` does not name, where the body does not state it;
   * `null` if the source does not state it; the answer then says so.
   */
  currency?: string | null | undefined;
  /** Currency of the amounts that the capability declares as those of the accounts; `null` where it is unknown. */
  accounts?: string | null;
  /**
   * Further fields in another currency than the prices; `null` where it is unknown. The pipeline adds the amounts that
   * are declared as never in a minor unit.
   */
  currencies?: Readonly<Record<string, string | null>>;
}

export interface Source<C extends Capability = Capability> {
  provider: Provider;
  capability: C;
  /** Whether the source knows the publication days of a list with a history. */
  dated?: boolean;
  /**
   * The source has filings: it is asked first where a caller wants the state of a past day or the filing of each figure,
   * and gets both wishes with its input.
   */
  official?: boolean;
  /** The source's rows have the columns on request, so that it can complete those of another source. */
  columns?: boolean;
  /** The source is asked only after another source of the same provider failed for one of these reasons. */
  after?: ReadonlySet<Reason>;
  /**
   * The source's answers need no enrichment: the enrichers would ask the same provider again, or one that was passed
   * over.
   */
  complete?: boolean;
  /** The provider's option without which the source is not configured. */
  setting?: string;
  /** Returns the parameters of a question that the source cannot apply; it is then not asked. */
  cannot?(input: InputOf<C>): readonly string[];
  fetch(input: InputOf<C>, client: unknown, upstream: Upstream): Promise<SourceAnswer<DataOf<C>>>;
}

/**
 * Binds a mapping to its provider and capability, so that the compiler checks both. Fields that the source does not have
 * are left out of the mapping's answer, and become `null`.
 */
export function source<Client, C extends Capability>(
  provider: Provider<Client>,
  capability: C,
  fetch: (input: InputOf<C>, client: Client, upstream: Upstream) => Promise<SourceAnswer<Sparse<DataOf<C>>>>,
  {
    dated = false,
    complete = false,
    ...others
  }: Pick<Source<C>, "dated" | "complete" | "after" | "setting" | "official" | "cannot" | "columns"> = {},
): Source<C> {
  const fetchWhole: Source<C>["fetch"] = async (input, client, upstream) => {
    const answer = await fetch(input, client as Client, upstream);
    return { ...answer, data: withNulls(capability.output, answer.data) };
  };
  return { provider, capability, dated, complete, ...others, fetch: fetchWhole };
}
