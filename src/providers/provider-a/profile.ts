/** Provider A's company profile, cached for a day; it shows whether provider A knows a symbol. */
import { MarketDataError, noCoverage } from "../../contract/errors.js";
import type { Upstream } from "../../contract/upstream.js";
import { z } from "../../contract/schema.js";
import { count, currencyCode, number, positive, prose, text } from "../../contract/values.js";
import { DAY_SECONDS } from "../../capabilities/shapes.js";
import { badAnswer, type ClientA } from "./provider.js";
import { toSymbolA } from "./symbol.js";

const profileRow = z.object({
  price: positive,
  marketCap: positive,
  averageVolume: number,
  beta: number,
  companyName: text,
  currency: currencyCode,
  exchange: text,
  industry: text,
  sector: text,
  website: text,
  description: prose,
  ceo: text,
  city: text,
  state: text,
  country: text,
  fullTimeEmployees: count,
});

/** A profile, and the time of its request (milliseconds since the epoch). Money is in `currency`. */
export type Profile = z.output<typeof profileRow> & { fetchedAt: number };

/** Every part is lenient, so that parsing a cached value gives every field its type. */
const cachedProfile = z.object({ ...profileRow.shape, fetchedAt: z.number() }).nullable();

/** Returns the current profile; `null` for a symbol provider A does not know. */
export async function fetchProfile(asked: string, client: ClientA, upstream: Upstream): Promise<Profile | null> {
  const [profile] = await client.rows(profileRow, "profile", { symbol: toSymbolA(asked) });
  if (!profile) return null;
  if (profile.companyName === null && profile.price === null) throw badAnswer();
  return { ...profile, fetchedAt: upstream.now().getTime() };
}

/**
 * Returns the profile, at most a day old; `null` for a symbol provider A does not know.
 *
 * It distinguishes an empty answer about a known company from one about an unknown symbol.
 */
export async function findProfile(asked: string, client: ClientA, upstream: Upstream): Promise<Profile | null> {
  return cachedProfile.parse(await upstream.remember(toPart(asked), () => fetchProfile(asked, client, upstream)));
}

/** Exchanges on which every security trades in US dollars. */
const DOLLAR_EXCHANGES: ReadonlySet<string | null> = new Set(["NASDAQ", "NYSE", "AMEX"]);

/**
 * The listing's currency: US dollars where all prices of its `exchange` are in them, otherwise that of a profile that
 * we have; `null` without one, as a call for the currency alone is not worth it.
 */
export async function recallCurrency(
  asked: string,
  upstream: Upstream,
  exchange: string | null = null,
): Promise<string | null> {
  if (DOLLAR_EXCHANGES.has(exchange)) return "USD";
  return cachedProfile.parse((await upstream.recall?.(toPart(asked))) ?? null)?.currency ?? null;
}

function toPart(asked: string) {
  return {
    key: `profile ${toSymbolA(asked)}`,
    keepSeconds: DAY_SECONDS,
    schema: cachedProfile as z.ZodType<Profile | null>,
    // A symbol that is unknown today may be listed tomorrow morning.
    isGood: (profile: Profile | null) => profile !== null,
  };
}

/**
 * Creates the error for a symbol that provider A does not know; `what` is "a quote", "a DCF
 * valuation".
 */
export function unknownSymbol(what: string, asked: string): MarketDataError {
  return new MarketDataError(
    "not_found",
    `Cannot fetch ${what} for ${asked}: provider A does not know this symbol; search_symbols finds the right one.`,
  );
}

/** Creates the error for a symbol without an answer of this kind: `no_coverage` if provider A knows it, as `noCoverage`. */
export async function nothingThere(
  what: string,
  asked: string,
  why: string,
  client: ClientA,
  upstream: Upstream,
): Promise<MarketDataError> {
  const isKnown = (await findProfile(asked, client, upstream)) !== null;
  return isKnown ? noCoverage("provider-a", what, asked, why) : unknownSymbol(what, asked);
}
