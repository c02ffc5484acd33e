import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { hasProcessFacts } from "../support/process-facts.js";
import { many } from "../support/many.js";
import { hasFakeClock } from "../support/fake-clock.js";
import { hang, json } from "../support/faults.js";
import { createProgramClock } from "../support/program-clock.js";
import { createStage } from "../support/stage.js";
import { expectFailed, quoteBoth } from "./both-surfaces.js";

/** Two callers in turn: one alone gets three quarters of a minute's calls. */
const addressOf = (index: number) => `127.0.0.${10 + (index % 2)}`;

const countOf = <T>(values: readonly T[], wanted: T) => values.filter((value) => value === wanted).length;

describe("the rate of calls to an upstream", () => {
  it("F36: is never exceeded, and a caller that cannot be served in time is rejected at once with the time to retry", async () => {
    const stage = await createStage({ PROVIDER_A_RATE_PER_MINUTE: "5" });
    const answers = await Promise.all(many(30, (index) => stage.get(`/stock/S${index}`, { from: addressOf(index) })));
    const statuses = answers.map(({ status }) => status);
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([5, 25]);
    for (const { status, headers, body, ms } of answers.filter((answer) => answer.status === 429)) {
      expect([status, body["error"]]).toEqual([429, "Too many requests at once"]);
      expect(Number(headers["retry-after"])).toBe(body["retry_after"]);
      expect(body["retry_after"]).toBeGreaterThanOrEqual(59);
      expect(ms).toBeLessThan(1_000);
    }
    expect(stage.upstream.calls("/a")).toHaveLength(5);
  });

  it.skipIf(!hasFakeClock)("F36: allows new calls only after a whole minute", async () => {
    const clock = createProgramClock();
    const stage = await createStage({ ...clock.env, PROVIDER_A_RATE_PER_MINUTE: "5" });
    let asked = 0;
    for (const [seconds, calls] of [
      [0, 5],
      [35, 5],
      [27, 10],
      [35, 10],
      [27, 15],
    ] as const) {
      // In small steps, as real time passes: calls that the rate allows are spaced.
      for (let passed = 0; passed < seconds; passed++) {
        clock.pass(1);
        await sleep(20);
      }
      await Promise.all(many(15, (index) => stage.get(`/stock/S${asked++}.L`, { from: addressOf(index) })));
      expect(stage.upstream.calls("/a")).toHaveLength(calls);
    }
  });

  it("F36: includes retries", async () => {
    const stage = await createStage({ PROVIDER_A_RATE_PER_MINUTE: "3" });
    stage.upstream.on("/a", ({ response }) => void response.writeHead(503).end());
    await Promise.all(many(10, (index) => stage.get(`/stock/S${index}`)));
    expect(stage.upstream.calls("/a").length).toBeLessThanOrEqual(3);
  });

  it.skipIf(!hasFakeClock)("F23: lets a caller wait for its turn, but never beyond its deadline", async () => {
    const clock = createProgramClock();
    const env = { PROVIDER_A_RATE_PER_MINUTE: "5", REQUEST_TIMEOUT_MS: "2500" };
    const stage = await createStage({ ...clock.env, ...env });
    await Promise.all(many(5, (index) => stage.get(`/stock/S${index}.L`, { from: addressOf(index) })));
    stage.upstream.on("/a", hang);
    // The throttle's window, a minute and its slack, ends in about a second.
    clock.pass(59.5);
    const { status, ms } = await stage.get("/stock/WAITING.L");
    expect(status).toBe(500);
    expect(ms).toBeGreaterThan(1_500);
    expect(ms).toBeLessThan(3_500);
    await stage.upstream.waitForLeft("/a");
  });

  it("F36: of an office of provider D is 20 a day, and 5 for names; its other offices are still called", async () => {
    const stage = await createStage({ PROVIDER_D_RATE_PER_SECOND: "100" });
    const asked = many(26, (index) =>
      stage.get(`/market/economy?series=LNS140000${10 + index}`, { from: addressOf(index) }),
    );
    const answers = await Promise.all(asked);
    // The office knows none of these series.
    expect(
      countOf(
        answers.map(({ status }) => status),
        400,
      ),
    ).toBe(20);
    const spent = answers.find(({ status }) => status === 429)!;
    expect(spent.body).toMatchObject({
      error: "Rate limit exceeded",
      retry_after: Number(spent.headers["retry-after"]),
    });
    expect(spent.body["detail"]).toMatch(/has no calls left in our daily quota/);
    expect(stage.upstream.calls("/d/bls")).toHaveLength(20);
    expect((await stage.get("/market/economy?series=cpi")).status).toBe(200);
    expect((await stage.get("/market/reference-rates")).status).toBe(200);
  });

  it("F38: gives one caller three quarters of a minute, and another one the remaining calls", async () => {
    const stage = await createStage({ PROVIDER_A_RATE_PER_MINUTE: "8" });
    const one = await Promise.all(many(20, (index) => stage.get(`/stock/S${index}`)));
    const other = await Promise.all(many(20, (index) => stage.get(`/stock/T${index}`, { from: "127.0.0.9" })));
    const served = (answers: typeof one) => answers.filter(({ status }) => status === 200).length;
    expect([served(one), served(other)]).toEqual([6, 2]);
  });

  it("F38: lets a limited number of one caller's calls wait, and rejects all further ones at once", async () => {
    const stage = await createStage({ PROVIDER_A_RATE_PER_MINUTE: "60", REQUEST_TIMEOUT_MS: "270000" });
    const inLine = async () => ((await stage.get("/status")).body["providers"] as { waiting: number }[])[0]!.waiting;
    const leaving = new AbortController();
    setMaxListeners(300, leaving.signal);
    // The calls of one caller in this minute, so that those which wait are those of the four minutes before the deadline.
    // The deadline is half a minute after the beginning of the last of them, so that a slow machine sees the same four.
    await Promise.all(many(45, (index) => stage.get(`/stock/A${index}`)));
    const settled = Promise.allSettled(many(280, (index) => stage.get(`/stock/S${index}`, { signal: leaving.signal })));
    await expect.poll(inLine, { timeout: 20_000 }).toBe(180);

    const refuse = async (round: number) => {
      const answers = await Promise.all(many(100, (index) => stage.get(`/stock/R${round}X${index}`)));
      for (const { status, body, ms } of answers) {
        expect([status, body["detail"]]).toEqual([
          429,
          expect.stringContaining("as many requests from us as our own limits allow"),
        ]);
        expect(ms).toBeLessThan(3_000);
      }
    };
    await refuse(1);
    const before = hasProcessFacts ? stage.memory().now : 0;
    for (const round of [2, 3, 4]) await refuse(round);
    const after = hasProcessFacts ? stage.memory().now : 0;
    expect(after - before).toBeLessThan(64);

    leaving.abort();
    expect((await settled).filter(({ status }) => status === "rejected")).toHaveLength(180);
    await expect.poll(inLine).toBe(0);
    expect(stage.upstream.calls("/a")).toHaveLength(45);
  }, 120_000);
});

