import type { IncomingMessage, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { createFastPath } from "../../src/http/fast-path.js";
import { createRequestLog, type OnAnswer } from "../../src/http/request-log.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { createRoutes, createTargetParser, type Call } from "../../src/http/target.js";
import type { Caller } from "../../src/contract/caller.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { ResponseCache } from "../../src/rest/response-cache.js";
import { JSON_TYPE, render } from "../../src/rest/respond.js";
import { servedOf, SILENT as log } from "../support/fakes.js";

/** One for all, because each logger waits for the end of the process. */

const parseTarget = createTargetParser(createRoutes(CATALOGUE, new Map()));
const URL_ASKED = "/api/v1/stock/ACME";
const HEADERS = { RateLimit: '"minute";r=4;t=60' };

/** A fast path with one rendered answer; `sent` receives the response to a request. */
function createService({
  caller = { id: "nobody" },
  isKnown = true,
  spend = async () => {},
  isPlain = () => true,
  body = JSON.stringify({ symbol: "ACME", price: 12.5 }),
}: {
  body?: string;
  caller?: Caller;
  isKnown?: boolean;
  spend?: () => Promise<void>;
  isPlain?: () => boolean;
} = {}) {
  const responses = new ResponseCache();
  const served = { ...servedOf({ symbol: "ACME", price: 12.5 }), key: "ACME", freshUntil: Date.now() + 60_000 };
  responses.keep(
    URL_ASKED,
    render(served, {
      type: JSON_TYPE,
      body,
      note: "",
      varies: false,
      isPrivate: false,
    }),
  );
  const answerFully = vi.fn<(call: Call) => void>();
  const noted = { answers: vi.fn<OnAnswer>(), errors: vi.spyOn(log, "error") };
  const sendReady = createFastPath(
    {
      responses,
      guard: { isPlain, judge: () => ({ cors: {} }), headers: { vary: "Origin" } },
      access: { known: () => (isKnown ? caller : undefined), admit: () => ({ caller: { id: "nobody" } }) },
      visit: ({ id, plan }) => {
        if (!plan) throw new Error("no visit on the fast path");
        return { callerId: id, spend, headers: async () => HEADERS };
      },
      simulated: false,
      log,
    },
    createRequestLog(log, noted.answers, []),
    answerFully,
  );
  const sent = { status: 0, headers: {} as Record<string, string>, body: undefined as string | Buffer | undefined };
  const response = {
    writeHead(status: number, list: string[]) {
      const pairs = list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]]] : []));
      Object.assign(sent, { status, headers: Object.fromEntries(pairs) as Record<string, string> });
      return response;
    },
    write: (written: string | Buffer) => (sent.body = written),
    end: () => {},
  } as unknown as ServerResponse;
  const ask = (url = URL_ASKED, headers = {}) => {
    const request = { method: "GET", url, headers, rawHeaders: [] } as unknown as IncomingMessage;
    return sendReady({ target: parseTarget(request), request, response });
  };
  return { ask, answerFully, noted, sent };
}

