/** Starts the program over HTTP: listener, surfaces, pages, and the start banner. */
import type { AddressInfo } from "node:net";
import { createAccess } from "../access/caller-admission.js";
import { createApp, type App, type AppListeners } from "../app.js";
import { catalogueOf, TOOLS } from "../catalogue.js";
import { createAddressOf } from "../access/client-address.js";
import { vendorsOf, type Config } from "../config/config.js";
import { areEnough, type Entry } from "../contract/entry.js";
import { toUnsetOptions } from "../contract/provider-description.js";
import { toQuestion, type Ask } from "../contract/question.js";
import { toStoreKind } from "../contract/store.js";
import { createGuard } from "../http/origin-guard.js";
import { listen } from "../http/listener.js";
import { createHttpService } from "../http/service.js";
import { createRoutes } from "../http/target.js";
import { createKeyring, type Keyring } from "../access/keyring.js";
import { followKeysFile } from "../access/keys-file.js";
import type { Logger } from "../lib/log.js";
import { ANSWER_BOUNDS, createMetrics, UPSTREAM_BOUNDS } from "../observe/metrics.js";
import { createOAuth, metadataPaths } from "../access/oauth.js";
import { createNetworkCheck, parseNetwork } from "../lib/network.js";
import { once } from "../lib/once.js";
import { createHumanNumbers } from "../lib/human-number.js";
import { createPages } from "../http/operational-routes.js";
import { createVisits } from "../access/plans.js";
import type { ConnectOptions } from "../status/connect.js";
import { createWatch, judgeUpstream } from "../status/collect.js";
import { Traffic } from "../status/traffic.js";
import { toStartBanner } from "./start-banner.js";

/** Time for requests in flight after the delay of a stop: ten seconds, minus the time to close the store. */
const DRAIN_MS = 9_000;

/**
 * Listens and prints the address; `stop` answers on for `delayMs`, then drains.
 *
 * @throws {KeysFileError} when the keys file cannot be used.
 * @throws the listener's error when the address cannot be bound.
 */
export async function startHttp(
  config: Config,
  version: string,
  log: Logger,
): Promise<{ url: string; stop: (delayMs: number) => Promise<void> }> {
  const keyring = config.apiKeysFile === undefined ? undefined : openKeyring(config.apiKeysFile, log);
  const oauth = config.oauth && createOAuth(config.oauth);
  const catalogue = catalogueOf(config.allowedProviders);
  const metrics = createMetrics(TOOLS.map(({ capability }) => capability));
  const traffic = new Traffic(ANSWER_BOUNDS, metrics.answers);
  const upstreams = new Traffic(UPSTREAM_BOUNDS, metrics.upstreams, judgeUpstream);
  traffic.start();
  upstreams.start();
  const watch = createWatch(catalogue, { traffic, upstreams }, (description) =>
    toUnsetOptions(description, config.providers[description.id]),
  );
  const listeners: AppListeners = {
    // A server starts seldom, and after an upgrade of a plan it must ask for what the plan lacked before.
    keepPlansMs: 0,
    onCall: metrics.noteCall,
    onServed: (...answer) => watch.stale.note(...answer),
    onUpstream(provider, outcome, seconds) {
      metrics.noteUpstream(provider, outcome, seconds);
      watch.noteUpstream(provider, outcome);
    },
    onDrift: { onMissing: metrics.noteMissing, onShapeError: metrics.noteShapeError },
  };
  const app = createApp(config, log, listeners, catalogue);
  const openMcp = once(() => openMcpEndpoint(config, version, log, app));
  const rest = await app.openRest();
  const addressOf = createAddressOf(config.trustedProxies);
  const endpoint = endpointOf(config);
  const pages = createPages({
    catalogue,
    version,
    simulated: config.demo,
    status: app.status,
    metrics: async () => metrics.text(await app.status(), (await app.engine()).storeState()),
    report: async () => watch.report({ ...(await app.engine()), status: app.status }),
    connect: () => toConnect(config, url),
    protocolVersions: async () => (await openMcp()).versions,
    examples: async () => (await import("./openapi-examples.js")).EXAMPLES,
    resource: oauth && { metadata: oauth.metadata, paths: metadataPaths(endpoint) },
    prefix: config.publicUrl === undefined ? "" : new URL(config.publicUrl).pathname.replace(/\/$/, ""),
  });
  const service = createHttpService({
    rest,
    mcp: async (post) => (await openMcp()).answer(post),
    routes: createRoutes(catalogue, pages),
    guard: createGuard(config),
    access: createAccess({
      keyring,
      oauth,
      anonymousPlan: config.anonymousPlan,
      addressOf,
      endpoint,
    }),
    addressOf,
    isPatient: createNetworkCheck([...config.trustedProxies, ...LOOPBACK]),
    keepAliveMs: config.keepAliveSeconds * 1000,
    visit: createVisits(async () => (await app.engine()).counters),
    simulated: config.demo,
    log,
    onAnswer: metrics.noteRequest,
  });
  const { server } = service;
  await listen(server, config, ({ message }) => log.error({ event: "connection-not-accepted", message }));
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
  process.stdout.write(toStartBanner(url, config, catalogue));
  if (config.demo) process.stdout.write(await firstQuote(app.ask, catalogue));
  // Log after the banner, because a terminal shows both streams.
  log.info({
    event: "listening",
    version,
    url,
    host: config.host,
    port,
    demo: config.demo,
    store: toStoreKind(config),
    keys: keyring !== undefined,
    oauth: oauth !== undefined,
  });
  // Without this, the first question would wait 35 to 50 ms for the store and the HTTP client. If it fails, the first
  // question reports the failure.
  setImmediate(
    () =>
      void app
        .engine()
        .then((engine) => engine.prepare())
        .catch(() => {}),
  );
  return {
    url,
    async stop(delayMs) {
      log.info({ event: "stopping", delayMs });
      await service.leave(delayMs);
      await service.drain(DRAIN_MS);
      await app.close();
    },
  };
}

