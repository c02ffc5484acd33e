/** Facts about Alpha Vantage. */
import type { ProviderDescription } from "../../contract/provider-description.js";
import { namesOf } from "../../contract/provider-id.js";

/** Alpha Vantage: a key is needed, and a free one allows 25 calls a day. */
export const alphaVantageDescription: ProviderDescription = {
  ...namesOf("provider-c"),
  vendor: "Alpha Vantage",
  shortName: "Alpha Vantage (C)",
  termsUrl: "https://www.alphavantage.co/terms_of_service/",
  privacyUrl: "https://www.alphavantage.co/privacy/",
  needsKey: true,
  signUpUrl: "https://www.alphavantage.co/support/#api-key",
  plan: { gives: "25 calls a day, one a second" },
  terms: {
    own: "Personal, non-commercial use",
    others: "Showing its data to third parties counts as commercial use and needs a written agreement",
  },
  defaults: { baseUrl: "https://www.alphavantage.co", ratePerMinute: 5, dailyQuota: 25, timeoutMs: 8000 },
  // A free key allows one call a second, which may arrive closer together than they leave.
  pace: { atOnce: 1, everyMs: 1_200 },
};
