/**
 * A further provider, made of what the checklist in CONTRIBUTING.md names and nothing else: its id, its own files, its
 * row in the catalogue, its part in a simulated market.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp, type App } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { providersOf } from "../../src/contract/entry.js";
import { checkProvider } from "../../src/cli/check/check-providers.js";
import { readCommand, readProviders, type Config } from "../../src/config/config.js";
import { settingsOf } from "../../src/config/provider-settings.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { ProviderError } from "../../src/contract/errors.js";
import { source, type Provider } from "../../src/contract/provider.js";
import type { ProviderDescription } from "../../src/contract/provider-description.js";
import { PROVIDER_IDS, toLabel, toTitle, type ProviderId } from "../../src/contract/provider-id.js";
import { TOOLSETS } from "../../src/contract/toolsets.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { toOpenApi } from "../../src/rest/openapi.js";
import { toStartBanner } from "../../src/serve/start-banner.js";
import { createWatch } from "../../src/status/collect.js";
import { Traffic } from "../../src/status/traffic.js";
import { price, SILENT } from "../support/fakes.js";
import { withAddresses } from "../support/rest.js";

// Its id, which the compiler and the cache know as a closed list.
vi.mock("../../src/contract/provider-id.js", async (load) => {
  const real = await load<{ PROVIDER_IDS: readonly string[] }>();
  return { ...real, PROVIDER_IDS: [...real.PROVIDER_IDS, "provider-z"] };
});
const ID = PROVIDER_IDS.at(-1) as ProviderId;

// Its folder: a description, a client, one mapping.
const descriptionZ: ProviderDescription = {
  id: ID,
  label: toLabel(ID),
  title: toTitle(ID),
  vendor: "Toy Markets",
  shortName: "Toy (Z)",
  termsUrl: "https://toy.example.test/terms",
  privacyUrl: "https://toy.example.test/privacy",
  needsKey: true,
  signUpUrl: "https://toy.example.test/keys",
  defaults: { baseUrl: "https://toy.example.test", ratePerMinute: 30, dailyQuota: 100, timeoutMs: 2000 },
};

interface ClientZ {
  last(symbol: string): Promise<{ last: number; volume: number } | null>;
}

const providerZ: Provider<ClientZ> = {
  ...descriptionZ,
  retries: false,
  refusal: ({ status }) => (status === 401 ? { reason: "key_refused", pauseSeconds: 60 } : undefined),
  open:
    ({ baseUrl, apiKey = "" }) =>
    (upstream) => ({
      async last(symbol) {
        const url = new URL(`${baseUrl}/last/${encodeURIComponent(symbol)}`);
        const { status, text } = await upstream.send({ url, headers: { "x-toy-key": apiKey } });
        return status === 404 ? null : (JSON.parse(text) as { last: number; volume: number });
      },
    }),
  probe: (client) => client.last("AAPL"),
};

const priceFromZ = source(providerZ, price, async ({ symbol }, client) => {
  const found = await client.last(symbol);
  if (!found) throw new ProviderError(ID, "no_data");
  return { data: { symbol, price: found.last, volume: found.volume } };
});

// Its row in the catalogue.
const TOY_CATALOGUE = [...CATALOGUE, entry(price, [priceFromZ])] as readonly Entry[];

let market: Server;
let asked = 0;
let app: App;
let withoutKey: App;

/** The configuration of a server whose further provider asks the simulated market. */
function configOf(env: Record<string, string>): Config {
  const command = readCommand([], { STORE_URL: "memory:" });
  if (!("run" in command)) throw new Error("expected a server");
  return { ...command.run, providers: readProviders(env, [...PROVIDER_DESCRIPTIONS, descriptionZ]) };
}