describe("the day's quota of an upstream", () => {
  it("F37: is used to the last call and not exceeded", async () => {
    const stage = await createStage({ FALLBACK: "off", PROVIDER_C_RATE_PER_MINUTE: "1000" });
    const answers = await Promise.all(many(30, (index) => stage.get(`/search?q=acme${index}`)));
    const statuses = answers.map(({ status }) => status);
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([25, 5]);
    expect(stage.upstream.calls("/c")).toHaveLength(25);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body["detail"]).toContain("no calls left in our daily quota");
    expect(Number(refused.headers["retry-after"])).toBe(refused.body["retry_after"]);
    // Cached answers are still served.
    const kept = answers.findIndex(({ status }) => status === 200);
    expect((await stage.get(`/search?q=acme${kept}`)).headers["cache-status"]).toMatch(/; hit;/);
  });

  it("F37: used up at provider C lets provider B answer the search", async () => {
    const stage = await createStage({ PROVIDER_C_DAILY_QUOTA: "1", FALLBACK: "on" });
    expect((await stage.get("/search?q=one")).headers["x-data-sources"]).toBe("provider-c");
    const second = await stage.get("/search?q=two");
    expect(second.status).toBe(200);
    expect(second.headers["x-data-sources"]).toBe('provider-b; reason="provider-c: quota used up"');
  });

  it("F37: is not used by invalid questions", async () => {
    const stage = await createStage({ PROVIDER_A_DAILY_QUOTA: "3" });
    for (const path of ["/stock/A..B", "/stock/A%2E%2E", "/stock/A%20BC", "/screener?debt_max=1", "/crypto?limit=0"]) {
      expect((await stage.get(path)).status).toBe(400);
    }
    expect(stage.upstream.calls("")).toEqual([]);
    stage.upstream.on("/a", json([]));
    expectFailed(await quoteBoth(stage, "NOSUCH"), 404, "not_found", {
      detail: "404: Failed to fetch quote for NOSUCH",
    });
    expect(stage.upstream.calls("/a")).toHaveLength(1);
  });
});
