/**
 * The comparison programs: the same sources and enrichments without caching, deduplication or quotas.
 *
 * The session with provider B lasts as long as the process here too; without it every call to B would need three.
 */
import type { Config } from "../../../src/config/config.js";
import type { Capability, InputOf } from "../../../src/contract/capability.js";
import type { Envelope } from "../../../src/contract/envelope.js";
import type { Entry } from "../../../src/contract/entry.js";
import type { Provider } from "../../../src/contract/provider.js";
import type { Upstream } from "../../../src/contract/upstream.js";
import { toQuestion } from "../../../src/contract/question.js";
import { askSources } from "../../../src/pipeline/fallback.js";
import type { RunningProvider } from "../../../src/pipeline/running-provider.js";
import { enrich } from "../../../src/pipeline/enrich.js";
import { createUpstream, judged } from "../../../src/upstream/judged-upstream.js";
import { openLane } from "../../support/lane.js";
import { createSharedSession } from "../../support/shared-session.js";

/** An answer of a plain server. */
export interface PlainAnswer {
  data: Record<string, unknown>;
  passedOver: Envelope["passedOver"];
}

export type AskPlain = <C extends Capability>(entry: Entry<C>, input: InputOf<C>) => Promise<PlainAnswer>;

/** Passes every question on to the upstreams. */
export function createPassThrough(config: Config, providers: readonly Provider[]): AskPlain {
  const running = new Map(providers.map((provider) => [provider.id, runPlainly(provider, config)]));
  return async (entry, input) => {
    const patience = {
      deadline: performance.now() + config.requestTimeoutMs,
      signal: new AbortController().signal,
    };
    const question = toQuestion(entry, input);
    const found = await askSources(question, running, patience, config.fallback);
    const { data, passedOver } = await enrich(question, found, running, { ...config, ...patience });
    return { data, passedOver };
  };
}

/**
 * A simple TTL cache: in memory, with the same lifetimes, one entry per set of arguments, stored when the answer
 * arrives.
 */
export function createTtlCache(ask: AskPlain): AskPlain {
  const kept = new Map<string, { answer: PlainAnswer; until: number }>();
  return async (entry, input) => {
    const { capability } = entry;
    const key = `${capability.name} ${JSON.stringify(input)}`;
    const known = kept.get(key);
    if (known && Date.now() < known.until) return known.answer;
    const answer = await ask(entry, input);
    const ttlSeconds = capability.ttlSecondsOf?.(answer.data) ?? capability.freshness.ttlSeconds;
    kept.set(key, { answer, until: Date.now() + ttlSeconds * 1000 });
    return answer;
  };
}

function runPlainly(provider: Provider, config: Config): RunningProvider {
  const { baseUrl, options, apiKey, timeoutMs } = config.providers[provider.id];
  const lane = openLane(provider, { timeoutMs });
  const upstreamFor: RunningProvider["upstreamFor"] = (patience) => createUpstream(lane, patience);
  const shared: Upstream = {
    send(request) {
      const upstream = upstreamFor({ deadline: performance.now() + config.requestTimeoutMs });
      return judged(upstream, () => upstream.send(request));
    },
    remember: (_part, fetch) => fetch(),
    join: (call) => call,
    now: () => new Date(),
  };
  return {
    provider,
    timeoutMs,
    configured: !provider.needsKey || apiKey !== undefined,
    clientOf: provider.open({
      baseUrl,
      options,
      ...(apiKey === undefined ? {} : { apiKey }),
      shared,
      session: createSharedSession(provider.id),
    }),
    upstreamFor,
    lacks: () => false,
    drift: { answered: () => {}, unreadable: () => {} },
    prepare: () => {},
    hasSpare: async () => true,
    secondsUntilFree: () => 0,
    status: () => Promise.reject(new Error("Nobody asks for it here.")),
    probe: () => Promise.reject(new Error("Nobody asks for it here.")),
  };
}