beforeAll(async () => {
  // Its part in a simulated market: whatever symbol is asked for costs 12.5.
  market = createServer((request, response) => {
    asked++;
    const known = request.headers["x-toy-key"] === "toy-key";
    response.writeHead(known ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(known ? { last: 12.5, volume: 100 } : {}));
  });
  await new Promise<void>((resolve) => market.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(market.address() as AddressInfo).port}`;
  const config = configOf({ PROVIDER_Z_API_KEY: "toy-key", PROVIDER_Z_BASE_URL: url });
  app = createApp(config, SILENT, {}, TOY_CATALOGUE);
  withoutKey = createApp(configOf({}), SILENT, {}, TOY_CATALOGUE);
});
afterAll(async () => {
  await app.close();
  await withoutKey.close();
  market.close();
});

const toolCall = (by: App) =>
  by.mcp(TOOLSETS)(
    { method: "tools/call", params: { name: "get_price", arguments: { symbol: "ACME" } } },
    { signal: new AbortController().signal, sendNotification: async () => {} },
  );

describe("a further provider", () => {
  it("answers over REST, and its answer is cached like any other", async () => {
    const rest = await app.openRest();
    const get = () => withAddresses(rest, TOY_CATALOGUE)({ url: "/api/v1/price/ACME" });
    const first = await get();
    expect([first.status, first.headers["x-data-sources"]]).toEqual([200, "provider-z"]);
    expect(JSON.parse(first.body as string)).toMatchObject({ symbol: "ACME", price: 12.5, source: "PROVIDER_Z" });
    const calls = asked;
    expect((await get()).headers["cache-status"]).toMatch(/; hit/);
    expect(asked).toBe(calls);
  });

  it("answers a tool call", async () => {
    const result = await toolCall(app);
    expect(result).toMatchObject({ structuredContent: { symbol: "ACME", price: 12.5, source: "PROVIDER_Z" } });
    expect(JSON.stringify(result["_meta"])).toContain("provider-z");
  });

  it("is named with its setting when its key is missing", async () => {
    expect(JSON.stringify(await toolCall(withoutKey))).toContain(
      "Toy Markets (provider Z) is not configured (set PROVIDER_Z_API_KEY)",
    );
  });

  it("appears in settings, checks, the status page and the OpenAPI document", async () => {
    const { options: _options, ...settings } = settingsOf(descriptionZ);
    expect(Object.values(settings).map(({ variable }) => variable)).toEqual(
      ["API_KEY", "BASE_URL", "RATE_PER_MINUTE", "DAILY_QUOTA", "TIMEOUT_MS"].map((name) => `PROVIDER_Z_${name}`),
    );
    const [check] = checkProvider(providerZ as Provider, readProviders({}, [descriptionZ])[ID]);
    expect(check).toMatchObject({ name: "Provider Z", fix: expect.stringContaining("set PROVIDER_Z_API_KEY") });
    const nothing = new Traffic([], async () => new Map());
    const watch = createWatch(TOY_CATALOGUE, { traffic: nothing, upstreams: nothing }, () => []);
    const { providers } = await watch.report({ ...(await app.engine()), status: app.status });
    expect(providers.at(-1)).toMatchObject({
      title: "Provider Z",
      vendor: "Toy Markets",
      key_variable: "PROVIDER_Z_API_KEY",
      quota_limit: 100,
    });
    const document = JSON.stringify(toOpenApi(TOY_CATALOGUE, "1.2.3", {}, {}));
    expect(document).toContain("Answered by provider Z.");
    expect(document).toMatch(/PROVIDER_A, PROVIDER_B, .* or PROVIDER_Z/);
  });

  it("is named in the start banner when its key is missing, with its capability that no other source answers", () => {
    const url = "http://127.0.0.1:8080";
    expect(toStartBanner(url, configOf({}), TOY_CATALOGUE)).toContain(
      "  Key Z  none (Toy Markets): no price. Free at https://toy.example.test/keys; set PROVIDER_Z_API_KEY.\n",
    );
    expect(toStartBanner(url, configOf({ PROVIDER_Z_API_KEY: "toy-key" }), TOY_CATALOGUE)).not.toContain("Toy Markets");
  });

  it("is found in the rows of the catalogue, last in the order of ids", () => {
    expect(providersOf(TOY_CATALOGUE).map(({ id }) => id)).toEqual(PROVIDER_IDS);
    expect(providersOf(CATALOGUE).map(({ id }) => id)).toEqual(PROVIDER_DESCRIPTIONS.map(({ id }) => id));
  });
});
