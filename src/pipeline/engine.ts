/**
 * The part of the program that calls upstreams; over stdio it is loaded with the first question, as the tool list does
 * not need it.
 */
import type { Config } from "../config/config.js";
import type { Served } from "../contract/envelope.js";
import type { Provider } from "../contract/provider.js";
import { areAll, toLetter, type ProviderId } from "../contract/provider-id.js";
import type { Question } from "../contract/question.js";
import type { Upstream } from "../contract/upstream.js";
import { toStoreText } from "../contract/status.js";
import { toSixDigits } from "../contract/values.js";
import type { Logger } from "../lib/log.js";
import {
  createBoundedCounters,
  createBoundedLeases,
  createBoundedSessions,
  createBoundedStore,
} from "../store/bounded.js";
import { Cache, NegativeCache } from "./cache.js";
import { Coalescer } from "./coalesce.js";
import { createDriftWatch, type DriftListeners } from "./drift.js";
import type { MarketCalendar } from "./freshness.js";
import { createKeeper } from "./kept.js";
import { LongAnswers } from "../upstream/long-answers.js";
import { loadHttpClient } from "../upstream/http-call.js";
import { Pauses, toKeyMark, type PauseListeners, type NewPause } from "../upstream/pauses.js";
import { judged } from "../upstream/judged-upstream.js";
import { createResolver } from "./resolve.js";
import { createStoreGuard } from "../store/store-guard.js";
import { runProvider } from "./running-provider.js";
import { createMemoryCounters } from "../store/memory.js";
import { openStore } from "../store/open.js";
import { MarketDataError, OUR_FAILURES, REASONS } from "../contract/errors.js";

export interface EngineParts {
  config: Config;
  providers: readonly Provider[];
  calendar: MarketCalendar;
  log: Logger;
  /**
   * Age in milliseconds up to which pauses for what a plan lacks hold in a new process; by default an hour, as a host may
   * start a process for each conversation.
   */
  keepPlansMs?: number | undefined;
  /** Called for every upstream call with its status class, or the way it failed. */
  onUpstream?: ((provider: ProviderId, outcome: string, seconds: number) => void) | undefined;
  /** Receives fields that went missing and answers that cannot be read. */
  onDrift?: Pick<DriftListeners, "onMissing" | "onShapeError"> | undefined;
}

/** The opened store and connections; `close` ends them, and what runs in the background. */
export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Time limit of one store operation in milliseconds; a disk may have to flush. */
const CALL_MS = { memory: 1_000, disk: 1_000, redis: 100 } as const;

const KEEP_PLANS_MS = 60 * 60_000;
/** Name and lifetime in milliseconds of what a lost store is tried with; sessions have the names of providers. */
const PROBE = "probe";
const PROBE_MS = 1_000;

