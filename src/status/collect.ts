/** Collects the data of the status page from this process. */
import type { Status } from "../capabilities/service-status.js";
import type { Entry } from "../contract/entry.js";
import type { ProviderReport, StatusReport } from "./report.js";
import { StaleAnswers } from "./stale-answers.js";
import { Traffic } from "./traffic.js";
import { PROVIDER_DESCRIPTIONS } from "../providers/descriptions.js";
import { nextPreMarketOpen } from "../market/us-market-hours.js";

export interface Watch {
  traffic: Traffic;
  stale: StaleAnswers;
  report(): Promise<StatusReport>;
}

/** Starts collecting; `status` is called for each report. */
export function createWatch(catalogue: readonly Entry[], status: () => Promise<Status>): Watch {
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
      const now = new Date();
      return {
        at: now.toISOString(),
        up_seconds: Math.round(process.uptime()),
        simulated,
        market: { session, opens_at: nextPreMarketOpen(now).toISOString() },
        providers: providers.map(toReport),
        cache,
        endpoints,
        traffic: traffic.report(),
        stale: stale.list(),
      };
    },
  };
}

/** Adds a provider's display names to its state. */
function toReport(state: Status["providers"][number]): ProviderReport {
  const { title, vendor, label, needsKey } = PROVIDER_DESCRIPTIONS.find(({ id }) => id === state.provider)!;
  const name = title[0]!.toUpperCase() + title.slice(1);
  return { ...state, title: name, vendor, key_variable: needsKey ? `${label}_API_KEY` : null };
}
