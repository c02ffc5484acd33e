import { describe, expect, it } from "vitest";
import { many } from "../support/many.js";
import { close, hang, healthy, json, reply } from "../support/faults.js";
import type { Play } from "../support/faulty-upstream.js";
import { healthyBody } from "../support/healthy-upstream.js";
import { createStage as createAnyStage, shareStage as shareAnyStage } from "../support/stage.js";
import { askBoth, expectFailed, expectServed, quoteBoth } from "./both-surfaces.js";

const createStage = (env: Record<string, string> = {}) => createAnyStage({ FALLBACK: "on", ...env });
const shareStage = () => shareAnyStage({ FALLBACK: "on" });
const LIMITED = reply(429, "Too Many Requests", { "retry-after": "9" });
const BROKEN = reply(500, {});
const WEB_PAGE = reply(200, "<!doctype html><html><body>Before you continue</body></html>");
const REFUSED = reply(401, {
  finance: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } },
});
const SHORT = { PROVIDER_A_TIMEOUT_MS: "400", PROVIDER_B_TIMEOUT_MS: "400" };

const overviewBoth = (stage: Parameters<typeof askBoth>[0], symbol: string) =>
  askBoth(stage, `/stock/${symbol}/overview`, "get_company_overview", { symbol });

describe("an overview that provider B cannot give", () => {
  const FAULTS: readonly [name: string, play: Play, reason: string, seconds: number | undefined][] = [
    ["limits us", LIMITED, "(?:rate|session) limited", 9],
    ["is broken", BROKEN, "server error", undefined],
    ["hangs", hang, "timed out", undefined],
    ["sends a web page", WEB_PAGE, "unusable answer", undefined],
    ["has no data", json({}), "no data", undefined],
  ];

  it.each(FAULTS)("F44: because it %s, comes from provider A in the same shape", async (_what, play, reason) => {
    const stage = await createStage(SHORT);
    const fromYahoo = await stage.get("/stock/OTHER/overview");
    stage.upstream.on("/b", play);
    const answers = await overviewBoth(stage, "ACME");
    expectServed(answers);
    const sources = new RegExp(`^provider-a; reason="provider-b: ${reason}"`);
    expect(answers.rest.headers["x-data-sources"]).toMatch(sources);
    expect(answers.rest.body).toMatchObject({ symbol: "ACME", companyName: "ACME Inc." });
    expect(toShape(answers.rest.body)).toEqual(toShape(fromYahoo.body));
    expect(stage.upstream.calls("/a/profile")).toHaveLength(1);
  });

  const [limited, broken, hanging] = FAULTS as [(typeof FAULTS)[0], (typeof FAULTS)[0], (typeof FAULTS)[0]];
  it.each([
    { b: limited, a: limited },
    { b: limited, a: broken },
    { b: broken, a: limited },
    { b: broken, a: broken },
    { b: hanging, a: hanging },
  ])(
    "F44: because it $b.0, nor provider A because it $a.0, fails with the more informative failure",
    async ({ a, b }) => {
      const stage = await createStage(SHORT);
      // Only the summary fails, so that the failures of two questions do not open B's circuit.
      stage.upstream.on("/b/v10", b[1]);
      // After a limit, provider B's calls without a session would answer.
      if (b === limited) stage.upstream.on("/b/v8", b[1]);
      stage.upstream.on("/a", a[1]);
      // The caller gets the shorter wait: the source that failed can be retried in 5 s, before the 9 s of the limit are
      // over.
      const seconds = a[3] === undefined || b[3] === undefined ? 5 : 9;
      const message = expect.stringMatching(
        `^Company overview of ACME: Yahoo Finance \\(provider B\\) .*; Financial Modeling Prep \\(provider A\\) .*\\. Try again in ${seconds} s\\.`,
      );
      const answers = await overviewBoth(stage, "ACME");
      expect(answers.rest.headers["retry-after"]).toBe(String(seconds));
      expect(answers.tool.error).toMatchObject({ retryAfter: seconds });
      if (seconds === 5) {
        expectFailed(answers, 500, "upstream_unavailable", { error: "Market data unavailable", message, code: 500 });
      } else {
        expectFailed(answers, 429, "upstream_limited", {
          error: "Rate limit exceeded",
          message,
          code: 429,
          retryAfter: seconds,
        });
      }
    },
  );

  it("F44: because it is down, while A's quota is used up, asks for a retry in seconds, not in a day", async () => {
    const stage = await createStage({ ...SHORT, PROVIDER_A_DAILY_QUOTA: "1" });
    expect((await stage.get("/stock/ACME")).status).toBe(200);
    stage.upstream.on("/b/v10", close);
    const message = expect.stringMatching(
      /^Company overview of ACME: Yahoo Finance \(provider B\) could not be reached; Financial Modeling Prep \(provider A\) has no calls left in our daily quota; Finnhub \(provider E\) is not configured \(set PROVIDER_E_API_KEY\)\. Try again in \d s\.$/,
    );
    const answers = await overviewBoth(stage, "ACME");
    expectFailed(answers, 500, "upstream_unavailable", { error: "Market data unavailable", message, code: 500 });
    expect(Number(answers.rest.headers["retry-after"])).toBeLessThanOrEqual(5);

    stage.upstream.on("/b/v10", healthy);
    const status = async () => (await stage.get("/stock/ACME/overview")).status;
    await expect.poll(status, { timeout: 7_000 }).toBe(200);
    // Only A has this answer, so the caller has to wait for A's daily quota.
    const alone = await stage.get("/provider-a/stock/OTHER/dcf");
    expect([alone.status, Number(alone.headers["retry-after"]) > 80_000]).toEqual([429, true]);
  });
});

