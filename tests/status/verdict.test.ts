/** The verdict for each possible problem. */
import { describe, expect, it } from "vitest";
import { endpointTable } from "../../src/status/endpoints.js";
import { staleList } from "../../src/status/answers.js";
import { toState } from "../../src/status/provider-state.js";
import { providerCards } from "../../src/status/providers.js";
import { facts as factsOf, toVerdict } from "../../src/status/verdict.js";
import { toOpening, toSpan, toTime } from "../../src/status/format.js";
import { endpointOf, providerOf, reportOf, TROUBLED } from "./reports.js";

describe("the state of a provider that gives no session", () => {
  it("states the reason, and that its other calls still work", () => {
    expect(toState(providerOf("b", { session_refused: "consent page changed" }))).toEqual({
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
    expect(toState(providerOf("b", { session_refused: "session limited", advice })).why).toBe(
      `Session limited: only its calls that need no session answer. ${advice}`,
    );
  });

  it("contains it during a pause", () => {
    expect(toState(providerOf("b", { paused_for: 42, pause_reason: "rate limited", advice })).why).toBe(
      `Rate limited; asked again in 42 s. ${advice}`,
    );
  });
});

const NO_SLOTS = { failures: {}, counts: [], failed_counts: [], refused_counts: [] };
const UNREACHABLE = {
  last_answer: null,
  last_failure: { at: "2026-03-05T14:59:00.000Z", outcome: "unreachable" as const },
};
const NOT_ASKED = { last_answer: null };
const NO_KEY = { configured: false, last_answer: null };
const NO_CONTACT = {
  ...NOT_ASKED,
  unset_options: [{ variable: "PROVIDER_D_CONTACT", enables: "official filings", kind: "mail" }],
};

/** Endpoints of providers A and B, of provider D, and one that is made of other answers. */
const ENDPOINTS = [
  endpointOf("quote", "provider-a", "provider-b"),
  endpointOf("news", "provider-b"),
  endpointOf("dcf", "provider-a"),
  endpointOf("reference-rates", "provider-d"),
  endpointOf("compare-stocks"),
];

describe("the headline", () => {
  it("is that all is well only when every provider has answered", () => {
    expect(toVerdict(reportOf())).toEqual({
      tone: "good",
      headline: "All is well",
      detail: "Every source answered in the last 15 minutes.",
    });
  });

  it.each([
    ["has not been asked", NOT_ASKED],
    ["has no key", NO_KEY],
  ])("is that all is well while a source %s behind others that answer everything", (_state, spare) => {
    const providers = [providerOf("a"), providerOf("b"), providerOf("c", spare)];
    const behind = [endpointOf("quote", "provider-a", "provider-b", "provider-c"), endpointOf("news", "provider-b")];
    expect(toVerdict(reportOf({ providers, endpoints: behind }))).toEqual({
      tone: "good",
      headline: "All is well",
      detail: "Every source that was needed answered in the last 15 minutes.",
    });
    const first = [...behind, endpointOf("search", "provider-c", "provider-b")];
    expect(toVerdict(reportOf({ providers, endpoints: first }))).toMatchObject({ headline: "Working" });
  });

  it("does not say that all is well after a quarter of an hour without an answer", () => {
    const idle = { last_answer: "2026-03-05T14:42:00.000Z" };
    const one = reportOf({ providers: [providerOf("b"), providerOf("c", idle)] });
    expect(toVerdict(one)).toEqual({
      tone: "good",
      headline: "No failure seen",
      detail: "Yahoo Finance answers. Alpha Vantage last answered 18 min ago.",
    });
    const all = reportOf({ providers: [providerOf("c", idle), providerOf("a", NO_KEY)] });
    expect(toVerdict(all)).toEqual({
      tone: "calm",
      headline: "No failure seen",
      detail: "Alpha Vantage last answered 18 min ago. Financial Modeling Prep: no key.",
    });
  });

  it("names what has answered, and says of others that they are not asked yet or lack a key", () => {
    const providers = [
      providerOf("a", NO_KEY),
      providerOf("b"),
      providerOf("c", NO_KEY),
      providerOf("d", { unset_options: [], ...NOT_ASKED }),
    ];
    expect(toVerdict(reportOf({ providers }))).toEqual({
      tone: "good",
      headline: "Working",
      detail: "Yahoo Finance answers. Financial Modeling Prep and Alpha Vantage: no key. SEC EDGAR: not asked yet.",
    });
  });

  it("says at the start that nothing is known yet, and what is off", () => {
    const providers = [providerOf("a", NO_KEY), providerOf("b", NOT_ASKED), providerOf("d", NO_CONTACT)];
    expect(toVerdict(reportOf({ providers }))).toEqual({
      tone: "calm",
      headline: "Ready, nothing asked yet",
      detail: "Financial Modeling Prep: no key. Yahoo Finance: not asked yet. SEC EDGAR: off, needs a mail address.",
    });
  });

  it("says of a server without keys and network that it does not work, and why", () => {
    const providers = [
      providerOf("a", NO_KEY),
      providerOf("b", UNREACHABLE),
      providerOf("c", NO_KEY),
      providerOf("d", NO_CONTACT),
    ];
    expect(toVerdict(reportOf({ providers, endpoints: ENDPOINTS }))).toEqual({
      tone: "bad",
      headline: "Not working: Yahoo Finance cannot be reached",
      brief: "Not working",
      detail:
        "1 of the 3 endpoints with a source in use can still be asked: Stock quote. " +
        "Financial Modeling Prep and Alpha Vantage: no key. SEC EDGAR: off, needs a mail address.",
    });
  });

  it("names every provider that is down", () => {
    const limited = { paused_for: 42, pause_reason: "rate limited", refusal: "rate_limited" } as const;
    const providers = [providerOf("a", limited), providerOf("b", UNREACHABLE), providerOf("d", UNREACHABLE)];
    expect(toVerdict(reportOf({ providers, endpoints: ENDPOINTS })).headline).toBe(
      "Not working: Yahoo Finance and SEC EDGAR cannot be reached and Financial Modeling Prep is limiting our requests",
    );
  });

  it("counts the endpoints that are lost, while most can still be answered", () => {
    const endpoints = [...ENDPOINTS, endpointOf("screener", "provider-b"), endpointOf("search", "provider-b")];
    const providers = [providerOf("a", { quota_used: 250 }), providerOf("b"), providerOf("d")];
    expect(toVerdict(reportOf({ providers, endpoints }))).toEqual({
      tone: "mind",
      headline: "Working in part: Financial Modeling Prep has no calls left in our daily quota",
      brief: "Working in part",
      detail: "1 of the 6 endpoints with a source in use cannot be answered: Stock quote.",
    });
  });

  it("names failing providers while others answer everything", () => {
    const providers = [providerOf("a", { paused_for: 42, pause_reason: "rate limited" }), providerOf("b")];
    expect(toVerdict(reportOf({ providers, endpoints: [endpointOf("quote", "provider-a", "provider-b")] }))).toEqual({
      tone: "mind",
      headline: "Working without Financial Modeling Prep",
      detail: "Financial Modeling Prep: paused. Rate limited; asked again in 42 s.",
    });
  });

  it("stays good after one failed call among many", () => {
    const late = { at: "2026-03-05T14:59:58.000Z", outcome: "timed_out" as const };
    const providers = [providerOf("a"), providerOf("b", { last_failure: late })];
    expect(toVerdict(reportOf({ providers, endpoints: ENDPOINTS }))).toMatchObject({ headline: "All is well" });
  });

  it.each([
    [
      4,
      4,
      "bad",
      "Not working: most answers fail",
      "4 of 4 answers failed in the last 15 minutes (100%).",
      "Not working",
    ],
    [100, 20, "mind", "Some answers fail", "20 of 100 answers failed in the last 15 minutes (20%).", undefined],
    [100, 5, "good", "All is well", "Every source answered in the last 15 minutes.", undefined],
  ] as const)(
    "follows from the share of failed answers: of %i, %i",
    (requests, failed, tone, headline, detail, brief) => {
      const figures = { requests, failed, refused: {}, p50_ms: 1, p99_ms: 1, ...NO_SLOTS };
      const traffic = { ...reportOf().traffic, endpoints: { quote: figures } };
      expect(toVerdict(reportOf({ traffic }))).toEqual({ tone, headline, brief, detail });
    },
  );

  const lately = (all: number) => `6 of ${all} answers failed in the last 15 minutes`;
  const fails = (all: number) => ["bad", "Not working: most answers fail", lately(all)];
  const again = (all: number) => [
    "mind",
    "Answers again: some failed before",
    `No answer failed in the last minute. ${lately(all)}`,
  ];

  it.each([
    ["the last failure is a minute old", 6, 3, {}, again(9)],
    ["some have failed", 6, 30, {}, again(36)],
    ["an answer failed in the last minute", 5, 3, {}, fails(9)],
    ["a source is paused", 6, 3, { paused_for: 5 }, fails(9)],
    ["nothing was answered since", 6, 0, {}, fails(6)],
    ["only the cache answers", 6, 3, { failing_since: "2026-03-05T14:50:00.000Z" }, fails(9)],
  ])("says that answers come again once they do: %s", (_case, slotsAgo, answered, provider, seen) => {
    const slots = (at: number, count: number) =>
      Array.from({ length: 60 }, (_, slot) => (slot === 60 - at ? count : 0));
    const requests = slots(slotsAgo, 6).map((count, slot) => count + slots(1, answered)[slot]!);
    const figures = { requests: 6 + answered, failed: 6, refused: {}, p50_ms: 1, p99_ms: 1, ...NO_SLOTS };
    const traffic = {
      ...reportOf().traffic,
      requests,
      failed_counts: slots(slotsAgo, 6),
      endpoints: { quote: figures },
    };
    const verdict = toVerdict(reportOf({ traffic, providers: [providerOf("a"), providerOf("b", provider)] }));
    expect([verdict.tone, verdict.headline, verdict.detail.split(" (")[0]]).toEqual(seen);
  });

  it("does not take refused questions for answers", () => {
    const slots = (counts: Record<number, number>) => Array.from({ length: 60 }, (_, slot) => counts[60 - slot] ?? 0);
    const figures = { requests: 7, failed: 6, refused: {}, p50_ms: 1, p99_ms: 1, ...NO_SLOTS };
    const traffic = {
      ...reportOf().traffic,
      requests: slots({ 6: 6, 1: 1 }),
      failed_counts: slots({ 6: 6 }),
      refused_counts: slots({ 1: 1 }),
      endpoints: { quote: figures },
    };
    expect(toVerdict(reportOf({ traffic })).headline).toBe("Not working: most answers fail");
  });

  it("mentions a provider that gives no session and answers in part", () => {
    const reduced = providerOf("b", { session_refused: "no cookie" });
    const detail = "Yahoo Finance: reduced. No cookie: only its calls that need no session answer.";
    const headline = "Yahoo Finance answers in part";
    expect(toVerdict(reportOf({ providers: [providerOf("a", NO_KEY), reduced] }))).toEqual({
      tone: "mind",
      headline,
      detail,
    });
  });

  it("warns of stale answers even when every provider works", () => {
    const { headline, tone } = toVerdict(reportOf({ stale: TROUBLED.stale }));
    expect([tone, headline]).toEqual(["mind", "Some answers are old"]);
  });
});

describe("the US market", () => {
  it.each([
    ["2026-03-05T23:00:00.000Z", "2026-03-06T09:30:00-05:00", "Fri 14:30 UTC (9:30 AM EST)"],
    ["2026-03-06T11:00:00.000Z", "2026-03-06T09:30:00-05:00", "14:30 UTC (9:30 AM EST)"],
    ["2026-07-03T12:00:00.000Z", "2026-07-06T09:30:00-04:00", "Mon 13:30 UTC (9:30 AM EDT)"],
  ])("at %s opens at the time of %s: %s", (at, opens, text) => {
    expect(toOpening(opens, at)).toBe(text);
    const market = { session: "closed", opens_at: opens };
    expect(factsOf(reportOf({ at, market })).text).toContain(`opens ${text}`);
  });

  it("says nothing of an opening while it is open", () => {
    expect(factsOf(reportOf()).text).not.toContain("opens");
  });
});

it.each([
  [{ configured: false }, "No key", "Not asked; PROVIDER_A_API_KEY sets one."],
  [{ quota_used: 250 }, "Used up", "No calls are left of its quota."],
  [{ quota_used: 251, paused_for: 5 }, "Used up", "No calls are left of its quota."],
  [
    { paused_for: 60, pause_reason: "key refused", refusal: "key_refused" as const },
    "Paused",
    "Key refused; asked again in 1 min.",
  ],
  [{ circuit: "open" }, "Failing", "It kept failing and is not called; tried again soon."],
  [
    {
      circuit: "open",
      circuit_retry_in: 75,
      last_failure: { at: "2026-03-05T14:58:00.000Z", outcome: "timed_out" as const },
    },
    "Failing",
    "It kept failing and is not called; tried again in 1 min.",
  ],
  [{ circuit: "half-open" }, "Failing", "The next request tries it again."],
  [{ quota_limit: null }, "Working", ""],
  [NOT_ASKED, "Not asked yet", ""],
  [NO_CONTACT, "Off", "It needs a mail address."],
  [UNREACHABLE, "Failing", "It has not answered yet."],
  [{ ...UNREACHABLE, last_answer: "2026-03-05T14:50:00.000Z" }, "Working", ""],
])("describes a provider with %j as: %s", (facts, word, why) => {
  expect(toState(providerOf("a", facts))).toMatchObject({ word, why });
});

it("escapes all data in the page", () => {
  const html = staleList(TROUBLED).text;
  expect(html).not.toContain("<img");
  expect(html).toContain("&#60;img src=x onerror=alert(1)&#62;");
});

it("lists the most requested endpoint first, and links to the reference", () => {
  const figures = { failed: 0, refused: {}, p50_ms: 1, p99_ms: 2, ...NO_SLOTS };
  const text = endpointTable(
    reportOf({
      endpoints: [
        { name: "crypto", title: "Coins", route: "/api/v1/crypto", tool: "get_crypto", providers: [] },
        { name: "quote", title: "Quote", route: "/api/v1/stock/{symbol}", tool: "get_quote", providers: [] },
        { name: "search", title: "Search", route: "/api/v1/search", tool: "search", providers: [] },
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
  it("shows no quota of a provider without a key", () => {
    const text = providerCards(reportOf({ providers: [providerOf("a", NO_KEY)] })).text;
    expect(text).not.toContain("<meter");
    expect(text).not.toContain("calls left");
  });

  it("names fields that it no longer sends, and since when", () => {
    const drifts = [
      { provider: "provider-b", source: "overview", field: "beta", since: "2026-03-05T14:05:10.000Z" },
      { provider: "provider-b", source: "search", field: null, since: "2026-03-04T09:30:00.000Z" },
    ];
    const page = providerCards(reportOf({ providers: [providerOf("b", { drifts })] })).toString();
    const text = page.replace(/<svg[^]*?<\/svg>|<[^>]+>/g, "").replace(/\s+/g, " ");
    expect(text).toContain("Yahoo Finance has sent no beta since 14:05 UTC (overview)");
    expect(text).toContain("Yahoo Finance has sent no answers that can be read since 2026-03-04 09:30 UTC (search)");
  });
});
