/** Facts about provider A. */
import type { ProviderDescription } from "../../contract/provider-description.js";

/** Financial Modeling Prep: a key is needed, and a free one allows 250 calls a day. */
export const descriptionA: ProviderDescription = {
  id: "provider-a",
  label: "PROVIDER_A",
  title: "provider A",
  vendor: "Financial Modeling Prep",
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
