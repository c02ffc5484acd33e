import { texts } from "../support/texts.js";
import { say } from "../../src/contract/sentence.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { entry } from "../../src/contract/entry.js";
import { ProviderError } from "../../src/contract/errors.js";
import { source, type SourceAnswer, type Provider } from "../../src/contract/provider.js";
import { enrichment, enricher, type Findings } from "../../src/contract/enrichment.js";
import type { ProviderId } from "../../src/contract/provider-id.js";
import { toQuestion } from "../../src/contract/question.js";
import { enrich } from "../../src/pipeline/enrich.js";
import { ACME, fakeA, fakeB, fakeC, gives, price, running, type Price } from "../support/fakes.js";
import { createGate } from "../support/gate.js";

interface Facts {
  volume: number | null;
  currency?: string;
}

const OPEN: Price = { ...ACME, volume: null };

const volumes = enrichment(price, {
  name: "volumes",
  fields: ["volume"],
  ask: (data: Price) => (data.volume === null ? data.symbol : null),
  apply: (data: Price, facts: Facts) => ({
    data: { ...data, volume: facts.volume },
    fields: facts.volume === null ? [] : ["volume"],
    currency: facts.currency,
  }),
});

type Look = (asked: string) => Promise<Facts & { missing?: string[] }>;

function toFindings({ missing, ...facts }: Awaited<ReturnType<Look>>): Findings<Facts> {
  return { facts, ...(missing ? { missing } : {}) };
}

/** Enriches an answer, enrichers best first; returns the answer and the enrichers that filled fields. */
async function fill(
  answer: SourceAnswer<Price>,
  looks: [Provider, Look][],
  {
    fallback = true,
    unconfigured = [] as ProviderId[],
    seconds = 20,
    providers = running({ unconfigured }),
    complete = false,
  } = {},
  of = volumes,
) {
  const enrichers = looks.map(([provider, look]) =>
    enricher(provider, of, async (asked: string) => toFindings(await look(asked))),
  );
  const row = entry(price, [source(fakeA, price, gives(ACME), { complete })], enrichers);
  const found = { ...answer, source: row.sources[0]!, passedOver: [], filled: [] };
  const filledIn = await enrich(toQuestion(row, { symbol: "ACME" }), found, providers, {
    fallback,
    deadline: performance.now() + seconds * 1000,
  });
  const { source: _source, passedOver: _passedOver, filled, ...enriched } = filledIn;
  return { answer: enriched, filled };
}

