/** FMP's company profile, cached for a day; it shows whether FMP knows a symbol. */
import { SLOW_PART_SECONDS } from "../../capabilities/shapes.js";
import { HINTS, MarketDataError, noCoverage, type Lack } from "../../contract/errors.js";
import { link } from "../../contract/link.js";
import { z } from "../../contract/schema.js";
import { say, the } from "../../contract/sentence.js";
import { count, currencyCode, number, positive, prose, text } from "../../contract/values.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { badAnswer, type FmpClient } from "./provider.js";
import { toFmpSymbol } from "./symbol.js";

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
  website: link,
  description: prose,
  ceo: text,
  city: text,
  state: text,
  country: text,
  fullTimeEmployees: count,
});

/** A profile, and the time of its request (milliseconds since the epoch). Money is in `currency`. */
export type Profile = z.output<typeof profileRow> & { fetchedAt: number };

/** Every field is lenient: parsing a cached profile gives each field its type. */
const cachedProfile = z.object({ ...profileRow.shape, fetchedAt: z.number() }).nullable();

/** Fetches the current profile, without the cache; `null` for a symbol FMP does not know. */
export async function fetchProfile(symbol: string, client: FmpClient): Promise<Profile | null> {
  const profile = await client.first(profileRow, "profile", { symbol });
  if (!profile) return null;
  if (profile.companyName === null && profile.price === null) throw badAnswer();
  return { ...profile, fetchedAt: client.upstream.now().getTime() };
}

/**
 * Returns the profile, at most a day old; `null` for a symbol FMP does not know.
 *
 * It distinguishes an empty answer about a known company from one about an unknown symbol.
 */
export async function findProfile(symbol: string, client: FmpClient): Promise<Profile | null> {
  return cachedProfile.parse(await client.upstream.remember(toPart(symbol), () => fetchProfile(symbol, client)));
}

/** Returns the profile for an answer that shows its figures: at most 48 minutes old, or older if it cannot be fetched. */
export async function findRecentProfile(symbol: string, client: FmpClient): Promise<Profile | null> {
  const now = client.upstream.now().getTime();
  const isCurrent = (profile: Profile | null) => profile !== null && now < profile.fetchedAt + SLOW_PART_SECONDS * 1000;
  const part = { ...toPart(symbol), isCurrent };
  return cachedProfile.parse(await client.upstream.remember(part, () => fetchProfile(symbol, client)));
}

/** Exchanges on which every security trades in US dollars. */
const DOLLAR_EXCHANGES: ReadonlySet<string | null> = new Set(["NASDAQ", "NYSE", "AMEX"]);

/**
 * Returns the listing's currency: US dollars for a US `exchange`, otherwise that of the cached profile. Makes no call;
 * `null` without a cached profile.
 */
export async function recallCurrency(
  symbol: string,
  client: FmpClient,
  exchange: string | null = null,
): Promise<string | null> {
  if (DOLLAR_EXCHANGES.has(exchange)) return "USD";
  return cachedProfile.parse((await client.upstream.recall?.(toPart(symbol))) ?? null)?.currency ?? null;
}

function toPart(symbol: string) {
  return {
    key: `profile ${toFmpSymbol(symbol)}`,
    keepSeconds: DAY_SECONDS,
    schema: cachedProfile as z.ZodType<Profile | null>,
    // Do not cache `null`: a symbol that is unknown today may be listed tomorrow morning.
    isGood: (profile: Profile | null) => profile !== null,
  };
}

/**
 * Creates the error for a symbol that FMP does not know; `what` is the subject, such as "a quote" or "news".
 */
export function unknownSymbol(what: string, symbol: string): MarketDataError {
  return new MarketDataError(
    "not_found",
    say`Cannot fetch ${what} for ${symbol}: ${the.source("provider-a")} does not know this symbol.`,
    {
      hints: [HINTS.findSymbol],
    },
  );
}

/**
 * Creates the error for an empty answer: `no_coverage` if FMP knows the symbol, otherwise `not_found`. `lack`
 * completes the sentence of `noCoverage`.
 */
export async function noCoverageOrUnknown(
  what: string,
  symbol: string,
  lack: Lack | string,
  client: FmpClient,
): Promise<MarketDataError> {
  const isKnown = (await findProfile(symbol, client)) !== null;
  return isKnown ? noCoverage("provider-a", what, symbol, lack) : unknownSymbol(what, symbol);
}
