import { say } from "../../src/contract/sentence.js";
import { Keyv } from "keyv";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MarketDataError, ProviderError, type FailureKind } from "../../src/contract/errors.js";
import type { SourceAnswer } from "../../src/contract/provider.js";
import type { Entry } from "../../src/contract/entry.js";
import { toQuestion } from "../../src/contract/question.js";
import { NO_LEASES } from "../../src/contract/store.js";
import { createBoundedStore } from "../../src/store/bounded.js";
import { Cache, NegativeCache } from "../../src/pipeline/cache.js";
import { Coalescer } from "../../src/pipeline/coalesce.js";
import { createKeeper } from "../../src/pipeline/kept.js";
import { createResolver, type Parts } from "../../src/pipeline/resolve.js";
import {
  ACME,
  fakeA,
  fakeB,
  gives,
  price,
  priceEntry,
  refuses,
  running,
  type Answering,
  type Price,
  type PriceInput,
  NO_FUNDS,
} from "../support/fakes.js";
import { createGate, errorOf, outcomeOf } from "../support/gate.js";

const NOW = Date.UTC(2026, 2, 5, 12);
const INPUT: PriceInput = { symbol: "ACME" };
const TIMESTAMP = expect.stringMatching(/^2026-03-05T12:00:00\.000\d{3}$/);

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A pipeline whose only source is `answering`, without jitter. */
function createPipeline(answering: Answering, more: Partial<Parts> = {}) {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const unexpected: unknown[] = [];
  const source = vi.fn<Answering>(answering);
  const cache = new Cache(createBoundedStore(new Keyv({ store: new Map() })));
  const parts: Parts = {
    providers: running(),
    keeper: createKeeper(cache, new Coalescer(), NO_LEASES),
    inMemory: (key) => cache.inMemory(key),
    negative: new NegativeCache(),
    calendar: { isClosed: () => false, nextOpen: () => new Date(0), follows: () => true, ...NO_FUNDS },
    requestTimeoutMs: 5000,
    fallback: true,
    enrich: true,
    onUnexpected: (error) => unexpected.push(error),
    ...more,
  };
  const resolver = createResolver(parts);
  const resolve = (asked: Entry, input: PriceInput, signal?: AbortSignal, callerId?: string) =>
    resolver.resolve(toQuestion(asked, input, { signal, callerId }));
  const row = priceEntry([fakeA, source]);
  return {
    source,
    unexpected,
    resolver,
    resolve,
    row,
    ask: (input = INPUT, signal?: AbortSignal) => resolve(row, input, signal),
  };
}

const later = (seconds: number) => vi.setSystemTime(NOW + seconds * 1000);

/** A source that answers once and then fails for a reason. */
function thenFails(failure: Error): Answering {
  let asked = false;
  return async () => {
    if (asked) throw failure;
    asked = true;
    return { data: ACME };
  };
}

