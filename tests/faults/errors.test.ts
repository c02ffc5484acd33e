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
  ])("F7: of status %i is asked at most twice, and the caller gets our words", async (status, body, why, calls) => {
    await expectFault(stageOf(), reply(status, body), { why, mostCalls: calls });
  });

  it("F7: that says when it will be well again is not asked twice, and the time is passed on", async () => {
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

describe("an upstream that takes its time", () => {
  const stageOf = shareStage({ PROVIDER_A_TIMEOUT_MS: "300" });

  it.each([
    ["no answer", hang],
    ["half a header", stallHeaders],
    ["half a body", stallBody],
    ["a byte of the body now and then", drip],
    ["a byte of the header now and then", dripHeaders],
    ["an answer whose end never comes", neverEnds(QUOTE)],
  ])("F8: with %s is left when its time is up, counted over all bytes", async (_what, play) => {
    const { rest } = await expectFault(stageOf(), play, { why: "did not answer in time" });
    expect(rest.ms).toBeGreaterThan(250);
    expect(rest.ms).toBeLessThan(1_500);
    await stageOf().upstream.waitForLeft("/a/quote?symbol=ACME");
  });

  it("F8: never makes a caller wait longer than the whole request may take", async () => {
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
  ])("F9: (%s) is a failure; half an answer is never served or kept", async (symbol, play) => {
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
  ])("F9: because it %s, is tried once more", async (_how, play) => {
    const stage = await createStage();
    stage.upstream.on("/a/quote", play, healthy);
    expectServed(await quoteBoth(stage, "ACME"));
    expect(stage.upstream.calls("/a")).toHaveLength(2);
  });

  it("F48: because it had been idle for too long, is nobody's trouble, however often it happens", async () => {
    const stage = await createStage();
    // As if each connection were closed at the moment it is reused.
    stage.upstream.on("/a/quote", onReuse(reset));
    for (let index = 0; index < 15; index++) expect((await stage.get(`/stock/ACME${index}`)).status).toBe(200);
    expect(stage.upstream.calls("/a")).toHaveLength(29);
  });

  it("F18: because there is nobody, is a quick failure, and heals by itself", async () => {
    const stage = await createStage();
    await stage.upstream.down();
    const gone = await quoteBoth(stage, "ACME");
    expectNoQuote(gone, "ACME", "could not be reached");
    expect(gone.rest.ms).toBeLessThan(1_500);
    await stage.upstream.up();
    expectServed(await quoteBoth(stage, "ACME"));
  });

  it("F18: because the name leads nowhere, is a quick failure that does not tell the name", async () => {
    const stage = await createStage({ PROVIDER_A_BASE_URL: "https://no-such-host.invalid/a" });
    const answers = await quoteBoth(stage, "ACME");
    expectNoQuote(answers, "ACME", "could not be reached");
    expect(JSON.stringify(answers)).not.toContain("no-such-host");
  });

  it("F17: because the other end does not speak TLS, is a failure without a storm of tries", async () => {
    const plain = await startFaultyUpstream();
    onTestFinished(plain.close);
    const stage = await createStage({ PROVIDER_A_BASE_URL: plain.url.replace("http:", "https:") });
    expectNoQuote(await quoteBoth(stage, "ACME"), "ACME", "could not be reached");
    expect(plain.connections()).toBeLessThanOrEqual(2);
    expect(plain.calls("")).toEqual([]);
  });
});