describe("a quote that provider A cannot give", () => {
  const NO_KEY = { PROVIDER_A_API_KEY: "" };

  it.each([
    ["limits us", LIMITED, "rate limited"],
    ["is broken", BROKEN, "server error"],
    ["does not offer it in our plan", reply(402, "Premium endpoint"), "not in plan"],
    ["hangs", hang, "timed out"],
  ])("F44: because it %s, comes from provider B, whole and labelled", async (_what, play, reason) => {
    const stage = await createStage({ ...SHORT, ENRICH: "on" });
    stage.upstream.on("/a", play);
    const answers = await quoteBoth(stage, "ACME.L");
    expectServed(answers);
    expect(answers.rest.body).toMatchObject({ symbol: "ACME.L", source: "PROVIDER_B" });
    expect(answers.rest.headers["x-data-sources"]).toBe(
      `provider-b; reason="provider-a: ${reason}"; missing="previousClose"`,
    );
    const { body: whole } = await stage.get("/stock/ACME.L/provider-b");
    // Only B's own route has its prices outside the session.
    const body = Object.fromEntries(Object.entries(whole).filter(([name]) => !/^(?:pre|post)Market/.test(name)));
    expect({ ...answers.rest.body, timestamp: 0 }).toEqual({ ...body, timestamp: 0 });
  });

  it("F44: nor provider B, comes from provider E with a key of its own, and names all three", async () => {
    const stage = await createStage({ ...SHORT, PROVIDER_E_API_KEY: "key-of-e" });
    stage.upstream.on("/a", reply(402, "Premium endpoint"));
    stage.upstream.on("/b", BROKEN);
    const answers = await quoteBoth(stage, "AAPL");
    expectServed(answers);
    expect(answers.rest.body).toMatchObject({ symbol: "AAPL", source: "PROVIDER_E", currency: "USD", volume: null });
    expect(answers.rest.headers["x-data-sources"]).toMatch(
      /^provider-e; reason="provider-a: not in plan, provider-b: [a-z ]+"/,
    );
    expect(stage.upstream.calls("/e").map(({ path }) => path)).toEqual(["/e/quote"]);
  });

  it("F44: nor provider B, is of a currency pair the ECB's rate of the day", async () => {
    const stage = await createStage({ ...SHORT, PROVIDER_E_API_KEY: "key-of-e" });
    for (const face of ["/a", "/b"]) stage.upstream.on(face, BROKEN);
    const answers = await quoteBoth(stage, "EURUSD=X");
    expectServed(answers);
    expect(answers.rest.body).toMatchObject({
      symbol: "EURUSD=X",
      price: 1.089,
      source: "PROVIDER_D",
      currency: "USD",
    });
    expect(answers.rest.headers["x-data-sources"]).toMatch(/^provider-d; reason="provider-a: .*provider-b: /);
    expect(answers.rest.headers["x-data-notes"]).toContain("reference rate of 2026-08-12, published once a day");
    expect(stage.upstream.calls("/e")).toEqual([]);
  });

  it("F44: nor provider B, are several currency pairs the ECB's rates of the day", async () => {
    const stage = await createStage({ ...SHORT, PROVIDER_A_API_KEY: "" });
    stage.upstream.on("/b", BROKEN);
    const { status, body, headers } = await stage.get("/quotes?symbols=EURUSD=X,USDEUR,GBPUSD=X");
    const rows = (body["quotes"] as Record<string, unknown>[]).map((row) => [
      row["symbol"],
      row["price"],
      row["source"],
    ]);
    expect([status, rows]).toEqual([
      200,
      [
        ["EURUSD=X", 1.089, "PROVIDER_D"],
        ["USDEUR", 0.918274, "PROVIDER_D"],
      ],
    ]);
    expect(body["errors"]).toEqual([expect.objectContaining({ symbol: "GBPUSD=X", source: "PROVIDER_D" })]);
    expect(JSON.stringify(body["errors"])).toContain("not known to ECB (provider D)");
    expect(headers["x-data-notes"]).toContain("reference rates of 2026-08-12, published once a day, not market quotes");
    // Other securities have no rate, so that the bank is not asked.
    expect((await stage.get("/quotes?symbols=EURUSD=X,AAPL")).status).toBe(503);
  });

  it.each([
    ["provider A's", "/quotes?symbols=ACME&convert=EUR", "key-of-a", "/b", BROKEN],
    // The charts have the currency of each listing.
    ["a row of provider B's charts", "/quotes?symbols=ACME&convert=EUR", "key-of-a", "/b/v1/test/getcrumb", LIMITED],
    ["provider B's chart", "/stock/ACME/provider-b?convert=EUR", "", "/b/v1/test/getcrumb", LIMITED],
  ])("F44: or %s is in another currency at the ECB's rate", async (whose, path, key, face, play) => {
    const stage = await createStage({ ...SHORT, PROVIDER_A_API_KEY: key, ENRICH: "on" });
    stage.upstream.on(face, play);
    const { status, body, headers } = await stage.get(path);
    const [quoted = body] = (body["quotes"] ?? []) as (typeof body)[];
    // 1 / 1.089 = 0.91827364…
    const price = quoted["price"] as number;
    expect([status, quoted["rate"], quoted["rateTime"]]).toEqual([200, 0.918274, null]);
    expect(quoted["convertedPrice"]).toBe(Number((price * 0.918274).toPrecision(6)));
    expect(quoted["source"]).toBe(whose.startsWith("provider A") ? "PROVIDER_A" : "PROVIDER_B");
    expect(headers["x-data-sources"]).toMatch(/provider-d; fields="convertedPrice rate"/);
    expect(headers["x-data-notes"]).toContain(
      "Rates to EUR are the European Central Bank's reference rates of 2026-08-12, published once a day, not market rates",
    );
    expect(headers["x-data-notes"]).not.toContain("no rate to EUR");
  });

  it("F44: because it has no key, comes from provider B in one call", async () => {
    const stage = await createStage({ ...NO_KEY, ENRICH: "on" });
    const { status, body, headers } = await stage.get("/stock/ACME");
    expect([status, body["source"]]).toEqual([200, "PROVIDER_B"]);
    expect(headers["x-data-sources"]).toBe('provider-b; reason="provider-a: not configured"; missing="previousClose"');
    expect(stage.upstream.calls("/b/v7")).toHaveLength(1);
    expect(stage.upstream.calls("/a")).toEqual([]);
  });

  it("F44: nor provider B by its quotes, comes from provider B's chart", async () => {
    const stage = await createStage(NO_KEY);
    stage.upstream.on("/b/v7", BROKEN);
    const { status, body } = await stage.get("/stock/ACME");
    expect([status, body["source"], body["eps"]]).toEqual([200, "PROVIDER_B", null]);
  });

  it("F44: is a failure with FALLBACK=off that names the other tool", async () => {
    const stage = await createStage({ ...NO_KEY, FALLBACK: "off" });
    const { rest, tool } = await quoteBoth(stage, "ACME");
    expect([rest.status, tool.error?.["kind"]]).toEqual([500, "not_configured"]);
    expect(rest.body["detail"]).toMatch(
      /Financial Modeling Prep \(provider A\) is not configured .*GET \/api\/v1\/stock\/ACME\/provider-b asks/,
    );
    expect(tool.texts[0]).toMatch(/provider A\) is not configured .*provider_b_get_stock_quote asks/);
    expect(stage.upstream.calls("/b")).toEqual([]);
  });

  it("F44: is not shown as a second opinion by check_quote", async () => {
    const stage = await createStage(NO_KEY);
    const { body } = await stage.get("/stock/ACME/check");
    expect(body).toMatchObject({
      provider_a: { price: null, error: expect.stringMatching(/not configured/) },
      provider_b: { error: null },
      verdict: null,
    });
  });
});

