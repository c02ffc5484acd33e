/** Collects the data of the status page from this process. */
import { REASONS, type Reason } from "../contract/errors.js";
import type { ProviderStatus, Status } from "../contract/status.js";
import type { Entry } from "../contract/entry.js";
import type { ProviderDescription } from "../contract/provider-description.js";
import type { Drift } from "../contract/diagnostics.js";
import { toKeyVariable } from "../contract/provider-id.js";
import { capital } from "../lib/capital.js";
import type { ProviderReport, StatusReport } from "./report.js";
import { StaleAnswers } from "./stale-answers.js";
import type { Traffic } from "./traffic.js";
import { nextPreMarketOpen } from "../market/us-market-hours.js";

/** The program that is watched. */
interface Watched {
  status(): Promise<Status>;
  drift(): readonly Drift[];
  secondsUntilFree(id: ProviderDescription["id"]): number;
}

/** Starts counting. `unsetOptions` returns what a provider could have more, `traffic` is that of the last minutes. */
export function createWatch(
  catalogue: readonly Entry[],
  traffic: Traffic,
  unsetOptions: (description: ProviderDescription) => ProviderReport["unset_options"],
) {
  const descriptions = new Map<string, ProviderDescription>(
    catalogue
      .flatMap(({ sources, enrichers }) => [...sources, ...enrichers])
      .map(({ provider }) => [provider.id, provider]),
  );
  const stale = new StaleAnswers();
  const endpoints = catalogue.map(({ capability: { name, title, route, tool } }) => ({
    name,
    title,
    route,
    tool: tool.name,
  }));
  const failures = new Map<string, { at: string; says: string }>();
  return {
    stale,
    /** Receives each call to a provider with its status class, or the way it failed. */
    noteUpstream(provider: string, outcome: string): void {
      const says = toFailureWords(outcome);
      if (says !== undefined) failures.set(provider, { at: new Date().toISOString(), says });
    },
    async report(watched: Watched): Promise<StatusReport> {
      const { simulated, market_session: session, providers, cache } = await watched.status();
      const drifts = watched.drift();
      const retries = new Map<string, number>();
      for (const { provider, circuit } of providers) {
        if (circuit === "open") retries.set(provider, watched.secondsUntilFree(descriptions.get(provider)!.id));
      }
      const now = new Date();
      return {
        at: now.toISOString(),
        up_seconds: Math.round(process.uptime()),
        simulated,
        market: { session, opens_at: nextPreMarketOpen(now).toISOString() },
        providers: providers.map((state) => {
          const description = descriptions.get(state.provider)!;
          return {
            ...state,
            advice: toAdvice(state, description),
            title: capital(description.title),
            vendor: description.vendor,
            key_variable: description.needsKey ? toKeyVariable(description.id) : null,
            drifts: drifts.filter(({ provider }) => provider === state.provider),
            circuit_retry_in: retries.get(state.provider) ?? null,
            last_failure: failures.get(state.provider) ?? null,
            unset_options: unsetOptions(description),
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

/** Returns in our words how a call failed; `undefined` for one that was answered, or ended for a reason of ours. */
function toFailureWords(outcome: string): string | undefined {
  if (outcome === "5xx") return REASONS.server_error.says;
  return outcome === "timed_out" || outcome === "unreachable" || outcome === "bad_answer"
    ? REASONS[outcome].says
    : undefined;
}

const REASON_NAMES = Object.keys(REASONS) as Reason[];

/** Returns what a pause or a refused session of this provider means; `null` if there is nothing to add. */
function toAdvice(state: ProviderStatus, { advice = {} }: ProviderDescription): string | null {
  const brief = state.pause_reason ?? state.session_refused;
  const reason = REASON_NAMES.find((name) => REASONS[name].brief === brief);
  return (reason && advice[reason]?.hint) ?? null;
}
