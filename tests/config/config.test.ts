import manifest from "../../package.json" with { type: "json" };
import { join } from "node:path";
import { homedir } from "node:os";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readCommand, readTerminalConfig, type Config } from "../../src/config/config.js";
import { ConfigError } from "../../src/contract/errors.js";
import { isLoopback } from "../../src/config/setting-types.js";
import { PROVIDER_IDS, toLetter } from "../../src/contract/provider-id.js";
import { TOOLSETS } from "../../src/contract/toolsets.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { SETTINGS } from "../../src/config/settings.js";

const USER_AGENT = `Mozilla/5.0 (compatible; market-data-mcp/${manifest.version})`;

/** The defaults of each provider's description; those that are written out below are promised to operators. */
function ofDescriptions() {
  return Object.fromEntries(
    PROVIDER_DESCRIPTIONS.map(({ id, defaults: { baseUrl, ratePerMinute, dailyQuota, timeoutMs } }) => [
      id,
      { baseUrl, apiKey: undefined, ratePerMinute, dailyQuota, timeoutMs, options: {} },
    ]),
  ) as Config["providers"];
}

const LETTERS = PROVIDER_IDS.map(toLetter);
const DEFAULTS: Config = {
  transport: "stdio",
  ignored: [],
  host: "127.0.0.1",
  port: 8080,
  demo: false,
  allowedProviders: PROVIDER_IDS,
  toolsets: ["core", "company", "technical", "market", "ownership", "filings", "options", "facts"],
  providers: {
    ...ofDescriptions(),
    "provider-a": {
      baseUrl: "https://financialmodelingprep.com/stable",
      apiKey: undefined,
      ratePerMinute: 240,
      dailyQuota: 250,
      timeoutMs: 8000,
      options: {},
    },
    "provider-b": {
      baseUrl: "https://query1.finance.yahoo.com",
      apiKey: undefined,
      ratePerMinute: 40,
      dailyQuota: 0,
      timeoutMs: 8000,
      options: { cookieUrl: "https://fc.yahoo.com", userAgent: USER_AGENT },
    },
    "provider-c": {
      baseUrl: "https://www.alphavantage.co",
      apiKey: undefined,
      ratePerMinute: 5,
      dailyQuota: 25,
      timeoutMs: 8000,
      options: {},
    },
    "provider-d": {
      baseUrl: "https://data.sec.gov",
      apiKey: undefined,
      ratePerMinute: 300,
      dailyQuota: 0,
      timeoutMs: 8000,
      options: {
        filesUrl: "https://www.sec.gov",
        readingMs: "10000",
        treasuryUrl: "https://home.treasury.gov",
        nyfedUrl: "https://markets.newyorkfed.org",
        ecbUrl: "https://www.ecb.europa.eu",
        ecbDataUrl: "https://data-api.ecb.europa.eu",
        searchUrl: "https://efts.sec.gov",
        blsUrl: "https://api.bls.gov",
        beaUrl: "https://apps.bea.gov",
        fedUrl: "https://www.federalreserve.gov",
        eurostatUrl: "https://ec.europa.eu",
        worldBankUrl: "https://api.worldbank.org",
      },
    },
  },
  requestTimeoutMs: 20_000,
  fallback: true,
  enrich: true,
  modernMcp: true,
  dataDir: "/data",
  storeUrl: undefined,
  apiKeysFile: undefined,
  anonymousPlan: undefined,
  oauth: undefined,
  allowedHosts: [],
  allowedOrigins: [],
  trustedProxies: [],
  traces: false,
  logLevel: "info",
  logFormat: undefined,
  publicUrl: undefined,
  keepAliveSeconds: 5,
  shutdownDelayMs: 3_000,
};

type Environment = Record<string, string>;

function configOf(argv: string[], env: Environment = {}): Config {
  const command = readCommand(argv, { DATA_DIR: "/data", ...env });
  if (!("run" in command)) throw new Error(`does not serve: ${JSON.stringify(command)}`);
  return command.run;
}

