/** Facts about Finnhub. */
import type { ProviderDescription } from "../../contract/provider-description.js";
import { namesOf } from "../../contract/provider-id.js";

/** Finnhub: a key is needed, and a free one allows 60 calls a minute about listings in the US. */
export const finnhubDescription: ProviderDescription = {
  ...namesOf("provider-e"),
  vendor: "Finnhub",
  shortName: "Finnhub (E)",
  termsUrl: "https://finnhub.io/terms-of-service",
  privacyUrl: "https://finnhub.io/privacy-policy",
  needsKey: true,
  signUpUrl: "https://finnhub.io/register",
  plan: {
    about: "US shares",
    gives: "60 calls a minute, [for yourself only](docs/keys-and-plans.md#what-a-key-of-finnhub-may-be-used-for)",
  },
  terms: {
    own: "Strictly personal use. A business may not use a personal plan, even internally, without written approval",
    others:
      "Nothing may be passed on, figures computed from its data included, without written approval. One key must not serve several people",
  },
  defaults: { baseUrl: "https://finnhub.io/api/v1", ratePerMinute: 60, dailyQuota: 0, timeoutMs: 8000 },
  // Every plan has a limit of 30 calls a second, too. The pace grows with the rate that is set, and reaches this limit at
  // 180 calls a minute.
  pace: { atOnce: 5, everyMs: 200 },
  mappingCalls: { earnings: 2, news: 2 },
};
