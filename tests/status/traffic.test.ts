import { describe, expect, it } from "vitest";
import { Traffic } from "../../src/status/traffic.js";

const QUOTE = { name: "quote", route: "/api/v1/stock/{symbol}", tool: { name: "get_quote" } };
const CRYPTO = { name: "crypto", route: "/api/v1/crypto", tool: { name: "get_crypto" } };
const SLOT_MS = 15_000;

function watch() {
  let now = 12_345_678;
  const traffic = new Traffic([QUOTE, CRYPTO], () => now);
  return { traffic, pass: (ms: number) => (now += ms), report: () => traffic.report() };
}

describe("traffic", () => {
  it("does not list endpoints without requests", () => {
    const { report } = watch();
    const { endpoints, requests, p99_ms: p99 } = report();
    expect(endpoints).toEqual({});
    expect(requests).toEqual(Array.from({ length: 60 }, () => 0));
    expect(p99).toEqual(Array.from({ length: 60 }, () => null));
  });

  it("counts capabilities over both surfaces together, and nothing else", () => {
    const { traffic, report } = watch();
    traffic.note(QUOTE.route, 0.001, "hit");
    traffic.note(QUOTE.tool.name, 0.001, "miss");
    for (const other of ["/mcp", "/docs", "other", "no_such_tool"]) traffic.note(other, 0.001, undefined);
    expect(Object.keys(report().endpoints)).toEqual(["quote"]);
    expect(report().endpoints["quote"]).toMatchObject({ requests: 2, failed: 0 });
  });

  it("counts failures that are not the caller's fault", () => {
    const { traffic, report } = watch();
    for (const outcome of ["upstream_unavailable", "internal", "overloaded", "not_configured", "upstream_limited"]) {
      traffic.note(QUOTE.route, 0.001, outcome);
    }
    for (const outcome of ["invalid_input", "not_found", "rate_limited", "unauthorized", "stale", "hit", undefined]) {
      traffic.note(QUOTE.route, 0.001, outcome);
    }
    expect(report().endpoints["quote"]).toMatchObject({ requests: 12, failed: 5 });
  });

  it.each([0.0002, 0.0011, 0.042, 0.35, 7.5])("is accurate to ten percent for %s s", (seconds) => {
    const { traffic, report } = watch();
    traffic.note(QUOTE.route, seconds, "hit");
    const { p50_ms: p50, p99_ms: p99 } = report().endpoints["quote"]!;
    expect(p50).toBe(p99);
    expect(Math.abs(p50! / (seconds * 1000) - 1)).toBeLessThan(0.12);
  });

  it("reports shorter and longer times than its bounds as the bounds", () => {
    const { traffic, report } = watch();
    traffic.note(QUOTE.route, 0, "hit");
    traffic.note(QUOTE.route, 3600, "hit");
    const { p50_ms: p50, p99_ms: p99 } = report().endpoints["quote"]!;
    expect(p50).toBeLessThan(0.1);
    expect(p99).toBeGreaterThan(15_000);
  });

  it("distinguishes the median from the 99th percentile", () => {
    const { traffic, report } = watch();
    for (let each = 0; each < 98; each++) traffic.note(QUOTE.route, 0.001, "hit");
    for (let each = 0; each < 2; each++) traffic.note(QUOTE.route, 2, "miss");
    const { p50_ms: p50, p99_ms: p99 } = report().endpoints["quote"]!;
    expect(p50).toBeLessThan(1.2);
    expect(p99).toBeGreaterThan(1700);
  });

  it("has a slot for every 15 seconds, all endpoints together, and forgets after 15 minutes", () => {
    const { traffic, pass, report } = watch();
    traffic.note(QUOTE.route, 0.001, "internal");
    pass(SLOT_MS);
    traffic.note(QUOTE.route, 0.001, "hit");
    traffic.note(CRYPTO.route, 0.001, "hit");
    expect(report().requests.slice(-3)).toEqual([0, 1, 2]);
    expect(report().endpoints["crypto"]!.counts.slice(-2)).toEqual([0, 1]);
    pass(58 * SLOT_MS);
    expect(report().requests.slice(0, 2)).toEqual([1, 2]);
    pass(SLOT_MS);
    expect(report().endpoints["quote"]).toMatchObject({ requests: 1, failed: 0 });
    pass(SLOT_MS);
    expect(report().endpoints).toEqual({});
  });

  it("is empty after a long time without requests", () => {
    const { traffic, pass, report } = watch();
    traffic.note(QUOTE.route, 0.001, "hit");
    pass(1000 * SLOT_MS);
    traffic.note(QUOTE.route, 0.001, "hit");
    expect(report().requests.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});
