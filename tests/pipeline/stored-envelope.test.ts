import { onRows, say } from "../../src/contract/sentence.js";
import { Keyv } from "keyv";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { source } from "../../src/contract/provider.js";
import { z } from "../../src/contract/schema.js";
import { lifetimesOf } from "../../src/pipeline/freshness.js";
import { createBoundedStore } from "../../src/store/bounded.js";
import { Cache } from "../../src/pipeline/cache.js";
import { compose } from "../../src/pipeline/compose-envelope.js";
import { cacheKeyOf } from "../../src/pipeline/resolve.js";
import { isStoredEnvelope } from "../../src/pipeline/stored-envelope.js";
import { EXAMPLES as examples } from "../../src/serve/openapi-examples.js";
import { envelopeOf, fakeA, price, NO_FUNDS } from "../support/fakes.js";

const NOW = Date.UTC(2026, 2, 5, 12);
const INPUT = { symbol: "ACME" };
const CALENDAR = { isClosed: () => false, nextOpen: () => new Date(0), follows: () => true, ...NO_FUNDS };
const GOOD = {
  value: envelopeOf(NOW, {
    asOf: "2026-03-05T11:59:58.000Z",
    passedOver: [{ provider: "provider-b", reason: "timed_out" }],
    filled: [{ provider: "provider-c", fields: ["volume"] }],
    missing: ["volume"],
    permanentlyMissing: true,
    notes: [say`Größer als sonst.`],
    currency: { price: "GBp", fields: { marketCap: "GBP", revenue: null } },
    publicDays: ["2026-03-05", null],
  }),
  fetchedAt: NOW,
  freshUntil: NOW + 100_000,
  staleUntil: NOW + 1_100_000,
};

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Returns the cached answer that a new process reads from a store with this content. */
async function find(stored: unknown) {
  const keyv = new Keyv({ store: new Map() });
  const cache = new Cache(createBoundedStore(keyv));
  const key = cacheKeyOf(price, INPUT);
  await keyv.set(`v1:${key}`, JSON.stringify({ key, ...(stored as object) }));
  return cache.get({ key, isValue: isStoredEnvelope(price, INPUT, CALENDAR), isFresh: () => true });
}

/** A sentence on rows as it is stored, without the end of the JSON between its marks. */
const [DAMAGED] = onRows([{ days: ["2026-03-05"], says: say`low` }]).map((each) => String(each).replace('"}', ""));

const withValue = (more: object) => ({ ...GOOD, value: { ...GOOD.value, ...more } });
const withBody = (more: object) => withValue({ body: { ...GOOD.value.body, ...more } });

describe("an answer in the store", () => {
  it("is found as it was stored", async () => {
    expect(await find(GOOD)).toEqual(GOOD);
  });

  it("may have a note with a hundred parts on its rows", async () => {
    const long = withValue({ notes: ["x".repeat(50_000)] });
    expect(await find(long)).toEqual(long);
  });

  it.each<[string, unknown]>([
    ["a provider with a line break", withValue({ provider: "provider-a\r\nset-cookie: x" })],
    ["an unknown provider", withValue({ provider: "provider-z" })],
    ["an unknown reason", withValue({ passedOver: [{ provider: "provider-b", reason: "toString" }] })],
    ["a reason in another alphabet", withValue({ passedOver: [{ provider: "provider-b", reason: "ж" }] })],
    ["null in place of a provider that was passed over", withValue({ passedOver: [null] })],
    ["no fields for a provider that filled some in", withValue({ filled: [{ provider: "provider-c" }] })],
    ["an empty object for a provider that filled fields in", withValue({ filled: [{}] })],
    ["a field with a line break", withValue({ missing: ["volume\nx"] })],
    ["a field that is a number", withValue({ missing: [1] })],
    ["a note that is an object", withValue({ notes: [{}] })],
    ["a note of many lines", withValue({ notes: ["one\ntwo"] })],
    ["a sentence that cannot be written out", withValue({ notes: [DAMAGED] })],
    ["a note that is too long", withValue({ notes: ["x".repeat(50_001)] })],
    ["a currency that is one code, as earlier versions stored it", withValue({ currency: "EUR" })],
    ["no currency, as earlier versions stored it", withValue({ currency: null })],
    ["a currency with a line break", withValue({ currency: { price: "EU\n", fields: {} } })],
    ["a field with a currency that is a number", withValue({ currency: { price: null, fields: { eps: 1 } } })],
    ["a fund with a line break", withValue({ funds: ["VFIAX\n"] })],
    ["a time that is none", withValue({ asOf: "yesterday" })],
    ["a price that is text", withBody({ price: "abc" })],
    ["no price", withBody({ price: null })],
    ["another company", withBody({ symbol: "MSFT" })],
    ["a field that the capability does not have", withBody({ secret: 1 })],
    ["no body", withValue({ body: null })],
    ["an unknown field of the envelope", withValue({ later: true })],
    ["two different times of fetching", withValue({ fetchedAt: NOW - 1000 })],
    ["a freshness beyond the limit", { ...GOOD, freshUntil: 1e15, staleUntil: 1e15 }],
    ["a stale time beyond the limit", { ...GOOD, staleUntil: NOW + 1_110_001 }],
  ])("is a miss when it has %s", async (_what, stored) => {
    expect(await find(stored)).toBeUndefined();
  });

  it("is a miss when a sentence of its body cannot be written out", () => {
    const capability = { ...price, output: price.output.extend({ errors: z.array(z.object({ error: z.string() })) }) };
    const isStored = isStoredEnvelope(capability, INPUT, CALENDAR);
    expect(isStored(withBody({ errors: [{ error: "Not known." }] }).value, GOOD)).toBe(true);
    expect(isStored(withBody({ errors: [{ error: DAMAGED }] }).value, GOOD)).toBe(false);
  });

  it("is found again for a filer whose symbol is another one than the name that was asked for, or none", () => {
    const capability = { ...price, output: price.output.extend({ symbol: z.string().nullable() }) };
    for (const symbol of ["MSFT", null])
      expect(isStoredEnvelope(capability, { symbol: "ACME" }, CALENDAR)(withBody({ symbol }).value, GOOD)).toBe(true);
  });

  const kept = CATALOGUE.filter(({ sources }) => sources.length > 0).map(({ capability }) => capability);
  it.each(kept.map((capability) => [capability.name, capability] as const))(
    "is found again when it is one of %s",
    async (name, capability) => {
      const { input, body } = (examples as Record<string, { input: object; body: object }>)[name]!;
      const answer = { data: body as never };
      const from = source(fakeA, capability, async () => answer);
      const found = { ...answer, source: from, passedOver: [], filled: [], permanentlyMissing: false };
      const envelope = compose(capability, found, NOW);
      const times = { fetchedAt: NOW, ...lifetimesOf(capability, envelope, CALENDAR, () => 0.999) };
      expect(isStoredEnvelope(capability, input, CALENDAR)(envelope, times)).toBe(true);
    },
  );
});
