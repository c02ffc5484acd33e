/** Facts about provider A. */
import type { ProviderDescription } from "../../contract/provider-description.js";
import { toLabel, toTitle } from "../../contract/provider-id.js";

/** Financial Modeling Prep: a key is needed, and a free one allows 250 calls a day. */
export const descriptionA: ProviderDescription = {
  id: "provider-a",
  label: toLabel("provider-a"),
  title: toTitle("provider-a"),
  vendor: "Financial Modeling Prep",
  shortName: "FMP (A)",
  termsUrl: "https://site.financialmodelingprep.com/terms-of-service",
  needsKey: true,
  signUpUrl: "https://site.financialmodelingprep.com/developer/docs",
  defaults: {
    baseUrl: "https://financialmodelingprep.com/stable",
    ratePerMinute: 240,
    dailyQuota: 250,
    timeoutMs: 8000,
  },
};