describe("a request for a rendered answer", () => {
  it("is answered at once, counted and logged", () => {
    const { ask, answerFully, noted, sent } = createService();
    expect(ask()).toBe(true);
    expect(sent).toMatchObject({ status: 200, body: expect.stringContaining('"price":12.5') });
    expect(noted.answers).toHaveBeenCalledExactlyOnceWith("/api/v1/stock/{symbol}", 200, expect.any(Number), "hit");
    expect(answerFully).not.toHaveBeenCalled();
  });

  it("has the headers of every answer", () => {
    const { ask, sent } = createService();
    ask();
    expect(sent.headers).toMatchObject({ "x-content-type-options": "nosniff", vary: "Origin" });
  });

  it("gets 304 without body and content headers if the caller has the same answer", () => {
    const { ask, sent } = createService();
    expect(ask(URL_ASKED, { "if-none-match": "*" })).toBe(true);
    expect(sent).toMatchObject({ status: 304, body: undefined });
    expect(sent.headers).toHaveProperty("etag");
    expect(sent.headers).not.toHaveProperty("content-type");
    expect(sent.headers).not.toHaveProperty("content-length");
  });

  it("of a caller with a plan is counted, and the answer states what is left", async () => {
    const spend = vi.fn<() => Promise<void>>(async () => {});
    const { ask, sent } = createService({ caller: { id: "key alice", plan: "free" }, spend });
    expect(ask()).toBe(true);
    await vi.waitFor(() => expect(sent.status).toBe(200));
    expect(spend).toHaveBeenCalledOnce();
    expect(sent.headers).toMatchObject(HEADERS);
  });

  it("of a caller whose plan is used up takes the normal path, which writes the rejection", async () => {
    const caller: Caller = { id: "key alice", plan: "free" };
    const spend = () => Promise.reject(new MarketDataError("rate_limited", "used up"));
    const { ask, sent, answerFully, noted } = createService({ caller, spend });
    expect(ask()).toBe(true);
    await vi.waitFor(() => expect(answerFully).toHaveBeenCalledOnce());
    expect(sent.status).toBe(0);
    expect(noted.errors).not.toHaveBeenCalled();
  });

  it("whose count fails is logged and takes the normal path", async () => {
    const caller: Caller = { id: "key alice", plan: "free" };
    const { ask, answerFully, noted } = createService({ caller, spend: () => Promise.reject(new Error("broken")) });
    expect(ask()).toBe(true);
    await vi.waitFor(() => expect(answerFully).toHaveBeenCalledOnce());
    expect(noted.errors).toHaveBeenCalledWith(expect.objectContaining({ event: "unexpected" }));
  });

  it.each([
    ["whose caller has to be identified first", { isKnown: false }, URL_ASKED],
    ["that the origin guard has to check", { isPlain: () => false }, URL_ASKED],
    ["with an address in another spelling", {}, `${URL_ASKED}?`],
  ])("%s takes the normal path", (_what, options, url) => {
    const { ask, sent } = createService(options);
    expect(ask(url)).toBe(false);
    expect(sent.status).toBe(0);
  });

  it("that causes an internal error is logged and takes the normal path, and the process continues", () => {
    const isPlain = () => {
      throw new Error("broken");
    };
    const { ask, answerFully, noted } = createService({ isPlain });
    expect(ask()).toBe(true);
    expect(answerFully).toHaveBeenCalledOnce();
    expect(noted.errors).toHaveBeenCalledWith(expect.objectContaining({ event: "unexpected" }));
  });
});

describe("a request for a rendered answer that is long", () => {
  const long = JSON.stringify({ rows: "AAPL,".repeat(1_000) });
  const gzip = { "accept-encoding": "gzip, deflate" };

  it("is answered compressed where the caller accepts it, compressed once for all", async () => {
    const { ask, sent, noted } = createService({ body: long });
    expect(ask(URL_ASKED, gzip)).toBe(true);
    await vi.waitFor(() => expect(sent.status).toBe(200));
    const first = sent.body as Buffer;
    expect(gunzipSync(first).toString()).toBe(long);
    expect(sent.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-length": String(first.length),
      etag: expect.stringMatching(/-gzip"$/),
    });
    ask(URL_ASKED, gzip);
    expect(sent.body).toBe(first);
    expect(noted.answers).toHaveBeenCalledTimes(2);
  });

  it("is answered with 304 whatever encoding its ETag names", () => {
    const { ask, sent } = createService({ body: long });
    ask();
    const { etag } = sent.headers;
    expect([sent.body, sent.headers["content-encoding"]]).toEqual([long, undefined]);
    ask(URL_ASKED, { ...gzip, "if-none-match": etag!.replace(/"$/, '-br"') });
    expect([sent.status, sent.headers["etag"]]).toEqual([304, etag!.replace(/"$/, '-gzip"')]);
  });
});
