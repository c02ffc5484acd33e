/** /metrics of the built program, after a known number of answers. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { FAILURES } from "../../src/contract/errors.js";
import { createVisitor, type Visitor } from "./http-visitor.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { readPrometheus, valueOf, type Family } from "../support/prometheus.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";

const folder = temporaryFolder();
let upstreams: Upstreams;
let program: Awaited<ReturnType<typeof startHttpProgram>>;
let visitor: Visitor;

beforeAll(async () => {
  upstreams = await startUpstreams();
  program = await startHttpProgram([], { ...upstreams.env, DATA_DIR: folder.path, PROVIDER_A_DAILY_QUOTA: "100" });
  visitor = createVisitor(program.url);
});

afterAll(async () => {
  visitor.leave();
  await program.stop();
  await upstreams.close();
  folder.remove();
});

async function scrape(): Promise<Map<string, Family>> {
  const { status, headers, text } = await visitor.ask("/metrics");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  return readPrometheus(text);
}

const questions = (families: Map<string, Family>, labels: Record<string, string>) =>
  valueOf(families, "market_data_requests_total", labels);

describe("the metrics", () => {
  it("count questions by capability, surface and outcome", async () => {
    const quote = CATALOGUE.find(({ capability }) => capability.route === "/api/v1/stock/{symbol}")!.capability;
    const over = (surface: string, outcome: string) => ({ capability: quote.name, surface, outcome });
    await visitor.ask("/api/v1/stock/ACME");
    await visitor.ask("/api/v1/stock/ACME");
    await visitor.ask("/api/v1/stock/...");
    await visitor.call(quote.tool.name, { symbol: "ACME" });
    await visitor.call(quote.tool.name, { symbol: "OTHER" });
    await visitor.call(quote.tool.name, {});
    const families = await scrape();
    expect(questions(families, over("rest", "miss"))).toBe(1);
    expect(questions(families, over("rest", "hit"))).toBe(1);
    expect(questions(families, over("rest", "invalid_input"))).toBe(1);
    expect(questions(families, over("mcp", "hit"))).toBe(1);
    expect(questions(families, over("mcp", "miss"))).toBe(1);
    expect(questions(families, over("mcp", "invalid_input"))).toBe(1);
    expect(valueOf(families, "market_data_cache_answers_total", { state: "hits" })).toBe(2);
    expect(valueOf(families, "market_data_cache_answers_total", { state: "misses" })).toBe(2);
  });

  it("count and time the calls to upstreams, and show the remaining quota", async () => {
    const before = await scrape();
    const calls = (families: Map<string, Family>, outcome: string) =>
      valueOf(families, "market_data_upstream_calls_total", { provider: "provider-a", outcome });
    await visitor.ask("/api/v1/stock/CALLED");
    upstreams.limit(1);
    await visitor.ask("/api/v1/stock/LIMITED");
    const after = await scrape();
    expect(calls(after, "2xx")).toBe(calls(before, "2xx") + 1);
    expect(calls(after, "4xx")).toBe(calls(before, "4xx") + 1);
    const a = { provider: "provider-a" };
    const used = valueOf(after, "market_data_provider_quota_used", a);
    expect(used).toBe(upstreams.calls.a);
    expect(valueOf(after, "market_data_provider_quota_left", a)).toBe(100 - used);
    expect(valueOf(after, "market_data_upstream_call_duration_seconds_count", a)).toBe(used);
    expect(valueOf(after, "market_data_provider_circuit", a)).toBe(0);
    expect(valueOf(after, "market_data_provider_paused_seconds", a)).toBe(1);
  });

  it("include the lag of the event loop and the metrics of the process", async () => {
    const families = await scrape();
    for (const name of [
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      "process_cpu_seconds_total",
    ]) {
      expect([name, families.get(name)?.samples.length]).toEqual([name, 1]);
    }
  });

  it("have no labels from callers' texts", async () => {
    const capabilities = new Set([...CATALOGUE.map(({ capability }) => capability.name), "unknown"]);
    const outcomes = new Set(["hit", "miss", "stale", "none", ...Object.keys(FAILURES)]);
    for (let junk = 0; junk < 50; junk++) {
      await visitor.ask(`/junk${junk}`);
      await visitor.ask(`/api/v1/stock/JUNK${junk}/nothing`);
      await visitor.ask(`/api/v1/stock/..${junk}`);
      await visitor.call(`junk_${junk}`, {});
    }
    const families = await scrape();
    const routes = new Set(
      families.get("market_data_http_requests_total")!.samples.map(({ labels }) => labels["route"]),
    );
    expect([...routes].filter((route) => /junk/i.test(route!))).toEqual([]);
    for (const { labels } of families.get("market_data_requests_total")!.samples) {
      expect(capabilities).toContain(labels["capability"]);
      expect(["rest", "mcp"]).toContain(labels["surface"]);
      expect(outcomes).toContain(labels["outcome"]);
    }
    expect(questions(families, { capability: "unknown", surface: "mcp" })).toBe(50);
  });
});
