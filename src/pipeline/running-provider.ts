/** Connects one provider to the network: admission, circuit breaker, pauses, cache of parts. */
import type { Config } from "../config/config.js";
import type { Counters, Leases, Sessions } from "../contract/store.js";
import { ProviderError, REASONS, type Reason } from "../contract/errors.js";
import type { Provider, ProviderSettings, Source } from "../contract/provider.js";
import { toSecrets } from "../contract/provider-description.js";
import { SESSION_SCOPES, type Upstream } from "../contract/upstream.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { DriftWatch } from "./drift.js";
import type { Patience } from "../contract/patience.js";
import type { Keeper } from "./kept.js";
import type { Pauses } from "../upstream/pauses.js";
import { probeProvider } from "../upstream/probe.js";
import { createAdmission } from "../upstream/call-admission.js";
import { toPaceOf } from "../upstream/count-windows.js";
import { createUpstream, judged } from "../upstream/judged-upstream.js";
import type { LongAnswers } from "../upstream/long-answers.js";
import { ALWAYS_CLOSED, createBreaker } from "../upstream/breaker.js";
import { createKeyTrust } from "../upstream/key-trust.js";
import type { Call, Lane } from "../upstream/call.js";
import { createRetryBudget } from "../upstream/retry-budget.js";
import { createRedactor } from "../lib/redact.js";
import type { Logger } from "../lib/log.js";
import type { ProviderStatus } from "../contract/status.js";

/** Shared by all providers of a process. */
interface Shared {
  config: Config;
  keeper: Keeper;
  pauses: Pauses;
  counters: Counters;
  /** The store's sessions and leases, bounded in time. */
  sessions: Sessions;
  longAnswers: LongAnswers;
  leases: Leases;
  drift: DriftWatch;
  log: Logger;
  onUpstream: ((provider: ProviderId, outcome: string, seconds: number) => void) | undefined;
  isClosed: () => boolean;
}

/** A provider with what this process needs to call it. */
export type RunningProvider = ReturnType<typeof runProvider>;

export type RunningProviders = ReadonlyMap<ProviderId, RunningProvider>;

/** Reasons for which a call says that the provider itself does not work. */
const NOT_WORKING: ReadonlySet<Reason | undefined> = new Set<Reason>([
  "timed_out",
  "unreachable",
  "server_error",
  "bad_answer",
  "blocked",
  "key_refused",
]);

