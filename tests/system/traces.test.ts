/** Traces have the stages of a question and are sent to a real collector, whose failures have no effect on answers. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startCollector, type CollectedSpan, type Collector } from "../support/collector.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";
import { createVisitor, type Visitor } from "./http-visitor.js";

type Program = Awaited<ReturnType<typeof startHttpProgram>>;

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const KEY = "canary-key-of-provider-a";
const QUOTE = "GET /api/v1/stock/{symbol}";
const STAGES = [
  "cache",
  "coalesce",
  "lease",
  "source provider-a",
  "admission",
  "upstream provider-a",
  "mapping",
  "keep",
];

const folder = temporaryFolder();
let upstreams: Upstreams;
let collector: Collector;
let program: Program;
let visitor: Visitor;

beforeAll(async () => {
  upstreams = await startUpstreams();
});
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  visitor.leave();
  program.child.kill("SIGKILL");
  await program.exited;
  await collector.close();
});
afterAll(async () => {
  await upstreams.close();
  folder.remove();
});

async function start(env: Record<string, string> = {}): Promise<void> {
  program = await startHttpProgram([], {
    ...upstreams.env,
    PROVIDER_A_API_KEY: KEY,
    STORE_URL: "memory:",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20canary-of-collector",
    OTEL_BSP_SCHEDULE_DELAY: "100",
    ...env,
  });
  visitor = createVisitor(program.url);
}

/** Waits for the root span with that name, which ends last; returns the spans of its trace. */
async function traceOf(root: string): Promise<CollectedSpan[]> {
  await expect.poll(() => collector.spans.map(({ name }) => name), { timeout: 5_000 }).toContain(root);
  const { traceId } = collector.spans.find(({ name }) => name === root)!;
  return collector.spans.filter((span) => span.traceId === traceId);
}

const parentOf = (spans: readonly CollectedSpan[], name: string): string | undefined => {
  const { parentSpanId } = spans.find((span) => span.name === name)!;
  return spans.find(({ spanId }) => spanId === parentSpanId)?.name ?? parentSpanId;
};

