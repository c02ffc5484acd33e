import { describe, expect, it } from "vitest";
import { ANSWER_BOUNDS, createMetrics, UPSTREAM_BOUNDS } from "../../src/observe/metrics.js";
import { judgeUpstream } from "../../src/status/collect.js";
import { Traffic } from "../../src/status/traffic.js";

const QUOTE = { name: "quote", route: "/api/v1/stock/{symbol}", tool: { name: "get_quote" } };
const CRYPTO = { name: "crypto", route: "/api/v1/crypto", tool: { name: "get_crypto" } };
const SLOTS_OF_15_MINUTES = 60;

function watch() {
  const metrics = createMetrics([QUOTE, CRYPTO]);
  const traffic = new Traffic(ANSWER_BOUNDS, metrics.answers);
  return {
    /** A REST answer of the capability. */
    note: ({ route }: typeof QUOTE, seconds: number, outcome?: string) =>
      metrics.noteRequest(route, 200, seconds, outcome),
    metrics,
    report: () => traffic.report(),
    async pass(slots: number) {
      for (let each = 0; each < slots; each++) await traffic.endSlot();
    },
  };
}

describe("traffic", () => {
  it("does not list endpoints without requests", async () => {
    const { endpoints, requests, p99_ms: p99 } = await watch().report();
    expect(endpoints).toEqual({});
    expect(requests).toEqual(Array.from({ length: SLOTS_OF_15_MINUTES }, () => 0));
    expect(p99).toEqual(Array.from({ length: SLOTS_OF_15_MINUTES }, () => null));
  });

  it("counts capabilities over both surfaces together, and nothing else", async () => {
    const { metrics, note, report } = watch();
    note(QUOTE, 0.001, "hit");
    metrics.noteCall(QUOTE.tool.name, "miss", 0.001);
    for (const other of ["/mcp", "/docs", "other"]) metrics.noteRequest(other, 200, 0.001);
    metrics.noteCall("no_such_tool", "invalid_input", 0.001);
    const { endpoints, requests } = await report();
    expect(Object.keys(endpoints)).toEqual(["quote"]);
    expect(endpoints["quote"]).toMatchObject({ requests: 2, failed: 0 });
    expect(requests.at(-1)).toBe(2);
  });

  it("counts a capability's second route, that of the whole market", async () => {
    const news = { name: "news", route: "/api/v1/stock/{symbol}/news", marketRoute: "/api/v1/market/news" };
    const metrics = createMetrics([{ ...news, tool: { name: "get_news" } }]);
    metrics.noteRequest(news.route, 200, 0.001, "hit");
    metrics.noteRequest(news.marketRoute, 200, 0.001, "miss");
    expect((await new Traffic(ANSWER_BOUNDS, metrics.answers).report()).endpoints["news"]?.requests).toBe(2);
  });

  it("counts failures that are not the caller's fault", async () => {
    const { metrics, note, report } = watch();
    for (const outcome of ["upstream_unavailable", "internal", "overloaded", "not_configured", "upstream_limited"]) {
      note(QUOTE, 0.001, outcome);
    }
    for (const outcome of ["invalid_input", "not_found", "rate_limited", "unauthorized", "stale", "hit", undefined]) {
      note(QUOTE, 0.001, outcome);
    }
    metrics.noteCall(QUOTE.tool.name, "internal", 0.001);
    expect((await report()).endpoints["quote"]).toMatchObject({ requests: 13, failed: 6 });
  });

  it("counts refusals by kind apart from failures, with those of requests that reached no endpoint", async () => {
    const { metrics, note, pass, report } = watch();
    for (const outcome of ["not_found", "not_found", "internal", "hit", "stale"]) note(QUOTE, 0.001, outcome);
    metrics.noteCall(CRYPTO.tool.name, "rate_limited", 0.001);
    metrics.noteCall("no_such_tool", "invalid_input", 0.001);
    for (const [route, code] of [
      ["/mcp", 401],
      ["/mcp", 405],
      ["/mcp", 200],
      ["other", 404],
      ["/mcp", 503],
    ] as const) {
      metrics.noteRequest(route, code, 0.001);
    }
    metrics.noteRequest(QUOTE.route, 401, 0.001);
    const { endpoints, refused } = await report();
    expect(endpoints["quote"]).toMatchObject({
      requests: 6,
      failed: 1,
      failures: { internal: 1 },
      refused: { not_found: 2, unauthorized: 1 },
    });
    expect(Object.keys(endpoints)).toEqual(["quote", "crypto"]);
    expect(refused).toEqual({ not_found: 2, rate_limited: 1, invalid_input: 1, unauthorized: 2, unknown_address: 1 });
    await pass(60);
    expect((await report()).refused).toEqual({});
  });

  it("counts failures and refusals by slot, of the endpoints only", async () => {
    const { note, metrics, pass, report } = watch();
    for (const outcome of ["internal", "not_found", "hit"]) note(QUOTE, 0.001, outcome);
    await pass(1);
    for (const outcome of ["internal", "internal"]) note(QUOTE, 0.001, outcome);
    metrics.noteRequest("other", 404, 0.001);
    const { endpoints, ...all } = await report();
    for (const { failed_counts: failed, refused_counts: refused } of [all, endpoints["quote"]!]) {
      expect([failed?.slice(-3), refused?.slice(-3)]).toEqual([
        [0, 1, 2],
        [0, 1, 0],
      ]);
    }
  });

  it("reports the calls to each provider, and how long they took", async () => {
    const { metrics } = watch();
    const upstreams = new Traffic(UPSTREAM_BOUNDS, metrics.upstreams, judgeUpstream);
    for (const outcome of ["2xx", "4xx", "timed_out", "cancelled"]) {
      metrics.noteUpstream("provider-b", outcome, outcome === "2xx" ? 0.02 : 0.3);
    }
    const { endpoints } = await upstreams.report();
    expect(Object.keys(endpoints)).toEqual(["provider-b"]);
    expect(endpoints["provider-b"]).toMatchObject({
      requests: 4,
      failed: 1,
      refused: undefined,
      p50_ms: 500,
      p99_ms: 500,
    });
  });

  it.each([0.00015, 0.0011, 0.042, 0.35, 7.5])("reports a time within the bucket of %s s", async (seconds) => {
    const { note, report } = watch();
    note(QUOTE, seconds, "hit");
    const above = ANSWER_BOUNDS.findIndex((bound) => bound >= seconds);
    const [low, high] = [1000 * (ANSWER_BOUNDS[above - 1] ?? 0), 1000 * ANSWER_BOUNDS[above]!];
    const { p50_ms: p50, p99_ms: p99 } = (await report()).endpoints["quote"]!;
    for (const time of [p50!, p99!]) {
      expect(time).toBeGreaterThan(low);
      expect(time).toBeLessThanOrEqual(high);
    }
  });

  it("reports the limit of the bucket, which so many answers did not exceed", async () => {
    const { note, report } = watch();
    for (let each = 0; each < 6; each++) note(QUOTE, 0.5, "miss");
    for (let each = 0; each < 4; each++) note(QUOTE, 0.9, "miss");
    for (let each = 0; each < 10; each++) note(CRYPTO, 2, "miss");
    const { endpoints, p50_ms: p50 } = await report();
    // Six of ten took from 0.25 to 0.5 s, four up to 1 s.
    expect(endpoints["quote"]).toMatchObject({ p50_ms: 500, p99_ms: 1_000 });
    // All 20 together: the tenth is the last one up to 1 s.
    expect(p50.at(-1)).toBe(1_000);
  });

  it("reports longer times than its bounds as the highest bound", async () => {
    const { note, report } = watch();
    note(QUOTE, 0, "hit");
    note(QUOTE, 3600, "hit");
    const { p50_ms: p50, p99_ms: p99 } = (await report()).endpoints["quote"]!;
    expect(p50).toBe(0.2);
    expect(p99).toBe(20_000);
  });

  it("distinguishes the median from the 99th percentile", async () => {
    const { note, report } = watch();
    for (let each = 0; each < 98; each++) note(QUOTE, 0.001, "hit");
    for (let each = 0; each < 2; each++) note(QUOTE, 2, "miss");
    const { p50_ms: p50, p99_ms: p99 } = (await report()).endpoints["quote"]!;
    expect(p50).toBeLessThanOrEqual(1);
    expect(p99).toBeGreaterThan(1700);
  });

  it("has a slot for every 15 seconds, all endpoints together, and forgets after 15 minutes", async () => {
    const { note, pass, report } = watch();
    note(QUOTE, 0.001, "internal");
    await pass(1);
    note(QUOTE, 0.001, "hit");
    note(CRYPTO, 0.001, "hit");
    const first = await report();
    expect(first).toMatchObject({ slot_seconds: 15 });
    expect(first.requests.slice(-3)).toEqual([0, 1, 2]);
    expect(first.endpoints["crypto"]!.counts.slice(-2)).toEqual([0, 1]);
    await pass(58);
    const late = await report();
    expect(late.requests.slice(0, 2)).toEqual([1, 2]);
    expect([late.requests.length, late.endpoints["crypto"]!.counts]).toEqual([60, [0, 1]]);
    await pass(1);
    expect((await report()).endpoints["quote"]).toMatchObject({ requests: 1, failed: 0 });
    await pass(1);
    expect((await report()).endpoints).toEqual({});
  });

  it("is empty after a long time without requests", async () => {
    const { note, pass, report } = watch();
    note(QUOTE, 0.001, "hit");
    await pass(1000);
    note(QUOTE, 0.001, "hit");
    expect((await report()).requests.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});
