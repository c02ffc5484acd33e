/** Facts about provider C. */
import type { ProviderDescription } from "../../contract/provider-description.js";

/** Alpha Vantage: a key is needed, and a free one allows 25 calls a day. */
export const descriptionC: ProviderDescription = {
  id: "provider-c",
  label: "PROVIDER_C",
  title: "provider C",
  vendor: "Alpha Vantage",
  termsUrl: "https://www.alphavantage.co/terms_of_service/",
  needsKey: true,
  signUpUrl: "https://www.alphavantage.co/support/#api-key",
  defaults: { baseUrl: "https://www.alphavantage.co", ratePerMinute: 5, dailyQuota: 25, timeoutMs: 8000 },
};
