import { describe, expect, it, vi } from "vitest";
import type { Served } from "../../src/contract/envelope.js";
import {
  ResponseCache,
  toResponseKey,
  toCachedReply,
  type ResponseCacheListeners,
} from "../../src/rest/response-cache.js";
import { JSON_TYPE, render } from "../../src/rest/respond.js";
import { atTime } from "../support/at-time.js";
import { servedOf } from "../support/fakes.js";

const NOW = Date.parse("2026-03-05T12:00:00Z");
const URL_ASKED = "/api/v1/stock/ACME";

atTime(NOW);

/** An answer fetched ten seconds ago and fresh for a minute. */
function served(more: Partial<Served> = {}): Served {
  const base = servedOf({ symbol: "ACME", price: 12.5 });
  const envelope = { ...base.envelope, fetchedAt: NOW - 10_000 };
  return { ...base, envelope, state: "miss", key: "quote:ACME", freshUntil: NOW + 60_000, ...more };
}

/** The answer as JSON. */
function toRendered(one: Served, { isPrivate = false } = {}) {
  const body = JSON.stringify(one.envelope.body);
  return render(one, { type: JSON_TYPE, body, note: "", varies: false, isPrivate });
}

function keep(one: Served, listeners?: ResponseCacheListeners): ResponseCache {
  const answers = new ResponseCache(listeners);
  answers.keep(URL_ASKED, toRendered(one));
  return answers;
}

const headersOf = (answers: ResponseCache) => toCachedReply(answers.find(URL_ASKED)!, undefined).headers;

describe("a rendered answer", () => {
  it("is sent again byte for byte, for exactly the same address", () => {
    const answers = keep(served());
    expect(answers.find(URL_ASKED)).toMatchObject({ body: toRendered(served()).body });
    expect(answers.find(`${URL_ASKED}?x=1`)).toBeUndefined();
  });

  it("is stored separately only for callers who prefer CSV or accept no form of it", () => {
    const other = [toResponseKey(URL_ASKED, "text/csv"), toResponseKey(URL_ASKED, "application/xml")];
    expect(new Set([URL_ASKED, ...other]).size).toBe(3);
    for (const accept of [undefined, "*/*", "application/json", "text/html, */*;q=0.1"]) {
      expect(toResponseKey(URL_ASKED, accept)).toBe(URL_ASKED);
    }
  });

  it("states its age and remaining freshness, second by second", () => {
    const answers = keep(served());
    expect(headersOf(answers)).toMatchObject({ age: "10", "cache-control": "max-age=60" });
    vi.setSystemTime(NOW + 1_500);
    expect(headersOf(answers)).toMatchObject({
      age: "11",
      "cache-control": "max-age=59",
      "cache-status": "market-data-mcp; hit; ttl=59",
      etag: toRendered(served()).headers["etag"],
      "x-data-sources": "provider-a",
    });
  });

  it("is not kept when it is longer than 256 KiB, nor is the shorter one that it replaces", () => {
    const answers = new ResponseCache();
    const keepOfLength = (length: number) =>
      answers.keep(URL_ASKED, { ...toRendered(served()), body: "x".repeat(length) });
    keepOfLength(200 * 1024);
    expect(answers.find(URL_ASKED)).toBeDefined();
    keepOfLength(256 * 1024);
    expect(answers.find(URL_ASKED)).toBeUndefined();
  });

  it("is private when callers have keys", () => {
    const answers = new ResponseCache();
    answers.keep(URL_ASKED, toRendered(served(), { isPrivate: true }));
    expect(headersOf(answers)).toMatchObject({ "cache-control": "private, max-age=60" });
  });

  it("is removed when it is no longer fresh", () => {
    const answers = keep(served());
    vi.setSystemTime(NOW + 60_000);
    expect(answers.find(URL_ASKED)).toBeUndefined();
  });

  it.each([
    ["a hundred thousand of them", 101_000, "x"],
    ["64 MB of them, compressed forms included", 175, "x".repeat(255 * 1024)],
  ])("is evicted, the oldest first, beyond %s", (_limit, count, name) => {
    const answers = new ResponseCache();
    const one = served({ envelope: { ...served().envelope, body: { name } } });
    const answer = toRendered(one);
    for (let index = 0; index < count; index++) answers.keep(`/${index}`, answer);
    expect(answers.find("/0")).toBeUndefined();
    expect(answers.find(`/${count - 1}`)).toBeDefined();
    expect(answers.find(`/${Math.ceil(count * 0.05)}`)).toBeDefined();
  });

  it("is sent again only while the answer cache has the answer that it was made from", () => {
    const known = new Map([["quote:ACME", { fetchedAt: NOW - 10_000, staleUntil: NOW + 300_000 }]]);
    const listeners = { cachedTimes: (key: string) => known.get(key) };
    const keepOne = () => keep(served({ staleUntil: NOW + 300_000 }), listeners);
    const answers = keepOne();
    expect(answers.find(URL_ASKED)).toBeDefined();
    known.set("quote:ACME", { fetchedAt: NOW, staleUntil: NOW + 310_000 });
    expect(answers.find(URL_ASKED)).toBeUndefined();

    // An answer made of a cached part can be fetched again and be as old as before.
    known.set("quote:ACME", { fetchedAt: NOW - 10_000, staleUntil: NOW + 310_000 });
    expect(keepOne().find(URL_ASKED)).toBeUndefined();

    known.clear();
    expect(keepOne().find(URL_ASKED)).toBeUndefined();
  });

  it("is not used when it is from the future because the clock was wrong", () => {
    const answers = keep(served());
    vi.setSystemTime(NOW - 3_600_000);
    expect(answers.find(URL_ASKED)).toBeUndefined();
  });

  it.each([
    ["that is stale already", served({ state: "stale" })],
    ["that the answer cache does not store", servedOf({ symbol: "ACME" })],
  ])("is not stored for an answer %s", (_what, one) => {
    expect(keep(one).find(URL_ASKED)).toBeUndefined();
  });
});