describe("a trace", () => {
  it("has a span for each stage a question goes through, under the caller's", async () => {
    await start();
    await visitor.ask("/api/v1/stock/ACME", { headers: { traceparent: TRACEPARENT, tracestate: "vendor=private" } });
    const spans = await traceOf(QUOTE);
    // The collector gets ids and no text of a caller.
    expect(spans.map(({ traceState }) => traceState ?? "")).toEqual(spans.map(() => ""));
    expect(spans.map(({ name }) => name).toSorted()).toEqual([...STAGES, QUOTE].toSorted());
    expect(spans.map(({ traceId }) => traceId)).toEqual(spans.map(() => TRACE));
    expect(parentOf(spans, QUOTE)).toBe(PARENT);
    expect(parentOf(spans, "cache")).toBe(QUOTE);
    expect(parentOf(spans, "coalesce")).toBe(QUOTE);
    expect(parentOf(spans, "source provider-a")).toBe("coalesce");
    expect(parentOf(spans, "admission")).toBe("source provider-a");
    expect(parentOf(spans, "upstream provider-a")).toBe("source provider-a");
    expect(parentOf(spans, "mapping")).toBe("source provider-a");
    const server = spans.find(({ name }) => name === QUOTE)!;
    expect(server).toMatchObject({
      kind: 2,
      attributes: { "http.route": "/api/v1/stock/{symbol}", "http.response.status_code": 200 },
    });
    const client = spans.find(({ name }) => name === "upstream provider-a")!;
    expect(client).toMatchObject({
      kind: 3,
      attributes: { "http.request.method": "GET", "server.address": "127.0.0.1", "http.response.status_code": 200 },
    });
    for (const span of spans) {
      expect(span.end).toBeGreaterThanOrEqual(span.start);
      expect([span.name, span.start >= server.start && span.end <= server.end]).toEqual([span.name, true]);
    }
    expect(collector.resource).toMatchObject({ "service.name": "market-data-mcp" });
  });

  it("of an answer that is sent again is one span", async () => {
    await start();
    await visitor.ask("/api/v1/stock/ACME");
    await visitor.ask("/api/v1/stock/ACME", { headers: { traceparent: TRACEPARENT } });
    await expect.poll(() => collector.spans.filter(({ name }) => name === QUOTE).length).toBe(2);
    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
    expect(spans.map(({ name }) => name)).toEqual([QUOTE]);
  });

  it("of a tool call is a child of the span that its client names in _meta", async () => {
    await start();
    const params = { name: "get_company_overview", arguments: {}, _meta: { traceparent: TRACEPARENT } };
    await visitor.post(
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      { "content-type": "application/json", accept: "application/json" },
    );
    const spans = await traceOf("tools/call get_company_overview");
    expect(spans.map(({ traceId }) => traceId)).toEqual(spans.map(() => TRACE));
    expect(parentOf(spans, "tools/call get_company_overview")).toBe(PARENT);
    expect(spans[0]!.attributes["error.type"]).toBe("tool_error");
  });

  it("of a tool call without _meta is a child of the request, with its stages as children", async () => {
    await start();
    await visitor.call("provider_a_get_stock_quote", { symbol: "ACME" });
    const spans = await traceOf("POST /mcp");
    const call = "tools/call provider_a_get_stock_quote";
    expect(spans.map(({ name }) => name).toSorted()).toEqual([...STAGES, call, "POST /mcp"].toSorted());
    expect(parentOf(spans, call)).toBe("POST /mcp");
    expect(parentOf(spans, "cache")).toBe(call);
  });

  it("of a failure states its kind and stage", async () => {
    await start();
    upstreams.limit(1);
    await visitor.ask("/api/v1/stock/LIMITED");
    upstreams.limit(0);
    const spans = await traceOf(QUOTE);
    expect(spans.find(({ name }) => name === "source provider-a")).toMatchObject({
      status: 2,
      attributes: { "error.type": "rate_limited" },
    });
    expect(spans.find(({ name }) => name === QUOTE)!.attributes["http.response.status_code"]).toBe(429);
  });

  it.each([
    "junk",
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${"0".repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    "x".repeat(60),
  ])("is a new one when the caller's context is malformed: %s", async (traceparent) => {
    await start();
    const { status } = await visitor.ask("/api/v1/stock/ACME", { headers: { traceparent } });
    expect(status).toBe(200);
    const spans = await traceOf(QUOTE);
    expect(spans[0]!.traceId).not.toBe(TRACE);
    expect(spans.find(({ name }) => name === QUOTE)!.parentSpanId ?? "").toBe("");
  });

  it("contains no key, no symbol, and no text of a caller", async () => {
    await start();
    await visitor.ask("/api/v1/stock/CANARYSYM", {
      headers: { "x-api-key": "canary-inbound", "user-agent": "canary-agent" },
    });
    await visitor.ask("/api/v1/stock/canary-path/nothing?canary=1");
    await visitor.ask("/canary-page");
    await visitor.call("canary_tool", { symbol: "CANARYSYM" });
    await traceOf("POST /mcp");
    expect(await program.stop()).toBe(0);
    expect(collector.received()).not.toMatch(/canary/i);
    expect(program.stderr()).not.toContain("canary-of-collector");
  });

  it("does not exist for pages", async () => {
    await start();
    for (const page of ["/healthz", "/readyz", "/metrics", "/"]) await visitor.ask(page);
    await visitor.ask("/api/v1/stock/ACME");
    await traceOf(QUOTE);
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it("is sent before the program ends", async () => {
    await start({ OTEL_BSP_SCHEDULE_DELAY: "60000" });
    await visitor.ask("/api/v1/stock/ACME");
    expect(collector.spans).toEqual([]);
    expect(await program.stop()).toBe(0);
    expect(collector.spans.map(({ name }) => name)).toContain(QUOTE);
  });
});

describe("a failing collector", () => {
  const complaints = () => program.stderr().match(/"event":"traces"/g) ?? [];

  it("that rejects everything fails no request, and is logged once", async () => {
    await start();
    collector.answer(400);
    for (let call = 0; call < 5; call++) {
      expect((await visitor.ask(`/api/v1/stock/S${call}`)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await expect.poll(complaints).toHaveLength(1);
    expect(await program.stop()).toBe(0);
    expect(complaints()).toHaveLength(1);
  });

  it("that is not reachable fails no request and does not keep the program from ending", async () => {
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
    expect((await visitor.ask("/api/v1/stock/ACME")).status).toBe(200);
    const started = performance.now();
    expect(await program.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("that never answers does not keep the program from ending", async () => {
    await start();
    collector.answer("never");
    expect((await visitor.ask("/api/v1/stock/ACME")).status).toBe(200);
    await expect.poll(collector.received).not.toBe("");
    const started = performance.now();
    expect(await program.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("without a collector", () => {
  it("nothing is sent anywhere", async () => {
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
    await visitor.ask("/api/v1/stock/ACME", { headers: { traceparent: TRACEPARENT } });
    expect(await program.stop()).toBe(0);
    expect(collector.received()).toBe("");
  });
});
