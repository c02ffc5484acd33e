/** Every setting there is, as people are told of it. */
import { PLANS } from "./contract/caller.js";
import { LOG_LEVELS } from "./log.js";

/** A setting as `--help` and docs/settings.md list it. */
export interface Setting {
  variable: string;
  flag?: string;
  /** Default as shown to a reader. */
  default: string;
  meaning: string;
}

/** What differs from one provider to the next. */
export const PROVIDER_DEFAULTS: readonly { letter: "A" | "B" | "C"; rate: number; quota: number; baseUrl: string }[] = [
  { letter: "A", rate: 240, quota: 250, baseUrl: "https://financialmodelingprep.com/stable" },
  { letter: "B", rate: 60, quota: 0, baseUrl: "https://query1.finance.yahoo.com" },
  { letter: "C", rate: 5, quota: 25, baseUrl: "https://www.alphavantage.co" },
];
/** Where provider B hands out its cookie. */
export const COOKIE_URL = "https://fc.yahoo.com";

export const SETTINGS: readonly Setting[] = [
  { variable: "TRANSPORT", flag: "--http", default: "stdio", meaning: "`http` serves MCP, REST and pages over HTTP" },
  { variable: "HOST", flag: "--host", default: "127.0.0.1", meaning: "Address to bind" },
  { variable: "PORT", flag: "--port", default: "8080", meaning: "Port to bind; `0` picks a free one" },
  {
    variable: "WORKERS",
    flag: "--workers",
    default: "1",
    meaning: "Processes that serve the port together; `0` starts one for each core",
  },
  { variable: "DEMO", flag: "--demo", default: "off", meaning: "Serve the simulated market: no key, no network" },
  { variable: "PROVIDER_A_API_KEY", default: "none", meaning: "Key of provider A (Financial Modeling Prep)" },
  { variable: "PROVIDER_C_API_KEY", default: "none", meaning: "Key of provider C (Alpha Vantage)" },
  ...PROVIDER_DEFAULTS.flatMap(({ letter, rate, quota, baseUrl }): Setting[] => [
    { variable: `PROVIDER_${letter}_BASE_URL`, default: baseUrl, meaning: `Address of provider ${letter}` },
    {
      variable: `PROVIDER_${letter}_RATE_PER_MINUTE`,
      default: String(rate),
      meaning: "Upstream calls a minute, at most",
    },
    {
      variable: `PROVIDER_${letter}_DAILY_QUOTA`,
      default: String(quota),
      meaning: "Upstream calls in 24 hours; `0` is unlimited",
    },
    { variable: `PROVIDER_${letter}_TIMEOUT_MS`, default: "8000", meaning: "Deadline of one upstream attempt" },
  ]),
  { variable: "PROVIDER_B_COOKIE_URL", default: COOKIE_URL, meaning: "Where provider B hands out its cookie" },
  {
    variable: "REQUEST_TIMEOUT_MS",
    default: "20000",
    meaning: "Longest a caller ever waits, queue and retries included",
  },
  { variable: "FALLBACK", default: "on", meaning: "`off`: only the first source of each answer is asked" },
  { variable: "ENRICH", default: "on", meaning: "`off`: fields the source lacks are not filled in from another" },
  { variable: "MODERN_MCP", default: "on", meaning: "`off`: MCP revisions up to 2025-11-25 only, not 2026-07-28" },
  { variable: "DATA_DIR", default: "per-user cache folder", meaning: "Folder of the embedded store" },
  {
    variable: "STORE_URL",
    default: "none",
    meaning: "`memory:` or `redis://host:port/db` instead of the embedded store",
  },
  { variable: "API_KEYS_FILE", default: "none", meaning: "JSON file of inbound keys; with it HTTP callers need one" },
  {
    variable: "ANONYMOUS_PLAN",
    default: "none",
    meaning: `Plan of callers without a key, by address: ${PLANS.join(", ")}`,
  },
  { variable: "OAUTH_ISSUER", default: "none", meaning: "Issuer whose bearer tokens are accepted" },
  {
    variable: "OAUTH_AUDIENCE",
    default: "none",
    meaning: "What such a token must be issued for: this server's address",
  },
  {
    variable: "OAUTH_DEFAULT_PLAN",
    default: "free",
    meaning: "Plan of a token that names none (claim `plan`, scope `plan:…`)",
  },
  { variable: "ALLOW_OPEN", default: "off", meaning: "`1` allows a public address without keys" },
  { variable: "ALLOWED_HOSTS", default: "none", meaning: "Further `Host` names that are served, comma list" },
  { variable: "ALLOWED_ORIGINS", default: "none", meaning: "Web origins that may call, comma list" },
  {
    variable: "TRUSTED_PROXIES",
    default: "none",
    meaning: "Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed, comma list",
  },
  {
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    default: "none",
    meaning: "Collector that traces are sent to (OTLP over HTTP); other `OTEL_…` variables hold as usual",
  },
  { variable: "LOG_LEVEL", default: "info", meaning: `One of ${LOG_LEVELS.join(", ")}` },
];