/** Creates a provider's admission, breaker and client. */
export function runProvider(
  provider: Provider,
  { config, keeper, pauses, counters, sessions, leases, longAnswers, onUpstream, isClosed, drift, log }: Shared,
) {
  const { baseUrl, options, apiKey, ratePerMinute, dailyQuota, timeoutMs } = config.providers[provider.id];
  const { defaults } = provider;
  const isBySecond = defaults.ratePerSecond !== undefined;
  const pace = provider.pace && toPaceOf(provider.pace, ratePerMinute / defaults.ratePerMinute, isBySecond);
  const ratePerSecond = isBySecond ? ratePerMinute / 60 : undefined;
  const { apiKeysFile, oauth, anonymousPlan } = config;
  const hasPlans = [apiKeysFile, oauth, anonymousPlan].some((each) => each !== undefined);
  const allowance = { ratePerMinute, ratePerSecond, dailyQuota, pace, hasPlans };
  const breaker = createBreaker({ works, onStateChange: (circuit) => logCircuit(log, provider.id, circuit) });
  const admission = createAdmission(provider.id, counters, breaker, allowance);
  const configured = !provider.needsKey || apiKey !== undefined;
  let sent = 0;
  const lane: Lane = {
    provider,
    timeoutMs,
    pauses,
    longAnswers,
    admission,
    key: createKeyTrust(works),
    retryBudget: createRetryBudget(),
    redact: createRedactor(toSecrets(provider, { apiKey, options })),
    isClosed,
    onCall(outcome, seconds) {
      sent++;
      onUpstream?.(provider.id, outcome, seconds);
    },
  };
  /** The calls with which the provider is checked: none is retried, and no answer to them stops the provider by itself. */
  const checking: Lane = {
    ...lane,
    provider: { ...provider, retries: false },
    admission: { ...admission, admit: (asking) => admission.admit(asking, ALWAYS_CLOSED) },
    key: { accepted: () => lane.key.accepted(), isRefused: async () => true },
  };
  const toCall = (patience: Patience): Call => ({
    ...patience,
    keep: (part, fetch) => keeper.part(provider.id, part, patience, fetch),
    recall: (part) => keeper.recall(provider.id, part),
  });
  /** Makes a call about a symbol that the provider knows; returns whether it answered. */
  async function works(): Promise<boolean> {
    const upstream = createUpstream(checking, toCall({ deadline: performance.now() + timeoutMs }));
    try {
      await judged(upstream, () => provider.probe(clientOf(upstream)));
      return true;
    } catch (error) {
      return !(error instanceof ProviderError && NOT_WORKING.has(error.reason));
    }
  }
  /** Sends the calls of one question within `patience`. */
  const upstreamFor = (patience: Patience) => createUpstream(lane, toCall(patience));
  const runShared: ProviderSettings["runShared"] = (work, question) => {
    const upstream = upstreamFor({ deadline: performance.now() + config.requestTimeoutMs, question });
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
  /** The pause of the whole provider, whose time is shown, or else that of its sessions alone. */
  const anyPause = () => pauses.get(provider.id) ?? pauses.get(provider.id, Object.values(SESSION_SCOPES));
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
    /** Deadline of one attempt. */
    timeoutMs,
    /** Whether its API key is set, if it needs one. */
    configured,
    /** Whether an option is not set that this source needs. */
    lacks: ({ setting }: Pick<Source, "setting">) => setting !== undefined && options[setting] === undefined,
    /** The provider's client, which sends its calls over the upstream. */
    clientOf,
    upstreamFor,
    /** Receives the answers of the provider's sources, to detect fields that they no longer send. */
    drift: {
      answered: (source: string, data: unknown) => drift.answered(provider.id, source, data),
      unreadable: (source: string) => drift.unreadable(provider.id, source),
    },
    /** Prepares the provider in the background, once per process, such as by opening its session. */
    prepare() {
      if (prepared) return;
      prepared = true;
      // A failure is logged and leads to a pause, as for a session that a question opens.
      runShared(async (upstream) => provider.prepare!(clientOf(upstream))).catch(() => {});
    },
    /**
     * Returns the whole seconds until the provider may be called again, because of its open circuit or a pause; 0 when it
     * may be called now.
     */
    secondsUntilFree: () => Math.max(breaker.secondsLeft, pauses.get(provider.id)?.seconds ?? 0),
    /** Returns why the provider, or else only its sessions, are paused. */
    refusal: () => anyPause()?.reason,
    /** Makes one call; it counts against the quota as usual. */
    async probe() {
      const deadline = performance.now() + config.requestTimeoutMs;
      const upstream = createUpstream(checking, toCall({ deadline }));
      const before = sent;
      const probe = await probeProvider(provider, clientOf, upstream, () => sent - before);
      upstream.judge(probe.failure?.error);
      return probe;
    },
    /** Returns the state of its calls; makes no call. */
    async status(): Promise<ProviderStatus> {
      const pause = pauses.get(provider.id);
      const sessionPause = anyPause();
      const { used, limit, freeAt } = await admission.usage();
      return {
        provider: provider.id,
        configured,
        circuit: breaker.state,
        paused_for: pause?.seconds ?? null,
        pause_reason: pause ? REASONS[pause.reason].brief : null,
        session_refused: sessionPause && !pause ? REASONS[sessionPause.reason].brief : null,
        quota_used: used,
        quota_limit: limit,
        quota_resets_at: freeAt?.toISOString() ?? null,
        rate_per_minute: ratePerMinute,
        waiting: admission.waiting(),
      };
    },
  };
}

/** Logs a change of the circuit: callers do not notice it, as they get other sources or stale answers. */
function logCircuit(log: Logger, provider: ProviderId, circuit: "closed" | "open"): void {
  if (circuit === "closed") log.info({ event: "upstream-back", provider });
  else log.warn({ event: "upstream-failing", provider, message: "It is not called for a while, then probed once." });
}
