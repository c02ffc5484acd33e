import { describe, expect, it } from "vitest";
import { many } from "../support/many.js";
import { hasFakeClock } from "../support/fake-clock.js";
import { gated, hang, healthy, json, reply } from "../support/faults.js";
import type { UpstreamCall } from "../support/faulty-upstream.js";
import { quoteRowOf } from "../support/healthy-upstream.js";
import { createGate } from "../support/gate.js";
import { createProgramClock } from "../support/program-clock.js";
import { createStage, type Stage } from "../support/stage.js";
import { expectFailed, expectNoQuote, expectServed, quoteBoth } from "./both-surfaces.js";
import { waitForOpenCircuit } from "./open-circuit.js";

const NOT_CALLED = "keeps failing and is not called for a while";

/** Asks for one symbol after another. */
async function askInTurn({ get }: Stage, count: number, from = 0) {
  const answers = [];
  for (let index = from; index < from + count; index++) answers.push(await get(`/stock/A${index}.L`));
  return answers;
}

/** A chart of provider B without bars. */
const chartAbout = (symbol: string) => ({
  chart: { result: [{ meta: { symbol, exchangeTimezoneName: "America/New_York" } }], error: null },
});

/** Makes provider A fail until its circuit breaker opens. */
async function openCircuit(stage: Stage): Promise<void> {
  stage.upstream.on("/a", reply(503, {}));
  await askInTurn(stage, 5);
  await waitForOpenCircuit(stage);
  stage.upstream.reset();
}

describe("an upstream that keeps failing", () => {
  it("F20: is not called for a while after five failed questions, and no caller waits for it", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", reply(503, {}));
    await askInTurn(stage, 5);
    await waitForOpenCircuit(stage);
    // The retries of a question, of which the retry budget allows three here, do not count; the last call is the trial.
    expect(stage.upstream.calls("/a")).toHaveLength(5 + 3 + 1);
    const answers = await quoteBoth(stage, "NEXT.L");
    expectNoQuote(answers, "NEXT.L", NOT_CALLED);
    const seconds = Number(answers.rest.headers["retry-after"]);
    expect(seconds).toBeGreaterThanOrEqual(10);
    expect(seconds).toBeLessThanOrEqual(17);
    for (const { ms } of await askInTurn(stage, 20, 100)) expect(ms).toBeLessThan(100);
    expect(stage.upstream.calls("/a")).toHaveLength(5 + 3 + 1);
  });

  it("F20: is not called for a while when every other call fails", async () => {
    const stage = await createStage();
    const failing = reply(503, {}, { "retry-after": "1" });
    stage.upstream.on("/a", ...many(5, () => [failing, healthy]).flat(), failing, failing);
    const answers = await askInTurn(stage, 11);
    expect(answers.slice(0, 9).map(({ status }) => status)).toEqual([500, 200, 500, 200, 500, 200, 500, 200, 500]);
    await waitForOpenCircuit(stage);
    expect(stage.upstream.calls("/a")).toHaveLength(12);
  });

  it("F20: is still called after failures about symbols of one caller, if it answers about another one", async () => {
    const stage = await createStage();
    const isBad = ({ query }: UpstreamCall) => query.get("symbol")?.startsWith("BAD") ?? false;
    stage.upstream.on("/a", (call) => (isBad(call) ? reply(503, {}) : healthy)(call));
    for (let index = 0; index < 20; index++) expect((await stage.get(`/stock/BAD${index}`)).status).toBe(500);
    expect((await stage.get("/stock/GOOD", { from: "127.0.0.9" })).status).toBe(200);
  });

  it.each([
    ["404", reply(404, {})],
    ["empty lists", json([])],
    ["400", reply(400, {})],
    ["422", reply(422, {})],
  ])("F20: is still called after answers that are no failures of the provider: %s", async (_what, play) => {
    const stage = await createStage();
    stage.upstream.on("/a", play);
    await askInTurn(stage, 12);
    expect(stage.upstream.calls("/a")).toHaveLength(12);
    stage.upstream.on("/a", healthy);
    expectServed(await quoteBoth(stage, "NEXT.L"));
  });

  it.each<[string, string, (symbol: string) => unknown]>([
    ["a price of 0", "/stock", (symbol) => [{ ...quoteRowOf(symbol), price: 0 }]],
    ["another symbol", "/stock", () => [quoteRowOf("RENAMED")]],
    ["a refusal in words", "/stock", () => ({ "Error Message": "This value set for 'symbol' needs a premium plan." })],
    ["a chart of another symbol", "/history", () => chartAbout("RENAMED")],
    ["an error in place of a chart", "/history", () => ({ chart: { result: null, error: { code: "Bad Request" } } })],
  ])("F20: is still called after answers that are unusable for their symbols: %s", async (_what, route, bodyOf) => {
    const stage = await createStage();
    const upstream = route === "/stock" ? "/a" : "/b/v8";
    const path = (symbol: string) => (route === "/stock" ? `/stock/${symbol}` : `/stock/${symbol}/history`);
    stage.upstream.on(upstream, (call) => json(bodyOf(call.query.get("symbol") ?? ""))(call));
    for (let symbol = 0; symbol < 12; symbol++) expect((await stage.get(path(`A${symbol}.L`))).status).toBe(500);
    expect(stage.upstream.calls(upstream)).toHaveLength(12);
    stage.upstream.reset();
    expect((await stage.get(path("NEXT.L"))).status).toBe(200);
  });

  it("F20: is still called after four overviews that failed with all their calls", async () => {
    const stage = await createStage();
    stage.upstream.on("/b", reply(503, {}));
    const ask = (symbol: string) => stage.get(`/stock/${symbol}/overview`);
    for (let symbol = 0; symbol < 4; symbol++) await ask(`A${symbol}`);
    expect((await stage.get("/status")).body).toMatchObject({
      providers: expect.arrayContaining([expect.objectContaining({ provider: "provider-b", circuit: "closed" })]),
    });
  });

  it("F20: is not called for a while when it sends empty objects, which are no answers", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", json({}));
    await askInTurn(stage, 5);
    await waitForOpenCircuit(stage);
    const { length } = stage.upstream.calls("/a");
    await askInTurn(stage, 12, 100);
    expect(stage.upstream.calls("/a")).toHaveLength(length);
  });

  it("F22: gets no more calls than questions, and a search costs provider C one call", async () => {
    const stage = await createStage({ FALLBACK: "off" });
    stage.upstream.on("", reply(503, {}));
    expect((await stage.get("/search?q=acme")).status).toBe(503);
    expect(stage.upstream.calls("/c")).toHaveLength(1);
    const answers = await Promise.all(many(300, (index) => stage.get(`/stock/S${index}`)));
    expect(new Set(answers.map(({ status }) => status)).has(200)).toBe(false);
    expect(stage.upstream.calls("/a").length).toBeLessThanOrEqual(300 * 1.2);
  });

  it("F22: gets no retries beyond the daily quota", async () => {
    const stage = await createStage({ PROVIDER_A_DAILY_QUOTA: "2" });
    stage.upstream.on("/a", reply(503, {}));
    expect((await stage.get("/stock/ACME")).status).toBe(500);
    expectFailed(await quoteBoth(stage, "OTHER"), 429, "upstream_limited", {
      error: "Rate limit exceeded",
      detail: expect.stringContaining("no calls left in our daily quota"),
      retry_after: expect.any(Number),
    });
    expect(stage.upstream.calls("/a")).toHaveLength(2);
  });
});

