/** Facts about provider B. */
import manifest from "../../../package.json" with { type: "json" };
import type { ProviderDescription } from "../../contract/provider-description.js";
import { toLabel, toTitle } from "../../contract/provider-id.js";

/** Settings that only provider B has. */
export const OPTIONS = {
  cookieUrl: {
    suffix: "COOKIE_URL",
    kind: "url",
    default: "https://fc.yahoo.com",
    meaning: "Address from which provider B sets its session cookie",
  },
  userAgent: {
    suffix: "USER_AGENT",
    kind: "header",
    default: `Mozilla/5.0 (compatible; market-data-mcp/${manifest.version})`,
    meaning: "How this server names itself to provider B",
  },
} as const;

/** Yahoo Finance: no key, no published limits, an unofficial interface. */
export const descriptionB: ProviderDescription = {
  id: "provider-b",
  label: toLabel("provider-b"),
  title: toTitle("provider-b"),
  vendor: "Yahoo Finance",
  shortName: "Yahoo (B)",
  termsUrl: "https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html",
  needsKey: false,
  listsAllMarkets: true,
  sessionCalls: 3,
  defaults: { baseUrl: "https://query1.finance.yahoo.com", ratePerMinute: 40, dailyQuota: 0, timeoutMs: 8000 },
  pace: { atOnce: 8, everyMs: 1_000, inFlight: 4 },
  options: OPTIONS,
  mappingCalls: {
    dividends: 2,
    "key-statistics": 2,
    overview: 2,
    "overview-2": 4,
    financials: 2,
    screener: 2,
    "quotes-2": 5,
  },
};
