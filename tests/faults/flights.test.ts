import { describe, expect, it } from "vitest";
import { many } from "../support/many.js";
import { gated, healthy, later, reply } from "../support/faults.js";
import { createGate } from "../support/gate.js";
import { createStage } from "../support/stage.js";
import { expectServed, quoteBoth } from "./both-surfaces.js";
import { askPipelined } from "./pipelined.js";

const UNLIMITED = { PROVIDER_A_RATE_PER_MINUTE: "100000", PROVIDER_A_DAILY_QUOTA: "0" };

describe("many callers with the same question at once", () => {
  it("F24: get the same answer from one call, over REST and tools, in upper and lower case", async () => {
    const stage = await createStage();
    const gate = createGate();
    stage.upstream.on("/a/quote", gated(gate.passed));
    const rest = many(400, (index) => stage.get(index % 2 === 0 ? "/stock/ACME" : "/stock/acme"));
    const tools = many(100, (index) =>
      stage.call("provider_a_get_stock_quote", { symbol: index % 2 === 0 ? "ACME" : " acme " }),
    );
    await stage.upstream.waitFor("/a/quote");
    // This answer shows that the program has received all earlier requests.
    await fetch(`${stage.program.url}/healthz`);
    gate.open();
    const bodies = [
      ...(await Promise.all(rest)).map(({ body }) => body),
      ...(await Promise.all(tools)).map(({ structured }) => {
        const { note: _note, ...body } = structured ?? {};
        return body;
      }),
    ];
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ symbol: "ACME", price: 255.92 });
    expect(stage.upstream.calls("/a")).toHaveLength(1);
  });

  it("F26: all get the failure of their common call", async () => {
    const stage = await createStage();
    stage.upstream.on("/a/quote", reply(503, {}, { "retry-after": "4" }));
    const answers = await askPipelined(stage.program.url, "/api/v1/stock/ACME", 50);
    expect(answers).toHaveLength(50);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^500 \{"error":"Market data unavailable"/);
    expect(stage.upstream.calls("/a")).toHaveLength(1);
  });

  it("F26: get their answer even when the first caller disconnects", async () => {
    const stage = await createStage();
    const gate = createGate();
    stage.upstream.on("/a/quote", gated(gate.passed));
    const leaving = new AbortController();
    const first = stage.get("/stock/ACME", { signal: leaving.signal });
    await stage.upstream.waitFor("/a/quote");
    const others = many(20, () => stage.get("/stock/ACME"));
    await fetch(`${stage.program.url}/healthz`);
    leaving.abort();
    await expect(first).rejects.toThrow(/abort/);
    gate.open();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(many(20, () => 200));
    expect(stage.upstream.calls("/a").map(({ state }) => state)).toEqual(["answered"]);
  });

  it("F26: can ask again after a fetch that all callers abandoned was aborted", async () => {
    const stage = await createStage();
    const gate = createGate();
    stage.upstream.on("/a/quote", gated(gate.passed), healthy);
    const leaving = new AbortController();
    const gone = stage.get("/stock/ACME", { signal: leaving.signal });
    await stage.upstream.waitFor("/a/quote");
    leaving.abort();
    await expect(gone).rejects.toThrow(/abort/);
    expectServed(await quoteBoth(stage, "ACME"));
    await stage.upstream.waitForLeft("/a/quote");
    gate.open();
  });
});

describe("many callers with different questions at once", () => {
  it("F49: each get their own symbol and id, in any order of answers", async () => {
    const stage = await createStage(UNLIMITED);
    stage.upstream.on("/a/quote", (call) => later(Math.random() * 50)(call));
    const symbols = many(200, (index) => `S${index}`);
    // The stage uses a different id per call and would not match an answer with a wrong one.
    const rest = symbols.map(async (symbol) => [symbol, (await stage.get(`/stock/${symbol}`)).body["symbol"]]);
    const tools = symbols.map(async (symbol) => [
      symbol,
      (await stage.call("provider_a_get_stock_quote", { symbol })).structured?.["symbol"],
    ]);
    for (const [asked, got] of await Promise.all([...rest, ...tools])) expect(got).toBe(asked);
    expect(stage.upstream.calls("/a")).toHaveLength(200);
  });
});
