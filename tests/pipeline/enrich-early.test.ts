import { Keyv } from "keyv";
import { describe, expect, it, vi } from "vitest";
import { entry } from "../../src/contract/entry.js";
import { enrichment, enricher, findingsOf, type Findings } from "../../src/contract/enrichment.js";
import { ProviderError } from "../../src/contract/errors.js";
import { source, type Provider } from "../../src/contract/provider.js";
import { toQuestion } from "../../src/contract/question.js";
import { z } from "../../src/contract/schema.js";
import { NO_LEASES } from "../../src/contract/store.js";
import { Cache } from "../../src/pipeline/cache.js";
import { Coalescer } from "../../src/pipeline/coalesce.js";
import { askAndEnrich } from "../../src/pipeline/enrich.js";
import { createKeeper } from "../../src/pipeline/kept.js";
import type { RunningProviders } from "../../src/pipeline/running-provider.js";
import { createBoundedStore } from "../../src/store/bounded.js";
import {
  ACME,
  fakeA,
  fakeB,
  fakeProvider,
  price,
  refuses,
  running,
  type Answering,
  type Price,
} from "../support/fakes.js";
import { createGate } from "../support/gate.js";

interface Facts {
  volume: number;
  price: number;
}

const OPEN: Price = { ...ACME, volume: null };
const FACTS: Findings<Facts> = { facts: { volume: 700, price: 12 } };

const volumes = enrichment(price, {
  name: "volumes",
  keep: { seconds: 60, schema: findingsOf(z.object({ volume: z.number(), price: z.number() })) },
  fields: ["volume"],
  ask: (data: Price) => (data.volume === null ? data.symbol : null),
  askEarly: ({ symbol }) => symbol,
  isOutdated: (data: Price, facts: Facts) => data.price > 2 * facts.price,
  apply: (data: Price, { volume }: Facts) => ({ data: { ...data, volume }, fields: ["volume"] }),
});

type Look = (asked: string) => Promise<Findings<Facts>>;

/** Asks about ACME with sources and an early look-up that a test controls. */
function ask(
  sources: [Provider, Answering][],
  look: Look,
  { by = fakeB, wanted = true, providers = withParts() as RunningProviders } = {},
) {
  const row = entry(
    price,
    sources.map(([provider, answer]) => source(provider, price, answer)),
    [enricher(by, volumes, look)],
  );
  const patience = {
    deadline: performance.now() + 20_000,
    signal: new AbortController().signal,
    question: { callerId: "alice" },
  };
  return askAndEnrich({ providers, fallback: true, enrich: wanted }, toQuestion(row, { symbol: "ACME" }), patience);
}

/** A source whose answer comes when the test opens the gate. */
function gated(data: Price) {
  const gate = createGate();
  return { gate, answer: vi.fn<Answering>(async () => gate.passed.then(() => ({ data }))) };
}

/** Providers whose parts are cached, as in a process. */
function withParts() {
  const cache = new Cache(createBoundedStore(new Keyv({ store: new Map() })));
  const keeper = createKeeper(cache, new Coalescer(), NO_LEASES);
  return new Map(
    [...running()].map(([id, each]) => {
      const upstreamFor: typeof each.upstreamFor = (patience) => ({
        ...each.upstreamFor(patience),
        remember: async (part, fetch) => (await keeper.part(id, part, patience, fetch)).value,
      });
      return [id, { ...each, upstreamFor }];
    }),
  );
}

