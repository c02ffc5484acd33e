import { describe, expect, it, vi } from "vitest";
import { http, HttpResponse } from "msw";
import { alternativeQuote } from "../../../src/capabilities/prices/quote.js";
import { ProviderError } from "../../../src/contract/errors.js";
import { parseInput } from "../../../src/contract/input.js";
import { openLane } from "../../support/lane.js";
import { createUpstream, judged } from "../../../src/upstream/judged-upstream.js";
import { Pauses } from "../../../src/upstream/pauses.js";
import type { YahooClient } from "../../../src/providers/yahoo/calls/client.js";
import { yahooProvider } from "../../../src/providers/yahoo/provider.js";
import { alternativeQuoteFromYahoo } from "../../../src/providers/yahoo/prices/quote.js";
import {
  createQuoteBatch,
  createSummaryBatch,
  type SendQuotes,
  type SendSummary,
} from "../../../src/providers/yahoo/calls/shared-calls.js";
import { toRows } from "../../../src/providers/yahoo/calls/quote-row.js";
import { COOKIE_URL } from "../../support/ask.js";
import { createGate, outcomeOf } from "../../support/gate.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_ROW, BASE, sessionRoutes, crumbRoute } from "./upstream-yahoo.js";
import { createSharedSession } from "../../support/shared-session.js";

