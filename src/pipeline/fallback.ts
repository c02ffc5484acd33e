/** The sources of one answer, best first, one step each. */
import type { Capability, DataOf, InputOf } from "../contract/capability.js";
import { FailedEverywhere, MarketDataError, ProviderError, REASONS, type Reason } from "../contract/errors.js";
import { traced, tracedSince } from "../contract/tracing.js";
import type { CircuitState } from "./breaker.js";
import type { QuotaUsage } from "./ledger.js";
import { judged, type QuestionUpstream } from "./question.js";
import type { Answer, Entry, Provider, Source, Upstream } from "../contract/provider.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";

export interface RunningStatus {
  circuit: CircuitState;
  pause: { reason: Reason; seconds: number } | undefined;
  quota: QuotaUsage;
  ratePerMinute: number;
  waiting: number;
}

/** A provider as this process runs it. */
export interface RunningProvider {
  provider: Provider;
  /** Whether it has what it needs, such as a key. */
  configured: boolean;
  /** Deadline of one attempt. */
  timeoutMs: number;
  /** Its client for one question. */
  clientOf(upstream: Upstream): unknown;
  /** What a person wants to know of it. */
  status(): Promise<RunningStatus>;
  /** Whether calls that nobody waits for may be made. */
  hasSpare(): Promise<boolean>;
  /** Its way to the upstream for one question. */
  upstreamFor(patience: { deadline: number; signal?: AbortSignal | undefined }): QuestionUpstream;
}

export type RunningProviders = ReadonlyMap<ProviderId, RunningProvider>;

export interface PassedOver {
  provider: ProviderId;
  reason: Reason;
}

/** A source's answer with its history so far. */
export interface Found<C extends Capability = Capability> {
  answer: Answer<DataOf<C>>;
  source: Source<C>;
  passedOver: PassedOver[];
  /** Suppliers that filled open fields. */
  filled: { provider: ProviderId; fields: string[] }[];
  /** Missing fields will be missing again, because our plan does not have them. */
  lacksForGood: boolean;
}

/**
 * The first answer that a source of the entry gives.
 *
 * A source that is not configured, refuses or fails is passed over; a failure
 * that settles the matter (unknown symbol, bad input) ends the search. One that
 * is slow is passed over while there is time for the next. With
 * `fallback` off only the first source is asked.
 *
 * @throws {MarketDataError} that names every source and why it did not serve.
 */
export async function askSources<C extends Capability>(
  question: Question<C>,
  providers: RunningProviders,
  patience: { deadline: number; signal: AbortSignal },
  fallback: boolean,
): Promise<Found<C>> {
  const { entry, input } = question;
  const passedOver: PassedOver[] = [];
  const errors: ProviderError[] = [];
  const sources = fallback ? entry.sources : entry.sources.slice(0, 1);
  for (const [index, source] of sources.entries()) {
    const { id } = source.provider;
    const running = providers.get(id);
    try {
      if (!running?.configured) throw new ProviderError(id, "not_configured");
      const next = sources.slice(index + 1).map(({ provider }) => providers.get(provider.id));
      const deadline = shareOf(patience.deadline, next.find((each) => each?.configured)?.timeoutMs);
      const upstream = running.upstreamFor({ ...patience, deadline });
      const answer = await traced(`source ${id}`, async () => {
        const fetched = judged(upstream, () => source.fetch(input, running.clientOf(upstream), upstream));
        const mapped = await (deadline < patience.deadline ? orLate(fetched, deadline, id) : fetched);
        tracedSince("mapping", upstream.answeredAt());
        return mapped;
      });
      return { answer, source, passedOver, filled: [], lacksForGood: upstream.lacksForGood() };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      errors.push(error);
      // Two sources of one provider are one provider passed over, for its last reason.
      const known = passedOver.find(({ provider }) => provider === error.provider);
      if (known) known.reason = error.reason;
      else passedOver.push({ provider: error.provider, reason: error.reason });
      if (patience.signal.aborted) throw new MarketDataError("cancelled", "The request was cancelled.");
    }
  }
  const empty = emptyAnswer(entry, input, errors);
  if (empty) {
    // Whoever looked first gave this answer; one that was never asked did not.
    const looked = errors.find(isLookedUp)!.provider;
    const source = sources.find(({ provider }) => provider.id === looked)!;
    const others = passedOver.filter(({ provider }) => provider !== looked);
    return { answer: empty, source, passedOver: others, filled: [], lacksForGood: false };
  }
  throw combine(question, errors);
}