describe("resolve", () => {
  it("asks the source and reports a miss", async () => {
    const { ask } = createPipeline(gives(ACME, { asOf: "2026-03-05T11:59:58Z", currency: "EUR", notes: [say`Note.`] }));
    expect(await ask()).toEqual({
      envelope: {
        body: { ...ACME, timestamp: TIMESTAMP, source: "PROVIDER_A" },
        provider: "provider-a",
        fetchedAt: NOW,
        asOf: "2026-03-05T11:59:58Z",
        passedOver: [],
        filled: [],
        missing: [],
        notes: ["Note."],
        currency: { price: "EUR", fields: {} },
      },
      state: "miss",
      key: expect.stringContaining("ACME"),
      freshUntil: NOW + 100_000,
      staleUntil: NOW + 1_100_000,
      ageSeconds: 0,
      freshForSeconds: 100,
    });
  });

  it("puts the body's keys in the interface's order, whatever their order in the source", async () => {
    const { ask } = createPipeline(gives({ volume: 100, price: 12.5, symbol: "ACME" }));
    const { envelope } = await ask();
    expect(Object.keys(envelope.body)).toEqual(["symbol", "price", "volume", "timestamp", "source"]);
  });

  it("serves a fresh answer without a call, with its age and the time of its fetch", async () => {
    const { ask, source } = createPipeline(gives(ACME));
    const first = await ask();
    later(40.5);
    expect(await ask()).toEqual({ ...first, state: "hit", ageSeconds: 40, freshForSeconds: 60 });
    expect(source).toHaveBeenCalledTimes(1);
  });

  it("fetches again when freshness has ended", async () => {
    const { ask, source } = createPipeline(gives(ACME));
    await ask();
    later(100);
    expect(await ask()).toMatchObject({ state: "miss", ageSeconds: 0, envelope: { fetchedAt: NOW + 100_000 } });
    expect(source).toHaveBeenCalledTimes(2);
  });

  it("shares one call among identical questions, and none among different ones", async () => {
    const gate = createGate<SourceAnswer<Price>>();
    const { ask, source } = createPipeline(() => gate.passed);
    const same = Array.from({ length: 50 }, () => ask());
    const other = ask({ symbol: "OTHER" });
    await vi.advanceTimersByTimeAsync(0);
    expect(source).toHaveBeenCalledTimes(2);
    gate.open({ data: ACME });
    const answers = await Promise.all([...same, other]);
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(["miss"]));
  });

  it("always answers by the deadline", async () => {
    const { ask } = createPipeline(() => new Promise(() => {}));
    const late = errorOf(ask());
    await vi.advanceTimersByTimeAsync(5000);
    expect(await late).toMatchObject({ kind: "upstream_unavailable" });
  });

  it("counts the deadline from the caller's question, also for a part of it that is asked for later", async () => {
    const { row, resolver } = createPipeline(() => new Promise(() => {}));
    const question = toQuestion(row, INPUT);
    await vi.advanceTimersByTimeAsync(4000);
    const late = errorOf(resolver.resolve({ ...question, entry: row }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toMatchObject({ kind: "upstream_unavailable" });
    expect(toQuestion(row, INPUT, question).askedAt).toBe(question.askedAt);
  });

  it("makes one upstream call for two views of one answer", async () => {
    const { row, resolve, source } = createPipeline(gives(ACME));
    const view = (body: Record<string, unknown>, { rows }: PriceInput) => ({ ...body, volume: rows ?? null });
    const cutting = { ...row, capability: { ...price, view } } as Entry;
    expect((await resolve(cutting, { symbol: "ACME", rows: 1 })).envelope.body).toMatchObject({ volume: 1 });
    const second = await resolve(cutting, { symbol: "ACME", rows: 2 });
    expect(second).toMatchObject({ state: "hit", envelope: { body: { volume: 2 } }, whole: { volume: 100 } });
    expect(source).toHaveBeenCalledTimes(1);
  });

  it("caches answers separately by every other parameter, in any order", async () => {
    const { row, resolve, source } = createPipeline(gives(ACME));
    const capability = { ...price, viewParameters: [] };
    const asking = { ...row, capability } as Entry;
    await resolve(asking, { symbol: "ACME", rows: 1 });
    expect(await resolve(asking, { rows: 1, symbol: "ACME" })).toMatchObject({ state: "hit" });
    expect(await resolve(asking, { symbol: "ACME", rows: 2 })).toMatchObject({ state: "miss" });
    expect(await resolve(asking, { symbol: "ACME" })).toMatchObject({ state: "miss" });
    expect(source).toHaveBeenCalledTimes(3);
  });

  it("caches answers under the capability's own key if it has one", async () => {
    const { row, resolve, source } = createPipeline(gives(ACME));
    const asking = { ...row, capability: { ...price, cacheKey: ({ symbol }: PriceInput) => symbol[0]! } } as Entry;
    await resolve(asking, { symbol: "ACME" });
    expect(await resolve(asking, { symbol: "ALPHA" })).toMatchObject({ state: "hit" });
    expect(source).toHaveBeenCalledTimes(1);
  });

  it("caches an unknown symbol for a while", async () => {
    const failure = new MarketDataError("not_found", "No such symbol.");
    const { ask, source } = createPipeline(() => Promise.reject(failure));
    const known = await errorOf(ask());
    expect(known).toMatchObject({ kind: "not_found" });
    expect(await errorOf(ask())).toBe(known);
    expect(source).toHaveBeenCalledTimes(1);
  });

  it("caches no failure of an upstream", async () => {
    const { ask, source } = createPipeline(refuses("provider-a", "server_error"));
    await errorOf(ask());
    await errorOf(ask());
    expect(source).toHaveBeenCalledTimes(2);
  });

  it("reports the providers that were passed over", async () => {
    const { resolve } = createPipeline(gives(ACME));
    const row = priceEntry([fakeA, refuses("provider-a", "not_in_plan")], [fakeB, gives(ACME)]);
    expect((await resolve(row, INPUT)).envelope).toMatchObject({
      body: { source: "PROVIDER_B" },
      provider: "provider-b",
      passedOver: [{ provider: "provider-a", reason: "not_in_plan" }],
    });
  });

  it("reports a bug with its error, and shows the caller nothing of it", async () => {
    const bug = new TypeError("secret of the house");
    const { ask, unexpected } = createPipeline(() => Promise.reject(bug));
    const error = (await errorOf(ask())) as MarketDataError;
    expect({ kind: error.kind, message: error.message }).toEqual({
      kind: "internal",
      message: "Something went wrong on our side; the log has the request id.",
    });
    expect(unexpected).toEqual([bug]);
  });

  it("treats identical questions of one caller as one, also when it fails", async () => {
    const gate = createGate<SourceAnswer<Price>>();
    const { resolve, row, source } = createPipeline(() => gate.passed);
    const asked = Array.from({ length: 30 }, () => outcomeOf(resolve(row, INPUT, undefined, "alice")));
    await vi.advanceTimersByTimeAsync(0);
    gate.fail(new ProviderError("provider-a", "server_error"));
    const outcomes = await Promise.all(asked);
    expect(new Set(outcomes).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ kind: "upstream_unavailable" });
    expect(source).toHaveBeenCalledTimes(1);
  });

  it("lets a caller cancel, and still answers the remaining ones", async () => {
    const gate = createGate<SourceAnswer<Price>>();
    const { ask } = createPipeline(() => gate.passed);
    const leaving = new AbortController();
    const first = outcomeOf(ask(INPUT, leaving.signal));
    const second = ask();
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort();
    expect(await first).toMatchObject({ kind: "cancelled" });
    gate.open({ data: ACME });
    expect(await second).toMatchObject({ state: "miss" });
  });
});

