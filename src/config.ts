/** Every setting there is: the only reader of arguments and environment. */
import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PLANS, type Plan } from "./contract/caller.js";
import { parseNetwork, type Network } from "./contract/network.js";
import { ConfigError } from "./contract/config-error.js";
import type { ProviderId } from "./contract/provider.js";
import { LOG_LEVELS, type LogLevel } from "./log.js";

/** A setting as `--help` and the README list it. */
export interface Setting {
  variable: string;
  flag?: string;
  /** Default as shown to a reader. */
  default: string;
  meaning: string;
}

const PROVIDERS: readonly { letter: "A" | "B" | "C"; rate: number; quota: number; baseUrl: string }[] = [
  { letter: "A", rate: 240, quota: 250, baseUrl: "https://financialmodelingprep.com/stable" },
  { letter: "B", rate: 60, quota: 0, baseUrl: "https://query1.finance.yahoo.com" },
  { letter: "C", rate: 5, quota: 25, baseUrl: "https://www.alphavantage.co" },
];
const COOKIE_URL = "https://fc.yahoo.com";

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
  ...PROVIDERS.flatMap(({ letter, rate, quota, baseUrl }): Setting[] => [
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

export interface ProviderConfig {
  baseUrl: string;
  cookieUrl?: string;
  apiKey: string | undefined;
  ratePerMinute: number;
  dailyQuota: number;
  timeoutMs: number;
}

export interface Config {
  transport: "stdio" | "http";
  host: string;
  port: number;
  /** Processes that share the port. */
  workers: number;
  demo: boolean;
  providers: Record<ProviderId, ProviderConfig>;
  requestTimeoutMs: number;
  fallback: boolean;
  enrich: boolean;
  modernMcp: boolean;
  dataDir: string;
  storeUrl: string | undefined;
  apiKeysFile: string | undefined;
  anonymousPlan: Plan | undefined;
  oauth: { issuer: string; audience: string; defaultPlan: Plan } | undefined;
  allowedHosts: string[];
  allowedOrigins: string[];
  trustedProxies: Network[];
  /** Whether traces are made and sent. */
  traces: boolean;
  logLevel: LogLevel;
}

/** What a person at a terminal asks for once: a check of everything, or one answer. */
export type TerminalCommand =
  | { name: "doctor"; json: boolean; offline: boolean }
  | { name: "call"; json: boolean; tool: string | undefined; args: readonly string[] };

/** What the command line asks for: to serve, to print something and leave, or to do one thing and leave. */
export type Command = { run: Config } | { print: "help" | "version" } | { do: TerminalCommand; config: Config };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads flags and environment; a flag wins.
 *
 * @throws {ConfigError} on an unknown flag or a value that cannot be used.
 */
export function readCommand(argv: readonly string[], env: Environment): Command {
  const { flags, words } = readFlags(argv);
  if (flags.help) return { print: "help" };
  if (flags.version) return { print: "version" };
  const command = readWords(words, flags);
  if (!command) return { run: checkWorkers(readConfig(flags, env)) };
  const config = readConfig(flags, env);
  // A person reads the answer, not the log, unless it was asked for.
  const logLevel = reader(env).text("LOG_LEVEL") === undefined ? "fatal" : config.logLevel;
  return { do: command, config: { ...config, transport: "stdio", logLevel } };
}

/** Flags that each command takes; without a command the program serves. */
const FLAGS_OF: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  [undefined, ["http", "demo", "host", "port", "workers"]],
  ["doctor", ["demo", "json", "offline"]],
  ["call", ["demo", "json"]],
]);

function readWords([name, ...rest]: readonly string[], flags: Flags): TerminalCommand | undefined {
  const allowed = FLAGS_OF.get(name);
  if (!allowed) throw new ConfigError(`Unexpected argument '${name}'. The commands are doctor and call. See --help.`);
  const stray = Object.keys(flags).find((flag) => !allowed.includes(flag));
  if (stray) throw new ConfigError(`--${stray} does not go with ${name ?? "serving"}. See --help.`);
  const { json = false, offline = false } = flags;
  if (name === undefined) return undefined;
  if (name === "call") return { name, json, tool: rest[0], args: rest.slice(1) };
  if (rest.length > 0) throw new ConfigError(`Unexpected argument '${rest[0]}'. See --help.`);
  return { name: "doctor", json, offline };
}

