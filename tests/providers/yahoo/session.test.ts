import { EventEmitter, once } from "node:events";
import { http, HttpResponse } from "msw";
import manifest from "../../../package.json" with { type: "json" };
import type { Leases } from "../../../src/contract/store.js";
import { createMemorySessions } from "../../../src/store/memory.js";
import { createSharedSession } from "../../support/shared-session.js";
import { describe, expect, it } from "vitest";
import { alternativeQuoteFromYahoo, alternativeQuoteFromChart } from "../../../src/providers/yahoo/prices/quote.js";
import { recommendationsFromYahoo } from "../../../src/providers/yahoo/companies/recommendations.js";
import { yahooProvider } from "../../../src/providers/yahoo/provider.js";
import { Session } from "../../../src/providers/yahoo/session/session.js";
import { Pauses } from "../../../src/upstream/pauses.js";
import { createUpstream } from "../../../src/upstream/judged-upstream.js";
import { openLane } from "../../support/lane.js";
import { COOKIE_URL, createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import {
  APPLE_PRICE,
  APPLE_ROW,
  BASE,
  CRUMB,
  sessionRoutes,
  crumbRoute,
  sentCookie,
  summary,
  summaryOf,
  UNAUTHORIZED,
} from "./upstream-yahoo.js";

const internet = useInternet();
const QUOTES = { quoteResponse: { result: [APPLE_ROW], error: null } };
const SYMBOL = { symbol: "AAPL" };

/** A store, and sessions of processes that share it, over a clock that the test moves. */
function createProcesses(sessions = createMemorySessions()) {
  const clock = { ms: 0 };
  const pauses = new Pauses(() => clock.ms);
  const leases = createLeases();
  let processes = 0;
  return {
    clock,
    /** Starts a process that shares all pauses, unless it is given its own. */
    start(own: Pauses = pauses): Session {
      const lane = openLane(yahooProvider, { pauses: own });
      const upstream = createUpstream(lane, {
        deadline: performance.now() + 60_000,
      });
      return new Session({
        baseUrl: BASE,
        cookieUrl: COOKIE_URL,
        userAgent: "test/1",
        shared: { ...upstream, now: () => new Date(clock.ms) },
        session: createSharedSession("provider-b", { pauses: own, sessions, leases: leases.of(`${++processes}`) }),
      });
    },
  };
}

/** The leases of processes that share a store; each gets its own by `of`. */
function createLeases() {
  const held = { by: "", until: 0 };
  return {
    of: (process: string): Leases => ({
      async acquire(_key, ms) {
        if (held.by !== process && held.until > performance.now()) return false;
        Object.assign(held, { by: process, until: performance.now() + ms });
        return true;
      },
      release: async () => void (held.until = 0),
    }),
  };
}

function createSession() {
  const { clock, start } = createProcesses();
  return { session: start(), clock };
}

describe("provider B's session", () => {
  it("is opened once for all questions", async () => {
    const log: string[] = [];
    internet.use(...sessionRoutes(log));
    const { session } = createSession();
    const passes = await Promise.all(Array.from({ length: 20 }, () => session.pass()));
    expect([log, new Set(passes).size]).toEqual([["cookie", "crumb"], 1]);
  });

  it.each([401, 403])("is renewed once for fifty simultaneous calls that are refused with %i", async (status) => {
    const log: string[] = [];
    const crumbs = ["OLDCRUMB123", "NEWCRUMB123"];
    let accepted = crumbs[0];
    internet.use(
      ...sessionRoutes(log, crumbs),
      http.get(`${BASE}/v7/finance/quote`, ({ request }) => {
        const crumb = new URL(request.url).searchParams.get("crumb");
        return crumb === accepted ? HttpResponse.json(QUOTES) : HttpResponse.json(UNAUTHORIZED, { status });
      }),
    );
    const asker = createAsker();
    await asker.ask(alternativeQuoteFromYahoo, SYMBOL);
    accepted = crumbs[1];
    const answers = await Promise.all(Array.from({ length: 50 }, () => asker.ask(alternativeQuoteFromYahoo, SYMBOL)));
    expect(new Set(answers.map(({ data }) => data.price))).toEqual(new Set([244.6]));
    expect(log).toEqual(["cookie", "crumb", "cookie", "crumb"]);
  });

  it("is used only after it is stored, so that a call refused meanwhile cannot take it from the waiting ones", async () => {
    internet.use(...sessionRoutes([], ["OLDCRUMB123", "NEWCRUMB123"]));
    const sessions = createMemorySessions();
    const store = new EventEmitter();
    const session = createProcesses({
      ...sessions,
      async set(name, text, ms) {
        store.emit("called");
        if (text.includes("OLDCRUMB123")) await once(store, "answers");
        await sessions.set(name, text, ms);
      },
    }).start();
    const first = session.pass();
    await once(store, "called");
    const renewed = session.pass().then((pass) => session.renew(pass));
    // A session that is used before it is stored would be renewed within these turns of the event loop.
    await new Promise(setImmediate);
    store.emit("answers");
    expect(await first).toMatchObject({ crumb: "OLDCRUMB123" });
    expect(await renewed).toMatchObject({ crumb: "NEWCRUMB123" });
  });

  it("is not opened repeatedly when every new crumb is refused", async () => {
    const log: string[] = [];
    internet.use(
      ...sessionRoutes(log),
      http.get(`${BASE}/v7/finance/quote`, () => {
        log.push("quote");
        return HttpResponse.json(UNAUTHORIZED, { status: 401 });
      }),
    );
    const asker = createAsker();
    const failure = { reason: "crumb_refused", provider: "provider-b", retryAfterSeconds: 60 };
    await expect(asker.ask(alternativeQuoteFromYahoo, SYMBOL)).rejects.toMatchObject(failure);
    expect(log).toEqual(["cookie", "crumb", "quote", "cookie", "crumb", "quote"]);
    await expect(asker.ask(alternativeQuoteFromYahoo, SYMBOL)).rejects.toMatchObject(failure);
    // The session was discarded, and no other is opened before the pause has ended.
    expect(log).toHaveLength(6);
  });

  it.each([401, 403])("stays open for all when B refuses one symbol with %i and another works", async (status) => {
    const log: string[] = [];
    const sent = (request: Request) => new URL(request.url).searchParams.get("symbols");
    internet.use(
      ...sessionRoutes(log),
      http.get(`${BASE}/v7/finance/quote`, ({ request }) => {
        const symbol = sent(request);
        log.push(symbol!);
        if (symbol === "BANNED") return HttpResponse.json(UNAUTHORIZED, { status });
        return HttpResponse.json({ quoteResponse: { result: [{ ...APPLE_ROW, symbol }], error: null } });
      }),
    );
    const asker = createAsker();
    await asker.ask(alternativeQuoteFromYahoo, { symbol: "MSFT" });
    const refused = { reason: "crumb_refused", provider: "provider-b", retryAfterSeconds: undefined };
    await expect(asker.ask(alternativeQuoteFromYahoo, { symbol: "BANNED" })).rejects.toMatchObject(refused);
    expect((await asker.ask(alternativeQuoteFromYahoo, SYMBOL)).data.price).toBe(244.6);
    expect(log).toEqual(["cookie", "crumb", "MSFT", "BANNED", "MSFT", "AAPL"]);
  });

  it("stays open when the first symbol that is asked is refused and Apple works", async () => {
    const log: string[] = [];
    internet.use(
      ...sessionRoutes(log),
      crumbRoute("/v7/finance/quote", QUOTES, log),
      http.get(`${BASE}/v10/finance/quoteSummary/BANNED`, () => {
        log.push("BANNED");
        return HttpResponse.json(UNAUTHORIZED, { status: 403 });
      }),
    );
    const asker = createAsker();
    await expect(asker.ask(recommendationsFromYahoo, { symbol: "BANNED" })).rejects.toMatchObject({
      reason: "crumb_refused",
    });
    expect(log).toEqual(["cookie", "crumb", "BANNED", "GET /v7/finance/quote"]);
    expect(asker.pauses.get("provider-b", ["session"])).toBeUndefined();
  });

  it("is not renewed when it cannot be tried", async () => {
    const log: string[] = [];
    let tries = 0;
    internet.use(
      ...sessionRoutes(log),
      http.get(`${BASE}/v7/finance/quote`, () => {
        log.push("quote");
        return ++tries === 1 ? HttpResponse.json(UNAUTHORIZED, { status: 401 }) : HttpResponse.error();
      }),
    );
    const asker = createAsker();
    await expect(asker.ask(alternativeQuoteFromYahoo, { symbol: "MSFT" })).rejects.toMatchObject({
      reason: "unreachable",
    });
    expect(log.slice(0, 4)).toEqual(["cookie", "crumb", "quote", "quote"]);
    expect(log.filter((call) => call === "cookie")).toHaveLength(1);
  });

  it("sends cookies and our user agent with the crumb", async () => {
    const seen: (string | null)[] = [];
    internet.use(
      ...sessionRoutes(),
      crumbRoute("/v7/finance/quote", (request) => {
        seen.push(sentCookie(request), request.headers.get("user-agent"), new URL(request.url).search);
        return HttpResponse.json(QUOTES);
      }),
    );
    await createAsker().ask(alternativeQuoteFromYahoo, SYMBOL);
    expect(seen).toEqual([
      "A3=d",
      `Mozilla/5.0 (compatible; market-data-mcp/${manifest.version})`,
      "?symbols=AAPL&crumb=a.b%2FCRUMB12",
    ]);
  });

  it("is not opened for a call that needs no crumb", async () => {
    const meta = { symbol: "AAPL", regularMarketPrice: 1 };
    internet.use(http.get(`${BASE}/v8/finance/chart/AAPL`, () => HttpResponse.json({ chart: { result: [{ meta }] } })));
    expect((await createAsker().ask(alternativeQuoteFromChart, SYMBOL)).data.price).toBe(1);
  });

  it("is opened for such a call when the upstream requires a crumb after all", async () => {
    const log: string[] = [];
    const meta = { symbol: "AAPL", regularMarketPrice: 1 };
    internet.use(...sessionRoutes(log), crumbRoute("/v8/finance/chart/AAPL", { chart: { result: [{ meta }] } }, log));
    expect((await createAsker().ask(alternativeQuoteFromChart, SYMBOL)).data.price).toBe(1);
    expect(log).toEqual(["GET /v8/finance/chart/AAPL", "cookie", "crumb", "GET /v8/finance/chart/AAPL"]);
  });
});

describe("a session that processes share", () => {
  it("is opened once, even if several processes start at the same time or later", async () => {
    const log: string[] = [];
    internet.use(...sessionRoutes(log));
    const { start } = createProcesses();
    const passes = await Promise.all([start().pass(), start().pass(), start().pass()]);
    passes.push(await start().pass());
    expect(new Set(passes.map(({ crumb, cookie }) => `${crumb} ${cookie}`))).toEqual(new Set([`${CRUMB} A3=d`]));
    expect(log).toEqual(["cookie", "crumb"]);
  });

  it("is renewed by the first refused process, and other processes use the new one", async () => {
    const log: string[] = [];
    internet.use(...sessionRoutes(log, ["OLDCRUMB123", "NEWCRUMB123"]));
    const { start } = createProcesses();
    const [one, other] = [start(), start()];
    const [refused, alsoRefused] = [await one.pass(), await other.pass()];
    expect((await one.renew(refused)).crumb).toBe("NEWCRUMB123");
    expect((await other.renew(alsoRefused)).crumb).toBe("NEWCRUMB123");
    expect(log).toEqual(["cookie", "crumb", "cookie", "crumb"]);
  });

  it("is discarded for all processes after the renewed one is refused, and opened again after the pause", async () => {
    const log: string[] = [];
    internet.use(...sessionRoutes(log, ["OLDCRUMB123", "NEWCRUMB123"]));
    const { start, clock } = createProcesses();
    const session = start();
    const renewed = await session.renew(await session.pass());
    await expect(session.renew(renewed)).rejects.toMatchObject({ reason: "crumb_refused", retryAfterSeconds: 60 });
    await expect(start().pass()).rejects.toMatchObject({ reason: "crumb_refused" });
    expect(log).toHaveLength(4);
    clock.ms = 60_000;
    expect((await start().pass()).crumb).toBe("NEWCRUMB123");
    expect(log).toHaveLength(6);
  });

  it("is not opened by a process that learns of the pause a moment after the session was discarded", async () => {
    const log: string[] = [];
    internet.use(...sessionRoutes(log, ["OLDCRUMB123", "NEWCRUMB123", "THIRDCRUMB1"]));
    const { start } = createProcesses();
    const pauses = new Pauses();
    const [one, other] = [start(), start(pauses)];
    const [refused, alsoRefused] = [await one.pass(), await other.pass()];
    await expect(one.renew(await one.renew(refused))).rejects.toMatchObject({ reason: "crumb_refused" });
    const waiting = other.renew(alsoRefused);
    pauses.set("provider-b", "session", 60, "crumb_refused");
    await expect(waiting).rejects.toMatchObject({ reason: "crumb_refused" });
    expect(log).toHaveLength(4);
  });

  it("is not opened by any process before the pause after a failed handshake has ended", async () => {
    const log: string[] = [];
    internet.use(...sessionRoutes(log, ["<html></html>"]));
    const { start } = createProcesses();
    const outcomes = await Promise.allSettled([start().pass(), start().pass()]);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.reason)).toEqual([
      "crumb_refused",
      "crumb_refused",
    ]);
    expect(log).toEqual(["cookie", "crumb"]);
  });

  it.each([
    "nonsense",
    "[]",
    JSON.stringify({ server: BASE, way: "quote page", pass: { crumb: "a b", cookie: "A3=d", at: 0, renewal: false } }),
    JSON.stringify({
      server: BASE,
      way: "quote page",
      pass: { crumb: CRUMB, cookie: "A3=d\r\nx-evil: 1", at: 0, renewal: false },
    }),
    JSON.stringify({
      server: "https://other.example.test",
      way: "quote page",
      pass: { crumb: "OTHERCRUMB1", cookie: "A3=x", at: 0, renewal: false },
    }),
  ])("is not read from a store that contains %s", async (text) => {
    internet.use(...sessionRoutes());
    const sessions = createMemorySessions();
    await sessions.set("provider-b", text, 60_000);
    const { start } = createProcesses(sessions);
    expect(await start().pass()).toMatchObject({ crumb: CRUMB, cookie: "A3=d" });
  });
});

