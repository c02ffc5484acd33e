/** A small capability, and providers that a test controls; nothing here uses a network. */
import { symbol } from "../../src/contract/fields.js";
import { defineCapability, type DataOf, type InputOf } from "../../src/contract/capability.js";
import type { Envelope, Served } from "../../src/contract/envelope.js";
import { ProviderError, type Reason } from "../../src/contract/errors.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { source, type SourceAnswer, type Provider } from "../../src/contract/provider.js";
import { toLabel, toTitle, type ProviderId } from "../../src/contract/provider-id.js";
import { z } from "../../src/contract/schema.js";
import { createLogger } from "../../src/lib/log.js";
import type { RunningProvider, RunningProviders } from "../../src/pipeline/running-provider.js";

/** One price per symbol; fresh for 100 s, then stale for 1,000 s more. */
export const price = defineCapability({
  name: "price",
  title: "Price",
  route: "/api/v1/price/{symbol}",
  tool: { name: "get_price", set: "core", description: "A price." },
  input: z.object({ symbol, rows: z.number().optional() }),
  output: z.object({
    symbol: z.string(),
    price: z.number(),
    volume: z.number().nullable(),
    timestamp: z.string(),
    source: z.string(),
  }),
  freshness: { ttlSeconds: 100, staleSeconds: 1000 },
  errors: { style: "detail", retryField: "retry_after", unavailable: 500 },
  viewParameters: ["rows"],
});

/** A log that writes nothing. */
export const SILENT = createLogger("silent", []);

/** The functions of a market calendar about funds, for tests without funds. */
export const NO_FUNDS = { isFund: () => false, hasFundPrices: () => true, nextDayAt: () => Infinity };

export type Price = DataOf<typeof price>;
export type PriceInput = InputOf<typeof price>;

export const ACME: Price = { symbol: "ACME", price: 12.5, volume: 100 };

/** A provider without refusals and without a client. */
export function fakeProvider(id: ProviderId, overrides: Partial<Provider> = {}): Provider {
  return {
    id,
    label: toLabel(id),
    title: toTitle(id),
    vendor: `Vendor of ${toTitle(id)}`,
    shortName: toTitle(id),
    termsUrl: "https://example.test/terms",
    privacyUrl: "https://vendor.example.test/privacy",
    needsKey: false,
    defaults: { baseUrl: "https://example.test", ratePerMinute: 60, dailyQuota: 0, timeoutMs: 8000 },
    retries: true,
    refusal: () => undefined,
    open: () => () => undefined,
    probe: async () => undefined,
    ...overrides,
  };
}

export const fakeA = fakeProvider("provider-a");
export const fakeB = fakeProvider("provider-b");
export const fakeC = fakeProvider("provider-c");

/** The fetch function of a fake source. */
export type Answering = (input: PriceInput) => Promise<SourceAnswer<Price>>;

/** A row of the catalogue with these sources, best first. */
export function priceEntry(...answering: [Provider, Answering][]): Entry<typeof price> {
  return entry(
    price,
    answering.map(([provider, answer]) => source(provider, price, answer)),
  );
}

/** Answers with the data. */
export const gives =
  (data: Price, more: Partial<SourceAnswer<Price>> = {}): Answering =>
  async () => ({ data, ...more });

/** Fails for a reason, as a provider does. */
export const refuses =
  (id: ProviderId, reason: Reason, retryAfterSeconds?: number): Answering =>
  async () => {
    throw new ProviderError(id, reason, { retryAfterSeconds });
  };

/**
 * Running providers; those in `unconfigured` lack their key, those in `free` can be called again after that many
 * seconds.
 */
export function running({
  unconfigured = [],
  free = {},
}: { unconfigured?: ProviderId[]; free?: Partial<Record<ProviderId, number>> } = {}): RunningProviders {
  const run = (provider: Provider): [ProviderId, RunningProvider] => [
    provider.id,
    {
      provider,
      timeoutMs: 8000,
      configured: !unconfigured.includes(provider.id),
      lacks: () => false,
      drift: { answered: () => {}, unreadable: () => {} },
      prepare: () => {},
      clientOf: () => undefined,
      secondsUntilFree: () => free[provider.id] ?? 0,
      refusal: () => undefined,
      status: () => Promise.reject(new Error("nobody asks for it here")),
      probe: () => Promise.reject(new Error("nobody asks for it here")),
      upstreamFor: () => ({
        send: () => Promise.reject(new Error("nothing is sent here")),
        remember: (_part, fetch) => fetch(),
        join: (call) => call,
        now: () => new Date(),
        permanentlyMissing: () => false,
        unrenewed: () => undefined,
        answeredAt: () => 0,
        judge: () => {},
      }),
    },
  ];
  return new Map([fakeA, fakeB, fakeC].map(run));
}

/** An envelope of ACME's price from provider A, fetched at `fetchedAt`. */
export function envelopeOf(fetchedAt: number, more: Partial<Envelope> = {}): Envelope {
  return {
    body: { ...ACME, timestamp: "2026-03-05T12:00:00.000000", source: "PROVIDER_A" },
    provider: "provider-a",
    fetchedAt,
    asOf: null,
    passedOver: [],
    filled: [],
    missing: [],
    notes: [],
    currency: { price: null, fields: {} },
    ...more,
  };
}

/** A served body: by default just fetched and fresh for 15 s. */
export function servedOf(body: Record<string, unknown>, more: Partial<Served> = {}): Served {
  const envelope = envelopeOf(Date.UTC(2026, 2, 5, 12), { body });
  return { envelope, state: "miss", ageSeconds: 0, freshForSeconds: 15, ...more };
}