type Flags = ReturnType<typeof readFlags>["flags"];

function readFlags(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: true,
      options: {
        http: { type: "boolean" },
        demo: { type: "boolean" },
        host: { type: "string" },
        port: { type: "string" },
        workers: { type: "string" },
        help: { type: "boolean" },
        version: { type: "boolean" },
        json: { type: "boolean" },
        offline: { type: "boolean" },
      },
    });
    return { flags: { ...values }, words: positionals };
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0]!.split(". ")[0]! : "Bad arguments";
    throw new ConfigError(`${message}. See --help.`);
  }
}

function readConfig(flags: Flags, env: Environment): Config {
  const read = reader(env);
  const demo = flags.demo ?? read.toggle("DEMO", false);
  const host = flags.host ?? read.text("HOST") ?? "127.0.0.1";
  const config: Config = {
    transport: flags.http ? "http" : read.choice("TRANSPORT", ["stdio", "http"], "stdio"),
    host,
    port: read.whole("PORT", 8080, 0, 65_535, flags.port),
    workers: read.whole("WORKERS", 1, 0, 64, flags.workers) || availableParallelism(),
    demo,
    providers: {
      "provider-a": readProvider(read, 0),
      "provider-b": { ...readProvider(read, 1), cookieUrl: read.url("PROVIDER_B_COOKIE_URL", COOKIE_URL) },
      "provider-c": readProvider(read, 2),
    },
    requestTimeoutMs: read.whole("REQUEST_TIMEOUT_MS", 20_000, 100, 600_000),
    fallback: read.toggle("FALLBACK", true),
    enrich: read.toggle("ENRICH", true),
    modernMcp: read.toggle("MODERN_MCP", true),
    dataDir: read.text("DATA_DIR") ?? defaultDataDir(env),
    storeUrl: readStoreUrl(read),
    apiKeysFile: read.text("API_KEYS_FILE"),
    anonymousPlan: read.text("ANONYMOUS_PLAN") === undefined ? undefined : read.choice("ANONYMOUS_PLAN", PLANS, "free"),
    oauth: readOAuth(read),
    allowedHosts: read.list("ALLOWED_HOSTS"),
    allowedOrigins: read.list("ALLOWED_ORIGINS"),
    trustedProxies: read.list("TRUSTED_PROXIES").map(toTrusted),
    traces: readTraces(read),
    logLevel: read.choice("LOG_LEVEL", LOG_LEVELS, "info"),
  };
  const keyless = config.apiKeysFile === undefined && config.oauth === undefined;
  const open = keyless && !read.toggle("ALLOW_OPEN", false);
  if (config.transport === "http" && open && !isLoopback(host)) {
    throw new ConfigError(
      `HOST ${host} can be reached by others: set API_KEYS_FILE to hand out keys, or ALLOW_OPEN=1 to serve anybody.`,
    );
  }
  return config;
}

/** Several processes need one port to share, and one store to count in. */
function checkWorkers(config: Config): Config {
  const { workers, transport, demo, storeUrl } = config;
  if (workers === 1) return config;
  if (transport === "stdio") throw new ConfigError("WORKERS goes with --http: over stdio there is one host to serve.");
  if (demo || storeUrl === "memory:") {
    const what = demo ? "--demo" : "STORE_URL=memory:";
    throw new ConfigError(
      `WORKERS does not go with ${what}: workers count together in the embedded store or in Redis.`,
    );
  }
  return config;
}

function readProvider(read: Reader, index: 0 | 1 | 2): ProviderConfig {
  const { letter, rate, quota, baseUrl } = PROVIDERS[index]!;
  const name = `PROVIDER_${letter}`;
  return {
    baseUrl: read.url(`${name}_BASE_URL`, baseUrl),
    apiKey: letter === "B" ? undefined : read.text(`${name}_API_KEY`),
    ratePerMinute: read.whole(`${name}_RATE_PER_MINUTE`, rate, 1, 100_000),
    dailyQuota: read.whole(`${name}_DAILY_QUOTA`, quota, 0, 1_000_000_000),
    timeoutMs: read.whole(`${name}_TIMEOUT_MS`, 8000, 50, 600_000),
  };
}