describe("provider B's session", () => {
  const FALLBACK_OFF = { ...SHORT, FALLBACK: "off", PROVIDER_B_RATE_PER_MINUTE: "1000" };

  it.each([
    ["a web page instead of a crumb", "/b/v1/test/getcrumb", WEB_PAGE, 500],
    ["a refusal instead of a crumb", "/b/v1/test/getcrumb", REFUSED, 500],
    ["a limit instead of a crumb", "/b/v1/test/getcrumb", LIMITED, 429],
    ["no cookie", "/door", reply(200, "<html></html>"), 500],
    ["an error instead of a cookie", "/door", BROKEN, 500],
  ])(
    "F45: with %s is opened once for all waiting callers, without repeated attempts",
    async (_what, path, play, status) => {
      const stage = await createStage(FALLBACK_OFF);
      stage.upstream.on(path, play);
      const answers = await Promise.all(many(20, (index) => stage.get(`/stock/S${index}/overview`)));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
      for (let index = 0; index < 5; index++)
        expect((await stage.get(`/stock/T${index}/overview`)).status).toBe(status);
      expect(stage.upstream.calls("/door").length).toBeLessThanOrEqual(2);
      expect(stage.upstream.calls("/b/v1/test/getcrumb").length).toBeLessThanOrEqual(1);
      expect(stage.upstream.calls("/b/v10")).toEqual([]);
    },
  );

  it("F45: that has expired is renewed once for all refused calls", async () => {
    const stage = await createStage(FALLBACK_OFF);
    expect((await stage.get("/stock/FIRST/overview")).status).toBe(200);
    stage.upstream.on("/b/v1/test/getcrumb", reply(200, "renewed/5678"));
    stage.upstream.on("/b/v10", (call) => {
      const known = call.query.get("crumb") === "renewed/5678";
      return known ? json(healthyBody(call.path, call.query))(call) : REFUSED(call);
    });
    const answers = await Promise.all(many(20, (index) => stage.get(`/stock/S${index}/overview`)));
    expect(answers.map(({ status }) => status)).toEqual(many(20, () => 200));
    expect(stage.upstream.calls("/b/v1/test/getcrumb")).toHaveLength(2);
  });

  it("F45: that is refused with any crumb ends in a failure, not in a loop", async () => {
    const stage = await createStage(FALLBACK_OFF);
    stage.upstream.on("/b/v10", REFUSED);
    const answers = await Promise.all(many(10, (index) => stage.get(`/stock/S${index}/overview`)));
    expect(answers.map(({ status }) => status)).toEqual(many(10, () => 500));
    expect((await stage.get("/stock/T/overview")).status).toBe(500);
    expect(stage.upstream.calls("/b/v1/test/getcrumb").length).toBeLessThanOrEqual(2);
    expect(stage.upstream.calls("/b/v10").length).toBeLessThanOrEqual(2 * 10 + 1);
  });
});

