import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/contract/errors.js";
import type { Upstream } from "../../../src/contract/upstream.js";
import { alphaVantageProvider } from "../../../src/providers/alpha-vantage/provider.js";
import { searchFromAlphaVantage } from "../../../src/providers/alpha-vantage/search.js";
import { BASES, createAsker, TEST_KEY } from "../../support/ask.js";
import { createSharedSession } from "../../support/shared-session.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
const ENDPOINT = `${BASES["provider-c"]}/query`;
const PREMIUM = "https://www.alphavantage.co/premium/";

/** Searches and returns the error, the resulting pause of provider C, and the number of calls. */
async function failWith(answer: () => Response) {
  let calls = 0;
  internet.use(
    http.get(ENDPOINT, () => {
      calls++;
      return answer();
    }),
  );
  const asker = createAsker();
  const error = await asker.ask(searchFromAlphaVantage, { q: "tesco" }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ProviderError)) throw new Error("expected a ProviderError", { cause: error });
  const pause = asker.pauses.get("provider-c") ?? null;
  return { reason: error.reason, retryAfterSeconds: error.retryAfterSeconds ?? null, pause, calls };
}

const limitedFor = (seconds: number) => ({
  reason: "rate_limited",
  retryAfterSeconds: seconds,
  pause: { reason: "rate_limited", seconds },
  calls: 1,
});

describe("provider C, answering 200", () => {
  it("limits bursts: a short pause, although the text names the requests per day", async () => {
    const Information = `Thank you for using Alpha Vantage! Please consider spreading out your free API requests more sparingly (1 request per second). You may subscribe to any of the premium plans at ${PREMIUM} to lift the free key rate limit (25 requests per day), raise the per-second burst limit, and instantly unlock all premium endpoints`;
    expect(await failWith(() => HttpResponse.json({ Information }))).toEqual(limitedFor(2));
  });

  it("limits per minute: a minute's pause", async () => {
    const Note = `Thank you for using Alpha Vantage! Our standard API call frequency is 5 calls per minute and 500 calls per day. Please visit ${PREMIUM} if you would like to target a higher API call frequency.`;
    expect(await failWith(() => HttpResponse.json({ Note }))).toEqual(limitedFor(60));
  });

  it("limits per minute in a note of any other wording", async () => {
    expect(await failWith(() => HttpResponse.json({ Note: "Please slow down." }))).toEqual(limitedFor(60));
  });

  it.each([
    "Thank you for using Alpha Vantage! Our standard API rate limit is 25 requests per day.",
    `We have detected your API key as ${TEST_KEY} and our standard API rate limit is 25 requests per day.`,
  ])("has used up its daily quota: an hour's pause (%s)", async (sentence) => {
    const Information = `${sentence} Please subscribe to any of the premium plans at ${PREMIUM} to instantly remove all daily rate limits.`;
    expect(await failWith(() => HttpResponse.json({ Information }))).toEqual(limitedFor(3600));
  });

  it.each([
    `Thank you for using Alpha Vantage! This is a premium endpoint. You may subscribe to any of the premium plans at ${PREMIUM} to instantly unlock all premium endpoints`,
    "The **demo** API key is for demo purposes only. Please claim your free API key at (https://www.alphavantage.co/support/#api-key) to explore our full API offerings.",
  ])("does not include this in our plan: %s", async (Information) => {
    expect(await failWith(() => HttpResponse.json({ Information }))).toEqual({
      reason: "not_in_plan",
      retryAfterSeconds: null,
      pause: { reason: "not_in_plan", seconds: 3600 },
      calls: 1,
    });
  });

  it("refuses our key", async () => {
    const body = {
      "Error Message":
        "the parameter apikey is invalid or missing. Please claim your free API key on (https://www.alphavantage.co/support/#api-key). It should take less than 20 seconds.",
    };
    expect(await failWith(() => HttpResponse.json(body))).toEqual({
      reason: "key_refused",
      retryAfterSeconds: null,
      pause: { reason: "key_refused", seconds: 60 },
      calls: 1,
    });
  });

  const unusable = { reason: "bad_answer", retryAfterSeconds: null, pause: null, calls: 1 };

  it.each([
    ["an error about the call", { "Error Message": "Invalid API call. Please retry or visit the documentation." }],
    ["information we do not know", { Information: "We moved." }],
    ["an error before a note", { "Error Message": "Invalid API call.", Note: "5 calls per minute" }],
    ["a note that is no text", { Note: { text: "5 calls per minute" } }],
  ])("has no valid answer, and is not paused, for %s", async (_what, body) => {
    expect(await failWith(() => HttpResponse.json(body))).toEqual(unusable);
  });

  it.each([
    ["a page", "<!doctype html><title>Down for maintenance</title>"],
    ["CSV", "symbol,name,type\r\nTSCO.LON,Tesco PLC,Equity\r\n"],
    ["half an answer", '{"bestMatches":[{"1. symbol":"TSC'],
    ["blanks", " \n "],
  ])("has no valid answer when it sends %s", async (_what, text) => {
    expect(await failWith(() => new HttpResponse(text))).toEqual(unusable);
  });
});

