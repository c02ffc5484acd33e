/** Company overviews by Finnhub: its profile. */
import { say, the } from "../../contract/sentence.js";
import { overview } from "../../capabilities/companies/overview.js";
import { withNulls } from "../../contract/absent.js";
import type { DataOf } from "../../contract/capability.js";
import { source } from "../../contract/provider.js";
import { toPlainDecimal } from "../../lib/plain-decimal.js";
import { findProfile } from "./profile.js";
import { noData, finnhubProvider, US_LISTINGS_ONLY } from "./provider.js";

/**
 * An overview of name, industry, country, exchange, website and market cap; all other fields are `null` and reported as
 * missing. The country, as two letters, stands for the headquarters.
 *
 * @throws {ProviderError} `no_data` for a fund, and for a symbol Finnhub does not know.
 */
export const overviewFromFinnhub = source(
  finnhubProvider,
  overview,
  async ({ symbol }, client) => {
    const profile = await findProfile(symbol, client);
    if (!profile) throw noData();
    // The label is that of the accounts. Companies abroad have a market cap in dollars or in another currency, whatever it is.
    const isInDollars = profile.currency === "USD" && profile.country === "US";
    const data = withNulls<DataOf<typeof overview>>(overview.output, {
      symbol,
      companyName: profile.name,
      industry: profile.finnhubIndustry,
      marketCap: isInDollars ? fromMillions(profile.marketCapitalization) : null,
      website: profile.weburl,
      headquarters: profile.country,
      exchange: profile.exchange,
      financialMetrics: {},
      analystData: {},
    });
    const fields = Object.entries({ ...data, ...data.financialMetrics, ...data.analystData });
    return {
      data,
      fetchedAt: profile.fetchedAt,
      missing: fields.filter(([, value]) => value === null).map(([field]) => field),
      notes: [
        say`${the.source("provider-e")} has the profile only: figures of the accounts and of analysts are ${the.absent}.`,
        ...(isInDollars || profile.marketCapitalization === null
          ? []
          : [
              say`The market cap is left out, because ${the.source("provider-e")} does not say in which currency it is: of a company abroad it may be another one than USD.`,
            ]),
      ],
      currency: "USD",
      accounts: profile.currency,
    };
  },
  US_LISTINGS_ONLY,
);

/** Returns an amount that is stated in millions: its decimal point is moved, because a product may have other digits. */
function fromMillions(millions: number | null): number | null {
  return millions === null ? null : Number(`${toPlainDecimal(millions)}e6`);
}
