import { describe, expect, it } from "vitest";
import { many } from "../support/many.js";
import { hasFakeClock } from "../support/fake-clock.js";
import { gated, healthy, json, reply } from "../support/faults.js";
import { createGate } from "../support/gate.js";
import { createProgramClock } from "../support/program-clock.js";
import { createStage } from "../support/stage.js";
import { expectFailed, expectNoQuote, expectServed, quoteBoth } from "./both-surfaces.js";

// Listed in Hong Kong, so that its quotes expire regardless of New York's hours.
const SYMBOL = "0700.HK";
const PATH = `/stock/${SYMBOL}`;
const UNLIMITED = { PROVIDER_A_RATE_PER_MINUTE: "100000", PROVIDER_A_DAILY_QUOTA: "0" };

describe.skipIf(!hasFakeClock)("an expired answer", () => {
  it("F27: is served while its upstream fails, with its age and the reason, for a limited time", async () => {
    const clock = createProgramClock({ wallOnly: true });
    const stage = await createStage(clock.env);
    const first = await stage.get(PATH);
    expect(first.headers["cache-status"]).toBe("market-data-mcp; fwd=miss");

    stage.upstream.on("/a", reply(503, {}, { "retry-after": "2" }));
    clock.pass(100);
    const stale = await quoteBoth(stage, SYMBOL);
    expectServed(stale);
    expect(stale.rest.body).toEqual(first.body);
    expect(stale.rest.headers["cache-status"]).toBe("market-data-mcp; fwd=stale");
    expect(stale.rest.headers["x-data-stale"]).toBe("provider A: server error");
    expect(stale.rest.headers["cache-control"]).toBe("max-age=0");
    const age = Number(stale.rest.headers["age"]);
    expect(age).toBeGreaterThanOrEqual(100);
    expect(age).toBeLessThan(105);
    expect(stale.tool.cache).toMatchObject({ state: "stale", provider: "provider-a" });
    expect(stale.tool.structured).toMatchObject({
      note: expect.stringMatching(
        /^OLD DATA: this answer is 1\d\d seconds old, because a newer one could not be fetched/,
      ),
      stale: true,
    });

    clock.pass(300);
    expectNoQuote(await quoteBoth(stage, SYMBOL), SYMBOL, "answered with an error");
  });

  it("F27: is not served when its upstream no longer knows the symbol", async () => {
    const clock = createProgramClock({ wallOnly: true });
    const stage = await createStage(clock.env);
    await stage.get(PATH);
    stage.upstream.on("/a", json([]));
    clock.pass(100);
    expectFailed(await quoteBoth(stage, SYMBOL), 404, "not_found", {
      detail: `404: Failed to fetch quote for ${SYMBOL}`,
    });
  });

  it("F25: is fetched again by one call for all waiting callers", async () => {
    const clock = createProgramClock({ wallOnly: true });
    const stage = await createStage(clock.env);
    await stage.get(PATH);
    const gate = createGate();
    stage.upstream.on("/a/quote", gated(gate.passed));
    clock.pass(20);
    const asked = many(100, () => stage.get(PATH));
    await stage.upstream.waitFor("/a/quote", 2);
    await fetch(`${stage.program.url}/healthz`);
    gate.open();
    for (const { headers } of await Promise.all(asked)) expect(headers["age"]).toBe("0");
    expect(stage.upstream.calls("/a/quote")).toHaveLength(2);
  });
});

describe("answers that were fetched together", () => {
  it.skipIf(!hasFakeClock)("F25: do not all expire together", async () => {
    const { env } = createProgramClock({ midweek: true });
    const stage = await createStage({ ...env, PROVIDER_B_RATE_PER_MINUTE: "1000" });
    const answers = await Promise.all(many(50, (index) => stage.get(`/stock/S${index}/recommendations`)));
    const lives = answers.map(({ headers }) => Number(/\d+/.exec(headers["cache-control"] ?? "")));
    expect(Math.min(...lives)).toBeGreaterThanOrEqual(3600 * 0.9 - 1);
    expect(Math.max(...lives)).toBeLessThanOrEqual(3600 * 1.1);
    expect(new Set(lives).size).toBeGreaterThan(20);
  });
});

