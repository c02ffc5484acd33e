import { describe, expect, it, onTestFinished } from "vitest";
import { quoteRowOf } from "../support/healthy-upstream.js";
import {
  close,
  drip,
  dripHeaders,
  hang,
  healthy,
  neverEnds,
  onReuse,
  raw,
  reply,
  reset,
  stallBody,
  stallHeaders,
  truncated,
} from "../support/faults.js";
import { startFaultyUpstream } from "../support/faulty-upstream.js";
import { createStage, shareStage } from "../support/stage.js";
import { askBoth, expectNoQuote, expectServed, quoteBoth } from "./both-surfaces.js";
import { expectFault } from "./expect-fault.js";

const QUOTE = [quoteRowOf("ACME")];

describe("an upstream with an error", () => {
  const stageOf = shareStage();

  it.each([
    [500, { error: "boom" }, "answered with an error", 2],
    [502, "<html><body>502 Bad Gateway</body></html>", "answered with an error", 2],
    [503, { error: "unavailable" }, "answered with an error", 2],
    [504, { error: "timeout" }, "answered with an error", 2],
    [599, {}, "answered with an error", 2],
    [418, { error: "teapot" }, "sent an answer that cannot be used", 1],
    [400, { error: "bad request" }, "sent an answer that cannot be used", 1],
    [304, "", "sent an answer that cannot be used", 1],
  ])("F7: of status %i gets at most one retry, and the caller gets our message", async (status, body, why, calls) => {
    await expectFault(stageOf(), reply(status, body), { why, mostCalls: calls });
  });

  it("F7: that states when to retry gets no retry, and the time is passed on", async () => {
    const answers = await expectFault(stageOf(), reply(503, {}, { "retry-after": "5" }), {
      why: "answered with an error",
    });
    expect(answers.rest.headers["retry-after"]).toBe("5");
    expect(answers.tool.error).toMatchObject({ retryAfter: 5 });
  });

  it("F7: is passed over for an overview, and the answer says so", async () => {
    const stage = await createStage({ FALLBACK: "on" });
    stage.upstream.on("/b", reply(500, {}));
    const overview = await askBoth(stage, "/stock/ACME/overview", "get_company_overview", { symbol: "ACME" });
    expectServed(overview);
    expect(overview.rest.headers["x-data-sources"]).toMatch(/^provider-a; reason="provider-b: server error"/);
  });
});

describe("a slow upstream", () => {
  const stageOf = shareStage({ PROVIDER_A_TIMEOUT_MS: "300" });

  it.each([
    ["no answer", hang],
    ["half a header", stallHeaders],
    ["half a body", stallBody],
    ["one byte of the body at a time", drip],
    ["one byte of the header at a time", dripHeaders],
    ["an answer that never ends", neverEnds(QUOTE)],
  ])("F8: with %s is aborted at the deadline, which applies to the whole answer", async (_what, play) => {
    const { rest } = await expectFault(stageOf(), play, { why: "did not answer in time" });
    expect(rest.ms).toBeGreaterThan(250);
    expect(rest.ms).toBeLessThan(1_500);
    await stageOf().upstream.waitForLeft("/a/quote?symbol=ACME");
  });

  it("F8: never makes a caller wait beyond the request's deadline", async () => {
    const stage = await createStage({ REQUEST_TIMEOUT_MS: "400" });
    stage.upstream.on("", hang);
    const answers = await Promise.all([
      stage.get("/stock/ACME"),
      stage.get("/stock/ACME/overview"),
      stage.get("/search?q=acme"),
      stage.get("/crypto"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 503, 503]);
    for (const { ms } of answers) expect(ms).toBeLessThan(1_500);
    await stage.upstream.waitForLeft("/a", 2);
  });
});

describe("a connection that breaks twice", () => {
  const stageOf = shareStage();

  it.each([
    ["RESET", reset],
    ["CLOSED", close],
    ["CHUNK", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n400\r\n[{")],
    ["BODY", truncated(QUOTE)],
  ])("F9: (%s) is a failure; a partial answer is neither served nor cached", async (symbol, play) => {
    await expectFault(stageOf(), play, { why: "could not be reached", mostCalls: 2, symbol });
    stageOf().upstream.on("/a/quote", healthy);
    expectServed(await quoteBoth(stageOf(), symbol));
  });
});

describe("a connection that breaks", () => {
  it.each([
    ["is reset", reset],
    ["is closed", close],
    ["ends in the middle of the body", truncated(QUOTE)],
    ["is reset in the middle of the body", truncated(QUOTE, "reset")],
  ])("F9: because it %s, is retried once", async (_how, play) => {
    const stage = await createStage();
    stage.upstream.on("/a/quote", play, healthy);
    expectServed(await quoteBoth(stage, "ACME"));
    expect(stage.upstream.calls("/a")).toHaveLength(2);
  });

  it("F48: because it had been idle for too long, is no failure, however often it happens", async () => {
    const stage = await createStage();
    // As if each connection were closed at the moment it is reused.
    stage.upstream.on("/a/quote", onReuse(reset));
    for (let index = 0; index < 15; index++) expect((await stage.get(`/stock/ACME${index}`)).status).toBe(200);
    expect(stage.upstream.calls("/a")).toHaveLength(29);
  });

  it("F18: because no server listens, is a quick failure, and ends without a restart", async () => {
    const stage = await createStage();
    await stage.upstream.down();
    const gone = await quoteBoth(stage, "ACME");
    expectNoQuote(gone, "ACME", "could not be reached");
    expect(gone.rest.ms).toBeLessThan(1_500);
    await stage.upstream.up();
    expectServed(await quoteBoth(stage, "ACME"));
  });

  it("F18: because the host name is unknown, is a quick failure that does not reveal the name", async () => {
    const stage = await createStage({ PROVIDER_A_BASE_URL: "https://no-such-host.invalid/a" });
    const answers = await quoteBoth(stage, "ACME");
    expectNoQuote(answers, "ACME", "could not be reached");
    expect(JSON.stringify(answers)).not.toContain("no-such-host");
  });

  it("F17: because the server does not support TLS, is a failure without repeated retries", async () => {
    const plain = await startFaultyUpstream();
    onTestFinished(plain.close);
    const stage = await createStage({ PROVIDER_A_BASE_URL: plain.url.replace("http:", "https:") });
    expectNoQuote(await quoteBoth(stage, "ACME"), "ACME", "could not be reached");
    expect(plain.connections()).toBeLessThanOrEqual(2);
    expect(plain.calls("")).toEqual([]);
  });
});
