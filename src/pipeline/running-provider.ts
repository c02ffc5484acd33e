/** Connects one provider to the network: throttle, quota, circuit breaker, pauses, cache of parts. */
import type { Config } from "../config/config.js";
import type { Counters, Leases, Sessions } from "../contract/store.js";
import { REASONS } from "../contract/errors.js";
import type { Provider, ProviderSettings } from "../contract/provider.js";
import { toSecrets } from "../contract/provider-description.js";
import { SESSION_SCOPES, type Upstream } from "../contract/upstream.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Cache } from "./cache.js";
import type { DriftWatch } from "./drift.js";
import type { Patience } from "../lib/within.js";
import type { Coalescer } from "./coalesce.js";
import type { RunningProvider } from "./fallback.js";
import { Quota } from "../upstream/quota.js";
import type { Pauses } from "../upstream/pauses.js";
import { probeProvider } from "../upstream/probe.js";
import { createPartCache, createRecall } from "./cached-part.js";
import { createPacer, toPaceOf } from "../upstream/pace.js";
import { createThrottle } from "../upstream/throttle.js";
import { createUpstream, judged } from "../upstream/judged-upstream.js";
import type { LongAnswers } from "../upstream/long-answers.js";
import { openLane } from "../upstream/lane.js";

/** Shared by all providers of a process. */
export interface Shared {
  config: Config;
  cache: Cache;
  coalescer: Coalescer;
  pauses: Pauses;
  counters: Counters;
  /** The store's sessions and leases, bounded in time. */
  sessions: Sessions;
  longAnswers: LongAnswers;
  leases: Leases;
  onCircuit: (provider: ProviderId, circuit: "closed" | "open") => void;
  drift: DriftWatch;
  onUpstream: ((provider: ProviderId, outcome: string, seconds: number) => void) | undefined;
}

/** Creates a provider's throttle, quota, breaker and client. */
export function runProvider(
  provider: Provider,
  { config, cache, coalescer, pauses, counters, sessions, leases, longAnswers, onCircuit, onUpstream, drift }: Shared,
): RunningProvider {
  const { baseUrl, options, apiKey, ratePerMinute, dailyQuota, timeoutMs } = config.providers[provider.id];
  const throttle = createThrottle(provider.id, ratePerMinute);
  const { defaults } = provider;
  const isBySecond = defaults.ratePerSecond !== undefined;
  const pace = provider.pace && toPaceOf(provider.pace, ratePerMinute / defaults.ratePerMinute, isBySecond);
  const pacer = pace && createPacer(provider.id, pace);
  const ratePerSecond = isBySecond ? ratePerMinute / 60 : undefined;
  const quota = new Quota(counters, provider.id, { ratePerMinute, ratePerSecond, dailyQuota, pace });
  const configured = !provider.needsKey || apiKey !== undefined;
  let sent = 0;
  const lane = openLane({
    provider,
    secrets: toSecrets(provider, { apiKey, options }),
    timeoutMs,
    pauses,
    longAnswers,
    hasSpare: () => quota.hasSpare(),
    onCircuit: (circuit) => onCircuit(provider.id, circuit),
    onCall(outcome, seconds) {
      sent++;
      pacer?.release();
      onUpstream?.(provider.id, outcome, seconds);
    },
    async admit(deadline, signal, lastCheck) {
      quota.refuseIfSpent();
      await throttle.admit(deadline, signal, lastCheck);
      await pacer?.admit(deadline, signal, lastCheck);
      try {
        await quota.spend(deadline, signal, lastCheck);
      } catch (error) {
        pacer?.release();
        throw error;
      }
    },
  });
  // All sources of a question have its signal, which therefore stands for the question.
  const upstreamFor = (patience: Patience, question: object | undefined = patience.signal) =>
    createUpstream(lane, {
      ...patience,
      question,
      remember: createPartCache(cache, coalescer, provider.id, patience),
      recall: createRecall(cache, provider.id),
    });
  const runShared: NonNullable<ProviderSettings["runShared"]> = (work, question) => {
    const upstream = upstreamFor({ deadline: performance.now() + config.requestTimeoutMs }, question);
    return judged(upstream, () => work(upstream));
  };
  // Upstream for shared handshakes, which no single caller's signal or deadline ends. Every answer counts as usable,
  // because redirects and pages are part of a handshake.
  const shared: Upstream = {
    send: (request) => runShared((upstream) => upstream.send(request)),
    remember: (...rest) => runShared((upstream) => upstream.remember(...rest)),
    join: (call) => call,
    now: () => new Date(),
  };
  let prepared = provider.prepare === undefined;
  const clientOf = provider.open({
    baseUrl,
    options,
    ...(apiKey === undefined ? {} : { apiKey }),
    shared,
    runShared,
    session: {
      read: () => sessions.get(provider.id),
      write: (text, ms) => sessions.set(provider.id, text, ms),
      acquire: (ms) => leases.acquire(`session ${provider.id}`, ms),
      release: () => leases.release(`session ${provider.id}`),
      paused: () => pauses.get(provider.id, [SESSION_SCOPES.opening]),
      pause: (seconds, reason) => void pauses.set(provider.id, SESSION_SCOPES.opening, seconds, reason),
    },
  });
  return {
    provider,
    timeoutMs,
    configured,
    lacks: ({ needs }) => needs !== undefined && options[needs] === undefined,
    clientOf,
    upstreamFor,
    drift: {
      answered: (source, data) => drift.answered(provider.id, source, data),
      unreadable: (source) => drift.unreadable(provider.id, source),
    },
    hasSpare: () => quota.hasSpare(),
    prepare() {
      if (prepared) return;
      prepared = true;
      // A failure is logged and leads to a pause, as for a session that a question opens.
      runShared(async (upstream) => provider.prepare!(clientOf(upstream))).catch(() => {});
    },
    secondsUntilFree: () => Math.max(lane.breaker.secondsLeft, pauses.get(provider.id)?.seconds ?? 0),
    async probe() {
      const withoutRetries = { ...lane, provider: { ...provider, retries: false } };
      const deadline = performance.now() + config.requestTimeoutMs;
      const upstream = createUpstream(withoutRetries, { deadline, remember: shared.remember });
      const before = sent;
      const probe = await probeProvider(provider, clientOf, upstream, () => sent - before);
      upstream.judge(probe.failure?.error);
      return probe;
    },
    async status() {
      const pause = pauses.get(provider.id);
      // The pause of the whole provider, else that of sessions alone.
      const sessionPause = pauses.get(provider.id, Object.values(SESSION_SCOPES));
      const { used, limit, freeAt } = await quota.usage();
      return {
        provider: provider.id,
        configured,
        circuit: lane.breaker.state,
        paused_for: pause?.seconds ?? null,
        pause_reason: pause ? REASONS[pause.reason].brief : null,
        session_refused: sessionPause && !pause ? REASONS[sessionPause.reason].brief : null,
        quota_used: used,
        quota_limit: limit,
        quota_resets_at: freeAt?.toISOString() ?? null,
        rate_per_minute: ratePerMinute,
        waiting: throttle.waiting() + (pacer?.waiting() ?? 0),
      };
    },
  };
}