describe("provider C, answering with another status", () => {
  it("limits us with 429, for the stated time or a minute", async () => {
    expect(await failWith(() => new HttpResponse("", { status: 429, headers: { "retry-after": "7" } }))).toEqual(
      limitedFor(7),
    );
    expect(await failWith(() => new HttpResponse("Too Many Requests", { status: 429 }))).toEqual(limitedFor(60));
  });

  it.each([401, 403])("refuses our key with %d", async (status) => {
    expect(await failWith(() => new HttpResponse(`bad key ${TEST_KEY}`, { status }))).toEqual({
      reason: "key_refused",
      retryAfterSeconds: null,
      pause: { reason: "key_refused", seconds: 60 },
      calls: 1,
    });
  });

  it.each([204, 404])("has no data with %d", async (status) => {
    expect((await failWith(() => new HttpResponse(null, { status }))).reason).toBe("no_data");
  });

  it.each([302, 400, 418])("has no valid answer with %d", async (status) => {
    expect((await failWith(() => new HttpResponse(null, { status }))).reason).toBe("bad_answer");
  });

  it("is limited by a body that says so, even with status 400", async () => {
    const Information = "Our standard API rate limit is 25 requests per day.";
    expect(await failWith(() => HttpResponse.json({ Information }, { status: 400 }))).toEqual(limitedFor(3600));
  });

  it("is not retried, because each call is one of 25 a day", async () => {
    const failed = { retryAfterSeconds: null, pause: null, calls: 1 };
    expect(await failWith(() => new HttpResponse("", { status: 503 }))).toEqual({ ...failed, reason: "server_error" });
    expect(await failWith(() => HttpResponse.error() as Response)).toEqual({ ...failed, reason: "unreachable" });
  });
});

describe("provider C, paused", () => {
  it("is not called during a pause", async () => {
    let calls = 0;
    internet.use(
      http.get(ENDPOINT, () => {
        calls++;
        return HttpResponse.json({ Note: "5 calls per minute" });
      }),
    );
    const asker = createAsker();
    for (let i = 0; i < 5; i++) {
      await expect(asker.ask(searchFromAlphaVantage, { q: `tesco ${i}` })).rejects.toMatchObject({
        reason: "rate_limited",
      });
    }
    expect(calls).toBe(1);
  });
});

describe("provider C's secrets", () => {
  it.each([
    { Information: `We have detected your API key as ${TEST_KEY} and our rate limit is 25 requests per day.` },
    { Information: `Unknown trouble with ${TEST_KEY}` },
    { "Error Message": `the parameter apikey ${TEST_KEY} is invalid` },
    `not JSON ${TEST_KEY}`,
  ])("stay out of the failure when the body is %j", async (body) => {
    internet.use(
      http.get(ENDPOINT, () => (typeof body === "string" ? new HttpResponse(body) : HttpResponse.json(body))),
    );
    const error = await createAsker()
      .ask(searchFromAlphaVantage, { q: "tesco" })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    const { message, stack, ...fields } = error as ProviderError;
    expect(`${message}${stack}${JSON.stringify(fields)}`).not.toContain(TEST_KEY);
  });
});

describe("provider C's address", () => {
  it("may have a path of its own", async () => {
    const sent: string[] = [];
    const upstream: Upstream = {
      async send({ url }) {
        sent.push(url.href);
        return { status: 200, headers: {}, text: "{}", retryAfterSeconds: undefined };
      },
      remember: (_part, fetch) => fetch(),
      join: (call) => call,
      now: () => new Date(),
    };
    const runShared = <T>(work: (shared: Upstream) => Promise<T>) => work(upstream);
    const parts = { shared: upstream, runShared, session: createSharedSession("provider-c") };
    const open = alphaVantageProvider.open({ baseUrl: "https://proxy.example.test/c", apiKey: TEST_KEY, ...parts });
    expect(await open(upstream).query({ function: "SYMBOL_SEARCH" })).toEqual({});
    expect(sent).toEqual([`https://proxy.example.test/c/query?function=SYMBOL_SEARCH&apikey=${TEST_KEY}`]);
  });
});