describe("a handshake that failed", () => {
  it("is remembered for a minute, with its reason", async () => {
    const log: string[] = [];
    internet.use(...sessionRoutes(log, ["<html></html>"]));
    const { session, clock } = createSession();
    await expect(session.pass()).rejects.toMatchObject({ reason: "crumb_refused" });
    clock.ms = 59_000;
    await expect(session.pass()).rejects.toMatchObject({ reason: "crumb_refused", retryAfterSeconds: 1 });
    expect(log).toEqual(["cookie", "crumb"]);
    clock.ms = 60_000;
    await expect(session.pass()).rejects.toMatchObject({ reason: "crumb_refused" });
    expect(log).toEqual(["cookie", "crumb", "cookie", "crumb"]);
  });

  it("is remembered for as long as a limit states", async () => {
    let calls = 0;
    internet.use(
      http.get(COOKIE_URL, () => {
        calls += 1;
        return HttpResponse.text("Too Many Requests", { status: 429, headers: { "retry-after": "120" } });
      }),
    );
    const { session, clock } = createSession();
    const limited = { reason: "session_limited", retryAfterSeconds: 120 };
    await expect(session.pass()).rejects.toMatchObject(limited);
    clock.ms = 100_000;
    await expect(session.pass()).rejects.toMatchObject({ ...limited, retryAfterSeconds: 20 });
    expect(calls).toBe(1);
  });

  it("is repeated after a minute when it was limited, then after twenty minutes, then after forty", async () => {
    let calls = 0;
    internet.use(
      http.get(COOKIE_URL, () => {
        calls += 1;
        return HttpResponse.text("Too Many Requests\r\n", { status: 429 });
      }),
    );
    const { session, clock } = createSession();
    for (const [made, seconds] of [
      [1, 60],
      [2, 1200],
      [3, 2400],
      [4, 3600],
    ] as const) {
      await expect(session.pass()).rejects.toMatchObject({ retryAfterSeconds: seconds });
      clock.ms += (seconds - 1) * 1000;
      await expect(session.pass()).rejects.toMatchObject({ retryAfterSeconds: 1 });
      expect(calls).toBe(made);
      clock.ms += 1_000;
    }
  });

  it("is repeated soon when only the connection failed", async () => {
    internet.use(
      http.get(COOKIE_URL, () => HttpResponse.error()),
      http.get(`${COOKIE_URL}quote/AAPL`, () => HttpResponse.error()),
      http.get(`${BASE}/v1/test/getcrumb`, () => HttpResponse.error()),
    );
    const { session, clock } = createSession();
    await expect(session.pass()).rejects.toMatchObject({ reason: "unreachable" });
    internet.use(...sessionRoutes());
    clock.ms = 4_000;
    await expect(session.pass()).rejects.toMatchObject({ reason: "unreachable", retryAfterSeconds: 1 });
    clock.ms = 5_000;
    await expect(session.pass()).resolves.toMatchObject({ crumb: expect.any(String) });
  });

  it("fails every call that waited for it, after one request for the crumb", async () => {
    const log: string[] = [];
    internet.use(
      http.get(`${BASE}/v1/test/getcrumb`, () => {
        log.push("limited crumb");
        return HttpResponse.text("Too Many Requests\r\n");
      }),
      ...sessionRoutes(log),
      summary("AAPL", summaryOf({ price: APPLE_PRICE })),
    );
    const asker = createAsker();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => asker.ask(recommendationsFromYahoo, SYMBOL)),
    );
    expect(results.map((result) => result.status === "rejected" && result.reason.reason)).toEqual(
      Array.from({ length: 10 }, () => "session_limited"),
    );
    expect(log).toEqual(["cookie", "limited crumb"]);
  });
});
