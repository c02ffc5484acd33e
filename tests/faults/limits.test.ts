import { describe, expect, it } from "vitest";
import { healthy, json, reply } from "../support/faults.js";
import { createStage, shareStage } from "../support/stage.js";
import { askBoth, expectFailed, expectNoQuote, expectServed, quoteBoth } from "./both-surfaces.js";
import { expectFault } from "./expect-fault.js";

const limited = (retryAfter?: string | number) =>
  reply(429, { message: "slow down" }, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });

describe("an upstream that limits us", () => {
  it("F1: is not called for any symbol before the stated time, and then called again", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", limited(1), healthy);
    const first = await quoteBoth(stage, "ACME");
    expectFailed(first, 429, "upstream_limited", {
      error: "Rate limit exceeded",
      detail: expect.stringContaining("Financial Modeling Prep (provider A) is limiting our requests"),
      retry_after: 1,
    });
    expect(first.rest.headers["retry-after"]).toBe("1");
    expect(first.tool.error).toMatchObject({ retryable: true, retryAfter: 1 });

    const paused = await quoteBoth(stage, "OTHER");
    expect(paused.rest.status).toBe(429);
    expect(paused.rest.ms).toBeLessThan(200);
    expect(stage.upstream.calls("/a")).toHaveLength(1);

    await expect.poll(async () => (await stage.get("/stock/OTHER")).status, { timeout: 3_000 }).toBe(200);
    expect(stage.upstream.calls("/a")).toHaveLength(2);
  });

  /** Expects that callers get one of these waits at once when provider A limits us with this header. */
  async function expectWait(header: string | undefined, seconds: readonly number[]): Promise<void> {
    const stage = await createStage();
    stage.upstream.on("/a", limited(header));
    const { rest, tool } = await quoteBoth(stage, "ACME");
    expect(rest.status).toBe(429);
    expect(seconds).toContain(rest.body["retry_after"]);
    expect(rest.headers["retry-after"]).toBe(String(rest.body["retry_after"]));
    expect(tool.error).toMatchObject({ retryAfter: rest.body["retry_after"] });
    expect(rest.ms).toBeLessThan(1_000);
    expect(stage.upstream.calls("/a")).toHaveLength(1);
  }

  it.each([
    ["in seconds", "90", [90]],
    ["as a date", new Date(Date.now() + 30_000).toUTCString(), Array.from({ length: 16 }, (_, more) => 15 + more)],
  ])("F1: is reported to callers at once, with the time to retry that it states %s", (_how, header, seconds) =>
    expectWait(header, seconds),
  );

  it.each([
    ["is missing", undefined, [60]],
    ["is unreadable", "soon", [60]],
    ["is negative", "-5", [1]],
    ["is a date in the past", new Date(Date.now() - 30_000).toUTCString(), [1]],
    ["is a whole day", "86400", [3600]],
  ])("F2: is reported to callers at once, with a time to retry, when its own time %s", (_how, header, seconds) =>
    expectWait(header, seconds),
  );

  it("F1: causes a failure in the shape of each endpoint", async () => {
    const stage = await createStage();
    stage.upstream.on("", limited(7));
    const detail = expect.stringMatching(/limiting our requests.*Try again in \d+ s\./);
    const seconds = expect.toSatisfy((value: number) => value === 6 || value === 7);
    const withRetry = { error: "Rate limit exceeded", detail, retry_after: seconds };
    const withoutRetry = { error: "Rate limit exceeded", detail };
    const overview = { error: "Rate limit exceeded", message: detail, code: 429, retryAfter: seconds };
    for (const [path, body] of [
      ["/stock/ACME/overview", overview],
      ["/stock/ACME", withRetry],
      ["/stock/ACME/provider-b", withRetry],
      ["/provider-a/stock/ACME/financials", withRetry],
      ["/provider-a/stock/ACME/price-targets", withoutRetry],
      ["/provider-a/stock/ACME/dcf", withoutRetry],
      ["/stock/ACME/recommendations", withRetry],
      ["/stock/ACME/insider-transactions", withRetry],
      ["/search?q=acme", withRetry],
      ["/screener?sector=Technology", withRetry],
      ["/market/gainers", withRetry],
      ["/market/losers", withRetry],
      ["/market/active", withoutRetry],
      ["/crypto", withRetry],
    ] as const) {
      const answer = await stage.get(path);
      expect([path, answer.status, answer.body]).toEqual([path, 429, body]);
      expect(Number(answer.headers["retry-after"])).toEqual(seconds);
    }
  });
});