/** Loads the MCP endpoint. The SDK makes its schemas meanwhile, a sixth of a start, so this waits for the first request. */
async function openMcpEndpoint(config: Config, version: string, log: Logger, app: App) {
  const [{ createMcpHttp, supportedVersions }, { createMcpServers }, { LISTED_TOOLS }] = await Promise.all([
    import("../mcp/http.js"),
    import("../mcp/server.js"),
    import("./listed-tools.js"),
  ]);
  const modern = config.modernMcp;
  const createMcpServer = createMcpServers({
    version,
    tools: LISTED_TOOLS.filter(({ providers }) => areEnough(providers, config.allowedProviders)),
    toolsets: config.toolsets,
    handlers: () => app.mcp,
    simulated: config.demo,
    providers: vendorsOf(config),
    modern,
    log,
  });
  return { answer: createMcpHttp(createMcpServer, { modern }), versions: supportedVersions({ modern }) };
}

/** Addresses of this machine; a proxy on it, too, keeps idle connections for its callers. */
const LOOPBACK = ["127.0.0.0/8", "::1"].flatMap((text) => parseNetwork(text) ?? []);

/** Returns the stated address of the MCP endpoint: the audience of tokens if it is an address, else that below the public one. */
function endpointOf({ oauth, publicUrl }: Config): URL | undefined {
  if (oauth && URL.canParse(oauth.audience) && /^https?:/.test(oauth.audience)) return new URL(oauth.audience);
  return publicUrl === undefined ? undefined : new URL(`${publicUrl}/mcp`);
}

/** Opens the keys and updates them when the file changes. */
function openKeyring(path: string, log: Logger): Keyring {
  const keyring: Keyring = createKeyring(
    followKeysFile(path, log, (keys) => {
      keyring.replace(keys);
      log.info({ event: "keys", message: "The keys file was read again." });
    }),
  );
  return keyring;
}

/**
 * Returns what the status page needs to show how to connect. The path of the program's file is shown only if the server
 * listens on this machine alone.
 */
function toConnect({ host, apiKeysFile, oauth, demo, publicUrl }: Config, url: string): ConnectOptions {
  const needsKey = apiKeysFile !== undefined || oauth !== undefined;
  const isPrivate = !needsKey && ["127.0.0.1", "::1", "localhost"].includes(host);
  return {
    base: publicUrl ?? url,
    isStated: publicUrl !== undefined,
    needsKey,
    program: isPrivate ? process.argv[1] : undefined,
    simulated: demo,
  };
}

/** The fields of a quote that the simulated market always has for AAPL. */
interface SimulatedQuote {
  symbol: string;
  price: number;
  changesPercentage: number;
}

/** Returns a line with a quote, unless only sources of exchange rates are asked for quotes. */
async function firstQuote(ask: Ask, catalogue: readonly Entry[]): Promise<string> {
  const quote = catalogue.find(({ capability }) => capability.route === "/api/v1/stock/{symbol}")!;
  const served = await ask(toQuestion(quote, { symbol: "AAPL" })).catch(() => undefined);
  if (!served) return "  Stop with Ctrl+C.\n";
  const { envelope } = served;
  const { symbol, price, changesPercentage } = envelope.body as unknown as SimulatedQuote;
  const { price: toPrice, percent: toPercent } = createHumanNumbers();
  return `  First quote (simulated): ${symbol} ${toPrice(price)} USD, ${toPercent(changesPercentage)}\n  Stop with Ctrl+C.\n`;
}
