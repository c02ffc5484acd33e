/** Whom provider A knows: its company profile, kept for a day. */
import { MarketDataError, ProviderError } from "../../contract/errors.js";
import type { Upstream } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, prose, text } from "../../contract/values.js";
import { DAY_SECONDS } from "../../capabilities/shapes.js";
import { badAnswer, noData, type ClientA } from "./provider.js";
import { toSymbolA } from "./symbol.js";

const profileRow = z.object({
  price: number,
  marketCap: number,
  averageVolume: number,
  beta: number,
  companyName: text,
  currency: text,
  exchange: text,
  industry: text,
  sector: text,
  website: text,
  description: prose,
  ceo: text,
  city: text,
  state: text,
  country: text,
  fullTimeEmployees: number,
});

/** A profile, and when it was asked for (milliseconds since the epoch). Money is in `currency`. */
export type Profile = z.output<typeof profileRow> & { fetchedAt: number };

/** The profile as it is now; `null` for a symbol provider A does not know. */
export async function fetchProfile(asked: string, client: ClientA, upstream: Upstream): Promise<Profile | null> {
  const [profile] = await client.rows(profileRow, "profile", { symbol: toSymbolA(asked) });
  if (!profile) return null;
  if (profile.companyName === null && profile.price === null) throw badAnswer();
  return { ...profile, fetchedAt: upstream.now().getTime() };
}

/**
 * The profile, at most a day old; `null` for a symbol provider A does not know.
 *
 * It tells an empty answer about a known company from one about nobody.
 */
export async function findProfile(asked: string, client: ClientA, upstream: Upstream): Promise<Profile | null> {
  try {
    return await upstream.remember(`profile ${toSymbolA(asked)}`, DAY_SECONDS, async () => {
      const profile = await fetchProfile(asked, client, upstream);
      // A failure is not kept: a symbol that is unknown today may be listed tomorrow morning.
      if (!profile) throw noData();
      return profile;
    });
  } catch (error) {
    if (error instanceof ProviderError && error.reason === "no_data") return null;
    throw error;
  }
}

/** The end of a question about a symbol that provider A does not know; `what` is "a quote", "a DCF valuation". */
export function unknownSymbol(what: string, asked: string): MarketDataError {
  return new MarketDataError(
    "not_found",
    `Cannot fetch ${what} for ${asked}: provider A does not know this symbol; search_symbols finds the right one.`,
  );
}