describe("an unknown symbol", () => {
  it("F28: causes one call, however often callers ask", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", json([]));
    for (let times = 0; times < 5; times++) {
      const { rest } = await quoteBoth(stage, "NOSUCH");
      expect(rest.status).toBe(404);
    }
    expect(stage.upstream.calls("/a")).toHaveLength(1);
  });

  it.skipIf(!hasFakeClock)("F28: causes another call after a minute", async () => {
    const clock = createProgramClock();
    const stage = await createStage(clock.env);
    stage.upstream.on("/a", json([]), healthy);
    expect((await stage.get("/stock/NEW.L")).status).toBe(404);
    clock.pass(55);
    expect((await stage.get("/stock/NEW.L")).status).toBe(404);
    clock.pass(10);
    expect((await stage.get("/stock/NEW.L")).status).toBe(200);
    expect(stage.upstream.calls("/a")).toHaveLength(2);
  });

  it("F28: does not evict known answers, even with hundreds of others", async () => {
    const stage = await createStage(UNLIMITED);
    expect((await stage.get("/stock/GOOD/overview")).status).toBe(200);
    stage.upstream.on("/a", json([]));
    for (let start = 0; start < 400; start += 50) {
      const answers = await Promise.all(many(50, (index) => stage.get(`/stock/JUNK${start + index}`)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    }
    expect((await stage.get("/stock/GOOD/overview")).headers["cache-status"]).toMatch(/; hit;/);
  });
});

describe("two questions", () => {
  it("F29: that differ only in the order of their parameters share an answer", async () => {
    const stage = await createStage();
    const one = await stage.get("/screener?sector=Technology&country=us&beta_min=1&limit=5");
    const other = await stage.get("/screener?limit=5&beta_min=1.0&country=US&sector=Technology");
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.headers["cache-status"]).toMatch(/; hit;/);
    expect(stage.upstream.calls("/a")).toHaveLength(1);
  });

  it("F29: that differ never share an answer, whatever separators they contain", async () => {
    const stage = await createStage({ PROVIDER_C_RATE_PER_MINUTE: "1000", PROVIDER_C_DAILY_QUOTA: "0" });
    const queries = [
      "a:b",
      "a/b/c",
      "a b",
      "a|b",
      'a"b',
      'a","limit":"1',
      "keyv:x",
      "search:a",
      "v1:search:a",
      "a&limit=1",
      "a%26b",
      "__proto__",
      "constructor",
    ];
    for (const round of ["first", "second"]) {
      for (const q of queries) {
        const { status, body } = await stage.get(`/search?q=${encodeURIComponent(q)}`);
        const [match] = body["bestMatches"] as { name: string }[];
        expect([round, q, status, match?.name]).toEqual([round, q, 200, `Acme, found by ${q}`]);
      }
    }
    expect(stage.upstream.calls("/c")).toHaveLength(queries.length);
  });

  it("F29: both reach the upstream when the first one failed", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", reply(400, {}), healthy);
    expect((await stage.get("/stock/ACME")).status).toBe(500);
    expect((await stage.get("/stock/ACME")).status).toBe(200);
  });
});

describe("a clock that is set", () => {
  it.skipIf(!hasFakeClock).each([3_600, -3_600, -86_400])(
    "F39: by %i s blocks no caller and causes no negative age",
    async (seconds) => {
      const clock = createProgramClock({ wallOnly: true });
      const stage = await createStage({ ...clock.env, PROVIDER_A_RATE_PER_MINUTE: "10" });
      for (let index = 0; index < 3; index++) expect((await stage.get(`/stock/A${index}.L`)).status).toBe(200);
      clock.pass(seconds);
      for (const symbol of ["A0.L", "B0.L", "B1.L", "B2.L"]) {
        const { status, headers, ms } = await stage.get(`/stock/${symbol}`);
        expect(status).toBe(200);
        expect(Number(headers["age"])).toBeGreaterThanOrEqual(0);
        expect(Number(/\d+/.exec(headers["cache-control"] ?? ""))).toBeLessThanOrEqual(17);
        expect(ms).toBeLessThan(500);
      }
    },
  );

  it("F39: to another time zone changes no timestamp", async () => {
    const stage = await createStage({ TZ: "America/New_York" });
    const { body } = await stage.get(PATH);
    expect(body["timestamp"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    expect(Math.abs(Date.parse(`${String(body["timestamp"]).slice(0, 23)}Z`) - Date.now())).toBeLessThan(10_000);
  });
});
