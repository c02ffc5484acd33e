/**
 * All settings, one row each.
 *
 * The command line, `help settings`, the documentation, the registry manifests and the configuration's type are derived from
 * these rows. Each default is written only here; provider settings come from the providers' descriptions.
 */
import { isAbsolute, join } from "node:path";
import { PLANS } from "../contract/caller.js";
import { DEFAULT_TOOLSETS, TOOLSET_CHOICES } from "../contract/toolsets.js";
import { LOG_FORMATS, LOG_LEVELS } from "../lib/log.js";
import { PROVIDER_IDS, toLetter, type ProviderId } from "../contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../providers/descriptions.js";
import { settingsOf } from "./provider-settings.js";
import {
  choice,
  bindAddress,
  exactUrl,
  folder,
  homeFolder,
  hosts,
  networks,
  origins,
  providers as providersOf,
  scopes,
  storeUrl,
  text,
  toggle,
  toolsets,
  transport as transportName,
  webAddress,
  whole,
} from "./setting-types.js";
import { row, type Environment, type Setting } from "./setting.js";

/** Settings that do not belong to a provider, by their names in the configuration. */
export const GENERAL = {
  transport: row({
    variable: "TRANSPORT",
    common: true,
    flag: { name: "http", implies: "http" },
    value: transportName,
    default: "stdio",
    meaning: "`http` serves MCP, REST and pages over HTTP",
  }),
  host: row({
    variable: "HOST",
    onlyHttp: true,
    common: true,
    flag: { name: "host" },
    value: bindAddress,
    default: "127.0.0.1",
    meaning: "Address to bind",
  }),
  port: row({
    variable: "PORT",
    onlyHttp: true,
    common: true,
    flag: { name: "port" },
    value: whole(0, 65_535),
    default: 8080,
    meaning: "Port to bind; `0` picks a free one",
  }),
  demo: row({
    variable: "DEMO",
    common: true,
    flag: { name: "demo", implies: "on" },
    value: toggle,
    default: false,
    meaning: "Serve the simulated market: no key, no network",
  }),
  toolsets: row({
    variable: "TOOLSETS",
    flag: { name: "toolsets" },
    value: toolsets,
    default: DEFAULT_TOOLSETS,
    shown: "default",
    meaning: `Sets of tools to list, comma list of ${TOOLSET_CHOICES}; \`core\` is always listed`,
  }),
  allowedProviders: row<readonly ProviderId[]>({
    variable: "PROVIDERS",
    // An empty value must not admit the sources that somebody wanted to leave out.
    readsEmpty: true,
    value: providersOf,
    default: PROVIDER_IDS,
    shown: "all",
    meaning: `Providers to ask, comma list of ${PROVIDER_IDS.map(toLetter).join(", ")}, or \`official\` for D alone; no other is asked or named`,
  }),
  requestTimeoutMs: row({
    variable: "REQUEST_TIMEOUT_MS",
    value: whole(100, 600_000),
    default: 20_000,
    meaning: "Longest a caller ever waits, queue and retries included",
  }),
  fallback: row({
    variable: "FALLBACK",
    value: toggle,
    default: true,
    meaning: "`off`: only the first source of each answer is asked",
  }),
  enrich: row({
    variable: "ENRICH",
    value: toggle,
    default: true,
    meaning: "`off`: fields the source lacks are not filled in from another",
  }),
  modernMcp: row({
    variable: "MODERN_MCP",
    value: toggle,
    default: true,
    meaning: "`off`: MCP revisions up to 2025-11-25 only, not 2026-07-28",
  }),
  dataDir: row<string | undefined>({
    variable: "DATA_DIR",
    value: folder,
    default: defaultDataDir,
    shown: "per-user cache folder",
    meaning: "Folder of the embedded store",
  }),
  storeUrl: row({
    variable: "STORE_URL",
    value: storeUrl,
    default: undefined,
    meaning: "`memory:`, or `redis://host:port/db` (`rediss://` with TLS), instead of the embedded store",
    // May contain a password.
    secret: true,
  }),
  apiKeysFile: row({
    variable: "API_KEYS_FILE",
    onlyHttp: true,
    value: text,
    default: undefined,
    meaning: "JSON file of inbound keys; with it HTTP callers need one",
  }),
  anonymousPlan: row({
    variable: "ANONYMOUS_PLAN",
    onlyHttp: true,
    value: choice(PLANS),
    default: undefined,
    meaning: `Plan of callers without a key, by address: ${PLANS.join(", ")}`,
  }),
  oauthIssuer: row({
    variable: "OAUTH_ISSUER",
    onlyHttp: true,
    // A token's issuer is compared exactly, including its trailing slash.
    value: exactUrl,
    default: undefined,
    meaning: "Issuer whose bearer tokens are accepted",
  }),
  oauthAudience: row({
    variable: "OAUTH_AUDIENCE",
    onlyHttp: true,
    value: text,
    default: undefined,
    meaning: "Audience that such a token must be issued for: this server's address",
  }),
  oauthDefaultPlan: row({
    variable: "OAUTH_DEFAULT_PLAN",
    onlyHttp: true,
    value: choice(PLANS),
    default: "free",
    meaning: "Plan of a token that names none (claim `plan`, scope `plan:…`)",
  }),
  oauthScopes: row({
    variable: "OAUTH_SCOPES",
    onlyHttp: true,
    value: scopes,
    default: [],
    meaning: "Scopes that the issuer has and clients should ask for, comma list, such as `plan:starter`",
  }),
  publicUrl: row({
    variable: "PUBLIC_URL",
    onlyHttp: true,
    value: webAddress,
    default: undefined,
    shown: "the address in OAUTH_AUDIENCE",
    meaning: "This server's address for callers, with the path that a proxy puts in front",
  }),
  keepAliveSeconds: row({
    variable: "KEEP_ALIVE_SECONDS",
    onlyHttp: true,
    value: whole(1, 3_600),
    default: 5,
    meaning: "How long an idle connection stays open; 620 for this machine and `TRUSTED_PROXIES`",
  }),
  shutdownDelayMs: row({
    variable: "SHUTDOWN_DELAY_MS",
    onlyHttp: true,
    value: whole(0, 600_000),
    default: 3_000,
    meaning: "After SIGTERM, how long requests are answered while `/readyz` already fails",
  }),
  allowOpen: row({
    variable: "ALLOW_OPEN",
    onlyHttp: true,
    value: toggle,
    default: false,
    meaning: "`on` allows a public address without keys",
  }),
  allowedHosts: row({
    variable: "ALLOWED_HOSTS",
    onlyHttp: true,
    value: hosts,
    default: [],
    meaning: "Further `Host` names that are served, comma list",
  }),
  allowedOrigins: row({
    variable: "ALLOWED_ORIGINS",
    onlyHttp: true,
    value: origins,
    default: [],
    meaning: "Web origins that may call, comma list",
  }),
  trustedProxies: row({
    variable: "TRUSTED_PROXIES",
    onlyHttp: true,
    value: networks,
    default: [],
    meaning: "Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed, comma list",
  }),
  tracesEndpoint: row({
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    isForeign: true,
    common: true,
    value: webAddress,
    default: undefined,
    meaning: "Collector that traces are sent to (OTLP over HTTP); the other `OTEL_…` variables work as usual",
  }),
  logLevel: row({
    variable: "LOG_LEVEL",
    common: true,
    value: choice(LOG_LEVELS),
    default: "info",
    meaning: `One of ${LOG_LEVELS.join(", ")}`,
  }),
  logFormat: row({
    variable: "LOG_FORMAT",
    common: true,
    value: choice(LOG_FORMATS),
    default: undefined,
    shown: "text on a terminal, else json",
    meaning: `Form of the log lines on stderr: ${LOG_FORMATS.join(", ")}`,
  }),
};