describe("resolve when no source answers", () => {
  const failing = (failure: Error) => createPipeline(thenFails(failure));

  it("serves a cached answer that is not too old, with the time of its fetch and the reason", async () => {
    const { ask } = failing(new ProviderError("provider-a", "server_error"));
    const first = await ask();
    later(600);
    expect(await ask()).toEqual({
      ...first,
      state: "stale",
      ageSeconds: 600,
      freshForSeconds: 0,
      staleReason: "provider A: server error",
    });
    later(1099);
    expect(await ask()).toMatchObject({ state: "stale", ageSeconds: 1099 });
  });

  it("fails when the cached answer is too old", async () => {
    const { ask } = failing(new ProviderError("provider-a", "server_error"));
    await ask();
    later(1100);
    expect(await errorOf(ask())).toMatchObject({ kind: "upstream_unavailable" });
  });

  it("fails when the cached answer gets too old during the call", async () => {
    let asked = false;
    const { ask } = createPipeline(async () => {
      if (asked) {
        later(1101);
        throw new ProviderError("provider-a", "timed_out");
      }
      asked = true;
      return { data: ACME };
    });
    await ask();
    later(1099);
    expect(await errorOf(ask())).toMatchObject({ kind: "upstream_unavailable" });
  });

  it.each<[FailureKind, "stale" | "error"]>([
    ["upstream_unavailable", "stale"],
    ["upstream_limited", "stale"],
    ["overloaded", "stale"],
    ["not_configured", "stale"],
    ["not_found", "error"],
    ["no_coverage", "error"],
    ["insufficient_history", "error"],
    ["invalid_input", "error"],
    ["internal", "error"],
  ])("answers %s with: %s", async (kind, expected) => {
    const { ask } = failing(new MarketDataError(kind, "No."));
    await ask();
    later(200);
    const outcome = await outcomeOf(ask());
    expect(outcome instanceof Error ? "error" : outcome.state).toBe(expected);
  });

  it("serves the cached answer at the deadline when an upstream hangs", async () => {
    let asked = false;
    const { ask } = createPipeline(async () => {
      if (asked) return new Promise(() => {});
      asked = true;
      return { data: ACME };
    });
    await ask();
    later(200);
    const stale = ask();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await stale).toMatchObject({ state: "stale", staleReason: "upstream did not answer in time" });
  });
});
