/** What goes on in this process, for the status page. */
import type { Status } from "./app.js";
import type { Entry } from "./contract/provider.js";
import type { StatusReport } from "./status/report.js";
import { StaleAnswers } from "./status/stale-answers.js";
import { Traffic } from "./status/traffic.js";
import { nextPreMarketOpen } from "./us-market.js";

export interface Watch {
  traffic: Traffic;
  stale: StaleAnswers;
  report(): Promise<StatusReport>;
}

/** Begins to watch; `status` is asked for each report. */
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
        providers,
        cache,
        endpoints,
        traffic: traffic.report(),
        stale: stale.list(),
      };
    },
  };
}