/** Every setting, in the order shown to people. */
export const SETTINGS: readonly Setting[] = toList();

function toList(): Setting[] {
  const { transport, host, port, demo, toolsets: sets, allowedProviders, ...others } = GENERAL;
  const providers = PROVIDER_DESCRIPTIONS.map(settingsOf);
  const keys = providers.flatMap(({ apiKey }) => (apiKey ? [apiKey] : []));
  const rest = providers.flatMap(({ apiKey: _apiKey, options, ...own }) => [
    ...Object.values(own),
    ...Object.values(options),
  ]);
  return [transport, host, port, demo, sets, allowedProviders, ...keys, ...rest, ...Object.values(others)] as Setting[];
}

/**
 * Returns the user's cache folder for this program, by the conventions of the operating system; `undefined` for a user
 * without a home, whose files would lie in the folder where the program was started.
 */
function defaultDataDir(env: Environment): string | undefined {
  const home = homeFolder() ?? "";
  /** Returns the folder in the variable; a value that is not an absolute path counts as missing. */
  const folderIn = (variable: string) => [env[variable] ?? ""].find(isAbsolute);
  const base =
    process.platform === "win32"
      ? (folderIn("LOCALAPPDATA") ?? join(home, "AppData", "Local"))
      : process.platform === "darwin"
        ? join(home, "Library", "Caches")
        : (folderIn("XDG_CACHE_HOME") ?? join(home, ".cache"));
  return isAbsolute(base) ? join(base, "market-data-mcp") : undefined;
}
