/** Finnhub's company profile, which its overview and its news share. */
import { SLOW_PART_SECONDS } from "../../capabilities/shapes.js";
import { link } from "../../contract/link.js";
import { z } from "../../contract/schema.js";
import { currencyCode, positive, text } from "../../contract/values.js";
import type { FinnhubClient } from "./provider.js";

const profileRow = z.object({
  name: text,
  exchange: text,
  /** Of the headquarters, two letters. */
  country: text,
  /** Of the filings; that of the price is always USD. */
  currency: currencyCode,
  /** In millions. */
  marketCapitalization: positive,
  weburl: link,
  /** A name of Finnhub's own list of industries. */
  finnhubIndustry: text,
});

const cachedProfile = z.object({ ...profileRow.shape, fetchedAt: z.number() }).nullable();

/** A profile, and the time of its request (milliseconds since the epoch). */
export type Profile = NonNullable<z.output<typeof cachedProfile>>;

/** Returns the profile; `null` for a fund, and for a symbol that Finnhub does not know. */
export async function findProfile(symbol: string, client: FinnhubClient): Promise<Profile | null> {
  const part = {
    key: `profile ${symbol}`,
    keepSeconds: SLOW_PART_SECONDS,
    schema: cachedProfile as z.ZodType<Profile | null>,
    isGood: (profile: Profile | null) => profile !== null,
  };
  const found = await client.upstream.remember(part, async () => {
    const profile = await client.object(profileRow, "stock/profile2", symbol);
    return profile.name === null ? null : { ...profile, fetchedAt: client.upstream.now().getTime() };
  });
  return cachedProfile.parse(found);
}
