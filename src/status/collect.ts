/** Collects the data of the status page from this process. */
import type { Status } from "../contract/status.js";
import type { Entry } from "../contract/entry.js";
import type { ProviderDescription } from "../contract/provider-description.js";
import type { Drift } from "../contract/diagnostics.js";
import { toKeyVariable } from "../contract/provider-id.js";
import { capital } from "../lib/capital.js";
import type { ProviderReport, StatusReport } from "./report.js";
import { StaleAnswers } from "./stale-answers.js";
import { Traffic } from "./traffic.js";
import { nextPreMarketOpen } from "../market/us-market-hours.js";

export interface Watch {
  traffic: Traffic;
  stale: StaleAnswers;
  report(): Promise<StatusReport>;
}

/** Starts counting; each report calls `status` and `drift`. */
export function createWatch(
  catalogue: readonly Entry[],
  status: () => Promise<Status>,
  drift: () => Promise<readonly Drift[]>,
): Watch {
  const descriptions = new Map<string, ProviderDescription>(
    catalogue
      .flatMap(({ sources, enrichers }) => [...sources, ...enrichers])
      .map(({ provider }) => [provider.id, provider]),
  );
  const traffic = new Traffic(catalogue.map(({ capability }) => capability));
  const stale = new StaleAnswers();
  const endpoints = catalogue.map(({ capability: { name, title, route, tool } }) => ({
    name,
    title,
    route,
    tool: tool.name,
  }));
  return {
    traffic,
    stale,
    async report() {
      const { simulated, market_session: session, providers, cache } = await status();
      const drifts = await drift();
      const now = new Date();
      return {
        at: now.toISOString(),
        up_seconds: Math.round(process.uptime()),
        simulated,
        market: { session, opens_at: nextPreMarketOpen(now).toISOString() },
        providers: providers.map((state) => toReport(state, descriptions.get(state.provider)!, drifts)),
        cache,
        endpoints,
        traffic: traffic.report(),
        stale: stale.list(),
      };
    },
  };
}

/** Returns a provider's state with its title, vendor and key variable. */
function toReport(
  state: Status["providers"][number],
  { id, title, vendor, needsKey }: ProviderDescription,
  drifts: readonly Drift[],
): ProviderReport {
  return {
    ...state,
    title: capital(title),
    vendor,
    key_variable: needsKey ? toKeyVariable(id) : null,
    drifts: drifts.filter(({ provider }) => provider === state.provider),
  };
}