describe("an answer made of several calls", () => {
  // A failure that is neither a connection failure nor "not found".
  const UNREADABLE = reply(200, "{");
  const NULLS = { avgVolume: null, eps: null, pe: null, sharesOutstanding: null };

  const stageOf = shareStage();

  it.each([
    ["ratios-ttm", { peRatio: null, currentRatio: null }, /peRatio/],
    ["key-metrics-ttm", { roe: null, roa: null }, /roe roa/],
    ["price-target-consensus", {}, /targetHighPrice/],
    ["grades-historical", {}, /recommendationMean/],
  ])(
    "F46: is served without %s, names the missing fields, and is cached for a shorter time",
    async (path, metrics, missing) => {
      stageOf().upstream.on("/b", BROKEN);
      stageOf().upstream.on(`/a/${path}`, UNREADABLE);
      const answers = await overviewBoth(stageOf(), path.slice(0, 5).toUpperCase());
      expectServed(answers);
      expect(answers.rest.body["financialMetrics"]).toMatchObject(metrics);
      expect(answers.rest.headers["x-data-sources"]).toMatch(missing);
      expect(Number(/\d+/.exec(answers.rest.headers["cache-control"]!))).toBeLessThanOrEqual(3600 * 0.11);
    },
  );

  it("F46: fails if its required part fails", async () => {
    stageOf().upstream.on("/b", BROKEN);
    stageOf().upstream.on("/a/profile", UNREADABLE);
    expect((await stageOf().get("/stock/ACME/overview")).status).toBe(500);
  });

  it("F46: has nulls, for a short time, if no enricher could fill them", async () => {
    const stage = await createStage({ ENRICH: "on" });
    stage.upstream.on("/b", UNREADABLE);
    stage.upstream.on("/a/profile", UNREADABLE);
    const answers = await quoteBoth(stage, "ACME.L");
    expectServed(answers);
    expect(answers.rest.body).toMatchObject({ price: 255.92, ...NULLS });
    expect(answers.rest.headers["x-data-sources"]).toMatch(/^provider-a; missing="avgVolume eps sharesOutstanding"$/);
    expect(Number(/\d+/.exec(answers.rest.headers["cache-control"]!))).toBeLessThanOrEqual(2);
  });

  it("F46: is delayed by a hanging part for at most a second", async () => {
    const stage = await createStage({ ENRICH: "on" });
    stage.upstream.on("/b", hang);
    const { rest } = await quoteBoth(stage, "ACME");
    expect(rest.body).toMatchObject({ price: 255.92, ...NULLS });
    expect(rest.ms).toBeGreaterThan(900);
    expect(rest.ms).toBeLessThan(2_000);
  });
});

/** The names of all fields, including nested ones, in order. */
function toShape(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return undefined;
  return Object.entries(body).map(([name, value]) => [name, toShape(value)]);
}
