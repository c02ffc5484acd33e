/** The program's configuration, read from flags and environment. */
import type { Plan } from "../contract/caller.js";
import { ConfigError } from "../contract/errors.js";
import { toSecrets, type ProviderDescription } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../providers/descriptions.js";
import { readCommandLine, type Flags } from "./command-line.js";
import { settingsOf } from "./provider-settings.js";
import { isLoopback, webAddress } from "./setting-types.js";
import { longNameOf, shownDefault, type Environment, type Setting, type ValueOf } from "./setting.js";
import { GENERAL } from "./settings.js";

/** Returns the providers that a server asks, with the names by which people know them. */
export const vendorsOf = ({ allowedProviders }: Pick<Config, "allowedProviders">) =>
  PROVIDER_DESCRIPTIONS.filter(({ id }) => allowedProviders.includes(id)).map(({ id, title, vendor }) => ({
    id,
    title,
    vendor,
  }));

interface ProviderConfig {
  baseUrl: string;
  apiKey: string | undefined;
  ratePerMinute: number;
  dailyQuota: number;
  timeoutMs: number;
  /** Further settings, by the names of the provider's description. */
  options: Readonly<Record<string, string>>;
}

type General = { [Name in keyof typeof GENERAL]: ValueOf<(typeof GENERAL)[Name]> };
/** Settings that are combined with others before the program uses them. */
type Combined =
  | "oauthIssuer"
  | "oauthAudience"
  | "oauthDefaultPlan"
  | "oauthScopes"
  | "publicUrl"
  | "allowOpen"
  | "tracesEndpoint";

export interface Config extends Omit<General, Combined> {
  providers: Record<ProviderId, ProviderConfig>;
  oauth: { issuer: string; audience: string; defaultPlan: Plan; scopes: readonly string[] } | undefined;
  /** This server's address for callers, without a slash at its end, if it was stated. */
  publicUrl: string | undefined;
  /** Sentences on variables whose values were ignored. */
  ignored: readonly string[];
  /** Whether traces are made and sent. */
  traces: boolean;
}

/** The task of the program: serve, print a text and exit, or run the command in these words and exit. */
type Command = { run: Config } | { print: "help" | "version" } | { words: readonly string[] };

/** The value of one setting, from its flag or its variable. */
type Read = <V>(setting: Setting<V>) => V;

/**
 * Reads flags and environment; a flag takes precedence.
 *
 * @throws {ConfigError} on an unknown flag or an invalid value; the message names the variable, never its value.
 */
export function readCommand(argv: readonly string[], env: Environment): Command {
  const line = readCommandLine(argv);
  if ("words" in line) return line;
  if (line.flags["help"]) return { print: "help" };
  if (line.flags["version"]) return { print: "version" };
  return { run: readConfig(line.flags, env) };
}

/**
 * Reads the settings for a command at a terminal. A person reads its answer there, so log lines appear only on request.
 *
 * @throws {ConfigError} on an invalid value.
 */
export function readTerminalConfig(demo: boolean, env: Environment): Config {
  const config = readConfig({ demo }, env);
  const logLevel = textOf(env, GENERAL.logLevel.variable) === undefined ? "fatal" : config.logLevel;
  return { ...config, transport: "stdio", logLevel };
}

function readConfig(flags: Flags, env: Environment): Config {
  const ignored: string[] = [];
  const transport = readSetting(GENERAL.transport, flags, env, { ignored });
  const read: Read = (setting) => readSetting(setting, flags, env, { ignored, isStdio: transport === "stdio" });
  const general = Object.fromEntries(
    Object.entries(GENERAL).map(([name, setting]) => [name, read(setting as Setting)]),
  ) as General;
  const { oauthIssuer, oauthAudience, oauthDefaultPlan, oauthScopes, publicUrl, allowOpen, tracesEndpoint, ...plain } =
    general;
  const config: Config = {
    ...plain,
    ignored: [...new Set(ignored)],
    providers: readProviders(env),
    oauth: combineOAuth(oauthIssuer, oauthAudience, oauthDefaultPlan, oauthScopes, transport === "stdio"),
    publicUrl: publicUrl?.replace(/\/+$/, "") ?? addressIn(oauthAudience),
    traces: wantsTraces(tracesEndpoint, read, env),
  };
  const open = config.apiKeysFile === undefined && config.oauth === undefined && !allowOpen;
  if (config.transport === "http" && open && !isLoopback(config.host)) {
    throw new ConfigError(
      `HOST ${config.host} can be reached from other machines: require keys with API_KEYS_FILE or tokens with OAUTH_ISSUER, or set ALLOW_OPEN=1 to serve everyone.`,
    );
  }
  return config;
}

/** Reads the settings of these providers from the environment; they have no flags. */
export function readProviders(env: Environment, descriptions = PROVIDER_DESCRIPTIONS): Config["providers"] {
  const read: Read = (setting) => readSetting(setting, {}, env);
  return Object.fromEntries(
    descriptions.map((description) => [description.id, readProvider(read, description)]),
  ) as Config["providers"];
}