describe("an enrichment that needs only the input", () => {
  it("starts before the source has answered, and calls its provider once", async () => {
    const { gate, answer } = gated(OPEN);
    const look = vi.fn<Look>(async () => FACTS);
    const asked = ask([[fakeA, answer]], look);
    await expect.poll(() => look.mock.calls.map(([symbol]) => symbol)).toEqual(["ACME"]);
    gate.open();
    const { data: filled, filled: by } = await asked;
    expect(filled).toEqual({ ...ACME, volume: 700 });
    expect(by).toEqual([{ provider: "provider-b", fields: ["volume"] }]);
    expect(look).toHaveBeenCalledOnce();
  });

  it("belongs to its question, so that the circuit breaker counts one failure of both", async () => {
    const questions: unknown[] = [];
    const providers = new Map(
      [...withParts()].map(([id, each]) => {
        const upstreamFor: typeof each.upstreamFor = (patience) => {
          questions.push(patience.question);
          return each.upstreamFor(patience);
        };
        return [id, { ...each, upstreamFor }];
      }),
    );
    const { gate, answer } = gated(OPEN);
    const look = vi.fn<Look>(async () => FACTS);
    const asked = ask([[fakeA, answer]], look, { providers });
    await expect.poll(() => look).toHaveBeenCalled();
    gate.open();
    await asked;
    expect(new Set(questions)).toEqual(new Set([{ callerId: "alice" }]));
  });

  it("waits for the answer when it would use the quota of a key", async () => {
    const { gate, answer } = gated(OPEN);
    const look = vi.fn<Look>(async () => FACTS);
    const asked = ask([[fakeA, answer]], look, { by: fakeProvider("provider-c", { needsKey: true }) });
    await expect.poll(() => answer).toHaveBeenCalled();
    await new Promise(setImmediate);
    expect(look).not.toHaveBeenCalled();
    gate.open();
    await asked;
    expect(look).toHaveBeenCalledOnce();
  });

  it("does not start when the source fails without a call and the enricher's provider answers next", async () => {
    const look = vi.fn<Look>(async () => FACTS);
    const { gate, answer } = gated(ACME);
    const asked = ask(
      [
        [fakeA, refuses("provider-a", "not_in_plan")],
        [fakeB, answer],
      ],
      look,
    );
    await expect.poll(() => answer).toHaveBeenCalled();
    await new Promise(setImmediate);
    gate.open();
    await asked;
    expect(look).not.toHaveBeenCalled();
  });

  it("does not start when enrichment is off", async () => {
    const { gate, answer } = gated(OPEN);
    const look = vi.fn<Look>(async () => FACTS);
    const asked = ask([[fakeA, answer]], look, { wanted: false });
    await new Promise(setImmediate);
    gate.open();
    expect((await asked).data).toEqual(OPEN);
    expect(look).not.toHaveBeenCalled();
  });

  it("leaves the answer unchanged when it fails", async () => {
    const { gate, answer } = gated(OPEN);
    const look = vi.fn<Look>(() => Promise.reject(new ProviderError("provider-b", "server_error")));
    const asked = ask([[fakeA, answer]], look);
    await expect.poll(() => look).toHaveBeenCalled();
    gate.open();
    expect(await asked).toMatchObject({ data: OPEN, missing: ["volume"] });
  });

  it("does not hide that the source failed", async () => {
    const gate = createGate();
    const look = vi.fn<Look>(async () => FACTS);
    const fails: Answering = () => gate.passed.then(() => Promise.reject(new ProviderError("provider-a", "timed_out")));
    const asked = ask([[fakeA, fails]], look);
    asked.catch(() => {});
    await expect.poll(() => look).toHaveBeenCalled();
    gate.open();
    await expect(asked).rejects.toMatchObject({ kind: "upstream_unavailable" });
  });
});

describe("findings that were looked up early", () => {
  it("are cached, and are not fetched again for the next question", async () => {
    const look = vi.fn<Look>(async () => FACTS);
    const providers = withParts();
    for (let question = 0; question < 2; question++) {
      const { gate, answer } = gated(OPEN);
      const asked = ask([[fakeA, answer]], look, { providers });
      await expect.poll(() => answer).toHaveBeenCalled();
      await new Promise(setImmediate);
      gate.open();
      expect((await asked).data.volume).toBe(700);
    }
    expect(look).toHaveBeenCalledTimes(1);
  });

  it("are fetched again when they turn out to be outdated compared with the answer", async () => {
    const look = vi.fn<Look>(async () => FACTS);
    const { gate, answer } = gated({ ...OPEN, price: 100 });
    const asked = ask([[fakeA, answer]], look);
    await expect.poll(() => look).toHaveBeenCalled();
    look.mockResolvedValue({ facts: { volume: 900, price: 100 } });
    gate.open();
    expect((await asked).data.volume).toBe(900);
  });
});
