/** What the program runs with: the only reader of arguments and environment. */
import { isIPv6 } from "node:net";
import { availableParallelism, homedir } from "node:os";
import { join } from "node:path";
import { readCommandLine, type Flags, type TerminalCommand } from "./command-line.js";
import { PLANS, type Plan } from "./contract/caller.js";
import { parseNetwork, type Network } from "./lib/network.js";
import { ConfigError } from "./contract/config-error.js";
import type { ProviderId } from "./contract/provider.js";
import { LOG_LEVELS, type LogLevel } from "./log.js";
import { createReader, isLoopback, type Environment, type Reader } from "./setting-reader.js";
import { COOKIE_URL, PROVIDER_DEFAULTS } from "./settings.js";

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

/** What the command line asks for: to serve, to print something and leave, or to do one thing and leave. */
export type Command = { run: Config } | { print: "help" | "version" } | { do: TerminalCommand; config: Config };

/**
 * Reads flags and environment; a flag wins.
 *
 * @throws {ConfigError} on an unknown flag or a value that cannot be used.
 */
export function readCommand(argv: readonly string[], env: Environment): Command {
  const { flags, command } = readCommandLine(argv);
  if (flags.help) return { print: "help" };
  if (flags.version) return { print: "version" };
  if (!command) return { run: checkWorkers(readConfig(flags, env)) };
  const config = readConfig(flags, env);
  // A person reads the answer, not the log, unless it was asked for.
  const logLevel = createReader(env).text("LOG_LEVEL") === undefined ? "fatal" : config.logLevel;
  return { do: command, config: { ...config, transport: "stdio", logLevel } };
}

function readConfig(flags: Flags, env: Environment): Config {
  const read = createReader(env);
  const demo = flags.demo ?? read.toggle("DEMO", false);
  const host = flags.host ?? read.text("HOST") ?? "127.0.0.1";
  // Node would bind every address.
  if (host.trim() === "") throw new ConfigError("HOST must be an address to bind, or a name of this machine.");
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
    allowedHosts: read.list("ALLOWED_HOSTS").map(toAllowedHost),
    allowedOrigins: read.list("ALLOWED_ORIGINS").map(toAllowedOrigin),
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
  const { letter, rate, quota, baseUrl } = PROVIDER_DEFAULTS[index]!;
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

/** As a client may write it into `Host`. */
function toAllowedHost(text: string): string {
  if (isHost(text)) return text;
  throw new ConfigError(
    "ALLOWED_HOSTS must list names or addresses such as market.example.com, 10.0.0.5:8443 or [2001:db8::1], nothing else.",
  );
}

/** As a browser writes it into `Origin`: other schemes are those of extensions and apps, `null` is a page without one. */
function toAllowedOrigin(text: string): string {
  const [, scheme = "", host = ""] = /^([a-z][a-z0-9+.-]*):\/\/([^/]+)\/?$/i.exec(text) ?? [];
  const isWeb = /^https?$/i.test(scheme);
  if (isHost(host) && (!isWeb || URL.canParse(text))) return isWeb ? new URL(text).origin : text;
  if (/^(?:null|file:\/\/\/)$/i.test(text)) return text;
  throw new ConfigError("ALLOWED_ORIGINS must list origins such as https://app.example.com, without a path or a *.");
}

/** A name, an address or an IPv6 address in brackets; with a port or without. */
function isHost(text: string): boolean {
  const [, name, address = "", port = "0"] = /^(?:([\w.-]+)|\[([^\]]+)\])(?::(\d{1,5}))?$/.exec(text) ?? [];
  return (name !== undefined || isIPv6(address)) && Number(port) <= 65_535;
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
