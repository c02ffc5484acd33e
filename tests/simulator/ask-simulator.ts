/** Asks the product's own sources over a running simulator, opened as the program opens them. */
import { readProviders } from "../../src/config/config.js";
import type { Capability, DataOf, InputOf } from "../../src/contract/capability.js";
import { parseInput } from "../../src/contract/input.js";
import type { SourceAnswer, Provider, Source } from "../../src/contract/provider.js";
import type { Findings, Enrichment, Enricher } from "../../src/contract/enrichment.js";
import type { Upstream } from "../../src/contract/upstream.js";
import { nextTurn } from "../../src/lib/next-turn.js";
import { Pauses } from "../../src/upstream/pauses.js";
import { createUpstream } from "../../src/upstream/judged-upstream.js";
import { openLane } from "../support/lane.js";
import { createSharedSession } from "../support/shared-session.js";
import type { Simulator } from "../../src/simulator/server.js";

export function createSimulatorAsker({ env }: Simulator) {
  const settings = readProviders(env);
  const kept = new Map<string, Promise<unknown>>();
  const pauses = new Pauses();
  const clients = new Map<Provider, (upstream: Upstream) => unknown>();
  const calls = new Set<Promise<unknown>>();

  /**
   * Returns the answer when the calls have ended that it did not wait for, such as those that open a session: one of them
   * would else be made when the simulator is closed, and in the tests of another file.
   */
  async function withoutCallsLeft<T>(answer: Promise<T>): Promise<T> {
    await answer.catch(() => {});
    while (calls.size > 0) {
      await Promise.allSettled(calls);
      await nextTurn();
    }
    return answer;
  }

  function upstreamOf(provider: Provider): Upstream {
    const remember: Upstream["remember"] = ({ key: part }, fetch) => {
      const key = `${provider.id} ${part}`;
      const known = kept.get(key) ?? fetch();
      kept.set(key, known);
      known.catch(() => kept.delete(key));
      return known as ReturnType<typeof fetch>;
    };
    const lane = openLane(provider, { timeoutMs: 100_000, pauses });
    const upstream = createUpstream(lane, { deadline: performance.now() + 100_000 });
    return {
      ...upstream,
      remember,
      send(request) {
        const call = upstream.send(request).finally(() => calls.delete(call));
        calls.add(call);
        return call;
      },
    };
  }

  function clientOf(provider: Provider, upstream: Upstream): unknown {
    const { baseUrl, apiKey, options } = settings[provider.id];
    const runShared = <T>(work: (shared: Upstream) => Promise<T>) => work(upstreamOf(provider));
    const parts = { shared: upstreamOf(provider), runShared, session: createSharedSession(provider.id, { pauses }) };
    const open = clients.get(provider) ?? provider.open({ baseUrl, options, ...parts, ...(apiKey && { apiKey }) });
    clients.set(provider, open);
    return open(upstream);
  }

  return {
    async ask<C extends Capability>(
      source: Source<C>,
      raw: Record<string, unknown> = {},
    ): Promise<SourceAnswer<DataOf<C>>> {
      const upstream = upstreamOf(source.provider);
      const input = parseInput(source.capability, raw) as InputOf<C>;
      return withoutCallsLeft(source.fetch(input, clientOf(source.provider, upstream), upstream));
    },
    async supply<C extends Capability, Asked, Facts>(
      enricher: Enricher<Enrichment<C, Asked, Facts>>,
      asked: Asked,
    ): Promise<Findings<Facts>> {
      const upstream = upstreamOf(enricher.provider);
      const found = enricher.fetch(asked as never, clientOf(enricher.provider, upstream), upstream);
      return withoutCallsLeft(found as Promise<Findings<Facts>>);
    },
  };
}
