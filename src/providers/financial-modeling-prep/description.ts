/** Facts about FMP. */
import type { ProviderDescription } from "../../contract/provider-description.js";
import { namesOf } from "../../contract/provider-id.js";

/** Financial Modeling Prep: a key is needed, and a free one allows 250 calls a day. */
export const fmpDescription: ProviderDescription = {
  ...namesOf("provider-a"),
  vendor: "Financial Modeling Prep",
  shortName: "FMP (A)",
  termsUrl: "https://site.financialmodelingprep.com/terms-of-service",
  privacyUrl: "https://site.financialmodelingprep.com/privacy-policy",
  needsKey: true,
  signUpUrl: "https://site.financialmodelingprep.com/developer/docs",
  plan: {
    gives: "250 calls a day, [87 symbols](docs/keys-and-plans.md#what-a-free-key-of-financial-modeling-prep-gives)",
  },
  terms: {
    own: "Allowed with any key",
    others:
      "Its data may be shown inside an application, but access to the bare API may not be passed on. Public or commercial display needs a display agreement. REST routes that return its rows to strangers come close to passing the API on",
  },
  defaults: {
    baseUrl: "https://financialmodelingprep.com/stable",
    ratePerMinute: 240,
    dailyQuota: 250,
    timeoutMs: 8000,
  },
  mappingCalls: {
    overview: 7,
    crypto: 2,
    "crypto-2": 5,
    dcf: 2,
    dividends: 4,
    earnings: 2,
    financials: 2,
    "key-statistics": 5,
    "price-targets": 3,
    search: 3,
    quotes: 2,
    screener: 2,
  },
};
