/** Facts about provider D. */
import type { ProviderDescription } from "../../contract/provider-description.js";
import { say } from "../../contract/sentence.js";
import { namesOf } from "../../contract/provider-id.js";

/** Settings that only provider D has. */
export const OPTIONS = {
  contact: {
    suffix: "CONTACT",
    kind: "mail",
    meaning: "Your mail address, which the SEC requires of programs that read its filings; sent to the SEC only",
    secret: true,
    title: "SEC filings",
    enables: "official filings and statements as known on a past day",
  },
  filesUrl: {
    suffix: "FILES_URL",
    kind: "url",
    default: "https://www.sec.gov",
    meaning: "Address of the SEC's list of companies and its filed documents",
  },
  readingMs: {
    suffix: "READING_MS",
    kind: "milliseconds",
    default: "10000",
    meaning: "Time at work, in milliseconds, for which one filed document is read or searched",
  },
  treasuryUrl: {
    suffix: "TREASURY_URL",
    kind: "url",
    default: "https://home.treasury.gov",
    meaning: "Address of the US Treasury's par yields",
  },
  nyfedUrl: {
    suffix: "NYFED_URL",
    kind: "url",
    default: "https://markets.newyorkfed.org",
    meaning: "Address of the New York Fed's reference rates",
  },
  ecbUrl: {
    suffix: "ECB_URL",
    kind: "url",
    default: "https://www.ecb.europa.eu",
    meaning: "Address of the ECB's reference exchange rates",
  },
  ecbDataUrl: {
    suffix: "ECB_DATA_URL",
    kind: "url",
    default: "https://data-api.ecb.europa.eu",
    meaning: "Address of the ECB's exchange rates of past days and of euro inflation",
  },
  searchUrl: {
    suffix: "SEARCH_URL",
    kind: "url",
    default: "https://efts.sec.gov",
    meaning: "Address of the SEC's full-text search",
  },
  blsUrl: {
    suffix: "BLS_URL",
    kind: "url",
    default: "https://api.bls.gov",
    meaning: "Address of the US Bureau of Labor Statistics",
  },
  beaUrl: {
    suffix: "BEA_URL",
    kind: "url",
    default: "https://apps.bea.gov",
    meaning: "Address of the US Bureau of Economic Analysis",
  },
  fedUrl: {
    suffix: "FED_URL",
    kind: "url",
    default: "https://www.federalreserve.gov",
    meaning: "Address of the Federal Reserve Board's industrial production",
  },
  eurostatUrl: {
    suffix: "EUROSTAT_URL",
    kind: "url",
    default: "https://ec.europa.eu",
    meaning: "Address of Eurostat",
  },
  worldBankUrl: {
    suffix: "WORLDBANK_URL",
    kind: "url",
    default: "https://api.worldbank.org",
    meaning: "Address of the World Bank",
  },
  blsKey: {
    suffix: "BLS_KEY",
    kind: "text",
    meaning:
      "Your free key of the US Bureau of Labor Statistics: 500 calls a day instead of 25, and series of up to 20 years instead of 10",
    secret: true,
  },
} as const satisfies NonNullable<ProviderDescription["options"]>;

/** Official sources. None needs a key, the SEC needs a contact, and the Bureau of Labor Statistics alone has a quota of a day. */
export const officialDescription: ProviderDescription = {
  ...namesOf("provider-d"),
  vendor: "SEC EDGAR",
  shortName: "SEC (D)",
  termsUrl: "https://www.sec.gov/privacy#security",
  privacyUrl: "https://www.sec.gov/privacy",
  offices: [
    "US Treasury",
    "New York Fed",
    "ECB",
    "US Bureau of Labor Statistics",
    "US Bureau of Economic Analysis",
    "Federal Reserve Board",
    "Eurostat",
    "World Bank",
  ],
  needsKey: false,
  plan: { about: "official filings" },
  // The SEC allows ten calls a second of one operator over all its machines, and blocks an address that makes more.
  defaults: { baseUrl: "https://data.sec.gov", ratePerMinute: 300, ratePerSecond: 5, dailyQuota: 0, timeoutMs: 8000 },
  pace: { atOnce: 1, everyMs: 200, inFlight: 4 },
  options: OPTIONS,
  advice: {
    contact_refused: {
      hint: say`The SEC answers only programs that name a contact.`,
      fix: "Set PROVIDER_D_CONTACT to your own mail address; the SEC refuses the present one, or machines of this network.",
    },
    blocked: {
      hint: say`The SEC refuses machines of some networks.`,
      fix: "The SEC refuses this machine's address, as it does with some data centres; another network may help.",
    },
  },
  // Insiders: two lists, and the forms that can be read in the time for them.
  mappingCalls: {
    "sec-filings": 6,
    // Two funds: both lists of symbols, and of each its filings on two forms and up to four documents.
    fund: 14,
    financials: 9,
    "insider-transactions": 26,
    "reference-rates": 5,
    // Each office once, and the BEA, the Federal Reserve, Eurostat and the World Bank with a call for each of their files.
    "economic-series": 11,
    "filing-text": 8,
    "search-filings": 3,
    "filing-facts": 10,
    // Two lists, the reports of two quarters with an amendment each, and the lists that name securities.
    "manager-holdings": 10,
  },
};