const finds: Look = async () => ({ volume: 700 });
const fails: Look = async () => {
  throw new Error("no luck");
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("enrich", () => {
  it("does not report fields as missing that only a provider without a key could fill", async () => {
    const look = vi.fn<Look>(finds);
    expect(await fill({ data: OPEN }, [[fakeA, look]], { unconfigured: ["provider-a"] })).toEqual({
      answer: { data: OPEN },
      filled: [],
    });
    expect(look).not.toHaveBeenCalled();
  });

  it("leaves answers of complete sources alone, unless a parameter asks for what it fills", async () => {
    const look = vi.fn<Look>(finds);
    const fillComplete = (of: typeof volumes) => fill({ data: OPEN }, [[fakeB, look]], { complete: true }, of);
    expect((await fillComplete(volumes)).answer.data).toEqual(OPEN);
    expect(look).not.toHaveBeenCalled();
    expect((await fillComplete({ ...volumes, ofParameter: true })).answer.data).toEqual({ ...OPEN, volume: 700 });
  });

  it("names the fields that were filled from a part which could not be renewed, with its time", async () => {
    const failure = new ProviderError("provider-b", "server_error");
    const providers = new Map(
      [...running()].map(([id, each]) => {
        const unrenewed = () => ({ fetchedAt: Date.UTC(2026, 10, 18, 15), failure });
        const upstreamFor: typeof each.upstreamFor = (patience) => ({ ...each.upstreamFor(patience), unrenewed });
        return [id, { ...each, upstreamFor }];
      }),
    );
    const { answer } = await fill({ data: OPEN, notes: [say`First.`] }, [[fakeB, finds]], { providers });
    expect(texts(answer.notes)).toEqual([
      "First.",
      "Old data in volume: fetched 2026-11-18, 15:00 UTC, as provider B has not answered since.",
    ]);
  });

  it("reports for the detection of drift each answer of the enricher, whether readable or not", async () => {
    const drift = { answered: vi.fn<() => void>(), unreadable: vi.fn<() => void>() };
    const providers = running();
    providers.get("provider-b")!.drift = drift;
    await fill({ data: OPEN }, [[fakeB, finds]], { providers });
    expect([drift.answered.mock.calls, drift.unreadable.mock.calls]).toEqual([[["volumes", null]], []]);
    const garbled: Look = () => Promise.reject(new ProviderError("provider-b", "bad_answer"));
    await fill({ data: OPEN }, [[fakeB, garbled]], { providers });
    expect([drift.answered, drift.unreadable].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it("fills empty fields and names the provider and the fields", async () => {
    const look = vi.fn<Look>(finds);
    const inPence: Look = async () => ({ volume: 700, currency: "GBp" });
    expect((await fill({ data: OPEN }, [[fakeB, inPence]])).answer.currency).toBe("GBp");
    expect((await fill({ data: OPEN, currency: "USD" }, [[fakeB, inPence]])).answer.currency).toBe("USD");
    expect((await fill({ data: OPEN, currency: null }, [[fakeB, inPence]])).answer.currency).toBe("GBp");
    // The source states that the currency is unknown, and the enrichment does not state one.
    expect((await fill({ data: OPEN, currency: null }, [[fakeB, look]])).answer.currency).toBeNull();
    look.mockClear();
    expect(await fill({ data: OPEN, currency: "USD" }, [[fakeB, look]])).toEqual({
      answer: { data: { ...ACME, volume: 700 }, currency: "USD" },
      filled: [{ provider: "provider-b", fields: ["volume"] }],
    });
    expect(look.mock.calls).toEqual([["ACME"]]);
  });

  it("makes no call when no field is empty, or without an enricher", async () => {
    const look = vi.fn<Look>(finds);
    expect(await fill({ data: ACME }, [[fakeB, look]])).toEqual({ answer: { data: ACME }, filled: [] });
    expect(look).not.toHaveBeenCalled();
    expect(await fill({ data: OPEN }, [])).toEqual({ answer: { data: OPEN }, filled: [] });
  });

  it("asks the next enricher when one fails or is not configured", async () => {
    const looks: [Provider, Look][] = [
      [fakeC, finds],
      [fakeB, fails],
      [fakeA, finds],
    ];
    expect(await fill({ data: OPEN }, looks, { unconfigured: ["provider-c"] })).toEqual({
      answer: { data: { ...ACME, volume: 700 } },
      filled: [{ provider: "provider-a", fields: ["volume"] }],
    });
  });

  it("does not report fields as missing when no enricher has a key, because a retry would not fill them", async () => {
    expect(await fill({ data: OPEN }, [[fakeC, finds]], { unconfigured: ["provider-c"] })).toEqual({
      answer: { data: OPEN },
      filled: [],
    });
  });

  it("asks only the first enricher when fallback is off", async () => {
    const second = vi.fn<Look>(finds);
    const result = await fill(
      { data: OPEN },
      [
        [fakeB, fails],
        [fakeA, second],
      ],
      { fallback: false },
    );
    expect(result).toEqual({ answer: { data: OPEN, missing: ["volume"] }, filled: [] });
    expect(second).not.toHaveBeenCalled();
  });

  it("names the fields that no enricher could fill, with those that were already missing", async () => {
    expect(await fill({ data: OPEN, missing: ["news"] }, [[fakeB, fails]])).toEqual({
      answer: { data: OPEN, missing: ["news", "volume"] },
      filled: [],
    });
  });

  it("reports no enrichment when the findings are empty", async () => {
    expect(await fill({ data: OPEN }, [[fakeB, async () => ({ volume: null })]])).toEqual({
      answer: { data: OPEN },
      filled: [],
    });
  });

  it("waits one second for a slow enricher and then continues without it", async () => {
    const gate = createGate<Facts>();
    const result = fill({ data: OPEN }, [[fakeB, () => gate.passed]]);
    let done = false;
    void result.then(() => (done = true));
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual({ answer: { data: OPEN, missing: ["volume"] }, filled: [] });
    // A later result, success or failure, has no effect.
    gate.fail(new Error("too late"));
    await vi.advanceTimersByTimeAsync(1);
  });

  it("waits only until the caller's deadline, so that the caller gets the source's answer in time", async () => {
    const never: Look = () => new Promise(() => {});
    for (const seconds of [0.9, 0.1, -1]) {
      const result = fill({ data: OPEN }, [[fakeB, never]], { seconds });
      const began = performance.now();
      const ended = result.then(() => performance.now() - began);
      await vi.advanceTimersByTimeAsync(1000);
      expect(await result).toEqual({ answer: { data: OPEN, missing: ["volume"] }, filled: [] });
      expect(await ended).toBeLessThan(Math.max(0.1, seconds) * 1000);
    }
  });

  it("uses immediate findings even at the caller's deadline", async () => {
    const result = fill({ data: OPEN }, [[fakeB, finds]], { seconds: 0 });
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ filled: [{ fields: ["volume"] }] });
  });

  it("gives a look-up ten seconds, whatever the caller's deadline, because its findings are cached", async () => {
    const providers = running();
    const upstreamFor = vi.spyOn(providers.get("provider-b")!, "upstreamFor");
    await fill({ data: OPEN }, [[fakeB, finds]], { seconds: 0.5, providers });
    expect(upstreamFor.mock.calls[0]![0].deadline - performance.now()).toBeCloseTo(10_000, -2);
  });

  it("limits the time of all enrichers together", async () => {
    const slow: Look = () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error("no luck")), 600));
    const result = fill({ data: OPEN }, [
      [fakeB, slow],
      [fakeA, slow],
      [fakeC, finds],
    ]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await result).toMatchObject({ filled: [] });
  });

  it("asks the next enricher for fields that the first could not read, and names those still missing", async () => {
    const partial: Look = async () => ({ volume: null, missing: ["volume"] });
    expect(
      await fill({ data: OPEN }, [
        [fakeB, partial],
        [fakeA, finds],
      ]),
    ).toEqual({ answer: { data: { ...ACME, volume: 700 } }, filled: [{ provider: "provider-a", fields: ["volume"] }] });
    const looks: [Provider, Look][] = [
      [fakeB, partial],
      [fakeA, fails],
    ];
    expect(await fill({ data: OPEN }, looks)).toEqual({ answer: { data: OPEN, missing: ["volume"] }, filled: [] });
  });

  it("does not name fields as missing that another enricher has read", async () => {
    const both = { ...volumes, fields: ["volume", "price"] };
    const looks: [Provider, Look][] = [
      [fakeB, async () => ({ volume: null, missing: ["volume"] })],
      // It knows nothing of the price, which the first one has read.
      [fakeA, async () => ({ volume: null, missing: ["volume", "price"] })],
    ];
    expect((await fill({ data: OPEN }, looks, {}, both)).answer.missing).toEqual(["volume"]);
  });

  it("makes one enrichment after the other, the later ones with what the earlier ones found", async () => {
    const doubled = enrichment(price, {
      name: "doubled",
      fields: ["price"],
      ask: (data: Price) => (data.price === 12.5 ? data.volume : null),
      apply: (data: Price, facts: number) => ({
        data: { ...data, price: facts },
        fields: ["price"],
        notes: [say`Twice.`],
      }),
    });
    const asked = vi.fn<(volume: number) => void>();
    const of = (first: Look) =>
      entry(
        price,
        [source(fakeA, price, gives(ACME))],
        [
          enricher(fakeB, volumes, async (symbol: string) => toFindings(await first(symbol))),
          enricher(fakeC, doubled, async (volume: number) => {
            asked(volume);
            return { facts: volume * 2 };
          }),
        ],
      );
    const enriched = (first: Look, missing: string[] = []) => {
      const row = of(first);
      const found = { data: OPEN, notes: [say`First.`], missing, source: row.sources[0]!, passedOver: [], filled: [] };
      const deadline = performance.now() + 20_000;
      return enrich(toQuestion(row, { symbol: "ACME" }), found, running(), { fallback: true, deadline });
    };
    expect(await enriched(finds, ["price", "news"])).toMatchObject({
      data: { volume: 700, price: 1400 },
      notes: ["First.", "Twice."],
      // The source lacked the price this time, and now the answer has it.
      missing: ["news"],
      filled: [
        { provider: "provider-b", fields: ["volume"] },
        { provider: "provider-c", fields: ["price"] },
      ],
    });
    expect(asked.mock.calls).toEqual([[700]]);
    expect(await enriched(fails, ["volume"])).toMatchObject({ data: OPEN, missing: ["volume"], filled: [] });
  });
});