const internet = useInternet();
const rowsOf = (symbols: readonly string[]) => symbols.map((symbol) => ({ ...APPLE_ROW, symbol }));
const names = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe("createQuoteBatch", () => {
  it("sends one call for questions of the same moment, each symbol once", async () => {
    const send = vi.fn<SendQuotes>(async (symbols) => toRows(rowsOf(symbols), 50));
    const find = createQuoteBatch(send);
    const first = {};
    const found = await Promise.all([find(["AAPL"], first), find(["MSFT", "AAPL"], {}), find(["AAPL"])]);
    expect(send.mock.calls).toEqual([[["AAPL", "MSFT"], expect.any(Object)]]);
    expect(send.mock.calls[0]![1]).toBe(first);
    expect(found.map((each) => each.map(({ row }) => row?.symbol))).toEqual([["AAPL"], ["MSFT", "AAPL"], ["AAPL"]]);
  });

  it("has the turn of any caller of its questions, also of one who joins a question while the call waits", async () => {
    const send = vi.fn<SendQuotes>(async (symbols) => toRows(rowsOf(symbols), 50));
    const find = createQuoteBatch(send);
    const [one, two] = ["one", "two"].map((callerId) => ({ callerId, others: new Set<string>() }));
    await Promise.all([find(["AAPL"], one), find(["MSFT"], two)]);
    two!.others.add("three");
    expect(send.mock.calls[0]![1]).toEqual({ callerId: "one", others: new Set(["one", "two", "three"]) });
    expect(one!.others).toEqual(new Set());
  });

  it("sends a later question in a separate call, because it caches nothing", async () => {
    const send = vi.fn<SendQuotes>(async (symbols) => toRows(rowsOf(symbols), 50));
    const find = createQuoteBatch(send);
    await find(["AAPL"]);
    await find(["AAPL"]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("requests 50 symbols per call, and never makes more calls than separate questions would", async () => {
    const send = vi.fn<SendQuotes>(async (symbols) => toRows(rowsOf(symbols), 50));
    const find = createQuoteBatch(send);
    await Promise.all([find(names(100, "A")), find(names(30, "B")), find(names(20, "C"))]);
    expect(send.mock.calls.map(([symbols]) => symbols.length)).toEqual([50, 50, 50]);
    await find(names(120, "A"));
    expect(send.mock.calls.slice(3).map(([symbols]) => symbols.length)).toEqual([50, 50, 20]);
  });
});

describe("createSummaryBatch", () => {
  it("sends one call per symbol with the modules of all questions about it", async () => {
    const send = vi.fn<SendSummary<string>>(async (symbol, modules) => `${symbol}: ${modules}`);
    const ask = createSummaryBatch(send);
    const [one, two, three] = [{ callerId: "one" }, { callerId: "two" }, { callerId: "three" }];
    const [overview, insiders, other] = await Promise.all([
      ask("AAPL", ["price", "assetProfile"], one),
      ask("AAPL", ["price", "insiderHolders"], two),
      ask("MSFT", ["price"], three),
    ]);
    expect(send.mock.calls).toEqual([
      ["AAPL", ["price", "assetProfile", "insiderHolders"], { ...one, others: new Set(["one", "two"]) }],
      ["MSFT", ["price"], three],
    ]);
    expect(insiders).toBe(overview);
    expect(other).toBe("MSFT: price");
  });

  it("fails for one symbol alone, and caches nothing", async () => {
    const send = vi.fn<SendSummary<string>>(async (symbol) => {
      if (symbol === "NOPE") throw new ProviderError("provider-b", "server_error");
      return symbol;
    });
    const ask = createSummaryBatch(send);
    const ended = await Promise.all([outcomeOf(ask("NOPE", ["price"])), outcomeOf(ask("AAPL", ["price"]))]);
    expect(ended).toMatchObject([{ reason: "server_error" }, "AAPL"]);
    await ask("AAPL", ["price"]);
    expect(send).toHaveBeenCalledTimes(3);
  });
});

/** Questions to provider B that share calls, as the program runs them. */
function createQuestions() {
  const pauses = new Pauses();
  const lane = openLane({ ...yahooProvider, retries: false }, { pauses });
  const upstreamFor = (signal?: AbortSignal, ms = 5000) =>
    createUpstream(lane, { deadline: performance.now() + ms, signal });
  const open = yahooProvider.open({
    baseUrl: BASE,
    options: { cookieUrl: COOKIE_URL },
    shared: upstreamFor(),
    session: createSharedSession("provider-b"),
    runShared: (work) => {
      const upstream = upstreamFor();
      return judged(upstream, () => work(upstream));
    },
  });
  return {
    breaker: lane.breaker,
    client: (signal?: AbortSignal, ms?: number) => open(upstreamFor(signal, ms)),
    quote(symbol: string) {
      const upstream = upstreamFor();
      const client: YahooClient = open(upstream);
      return judged(upstream, () =>
        alternativeQuoteFromYahoo.fetch(
          parseInput(alternativeQuote, { symbol }) as { symbol: string },
          client,
          upstream,
        ),
      );
    },
  };
}

const reply = (rows: readonly object[]) => ({ quoteResponse: { result: rows, error: null } });

describe("questions that share a call", () => {
  it("get their rows in their own spelling; one unknown symbol does not fail the rest", async () => {
    const log: string[] = [];
    internet.use(
      ...sessionRoutes(),
      crumbRoute(
        "/v7/finance/quote",
        (request) => {
          const symbols = new URL(request.url).searchParams.get("symbols")!.split(",");
          return HttpResponse.json(reply(rowsOf(symbols.filter((symbol) => symbol !== "NOPE"))));
        },
        log,
      ),
    );
    const { quote } = createQuestions();
    const ended = await Promise.all(["AAPL", "BRK.B", "NOPE"].map((symbol) => outcomeOf(quote(symbol))));
    expect(ended).toMatchObject([
      { data: { symbol: "AAPL" } },
      { data: { symbol: "BRK.B" } },
      { kind: "not_found", message: expect.stringContaining("NOPE") },
    ]);
    expect(log).toEqual(["GET /v7/finance/quote"]);
  });

  it("each fail when the call fails, and the failure counts once", async () => {
    internet.use(
      ...sessionRoutes(),
      crumbRoute("/v7/finance/quote", () => new HttpResponse("boom", { status: 503 })),
    );
    const { quote } = createQuestions();
    const ended = await Promise.all([outcomeOf(quote("AAPL")), outcomeOf(quote("MSFT"))]);
    for (const error of ended) expect(error).toMatchObject({ reason: "server_error" });
    internet.use(crumbRoute("/v7/finance/quote", () => HttpResponse.json({ nothing: "we know" })));
    await expect(quote("AAPL")).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("do not report an unknown symbol when rows of other symbols are sent", async () => {
    internet.use(...sessionRoutes(), crumbRoute("/v7/finance/quote", reply(rowsOf(["MSFT", "EVIL"]))));
    const { quote } = createQuestions();
    const ended = await Promise.all([outcomeOf(quote("AAPL")), outcomeOf(quote("MSFT"))]);
    expect(ended).toMatchObject([{ reason: "bad_answer" }, { data: { symbol: "MSFT" } }]);
  });

  it("end separately: neither a cancelled caller nor one at its deadline stops the call", async () => {
    const gate = createGate();
    const arrived = createGate();
    internet.use(
      ...sessionRoutes(),
      http.get(`${BASE}/v7/finance/quote`, async () => {
        arrived.open();
        await gate.passed;
        return HttpResponse.json(reply(rowsOf(["AAPL", "MSFT", "TSLA"])));
      }),
    );
    const { client } = createQuestions();
    const leaving = new AbortController();
    const gone = outcomeOf(client(leaving.signal).quotes(["AAPL"]));
    const late = outcomeOf(client(undefined, 60).quotes(["TSLA"]));
    const patient = client().quotes(["MSFT"]);
    await arrived.passed;
    leaving.abort();
    expect(await gone).toMatchObject({ kind: "cancelled" });
    const error = await late;
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ reason: "timed_out" });
    gate.open();
    expect([...(await patient).keys()]).toEqual(["MSFT"]);
  });
});
