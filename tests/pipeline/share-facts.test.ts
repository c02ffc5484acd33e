import { Keyv } from "keyv";
import { beforeEach, describe, expect, it } from "vitest";
import { quote, shareFacts, type ShareFacts } from "../../src/capabilities/prices/quote.js";
import type { DataOf } from "../../src/contract/capability.js";
import { entry } from "../../src/contract/entry.js";
import { source } from "../../src/contract/provider.js";
import { enricher, type Findings } from "../../src/contract/enrichment.js";
import { toQuestion } from "../../src/contract/question.js";
import { createBoundedStore } from "../../src/store/bounded.js";
import { Cache } from "../../src/pipeline/cache.js";
import { Coalescer } from "../../src/pipeline/coalesce.js";
import { enrich } from "../../src/pipeline/enrich.js";
import { createKeeper } from "../../src/pipeline/kept.js";
import { NO_LEASES } from "../../src/contract/store.js";
import { fakeA, fakeB, running } from "../support/fakes.js";

const BEFORE: ShareFacts = { avgVolume: 7, eps: 25, sharesOutstanding: 1e9, price: 1000, currency: "USD" };
const AFTER: ShareFacts = { avgVolume: 7, eps: 2.5, sharesOutstanding: 1e10, price: 100, currency: "USD" };

let findings: Findings<ShareFacts> | Error;
let looks: number;
let cache: Cache;

beforeEach(() => {
  looks = 0;
  cache = new Cache(createBoundedStore(new Keyv({ store: new Map() })));
});

/** A quote of A, enriched with B's facts, which stay cached between calls. */
async function quoteAt(price: number, marketCap: number | null = 1e12) {
  const open = Object.fromEntries(Object.keys(quote.output.shape).map((field) => [field, null]));
  const data = { ...open, symbol: "ACME", price, marketCap } as unknown as DataOf<typeof quote>;
  const look = enricher(fakeB, shareFacts, async () => {
    looks++;
    if (findings instanceof Error) throw findings;
    return findings;
  });
  const providers = new Map(
    [...running()].map(([id, provider]) => {
      const upstreamFor: typeof provider.upstreamFor = (patience) => ({
        ...provider.upstreamFor(patience),
        remember: async (part, fetch) =>
          (await createKeeper(cache, new Coalescer(), NO_LEASES).part(id, part, patience, fetch)).value,
      });
      return [id, { ...provider, upstreamFor }];
    }),
  );
  const row = entry(quote, [source(fakeA, quote, async () => ({ data }))], [look]);
  const patience = { fallback: true, deadline: performance.now() + 20_000 };
  const found = { data, source: row.sources[0]!, passedOver: [], filled: [] };
  const {
    data: enriched,
    missing,
    filled,
  } = await enrich(toQuestion(row, { symbol: "ACME" }), found, providers, patience);
  const { avgVolume, eps, pe, sharesOutstanding } = enriched;
  return { avgVolume, eps, pe, sharesOutstanding, missing, filled };
}

describe("share facts", () => {
  it("are cached for later quotes, and mark the PE as computed", async () => {
    findings = { facts: AFTER };
    const filled = [
      { provider: "provider-b", fields: ["avgVolume", "eps", "sharesOutstanding"] },
      { provider: "market-data-mcp", fields: ["pe"], reason: "computed" },
    ];
    expect(await quoteAt(100)).toEqual({ avgVolume: 7, eps: 2.5, pe: 40, sharesOutstanding: 1e10, filled });
    expect((await quoteAt(103.3333333)).pe).toBe(41.3333);
    expect(looks).toBe(1);
  });

  it("are fetched again after a failed part, which is reported", async () => {
    findings = { facts: { ...AFTER, sharesOutstanding: null }, missing: ["sharesOutstanding"] };
    expect(await quoteAt(100)).toMatchObject({ eps: 2.5, sharesOutstanding: null, missing: ["sharesOutstanding"] });
    findings = new Error("no luck");
    expect((await quoteAt(100)).missing).toEqual(["avgVolume", "eps", "sharesOutstanding"]);
    findings = { facts: AFTER };
    const whole = await quoteAt(100);
    expect(whole).toMatchObject({ eps: 2.5, sharesOutstanding: 1e10 });
    expect(whole.missing).toBeUndefined();
  });

  it("are fetched again after a share split", async () => {
    findings = { facts: BEFORE };
    expect(await quoteAt(1000)).toMatchObject({ eps: 25, pe: 40 });
    findings = { facts: AFTER };
    expect(await quoteAt(100)).toMatchObject({ eps: 2.5, pe: 40, sharesOutstanding: 1e10 });
    expect(looks).toBe(2);
  });

  it("leave EPS, PE and share count empty while they contradict the market cap", async () => {
    findings = { facts: { ...BEFORE, price: 100 } };
    const open = { avgVolume: 7, eps: null, pe: null, sharesOutstanding: null };
    expect(await quoteAt(100)).toMatchObject({ ...open, missing: ["eps", "sharesOutstanding"] });
    findings = { facts: AFTER };
    expect(await quoteAt(100)).toMatchObject({ eps: 2.5, pe: 40, sharesOutstanding: 1e10 });
  });

  it("accept one class of shares, and prices in pence with a market cap in pounds", async () => {
    findings = { facts: { ...AFTER, sharesOutstanding: 4.8e9 } };
    expect(await quoteAt(100)).toMatchObject({ eps: 2.5, sharesOutstanding: 4.8e9 });
    cache = new Cache(createBoundedStore(new Keyv({ store: new Map() })));
    findings = { facts: { ...AFTER, eps: null, currency: "GBp" } };
    expect(await quoteAt(100, 1e10)).toMatchObject({ sharesOutstanding: 1e10 });
  });
});