describe("an error with status 200", () => {
  const stageOf = shareStage();
  const PLAN_AND_LIMIT = { "Error Message": "Limit Reach . Please upgrade your plan or visit our documentation" };

  it.each([
    ["a limit, although it also mentions plans", PLAN_AND_LIMIT, 429, "limiting our requests"],
    ["a limit", { error: "Too many requests" }, 429, "limiting our requests"],
    ["a bad key", { "Error Message": "Invalid API KEY. Please retry" }, 500, "refuses our API key"],
    [
      "a plan",
      { message: "This endpoint is exclusive to premium subscribers, upgrade your plan" },
      500,
      "cannot be used",
    ],
  ])("F3: that mentions %s is never served as an answer", async (_what, body, status, words) => {
    const stage = await createStage();
    stage.upstream.on("/a", json(body));
    const { rest, tool } = await quoteBoth(stage, "ACME");
    expect([rest.status, rest.body["detail"]]).toEqual([status, expect.stringContaining(words)]);
    expect(tool.error).toMatchObject({ status });
  });

  it.each([
    ["an unknown error", { error: "something broke" }],
    ["only text", "We are sorry."],
    ["a message that only repeats our address", { message: "No answer for /quote?apikey=xyz" }],
  ])("F3: in the form of %s is never served as an answer", async (_what, body) => {
    await expectFault(stageOf(), json(body), { why: "sent an answer that cannot be used" });
  });

  it("F3: is not cached: the upstream's next valid answer is served", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", json({ error: "something broke" }), healthy);
    expect((await stage.get("/stock/ACME")).status).toBe(500);
    expectServed(await quoteBoth(stage, "ACME"));
    expect(stage.upstream.calls("/a")).toHaveLength(2);
  });

  it.each([
    ["Note", "Thank you! Our standard API call frequency is 5 calls per minute.", 429],
    ["Information", "Our standard API rate limit is 25 requests per day.", 429],
    ["Information", "This is a premium endpoint.", 503],
    ["Error Message", "the parameter apikey is invalid or missing.", 503],
    ["Error Message", "Invalid API call.", 503],
  ])("F3: from provider C as %s (%s) makes the search fail", async (field, text, status) => {
    const stage = await createStage({ FALLBACK: "off" });
    stage.upstream.on("/c", json({ [field]: text }));
    const { rest, tool } = await askBoth(stage, "/search?q=acme", "search_symbols", { q: "acme" });
    expect(rest.status).toBe(status);
    expect(tool.error).toMatchObject({ status });
    expect(JSON.stringify([rest.body, tool.texts])).not.toContain(text);
    expect(stage.upstream.calls("/c").length).toBeLessThanOrEqual(2);
  });
});

describe("an upstream that refuses us", () => {
  // The stage itself checks that no key appears in any answer or log line.
  it.each([200, 401, 429, 500])(
    "F4: with %i, and quotes our key, reveals neither key nor text to callers",
    async (status) => {
      const stage = await createStage();
      stage.upstream.on("", ({ target, query, response }) => {
        const text = `refused for ${query.get("apikey") ?? query.get("crumb")} at ${target}`;
        response
          .writeHead(status, { "content-type": "application/json", "x-echo": text })
          .end(JSON.stringify({ error: text }));
      });
      const answers = await Promise.all([
        quoteBoth(stage, "ACME"),
        askBoth(stage, "/stock/ACME/overview", "get_company_overview", { symbol: "ACME" }),
        askBoth(stage, "/search?q=acme", "search_symbols", { q: "acme" }),
        askBoth(stage, "/market/gainers", "provider_a_get_market_gainers"),
      ]);
      const expected = status === 429 ? [429, 429, 429, 429] : [500, 500, 503, 503];
      expect(answers.map(({ rest }) => rest.status)).toEqual(expected);
      for (const { rest, tool } of answers) {
        expect([tool.isError, tool.error?.["status"]]).toEqual([true, rest.status]);
        expect(JSON.stringify([rest.body, rest.headers, tool.texts, tool.error])).not.toMatch(
          /refused for|apikey|crumb=/,
        );
      }
    },
  );

  it.each([
    [401, "refuses our API key"],
    [402, "does not offer this in the plan of our API key"],
    [403, "refuses our API key"],
  ])("F5: with %i is called once, and the caller does not get 401 or 403", async (status, why) => {
    const stage = await createStage();
    stage.upstream.on("/a", reply(status, { error: "no" }));
    expectNoQuote(await quoteBoth(stage, "ACME"), "ACME", why);
    const others = await Promise.all(Array.from({ length: 20 }, (_, index) => stage.get(`/stock/ACME${index}`)));
    expect(new Set(others.map(({ status: each }) => each))).toEqual(new Set([500]));
    expect(stage.upstream.calls("/a")).toHaveLength(1);
  });

  it("F5: with words about a plan and status 200 is called again, because they are no sign of the plan", async () => {
    const stage = await createStage();
    stage.upstream.on("/a/quote", json("Scheduled maintenance. Premium support: 555-0100"), healthy);
    expect((await stage.get("/stock/ACME")).status).toBe(500);
    expect((await stage.get("/stock/ACME")).status).toBe(200);
  });

  it("F5: with 402 is still called for other paths, which the plan may include", async () => {
    const stage = await createStage();
    stage.upstream.on("/a/quote", reply(402, "Premium endpoint"));
    expect((await stage.get("/stock/ACME")).status).toBe(500);
    expect((await stage.get("/market/gainers")).status).toBe(200);
  });

  it("F5: is logged once per pause, without the key", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", reply(401, { error: "no" }));
    await Promise.all(Array.from({ length: 20 }, (_, index) => stage.get(`/stock/ACME${index}`)));
    const complaints = stage.log().filter(({ event }) => event === "upstream-paused");
    expect(complaints).toEqual([
      expect.objectContaining({ level: "error", provider: "provider-a", reason: "key refused", seconds: 60 }),
    ]);
  });
});