describe.skipIf(!hasFakeClock)("an upstream whose circuit has been open long enough", () => {
  it("F21: gets one trial call, and after its success all calls", async () => {
    const clock = createProgramClock();
    const stage = await createStage(clock.env);
    await openCircuit(stage);
    clock.pass(17);
    const gate = createGate();
    stage.upstream.on("/a", gated(gate.passed));
    const probe = stage.get("/stock/PROBE.L");
    await stage.upstream.waitFor("/a");
    const others = await Promise.all(many(50, (index) => stage.get(`/stock/B${index}.L`)));
    expect(others.map(({ status }) => status)).toEqual(many(50, () => 500));
    expect(stage.upstream.calls("/a")).toHaveLength(1);
    gate.open();
    expect((await probe).status).toBe(200);
    expect((await askInTurn(stage, 5, 200)).map(({ status }) => status)).toEqual(many(5, () => 200));
  });

  it("F21: is not called for twice as long, and then called again, when the trial call gets no answer", async () => {
    const clock = createProgramClock();
    const stage = await createStage({ ...clock.env, PROVIDER_A_TIMEOUT_MS: "300" });
    await openCircuit(stage);
    clock.pass(17);
    stage.upstream.on("/a", hang);
    expect((await stage.get("/stock/PROBE.L")).body["detail"]).toContain("did not answer in time");
    // The call about a symbol that the provider knows gets no answer, either.
    await stage.upstream.waitForLeft("/a", 2);
    stage.upstream.reset();
    clock.pass(17);
    expectNoQuote(await quoteBoth(stage, "EARLY.L"), "EARLY.L", NOT_CALLED);
    expect(stage.upstream.calls("/a")).toEqual([]);
    clock.pass(17);
    expectServed(await quoteBoth(stage, "LATER.L"));
  });
});
