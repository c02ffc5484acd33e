/** Since when a provider fails, from the calls to it, and what its refusal means. */
import { expect, it, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { createWatch } from "../../src/status/collect.js";
import type { Reason } from "../../src/contract/errors.js";
import { Traffic } from "../../src/status/traffic.js";
import { providerOf, reportOf } from "./reports.js";
import { atTime } from "../support/at-time.js";

const START = "2026-03-05T14:00:00.000Z";
const LATER = "2026-03-05T14:01:00.000Z";

atTime(START);

/** Watches provider B, which refuses for this reason. */
function watching(refusal?: Reason) {
  const nothing = new Traffic([Infinity], async () => new Map());
  const watch = createWatch(CATALOGUE, { traffic: nothing, upstreams: nothing }, () => []);
  const { cache } = reportOf();
  const status = { simulated: false, market_session: "closed", market: {}, providers: [providerOf("b")], cache };
  const watched = {
    status: async () => status as never,
    drift: () => [],
    secondsUntilFree: () => 0,
    refusalOf: () => refusal,
  };
  return { noteUpstream: watch.noteUpstream, report: async () => (await watch.report(watched)).providers[0]! };
}

/** Reports provider B after calls with these outcomes, a minute apart. */
async function after(...outcomes: string[]) {
  const { noteUpstream, report } = watching();
  for (const outcome of outcomes) {
    noteUpstream("provider-b", outcome);
    vi.setSystemTime(Date.now() + 60_000);
  }
  const { failing_since: since, last_failure: failure, last_answer: answer } = await report();
  return { since, failure: failure?.at ?? null, answer };
}

it.each([
  { outcomes: [], since: null },
  { outcomes: ["2xx"], since: null },
  { outcomes: ["timed_out", "unreachable"], since: START },
  { outcomes: ["2xx", "5xx", "bad_answer"], since: LATER },
  // Also a refusal shows that it answers.
  { outcomes: ["unreachable", "4xx"], since: null },
  { outcomes: ["unreachable", "2xx", "timed_out"], since: "2026-03-05T14:02:00.000Z" },
  // A call that ended for a reason of ours says nothing.
  { outcomes: ["cancelled", "unreachable", "cancelled"], since: LATER },
])("is failing since $since after $outcomes", async ({ outcomes, since }) => {
  expect((await after(...outcomes)).since).toBe(since);
});

it("keeps the latest failure and the latest answer beside it", async () => {
  expect(await after("unreachable", "2xx")).toEqual({ since: null, failure: START, answer: LATER });
});

it("adds what the refusal of a provider means to its reason, if there is something to add", async () => {
  const advice = "Provider B blocks this address altogether; another network helps.";
  expect(await watching("blocked").report()).toMatchObject({ refusal: "blocked", advice });
  expect(await watching("consent_changed").report()).toMatchObject({ refusal: "consent_changed", advice: null });
  expect(await watching().report()).toMatchObject({ refusal: null, advice: null });
});