/** Returns the values of the providers' settings that must not be printed, such as keys. */
export function toProviderSecrets(providers: Config["providers"]): string[] {
  return PROVIDER_DESCRIPTIONS.flatMap((description) => toSecrets(description, providers[description.id]));
}

/** Collects sentences on ignored values; without it every value is strict. */
interface Leniency {
  ignored?: string[];
  isStdio?: boolean;
}

/** A variable that Kubernetes sets for a service of the same name: `tcp://10.96.0.12:8080`. */
const PLATFORM_FORM = /^[a-z]+:\/\/[\d.]+:\d+$/;

/** A placeholder other than the home, which folders may begin with. */
const PLACEHOLDER = /\$\{(?!HOME\})[^}]*\}/;

function readSetting<V>(setting: Setting<V>, flags: Flags, env: Environment, leniency: Leniency = {}): V {
  const { flag, value, variable, default: fallback, common, onlyHttp, readsEmpty } = setting;
  const usual = () => (typeof fallback === "function" ? (fallback as (env: Environment) => V)(env) : fallback);
  const parse = (name: string, text: string): V => {
    if (PLACEHOLDER.test(text)) {
      throw new ConfigError(`${name} has a placeholder that nothing replaced: write the value itself, or remove it.`);
    }
    const result = value.safeParse(text);
    if (!result.success) throw new ConfigError(`${name} ${result.error.issues[0]!.message}`);
    return result.data as V;
  };
  const given = flag && flagText(flags[flag.name], flag.implies);
  if (given !== undefined) return parse(variable, given);
  const longName = longNameOf(setting);
  const aliased = longName === undefined ? undefined : textOf(env, longName, readsEmpty);
  if (aliased !== undefined && PLATFORM_FORM.test(aliased))
    leniency.ignored?.push(`${longName} has the form that a platform sets for a service, and is ignored.`);
  else if (aliased !== undefined) return parse(longName!, aliased);
  const text = textOf(env, variable, readsEmpty);
  if (text === undefined) return usual();
  try {
    return parse(variable, text);
  } catch (error) {
    const isIgnored = leniency.ignored && (common || (onlyHttp && leniency.isStdio));
    if (!isIgnored) throw error;
    leniency.ignored!.push(
      `${(error as ConfigError).message} It is ignored, and the default (${shownDefault(setting as Setting)}) is used.`,
    );
    return usual();
  }
}

function flagText(flag: string | boolean | undefined, implied: string | undefined): string | undefined {
  return flag === true ? implied : flag === false ? undefined : flag;
}

/**
 * Returns a variable's text; a desktop bundle's placeholder `${user_config.x}`, and an empty one unless it `readsEmpty`,
 * count as not set.
 */
function textOf(env: Environment, variable: string, readsEmpty = false): string | undefined {
  const value = env[variable]?.trim();
  return value === undefined || (value === "" && !readsEmpty) || /^\$\{user_config\.[\w.]+\}$/.test(value)
    ? undefined
    : value;
}

function readProvider(read: Read, description: ProviderDescription): ProviderConfig {
  const { apiKey, baseUrl, rate, dailyQuota, timeoutMs, options } = settingsOf(description);
  return {
    baseUrl: read(baseUrl),
    apiKey: apiKey && read(apiKey),
    ratePerMinute: read(rate) * (description.defaults.ratePerSecond === undefined ? 1 : 60),
    dailyQuota: read(dailyQuota),
    timeoutMs: read(timeoutMs),
    options: Object.fromEntries(
      Object.entries(options).flatMap(([name, option]) => {
        const value = read(option);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}

/** Returns this server's address as the audience of tokens states it, without the path of MCP, if it is an address. */
function addressIn(audience: string | undefined): string | undefined {
  return audience !== undefined && webAddress.safeParse(audience).success
    ? audience.replace(/(?:\/mcp)?\/*$/, "")
    : undefined;
}

function combineOAuth(
  issuer: string | undefined,
  audience: string | undefined,
  defaultPlan: Plan,
  scopes: readonly string[],
  isStdio: boolean,
): Config["oauth"] {
  if (isStdio || (issuer === undefined && audience === undefined)) return undefined;
  if (issuer !== undefined && audience !== undefined) return { issuer, audience, defaultPlan, scopes };
  throw new ConfigError("OAUTH_ISSUER and OAUTH_AUDIENCE belong together: set both or neither.");
}

/**
 * Whether a collector is configured; the OpenTelemetry libraries read its address and all other variables themselves.
 */
function wantsTraces(endpoint: string | undefined, read: Read, env: Environment): boolean {
  const own = read({ ...GENERAL.tracesEndpoint, variable: "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" });
  const named = endpoint !== undefined || own !== undefined;
  return named && textOf(env, "OTEL_SDK_DISABLED")?.toLowerCase() !== "true";
}