function readOAuth(read: Reader): Config["oauth"] {
  const audience = read.text("OAUTH_AUDIENCE");
  const defaultPlan = read.choice("OAUTH_DEFAULT_PLAN", PLANS, "free");
  const hasIssuer = read.text("OAUTH_ISSUER") !== undefined;
  if (!hasIssuer && audience === undefined) return undefined;
  if (!hasIssuer || audience === undefined) {
    throw new ConfigError("OAUTH_ISSUER and OAUTH_AUDIENCE belong together: set both or neither.");
  }
  read.url("OAUTH_ISSUER", "");
  // As written: a token's issuer is compared letter by letter, its last slash included.
  const issuer = read.text("OAUTH_ISSUER")!;
  return { issuer, audience, defaultPlan };
}

function toTrusted(text: string): Network {
  const network = parseNetwork(text);
  if (network) return network;
  throw new ConfigError("TRUSTED_PROXIES must list addresses or ranges such as 10.0.0.0/8, and never everybody (/0).");
}

/** The libraries read the rest of these variables themselves. */
function readTraces(read: Reader): boolean {
  const names = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  const named = names.filter((name) => read.text(name) !== undefined);
  const bad = named.find((name) => !/^https?:\/\/[^/]/.test(read.text(name)!) || !URL.canParse(read.text(name)!));
  if (bad) throw new ConfigError(`${bad} must be an http or https address.`);
  return named.length > 0 && read.text("OTEL_SDK_DISABLED")?.toLowerCase() !== "true";
}

function readStoreUrl(read: Reader): string | undefined {
  const value = read.text("STORE_URL");
  if (value === undefined || value === "memory:" || isRedisUrl(value)) return value;
  throw new ConfigError("STORE_URL must be memory: or redis://host:port/db.");
}

function isRedisUrl(value: string): boolean {
  if (!/^rediss?:\/\/[^/]/.test(value) || !URL.canParse(value)) return false;
  const { username, password, pathname } = new URL(value);
  try {
    decodeURIComponent(username + password);
    return /^\/?\d*$/.test(pathname);
  } catch {
    return false;
  }
}

type Reader = ReturnType<typeof reader>;

function reader(env: Environment) {
  /** Set and meant: a bundle's unfilled `${user_config.x}` counts as not set. */
  function text(name: string): string | undefined {
    const value = env[name]?.trim();
    return value === undefined || value === "" || /^\$\{[\w.]+\}$/.test(value) ? undefined : value;
  }

  return {
    text,
    whole(name: string, fallback: number, min: number, max: number, flag?: string): number {
      const value = flag ?? text(name);
      if (value === undefined) return fallback;
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
    },
    choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const value = text(name);
      if (value === undefined) return fallback;
      const match = allowed.find((one) => one === value.toLowerCase());
      if (match !== undefined) return match;
      throw new ConfigError(`${name} must be one of ${allowed.join(", ")}.`);
    },
    toggle(name: string, fallback: boolean): boolean {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return fallback;
      if (["1", "true", "on", "yes"].includes(value)) return true;
      if (["0", "false", "off", "no"].includes(value)) return false;
      throw new ConfigError(`${name} must be on or off.`);
    },
    list(name: string): string[] {
      return (text(name) ?? "")
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);
    },
    /** An upstream's address: https, or http on this machine; nothing secret in it. */
    url(name: string, fallback: string): string {
      const value = text(name) ?? fallback;
      const url = URL.canParse(value) ? new URL(value) : undefined;
      const allowed = url && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
      if (!allowed || url.username || url.password || url.search || url.hash) {
        throw new ConfigError(
          `${name} must be an https address (http on this machine) without user, query or fragment.`,
        );
      }
      return value.replace(/\/+$/, "");
    },
  };
}

/** Whether a host name means this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

function defaultDataDir(env: Environment): string {
  const home = homedir();
  const base =
    process.platform === "win32"
      ? (env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"))
      : process.platform === "darwin"
        ? join(home, "Library", "Caches")
        : (env["XDG_CACHE_HOME"] ?? join(home, ".cache"));
  return join(base, "market-data-mcp");
}