/** The line that a person reads when the settings are invalid. */
function complaintOf(argv: string[], env: Environment = {}): string {
  try {
    readCommand(argv, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("the settings were accepted");
}

/** The defaults with one provider changed. */
function withProvider(id: keyof Config["providers"], change: object): Config {
  return { ...DEFAULTS, providers: { ...DEFAULTS.providers, [id]: { ...DEFAULTS.providers[id], ...change } } };
}

describe("readCommand", () => {
  it("needs no setting", () => {
    expect(configOf([])).toEqual(DEFAULTS);
  });

  it.each<[string, string[], "help" | "version"]>([
    ["--help", ["--help"], "help"],
    ["--version", ["--version"], "version"],
    ["--help beside a setting that cannot be used", ["--port", "x", "--help"], "help"],
  ])("prints and exits for %s", (_what, argv, print) => {
    expect(readCommand(argv, {})).toEqual({ print });
  });

  it.each<[Environment, Partial<Config>]>([
    [{ TRANSPORT: "http" }, { transport: "http" }],
    [{ TRANSPORT: " HTTP " }, { transport: "http" }],
    [{ HOST: "localhost" }, { host: "localhost" }],
    [{ PORT: "0" }, { port: 0 }],
    [{ PORT: "65535" }, { port: 65_535 }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.test:4318" }, { traces: true }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.test/v1/traces" }, { traces: true }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.test:4318", OTEL_SDK_DISABLED: "true" }, { traces: false }],
    [{ DEMO: "1" }, { demo: true }],
    [{ DEMO: "off" }, { demo: false }],
    [{ TOOLSETS: "Technical" }, { toolsets: ["core", "technical"] }],
    [{ TOOLSETS: "all" }, { toolsets: TOOLSETS }],
    [{ REQUEST_TIMEOUT_MS: "100" }, { requestTimeoutMs: 100 }],
    [{ FALLBACK: "off" }, { fallback: false }],
    [{ FALLBACK: "yes" }, { fallback: true }],
    [{ ENRICH: "0" }, { enrich: false }],
    [{ DATA_DIR: "/elsewhere" }, { dataDir: "/elsewhere" }],
    [{ STORE_URL: "memory:" }, { storeUrl: "memory:" }],
    [{ STORE_URL: "redis://:secret@cache.test:6379/1" }, { storeUrl: "redis://:secret@cache.test:6379/1" }],
    [{ STORE_URL: "rediss://cache.test" }, { storeUrl: "rediss://cache.test" }],
    [{ API_KEYS_FILE: "/keys.json" }, { apiKeysFile: "/keys.json" }],
    [{ ALLOWED_HOSTS: "a.test, b.test:8443,," }, { allowedHosts: ["a.test", "b.test:8443"] }],
    [
      { ALLOWED_HOSTS: "Market.example.com,10.0.0.5:8443,[2001:db8::1],[::1]:8080,my_service" },
      { allowedHosts: ["Market.example.com", "10.0.0.5:8443", "[2001:db8::1]", "[::1]:8080", "my_service"] },
    ],
    [{ ALLOWED_ORIGINS: "https://a.test" }, { allowedOrigins: ["https://a.test"] }],
    [
      // As a browser sends them: in small letters, without the default port.
      { ALLOWED_ORIGINS: "https://App.example.com:443/, http://[::1]:3000,http://10.0.0.5:80" },
      { allowedOrigins: ["https://app.example.com", "http://[::1]:3000", "http://10.0.0.5"] },
    ],
    [
      { ALLOWED_ORIGINS: "null,chrome-extension://abcdefghij,vscode-webview://1a2b,app://obsidian.md,file:///" },
      {
        allowedOrigins: [
          "null",
          "chrome-extension://abcdefghij",
          "vscode-webview://1a2b",
          "app://obsidian.md",
          "file:///",
        ],
      },
    ],
    [
      { TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8" },
      {
        trustedProxies: [
          { address: "127.0.0.1", prefix: 32, family: "ipv4" },
          { address: "10.0.0.0", prefix: 8, family: "ipv4" },
        ],
      },
    ],
    [{ LOG_LEVEL: "debug" }, { logLevel: "debug" }],
    [{ LOG_FORMAT: "text" }, { logFormat: "text" }],
    [
      { MARKET_DATA_PORT: "9000", PORT: "80", MARKET_DATA_HOST: "::1" },
      { port: 9000, host: "::1" },
    ],
    [{ MARKET_DATA_DEMO: "1" }, { demo: true }],
  ])("reads %j", (env, change) => {
    expect(configOf([], env)).toEqual({ ...DEFAULTS, ...change });
  });

  it.each<[Environment, keyof Config["providers"], object]>([
    [{ PROVIDER_A_API_KEY: " key-a " }, "provider-a", { apiKey: "key-a" }],
    [{ PROVIDER_C_API_KEY: "key-c" }, "provider-c", { apiKey: "key-c" }],
    [{ PROVIDER_A_BASE_URL: "https://proxy.test/fmp/" }, "provider-a", { baseUrl: "https://proxy.test/fmp" }],
    [{ PROVIDER_B_BASE_URL: "http://127.0.0.1:9000" }, "provider-b", { baseUrl: "http://127.0.0.1:9000" }],
    [
      { PROVIDER_B_COOKIE_URL: "http://[::1]:9000/c" },
      "provider-b",
      { options: { cookieUrl: "http://[::1]:9000/c", userAgent: USER_AGENT } },
    ],
    [
      { PROVIDER_B_USER_AGENT: "acme-desk/2" },
      "provider-b",
      { options: { cookieUrl: "https://fc.yahoo.com", userAgent: "acme-desk/2" } },
    ],
    [{ PROVIDER_C_BASE_URL: "http://localhost:1" }, "provider-c", { baseUrl: "http://localhost:1" }],
    [{ PROVIDER_A_RATE_PER_MINUTE: "300" }, "provider-a", { ratePerMinute: 300 }],
    [{ PROVIDER_B_RATE_PER_MINUTE: "1" }, "provider-b", { ratePerMinute: 1 }],
    [{ PROVIDER_C_RATE_PER_MINUTE: "75" }, "provider-c", { ratePerMinute: 75 }],
    [{ PROVIDER_A_DAILY_QUOTA: "0" }, "provider-a", { dailyQuota: 0 }],
    [{ PROVIDER_B_DAILY_QUOTA: "1000" }, "provider-b", { dailyQuota: 1000 }],
    [{ PROVIDER_C_DAILY_QUOTA: "500" }, "provider-c", { dailyQuota: 500 }],
    [{ PROVIDER_A_TIMEOUT_MS: "1000" }, "provider-a", { timeoutMs: 1000 }],
    [{ PROVIDER_B_TIMEOUT_MS: "1000" }, "provider-b", { timeoutMs: 1000 }],
    [{ PROVIDER_C_TIMEOUT_MS: "50" }, "provider-c", { timeoutMs: 50 }],
    [{ PROVIDER_D_RATE_PER_SECOND: "2" }, "provider-d", { ratePerMinute: 120 }],
    [
      { PROVIDER_D_CONTACT: "jo.doe+sec@mail.example.com" },
      "provider-d",
      { options: expect.objectContaining({ contact: "jo.doe+sec@mail.example.com" }) },
    ],
  ])("reads %j", (env, id, change) => {
    expect(configOf([], env)).toEqual(withProvider(id, change));
  });

  it("prefers flags to the environment", () => {
    const env = { TRANSPORT: "stdio", HOST: "0.0.0.0", PORT: "1", DEMO: "0" };
    expect(configOf(["--http", "--host", "127.0.0.1", "--port", "9000", "--demo"], env)).toEqual({
      ...DEFAULTS,
      transport: "http",
      port: 9000,
      demo: true,
    });
  });

  it("treats an empty value and a bundle's unfilled placeholder as not set", () => {
    const names = SETTINGS.map(({ variable }) => variable).filter((name) => name !== "DATA_DIR");
    for (const value of ["", "  ", "${user_config.anything}", "${user_config.x_1}"]) {
      // An empty list of providers is an error, as the tests of that setting say.
      const unset = names.filter((name) => name !== "PROVIDERS" || value.startsWith("$"));
      expect(configOf([], Object.fromEntries(unset.map((name) => [name, value])))).toEqual(DEFAULTS);
    }
  });

  it.each([
    ["official", ["provider-d"]],
    [" Official ", ["provider-d"]],
    ["B", ["provider-b"]],
    ["d, a,A", ["provider-a", "provider-d"]],
    [LETTERS.toReversed().join(",").toLowerCase(), PROVIDER_IDS],
  ])("asks with PROVIDERS=%j only %j", (value, allowedProviders) => {
    expect(configOf([], { PROVIDERS: value })).toEqual({ ...DEFAULTS, allowedProviders });
    expect(configOf([], { MARKET_DATA_PROVIDERS: value })).toEqual({ ...DEFAULTS, allowedProviders });
  });

  it.each(["", "  ", ",", " , ", "Z", "A,Z", "AB", "all", "none", "official,A", "A,official", "provider-d", "yahoo"])(
    "refuses PROVIDERS=%j with the values that are allowed",
    (value) => {
      for (const variable of ["PROVIDERS", "MARKET_DATA_PROVIDERS"]) {
        expect(() => configOf([], { [variable]: value })).toThrow(
          new ConfigError(
            `${variable} must be a comma list of ${LETTERS.join(", ")}, at least one of them, or the word official alone.`,
          ),
        );
      }
    },
  );

  it("puts the store into the user's cache folder by default", () => {
    const command = readCommand([], { XDG_CACHE_HOME: "/cache", LOCALAPPDATA: "/cache" });
    expect(command).toMatchObject({ run: { dataDir: expect.stringMatching(/market-data-mcp$/) } });
  });

  it.each(["", "cache"])("puts it below the home folder where the cache folder is %j, no absolute path", (path) => {
    const command = readCommand([], { XDG_CACHE_HOME: path, LOCALAPPDATA: path });
    if (!("run" in command)) throw new Error("not settings to run with");
    expect(String(command.run.dataDir).startsWith(homedir())).toBe(true);
  });

  it("reads every setting that help settings and docs/settings.md list", () => {
    const read = new Set<string>();
    const env = new Proxy<Environment>({}, { get: (_target, name) => void read.add(String(name)) });
    readCommand([], env);
    readCommand(["--http"], env);
    expect(SETTINGS.map(({ variable }) => variable).filter((name) => !read.has(name))).toEqual([]);
  });
});

describe("readCommand, at a terminal,", () => {
  it("returns the words of a command, flags before it last", () => {
    const words = (...argv: string[]) => readCommand(argv, { PORT: "x" });
    expect(words("doctor", "--offline")).toEqual({ words: ["doctor", "--offline"] });
    expect(words("--demo", "--json", "quote", "AAPL")).toEqual({ words: ["quote", "--demo", "--json", "AAPL"] });
    expect(words("complete", "--", "quo")).toEqual({ words: ["complete", "--", "quo"] });
    expect(words("doctor", "--help")).toEqual({ words: ["doctor", "--help"] });
  });

  it("keeps the log quiet unless a level is set", () => {
    expect(readTerminalConfig(false, {})).toMatchObject({ logLevel: "fatal", demo: false });
    expect(readTerminalConfig(true, { LOG_LEVEL: "debug" })).toMatchObject({ logLevel: "debug", demo: true });
  });
});

describe("a value that is not one of ours", () => {
  const COMMON: Environment[] = [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" },
    { TRANSPORT: "sse" },
    { PORT: "tcp://10.96.0.12:8080" },
    { HOST: "x86_64-conda-linux-gnu" },
    { DEMO: "maybe" },
    { LOG_LEVEL: "WARNING" },
    { LOG_FORMAT: "pretty" },
    { MARKET_DATA_PORT: "tcp://10.96.0.12:8080" },
  ];

  it.each(COMMON)("of a variable that other programs use is ignored, with a sentence: %j", (env) => {
    // With the flag, the variable is not read.
    for (const argv of "TRANSPORT" in env ? [[]] : [[], ["--http"]]) {
      const { ignored, ...config } = configOf(argv, env);
      const { ignored: _none, ...usual } = configOf(argv);
      expect(config).toEqual(usual);
      expect(ignored).toEqual([
        expect.stringMatching(
          new RegExp(`^${Object.keys(env)[0]} .* ignored(?:\\.|, and the default \\(.+\\) is used\\.)$`),
        ),
      ]);
    }
  });

  it.each<Environment>([
    { ALLOWED_HOSTS: "*" },
    { ALLOWED_ORIGINS: "*" },
    { TRUSTED_PROXIES: "all" },
    { ANONYMOUS_PLAN: "gold" },
    { API_KEYS_FILE: "${KEYS}" },
  ])("of a setting that only HTTP uses stops a server over HTTP, and not one over stdio: %j", (env) => {
    expect(configOf([], env).ignored).toHaveLength(1);
    expect(complaintOf(["--http"], env)).toMatch(new RegExp(`^${Object.keys(env)[0]} `));
  });

  it("stops the start under the long name, and as a flag", () => {
    expect(complaintOf([], { MARKET_DATA_PORT: "x" })).toBe("MARKET_DATA_PORT must be a whole number from 0 to 65535.");
    expect(complaintOf(["--port", "x"])).toBe("PORT must be a whole number from 0 to 65535.");
  });

  it("is streamable-http, which other servers call http", () => {
    expect(configOf([], { TRANSPORT: "streamable-http" }).transport).toBe("http");
  });
});

describe("the folder of the store", () => {
  it.each(["~/data", "$HOME/data", "${HOME}/data"])("may begin with the home: %s", (DATA_DIR) => {
    expect(configOf([], { DATA_DIR }).dataDir).toBe(join(homedir(), "data"));
  });

  it.each(["data", "./data", "${workspaceFolder}/data", "$PWD/data", "~other/data"])(
    "is never below the folder where the program stands: %s",
    (DATA_DIR) => {
      expect(complaintOf([], { DATA_DIR })).toMatch(/^DATA_DIR (?:must be an absolute path|has a placeholder)/);
    },
  );
});

describe("a user without a home", () => {
  it.each(["", "relative"])(
    "has no default folder, so that nothing is written where the program stands: HOME=%j",
    (home) => {
      vi.stubEnv("HOME", home);
      onTestFinished(() => void vi.unstubAllEnvs());
      const command = readCommand([], {});
      expect("run" in command && command.run.dataDir).toBeUndefined();
      expect(() => readCommand([], { DATA_DIR: "~/store" })).toThrow("DATA_DIR must be an absolute path");
    },
  );
});

describe("readCommand rejects, naming the setting in one line,", () => {
  const URL_RULE = "must be an https address (http on this machine) without user, query or fragment.";

  it.each<[Environment, string]>([
    [
      { TRUSTED_PROXIES: "10.0.0.0/8, 0.0.0.0/0" },
      "TRUSTED_PROXIES must list addresses or ranges such as 10.0.0.0/8; /0 is not allowed.",
    ],
    [{ REQUEST_TIMEOUT_MS: "99" }, "REQUEST_TIMEOUT_MS must be a whole number from 100 to 600000."],
    [{ REQUEST_TIMEOUT_MS: "1e4" }, "REQUEST_TIMEOUT_MS must be a whole number from 100 to 600000."],
    [{ FALLBACK: "2" }, "FALLBACK must be on or off."],
    [{ ENRICH: "none" }, "ENRICH must be on or off."],
    [{ STORE_URL: "mysql://db" }, "STORE_URL must be memory: or redis://host:port/db."],
    [{ STORE_URL: "redis://cache.test/market" }, "STORE_URL must be memory: or redis://host:port/db."],
    [{ STORE_URL: "redis://:100%@cache.test" }, "STORE_URL must be memory: or redis://host:port/db."],
    [{ STORE_URL: "redis://" }, "STORE_URL must be memory: or redis://host:port/db."],
    [
      { TOOLSETS: "core,everything" },
      "TOOLSETS must be a comma list of core, company, technical, market, ownership, filings, options, facts, verify, research, default, all.",
    ],
    [{ PROVIDER_A_RATE_PER_MINUTE: "0" }, "PROVIDER_A_RATE_PER_MINUTE must be a whole number from 1 to 100000."],
    [{ PROVIDER_B_DAILY_QUOTA: "-5" }, "PROVIDER_B_DAILY_QUOTA must be a whole number from 0 to 1000000000."],
    [{ PROVIDER_D_CONTACT: "jo" }, "PROVIDER_D_CONTACT must be a mail address such as name@example.com."],
    [
      { PROVIDER_D_CONTACT: "Jo <jo@mail.test>" },
      "PROVIDER_D_CONTACT must be a mail address such as name@example.com.",
    ],
    [{ PROVIDER_D_CONTACT: "a@b.test\r\nx: y" }, "PROVIDER_D_CONTACT must be a mail address such as name@example.com."],
    [{ PROVIDER_C_TIMEOUT_MS: "ten" }, "PROVIDER_C_TIMEOUT_MS must be a whole number from 50 to 600000."],
    [{ PROVIDER_A_BASE_URL: "http://proxy.test" }, `PROVIDER_A_BASE_URL ${URL_RULE}`],
    [{ PROVIDER_A_BASE_URL: "proxy.test" }, `PROVIDER_A_BASE_URL ${URL_RULE}`],
    [{ PROVIDER_A_BASE_URL: "file:///etc/passwd" }, `PROVIDER_A_BASE_URL ${URL_RULE}`],
    [{ PROVIDER_B_BASE_URL: "https://user:secret@proxy.test" }, `PROVIDER_B_BASE_URL ${URL_RULE}`],
    [{ PROVIDER_B_COOKIE_URL: "http://169.254.169.254/" }, `PROVIDER_B_COOKIE_URL ${URL_RULE}`],
    [{ PROVIDER_B_USER_AGENT: "a\nb" }, "PROVIDER_B_USER_AGENT must be at most 200 printable ASCII characters."],
    [{ PROVIDER_C_BASE_URL: "https://proxy.test/?key=secret" }, `PROVIDER_C_BASE_URL ${URL_RULE}`],
    [{ PROVIDER_C_BASE_URL: "https://proxy.test/#x" }, `PROVIDER_C_BASE_URL ${URL_RULE}`],
    [{ PROVIDER_C_BASE_URL: "http://127.0.0.1.evil.test" }, `PROVIDER_C_BASE_URL ${URL_RULE}`],
  ])("%j", (env, complaint) => {
    expect(complaintOf(["--http"], env)).toBe(complaint);
  });

  it.each([
    "https://market.example.com",
    "market.example.com/mcp",
    "a.test, *",
    "*.example.com",
    "2001:db8::1",
    "[market.example.com]",
    "market.example.com:https",
    "market.example.com:70000",
    "market example com",
    "bücher.example",
  ])("ALLOWED_HOSTS %j, which no Host could match", (hosts) => {
    expect(complaintOf(["--http"], { ALLOWED_HOSTS: hosts })).toBe(
      "ALLOWED_HOSTS must list names or addresses such as market.example.com, 10.0.0.5:8443 or [2001:db8::1], nothing else.",
    );
  });

  it.each([
    "app.example.com",
    "https://a.test, *",
    "https://*.example.com",
    "https://app.example.com/page",
    "https://app.example.com?x=1",
    "https://user@app.example.com",
    "https://app.example.com:70000",
    "https://2001:db8::1",
    "https://",
    "https:app.example.com",
    "//app.example.com",
  ])("ALLOWED_ORIGINS %j, which no Origin could match", (origins) => {
    expect(complaintOf(["--http"], { ALLOWED_ORIGINS: origins })).toBe(
      "ALLOWED_ORIGINS must list origins such as https://app.example.com, without a path or a *.",
    );
  });

  it.each<[string[], string]>([
    [["--prot", "80"], "Unknown option '--prot'. Did you mean --port? See --help."],
    [["--htpp"], "Unknown option '--htpp'. Did you mean --http? See --help."],
    [["--prot=80"], "Unknown option '--prot'. Did you mean --port? See --help."],
    [["--anything"], "Unknown option '--anything'. See --help."],
    [["-x"], "Unknown option '-x'. See --help."],
    [["--hlep"], "Unknown option '--hlep'. Did you mean --help? See --help."],
    [["--json"], "Unknown option '--json'. See --help."],
    [["--port", "x"], "PORT must be a whole number from 0 to 65535."],
    [["--http", "--host", ""], "HOST must be an address to bind, or a name of this machine."],
    [["--http", "--host", " "], "HOST must be an address to bind, or a name of this machine."],
  ])("%j", (argv, complaint) => {
    expect(complaintOf(argv)).toBe(complaint);
  });

  it.each([[["--port"]], [["--host"]], [["--http=yes"]]])(
    "%j, which lacks a value or has one that is not allowed",
    (argv) => {
      expect(complaintOf(argv)).toMatch(/^Option '--\w+.*' .* See --help\.$/);
    },
  );
});

describe("a public address", () => {
  const COMPLAINT =
    "HOST 0.0.0.0 can be reached from other machines: require keys with API_KEYS_FILE or tokens with OAUTH_ISSUER, or set ALLOW_OPEN=1 to serve everyone.";

  it("is rejected without keys", () => {
    expect(complaintOf(["--http", "--host", "0.0.0.0"])).toBe(COMPLAINT);
    expect(complaintOf([], { TRANSPORT: "http", HOST: "0.0.0.0" })).toBe(COMPLAINT);
    expect(complaintOf(["--http", "--host", "0.0.0.0"], { ALLOW_OPEN: "0" })).toBe(COMPLAINT);
  });

  it("is served with keys, or with ALLOW_OPEN", () => {
    expect(configOf(["--http", "--host", "0.0.0.0"], { API_KEYS_FILE: "/keys.json" })).toMatchObject({
      host: "0.0.0.0",
    });
    expect(configOf(["--http", "--host", "0.0.0.0"], { ALLOW_OPEN: "1" })).toMatchObject({ host: "0.0.0.0" });
  });

  it("is checked over HTTP only", () => {
    expect(configOf(["--host", "0.0.0.0"])).toMatchObject({ transport: "stdio", host: "0.0.0.0" });
  });

  it.each(["localhost", "127.0.0.1", "127.8.9.10", "::1", "[::1]", "LOCALHOST"])("is not %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(["0.0.0.0", "::", "10.0.0.1", "localhost.evil.test", "127.0.0.1.evil.test", "127.1", "", "::ffff:10.0.0.1"])(
    "may be %j",
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