/** Until when a source may take: the next one shall have the time of an attempt, at most half of what is left. */
function shareOf(deadline: number, nextTimeoutMs = 0): number {
  const leftMs = Math.max(0, deadline - performance.now());
  return deadline - Math.min(nextTimeoutMs, leftMs / 2);
}

/**
 * What is fetched, by the deadline. A source may wait for more than its own
 * calls, such as a handshake many wait for, which goes on.
 */
async function orLate<T>(fetched: Promise<T>, deadline: number, id: ProviderId): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new ProviderError(id, "timed_out"));
    timer = setTimeout(end, Math.max(0, deadline - performance.now()));
  });
  try {
    return await Promise.race([fetched, late]);
  } finally {
    clearTimeout(timer);
  }
}

const SILENT: ReadonlySet<Reason> = new Set(["no_data", "not_covered", "not_configured", "not_in_plan"]);

/** Whether sources were able to look and there was simply nothing. */
function nothingThere(errors: readonly ProviderError[]): boolean {
  return errors.some(isLookedUp) && errors.every(({ reason }) => SILENT.has(reason));
}

const isLookedUp = ({ reason }: ProviderError) => reason === "no_data" || reason === "not_covered";

function emptyAnswer<C extends Capability>(
  { capability }: Entry<C>,
  input: InputOf<C>,
  errors: readonly ProviderError[],
): Answer<DataOf<C>> | undefined {
  if (!nothingThere(errors) || !capability.whenEmpty) return undefined;
  return { data: capability.whenEmpty(input) as DataOf<C> };
}

function combine(
  { entry: { capability, sources }, symbol }: Pick<Question, "entry" | "symbol">,
  errors: readonly ProviderError[],
): MarketDataError {
  const what = symbol ? `${capability.title} of ${symbol}` : capability.title;
  const isKnown = errors.some(({ reason }) => reason === "not_covered");
  if (symbol && nothingThere(errors) && !isKnown) {
    return new MarketDataError(
      "not_found",
      `${what}: no source knows this symbol. search_symbols finds the right one.`,
    );
  }
  // A limit tells the caller when to come back, so it is worth more than any other failure.
  const decisive =
    errors.find(({ kind }) => kind === "upstream_limited" || kind === "overloaded") ??
    // Who could have answered and failed leaves it open; who has it neither in his plan nor a key never will.
    (nothingThere(errors) ? errors.find(({ reason }) => reason === "not_covered") : undefined) ??
    errors.find(({ kind }) => kind !== "not_configured") ??
    errors[0]!;
  const told = new Map(errors.map((error) => [error.provider, error]));
  const clauses = [...told.values()].map((error) => {
    const title = sources.find(({ provider }) => provider.id === error.provider)?.provider.title ?? error.provider;
    return `${title} ${REASONS[error.reason].says}${hintFor(error)}`;
  });
  const waits = errors.map(({ retryAfterSeconds }) => retryAfterSeconds).filter((wait) => wait !== undefined);
  const retryAfterSeconds = decisive.retryAfterSeconds ?? (waits.length > 0 ? Math.min(...waits) : undefined);
  const next = retryAfterSeconds === undefined ? "" : ` Try again in ${retryAfterSeconds} s.`;
  const otherwise = capability.tool.otherwise?.replace("{symbol}", symbol ? encodeURIComponent(symbol) : "{symbol}");
  const other = sources.length === 1 && otherwise ? ` ${otherwise}` : "";
  return new FailedEverywhere(decisive, `${what}: ${clauses.join("; ")}.${next}${other}`, retryAfterSeconds);
}

function hintFor({ provider, reason }: ProviderError): string {
  const letter = provider.at(-1)!.toUpperCase();
  if (reason === "not_configured") return ` (set PROVIDER_${letter}_API_KEY)`;
  if (reason === "key_refused") return ` (check PROVIDER_${letter}_API_KEY)`;
  return "";
}
