/** The verdict for each possible problem. */
import { describe, expect, it } from "vitest";
import { endpointTable } from "../../src/status/endpoints.js";
import { staleList } from "../../src/status/answers.js";
import { providerCards, toState } from "../../src/status/providers.js";
import { toVerdict } from "../../src/status/verdict.js";
import { toSpan, toTime } from "../../src/status/format.js";
import { providerOf, reportOf, TROUBLED } from "./reports.js";

const AT = "2026-03-05T15:00:00.000Z";

describe("the state of a provider that gives no session", () => {
  it("states the reason, and that its other calls still work", () => {
    expect(toState(providerOf("b", { session_refused: "consent page changed" }), AT)).toEqual({
      tone: "mind",
      word: "Reduced",
      why: "Consent page changed: only its calls that need no session answer.",
      inPart: true,
    });
  });
});

describe("the state of a provider with advice about its refusal", () => {
  const advice = "This is usual on cloud hosts.";

  it("contains it after a refused session", () => {
    expect(toState(providerOf("b", { session_refused: "session limited", advice }), AT).why).toBe(
      `Session limited: only its calls that need no session answer. ${advice}`,
    );
  });

  it("contains it during a pause", () => {
    expect(toState(providerOf("b", { paused_for: 42, pause_reason: "rate limited", advice }), AT).why).toBe(
      `Rate limited; asked again in 42 s. ${advice}`,
    );
  });
});

describe("the verdict", () => {
  it("is good when every provider answers", () => {
    expect(toVerdict(reportOf())).toEqual({
      tone: "good",
      headline: "All is well",
      detail: "Every provider answers.",
    });
  });

  it("is good without keys, and mentions them", () => {
    const idle = { configured: false };
    const providers = [providerOf("a", idle), providerOf("b"), providerOf("c", idle)];
    expect(toVerdict(reportOf({ providers }))).toEqual({
      tone: "good",
      headline: "All is well",
      detail: "Provider B answers; Provider A and Provider C: no key set.",
    });
  });

  it("counts the providers that answer", () => {
    const providers = [providerOf("a"), providerOf("b"), providerOf("c", { configured: false })];
    const { detail } = toVerdict(reportOf({ providers }));
    expect(detail).toBe("Provider A and Provider B answer; Provider C: no key set.");
  });

  it("names failing providers while other ones answer", () => {
    const providers = [providerOf("a", { paused_for: 42, pause_reason: "rate limited" }), providerOf("b")];
    expect(toVerdict(reportOf({ providers }))).toEqual({
      tone: "mind",
      headline: "Working without Provider A",
      detail: "Provider A: paused. Rate limited; asked again in 42 s.",
    });
  });

  it("mentions a provider that gives no session and answers in part", () => {
    const reduced = providerOf("b", { session_refused: "no cookie" });
    const detail = "Provider B: reduced. No cookie: only its calls that need no session answer.";
    const idle = providerOf("a", { configured: false });
    const headline = "Provider B answers in part";
    expect(toVerdict(reportOf({ providers: [idle, reduced] }))).toEqual({ tone: "mind", headline, detail });
    const paused = providerOf("a", { paused_for: 42, pause_reason: "rate limited" });
    expect(toVerdict(reportOf({ providers: [paused, reduced] }))).toMatchObject({
      tone: "mind",
      headline: "Working without Provider A",
      detail: expect.stringContaining(detail),
    });
  });

  it("warns of stale answers even when every provider works", () => {
    const { headline, tone } = toVerdict(reportOf({ stale: TROUBLED.stale }));
    expect([tone, headline]).toEqual(["mind", "Some answers are old"]);
  });

  it("is bad when no provider can be asked", () => {
    expect(toVerdict(TROUBLED)).toMatchObject({ tone: "bad", headline: "No provider can be asked" });
  });
});

it.each([
  [{ configured: false }, "No key", "Not asked; PROVIDER_A_API_KEY sets one."],
  [{ quota_used: 250 }, "Used up", "No calls are left of its quota."],
  [{ quota_used: 251, paused_for: 5 }, "Used up", "No calls are left of its quota."],
  [{ paused_for: 60, pause_reason: "key refused" }, "Paused", "Key refused; asked again in 1 min."],
  [{ circuit: "open" }, "Failing", "It kept failing and is not called; tried again soon."],
  [
    {
      circuit: "open",
      circuit_retry_in: 75,
      last_failure: { at: "2026-03-05T14:58:00.000Z", says: "did not answer in time" },
    },
    "Failing",
    "It kept failing and is not called; tried again in 1 min. Last failure, 14:58 UTC: it did not answer in time.",
  ],
  [{ circuit: "half-open" }, "Being tried", "It kept failing; one call at a time tries it."],
  [{ quota_limit: null }, "Working", "It is asked as usual."],
])("describes a provider with %j as: %s", (facts, word, why) => {
  expect(toState(providerOf("a", facts), AT)).toMatchObject({ word, why });
});

it("escapes all data in the page", () => {
  const html = staleList(TROUBLED).text;
  expect(html).not.toContain("<img");
  expect(html).toContain("&#60;img src=x onerror=alert(1)&#62;");
});

it("lists the most requested endpoint first, and links to the reference", () => {
  const figures = { failed: 0, p50_ms: 1, p99_ms: 2, counts: [] };
  const text = endpointTable(
    reportOf({
      endpoints: [
        { name: "crypto", title: "Coins", route: "/api/v1/crypto", tool: "get_crypto" },
        { name: "quote", title: "Quote", route: "/api/v1/stock/{symbol}", tool: "get_quote" },
        { name: "search", title: "Search", route: "/api/v1/search", tool: "search" },
      ],
      traffic: {
        ...reportOf().traffic,
        endpoints: { crypto: { requests: 1, ...figures }, quote: { requests: 2, ...figures } },
      },
    }),
  ).text;
  expect([...text.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    "/docs#/One%20symbol/get_quote",
    "/docs#/Market/get_crypto",
  ]);
});

it.each([
  [0, "0 s"],
  [59.6, "1 min"],
  [61, "1 min"],
  [3_600, "1 h"],
  [11_520, "3 h 12 min"],
  [200_000, "2 d 7 h"],
])("formats %s seconds as %s", (seconds, text) => {
  expect(toSpan(seconds)).toBe(text);
});

it.each([
  [null, "–"],
  [0.42, "0.42 ms"],
  [830, "830 ms"],
  [8_000, "8 s"],
  [1_250, "1.3 s"],
])("formats %s milliseconds as %s", (ms, text) => {
  expect(toTime(ms)).toBe(text);
});

describe("a provider's card", () => {
  it("names fields that it no longer sends, and since when", () => {
    const drifts = [
      { provider: "provider-b", source: "overview", field: "beta", since: "2026-03-05T14:05:10.000Z" },
      { provider: "provider-b", source: "search", field: null, since: "2026-03-04T09:30:00.000Z" },
    ];
    const page = providerCards(reportOf({ providers: [providerOf("b", { drifts })] })).toString();
    const text = page.replace(/<svg[^]*?<\/svg>|<[^>]+>/g, "").replace(/\s+/g, " ");
    expect(text).toContain("Provider B has sent no beta since 14:05 UTC (overview)");
    expect(text).toContain("Provider B has sent no answers that can be read since 2026-03-04 09:30 UTC (search)");
  });
});
