/** Collects the data of the status page from this process. */
import type { Reason } from "../contract/errors.js";
import type { Status } from "../contract/status.js";
import { providersOf, type Entry } from "../contract/entry.js";
import type { Drift } from "../contract/diagnostics.js";
import { toNeededVariable, type ProviderDescription } from "../contract/provider-description.js";
import { toKeyVariable } from "../contract/provider-id.js";
import { toPlainText } from "../contract/sentence.js";
import { capital } from "../lib/capital.js";
import { isFailed } from "./provider-state.js";
import type { EndpointTraffic, ProviderReport, StatusReport } from "./report.js";
import { StaleAnswers } from "./stale-answers.js";
import type { Traffic } from "./traffic.js";

/** The program that is watched. */
interface Watched {
  status(): Promise<Status>;
  drift(): readonly Drift[];
  secondsUntilFree(id: ProviderDescription["id"]): number;
  refusalOf(id: ProviderDescription["id"]): Reason | undefined;
}

/**
 * Starts counting. `traffic` is that of the last minutes, `upstreams` the calls to providers in them; `unsetOptions`
 * returns what a provider could have more.
 */
export function createWatch(
  catalogue: readonly Entry[],
  { traffic, upstreams }: { traffic: Traffic; upstreams: Traffic },
  unsetOptions: (description: ProviderDescription) => ProviderReport["unset_options"],
) {
  const descriptions = new Map<string, ProviderDescription>(providersOf(catalogue).map((each) => [each.id, each]));
  const stale = new StaleAnswers();
  const isUnset = (description: ProviderDescription, setting: string | undefined) =>
    setting !== undefined &&
    unsetOptions(description).some(({ variable }) => variable === toNeededVariable(description, setting));
  const endpoints = catalogue.map(({ capability: { name, title, route, tool }, sources }) => ({
    name,
    title,
    route,
    tool: tool.name,
    providers: [
      ...new Set(
        sources.filter(({ provider, setting }) => !isUnset(provider, setting)).map(({ provider }) => provider.id),
      ),
    ],
  }));
  const answers = new Map<string, string>();
  const failures = new Map<string, NonNullable<ProviderReport["last_failure"]>>();
  const failingSince = new Map<string, string>();
  return {
    stale,
    /** Receives each call to a provider with its status class, or the way it failed. */
    noteUpstream(provider: string, outcome: string): void {
      const at = new Date().toISOString();
      if (isFailed(outcome)) {
        failures.set(provider, { at, outcome });
        if (!failingSince.has(provider)) failingSince.set(provider, at);
      } else if (/^[234]xx$/.test(outcome)) {
        answers.set(provider, at);
        failingSince.delete(provider);
      }
    },
    async report(watched: Watched): Promise<StatusReport> {
      const { simulated, market_session: session, market, providers, cache } = await watched.status();
      const drifts = watched.drift();
      const retries = new Map<string, number>();
      for (const { provider, circuit } of providers) {
        if (circuit === "open") retries.set(provider, watched.secondsUntilFree(descriptions.get(provider)!.id));
      }
      const { endpoints: calls } = await upstreams.report();
      const now = new Date();
      return {
        at: now.toISOString(),
        up_seconds: Math.round(process.uptime()),
        simulated,
        market: { session, opens_at: market.next_open },
        providers: providers.map((state) => {
          const description = descriptions.get(state.provider)!;
          const refusal = watched.refusalOf(description.id) ?? null;
          const hint = refusal && description.advice?.[refusal]?.hint;
          return {
            ...state,
            refusal,
            advice: hint ? toPlainText(hint) : null,
            title: capital(description.title),
            vendor: description.vendor,
            key_variable: description.needsKey ? toKeyVariable(description.id) : null,
            drifts: drifts.filter(({ provider }) => provider === state.provider),
            circuit_retry_in: retries.get(state.provider) ?? null,
            last_answer: answers.get(state.provider) ?? null,
            last_failure: failures.get(state.provider) ?? null,
            failing_since: failingSince.get(state.provider) ?? null,
            unset_options: unsetOptions(description),
            calls: toCalls(calls[state.provider]),
          };
        }),
        cache,
        endpoints,
        traffic: await traffic.report(),
        stale: stale.list(),
      };
    },
  };
}

/** Whether a call to a provider failed. */
export const judgeUpstream = (outcome: string) => (isFailed(outcome) ? "failed" : undefined);

function toCalls(calls: EndpointTraffic | undefined): ProviderReport["calls"] {
  if (calls === undefined) return null;
  const { requests, failed, p50_ms, p99_ms } = calls;
  return { requests, failed, p50_ms, p99_ms };
}