/** Opens the store and the connections to the upstreams. */
export async function startEngine(parts: EngineParts) {
  const { config, providers, calendar, log, onUpstream } = parts;
  const store = await openStore(config, (message) => log.warn({ event: "store", message }));
  // One guard for all store operations: after a timeout of one, the other operations do not wait.
  const guard = createStoreGuard({
    callMs: CALL_MS[store.kind],
    onState: (usable, error) =>
      log.warn({
        event: "store",
        message: usable ? "The store can be used again." : "The store cannot be used; continuing in memory.",
        reason: codeOf(error),
      }),
  });
  const boundedStore = createBoundedStore(store.keyv, guard);
  const listeners: PauseListeners = {
    onBegin: (pause, isReceived) => logPause(log, pause, isReceived),
    // Nobody waits for the result. While the store is unavailable, the pause applies to this process; it is published
    // when the store is available again.
    onPublish(pause) {
      void guard.run("write", () => store.pauses.publish(pause));
    },
    keyMark: (provider) => toKeyMark(config.providers[provider].apiKey),
  };
  const pauses = new Pauses(undefined, listeners, parts.keepPlansMs ?? KEEP_PLANS_MS);
  store.pauses.subscribe(
    (pause) => pauses.receive(pause),
    () => pauses.publishAll(),
  );
  const counters =
    store.kind === "memory" ? store.counters : createBoundedCounters(store.counters, createMemoryCounters(), guard);
  const leases = createBoundedLeases(store.leases, guard);
  const cache = new Cache(boundedStore);
  const keeper = createKeeper(cache, new Coalescer(), leases);
  const sessions = createBoundedSessions(store.sessions, guard);
  const drift = createDriftWatch(parts.onDrift);
  const longAnswers = new LongAnswers();
  let closed = false;
  const isClosed = () => closed;
  const shared = { config, keeper, pauses, counters, sessions, leases, drift, longAnswers, log, onUpstream, isClosed };
  const running = new Map(providers.map((provider) => [provider.id, runProvider(provider, shared)]));

  const resolver = createResolver({
    providers: running,
    keeper,
    inMemory: (key) => cache.inMemory(key),
    negative: new NegativeCache(),
    calendar,
    requestTimeoutMs: config.requestTimeoutMs,
    fallback: config.fallback,
    enrich: config.enrich,
    scope: areAll(config.allowedProviders) ? "" : `${config.allowedProviders.map(toLetter).join("")} `,
    onUnexpected: (error) => log.error({ event: "unexpected", error: String((error as Error)?.stack ?? error) }),
  });

  /** Reads from the store, and writes to a lost one: without callers, nothing else would notice that it is gone or back. */
  async function tryStore(): Promise<void> {
    await sessions.get(PROBE);
    if (!guard.isUsable()) await sessions.set(PROBE, "", PROBE_MS);
  }

  const tally = { hits: 0, misses: 0, stale: 0, failures: 0 };
  const outcomes = { hit: "hits", miss: "misses", stale: "stale" } as const;
  return {
    /** Counters that outlive the process and are shared with other processes. */
    counters,
    async resolve(question: Question): Promise<Served> {
      try {
        const served = await resolver.resolve(question);
        // A look into the cache alone asks nobody: an old value, or none, says nothing about the sources.
        if (!question.cachedOnly || served.state !== "stale") tally[outcomes[served.state]]++;
        return served;
      } catch (error) {
        const isOurs = !(error instanceof MarketDataError) || OUR_FAILURES.has(error.kind);
        if (isOurs && !question.cachedOnly) tally.failures++;
        throw error;
      }
    },
    /** Counts a rendered answer that REST sent again. */
    countHit: () => void tally.hits++,
    cachedTimes: resolver.cachedTimes,
    async status() {
      const states = await Promise.all([...running.values()].map((provider) => provider.status()));
      await tryStore();
      return {
        store: toStoreText(store.kind, guard.isUsable()),
        providers: states,
        cache: { ...tally, hit_ratio: toRatio(tally.hits, tally.hits + tally.misses + tally.stale) },
      };
    },
    /** Returns the kind of store in use, and whether it is not lost at the moment. */
    storeState: () => ({ kind: store.kind, isUsable: guard.isUsable() }),
    /** Returns the fields that upstreams no longer send, and the sources whose answers cannot be read. */
    drift: () => drift.report(),
    /** Runs one mapping of a provider without the cache; its calls count against the quota as usual. */
    direct<T>(id: ProviderId, fetch: (client: unknown, upstream: Upstream) => Promise<T>): Promise<T> {
      const provider = running.get(id)!;
      const upstream = provider.upstreamFor({ deadline: performance.now() + config.requestTimeoutMs });
      const uncached: Upstream = { ...upstream, remember: (_part, fetchPart) => fetchPart() };
      return judged(upstream, () => fetch(provider.clientOf(uncached), uncached));
    },
    /** Ends the pauses for what our plans lack, in all processes with the same store and keys. */
    askPlansAgain: () => providers.forEach(({ id }) => pauses.askPlanAgain(id)),
    /** Makes one call to a provider, to check that it is reachable and accepts our key; it counts against the quota. */
    probe: (id: ProviderId) => running.get(id)!.probe(),
    /** Returns the whole seconds until a provider may be called again; 0 when it may be called now. */
    secondsUntilFree: (id: ProviderId) => running.get(id)?.secondsUntilFree() ?? 0,
    /** Returns why a provider, or else only its sessions, are paused. */
    refusalOf: (id: ProviderId) => running.get(id)?.refusal(),
    /** Loads what the first call to an upstream needs; makes no call. */
    prepare: loadHttpClient,
    /** Closes the store, and lets nothing that still runs in the background, such as the opening of a session, call anyone. */
    close() {
      closed = true;
      return store.close();
    },
  };
}

function toRatio(part: number, whole: number): number | null {
  return whole === 0 ? null : toSixDigits(part / whole);
}

/** Returns the code of a store's error, with which Redis begins its sentence; the sentence itself may quote what is stored. */
function codeOf(error: unknown): string | undefined {
  const { code, message = "" } = (error ?? {}) as { code?: unknown; message?: string };
  return typeof code === "string" ? code : /^[A-Z]{4,20}\b/.exec(message)?.[0];
}

/** Logs a pause, as an error when a person must act (a refused key); `isReceived`: another process has reported it. */
function logPause(log: Logger, { reason, ...pause }: NewPause, isReceived: boolean): void {
  const level = isReceived ? "info" : reason === "key_refused" ? "error" : "warn";
  log[level]({
    event: "upstream-paused",
    ...pause,
    reason: REASONS[reason].brief,
    ...(isReceived ? { received: true } : {}),
  });
}
