/** Facts about Yahoo. */
import manifest from "../../../package.json" with { type: "json" };
import type { Advice, ProviderDescription } from "../../contract/provider-description.js";
import { namesOf } from "../../contract/provider-id.js";
import { say, the } from "../../contract/sentence.js";

/** Settings that only Yahoo has. */
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

const NO_SESSION: Advice = {
  hint: say`${the.source("provider-b")} often gives no session to cloud hosts, VPNs and shared networks; a home connection helps.`,
  fix: "It opens no session for this address, as is usual on cloud hosts, VPNs and shared networks. History, indicators, search, news and statements answer in full; quotes, overviews, comparisons and dividends reduced. Recommendations, insiders, price targets, earnings, key statistics, screener, movers and coins need a home connection or a key of provider A. Another name in PROVIDER_B_USER_AGENT may help, too. The server tries again automatically.",
};

/** Yahoo Finance: no key, no published limits, an unofficial interface. */
export const yahooDescription: ProviderDescription = {
  ...namesOf("provider-b"),
  vendor: "Yahoo Finance",
  shortName: "Yahoo (B)",
  termsUrl: "https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html",
  privacyUrl: "https://legal.yahoo.com/us/en/yahoo/privacy/index.html",
  needsKey: false,
  terms: {
    own: "The interface is unofficial. Clients of it state that it is meant for personal use",
    others:
      "No licence exists. A public server runs at your risk, and its address is soon limited: see [provider B](yahoo.md)",
  },
  listsAllMarkets: true,
  sessionCalls: 3,
  defaults: { baseUrl: "https://query1.finance.yahoo.com", ratePerMinute: 40, dailyQuota: 0, timeoutMs: 8000 },
  pace: { atOnce: 8, everyMs: 1_000, inFlight: 4 },
  advice: {
    session_limited: NO_SESSION,
    crumb_refused: NO_SESSION,
    no_cookie: NO_SESSION,
    rate_limited: {
      hint: say`The limit of ${the.source("provider-b")} covers every call from this address; if it comes back, stop for an hour.`,
      fix: "It limits this address altogether. Stop for an hour, because each further question prolongs the limit; until then, answers come from the cache and from other providers.",
    },
    blocked: {
      hint: say`${the.source("provider-b")} blocks this address altogether; another network helps.`,
      fix: "It blocks this machine's address altogether. Use another network, or a key of provider A; a block may last for a day.",
    },
  },
  options: OPTIONS,
  mappingCalls: {
    dividends: 2,
    "key-statistics": 2,
    overview: 2,
    "overview-2": 4,
    financials: 2,
    "options-chain": 2,
    screener: 2,
    "quotes-2": 5,
    "market-summary": 12,
    "market-summary-2": 12,
  },
};
