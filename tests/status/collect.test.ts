/** Since when a provider fails, from the calls to it. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { createWatch } from "../../src/status/collect.js";
import { Traffic } from "../../src/status/traffic.js";
import { providerOf, reportOf } from "./reports.js";

const START = "2026-03-05T14:00:00.000Z";
const LATER = "2026-03-05T14:01:00.000Z";

beforeEach(() => void vi.useFakeTimers({ now: new Date(START), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Reports provider B after calls with these outcomes, a minute apart. */
async function after(...outcomes: string[]) {
  const nothing = new Traffic([Infinity], async () => new Map());
  const watch = createWatch(CATALOGUE, { traffic: nothing, upstreams: nothing }, () => []);
  for (const outcome of outcomes) {
    watch.noteUpstream("provider-b", outcome);
    vi.setSystemTime(Date.now() + 60_000);
  }
  const { cache } = reportOf();
  const status = { simulated: false, market_session: "closed", market: {}, providers: [providerOf("b")], cache };
  const watched = { status: async () => status as never, drift: () => [], secondsUntilFree: () => 0 };
  const {
    failing_since: since,
    last_failure: failure,
    last_answer: answer,
  } = (await watch.report(watched)).providers[0]!;
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
