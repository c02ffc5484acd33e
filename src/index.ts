/** The program: arguments, environment, signals, exit code. */
import { writeSync } from "node:fs";
import manifest from "../package.json" with { type: "json" };
import type { TerminalCommand } from "./command-line.js";
import { readCommand, type Config } from "./config.js";
import type { App } from "./app.js";
import { ConfigError } from "./contract/config-error.js";
import { once } from "./contract/once.js";
import { SETTINGS } from "./settings.js";
import { createLogger, type Logger } from "./log.js";
import type { WorkersOptions } from "./workers/run.js";

const EXIT_OK = 0;
const EXIT_CRASH = 1;
const EXIT_USAGE = 2;

/** Why an address could not be bound, by the system's code. */
const UNBOUND: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "may not be bound",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not a name that can be found",
  EAI_AGAIN: "is not a name that can be found",
};

const VERSION = manifest.version;

// A reader that has seen enough (`--help | head -1`) is no failure; over stdio it is the end, which stdio.ts sees to.
process.stdout.on("error", () => {});

main().catch((error: unknown) => {
  if (error instanceof ConfigError) fail(error.message);
  if (cannotBind(error)) fail(whyNotBound(error));
  throw error;
});

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  if ("print" in command) process.stdout.write(command.print === "help" ? help() : `${VERSION}\n`);
  else if ("do" in command) await doOnce(command.do, command.config);
  else await run(command.run);
}

function openLog(config: Config): Logger {
  const secrets = Object.values(config.providers).map(({ apiKey }) => apiKey ?? "");
  return createLogger(config.logLevel, [...secrets, passwordOf(config.storeUrl)]);
}

/** Does what a person asked for at a terminal; stdout is theirs then. */
async function doOnce(command: TerminalCommand, config: Config): Promise<void> {
  const { runCommand } = await import("./cli/run.js");
  const simulated = config.demo ? await simulate(config) : undefined;
  const code = await runCommand(command, {
    config: simulated?.config ?? config,
    log: openLog(config),
    version: VERSION,
    node: { version: process.version, range: manifest.engines.node },
    terminal: {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      overwrite: (text) => process.stderr.write(`\r\u001B[K${text}`),
      columns: process.stdout.isTTY ? process.stdout.columns : undefined,
      live: process.stderr.isTTY === true && !process.env["CI"],
    },
  });
  await simulated?.close();
  // Idle connections to the upstreams would keep us here; a pipe may still have to be emptied.
  process.stdout.write("", () => process.exit(code));
}

async function run(config: Config): Promise<void> {
  // Asks to read the keys file again; too early it must not end us, for the file is read later anyway.
  if (config.transport === "http") process.on("SIGHUP", () => {});
  const log = openLog(config);
  process.once("uncaughtException", (error) => {
    log.fatal({ event: "crash", error: String(error?.stack ?? error) });
    process.exit(EXIT_CRASH);
  });
  // Node would print it in lines of its own.
  process.removeAllListeners("warning").on("warning", ({ name, message }) => {
    log.warn({ event: "warning", name, message });
  });
  const cluster = config.workers > 1 ? (await import("node:cluster")).default : undefined;
  // From the first moment: a host may change its mind before we are ready.
  const stopAsked = signalled(cluster?.isWorker);
  if (cluster?.isPrimary) {
    const { runWorkers } = await import("./workers/run.js");
    const followKeys = await keysToFollow(config, log);
    process.exit(await runWorkers({ count: config.workers, log, followKeys, stopAsked }));
  }
  const tracing = config.traces ? (await import("./tracing.js")).startTracing(VERSION, log) : undefined;
  const simulated = config.demo ? await simulate(config) : undefined;
  const serve = config.transport === "http" ? serveHttp : serveHost;
  await serve(simulated?.config ?? config, log, stopAsked);
  await tracing?.stop();
  await simulated?.close();
  process.exit(EXIT_OK);
}

/** What the first of several processes hands to the others: one that comes later must not find another file than they did. */
async function keysToFollow({ apiKeysFile }: Config, log: Logger): Promise<WorkersOptions["followKeys"]> {
  if (apiKeysFile === undefined) return undefined;
  const { followKeysFile } = await import("./keys-file.js");
  return (onNew) => followKeysFile(apiKeysFile, log, onNew);
}

/** Points every provider at the embedded simulated market, without limits and with a store of its own. */
async function simulate(config: Config): Promise<{ config: Config; close: () => Promise<void> }> {
  const { startSimulator } = await import("./simulator/server.js");
  const { env, close } = await startSimulator();
  const unlimited = { dailyQuota: 0, ratePerMinute: 1_000_000 };
  const { "provider-a": a, "provider-b": b, "provider-c": c } = config.providers;
  const providers: Config["providers"] = {
    "provider-a": { ...a, ...unlimited, baseUrl: env.PROVIDER_A_BASE_URL, apiKey: env.PROVIDER_A_API_KEY },
    "provider-b": { ...b, ...unlimited, baseUrl: env.PROVIDER_B_BASE_URL, cookieUrl: env.PROVIDER_B_COOKIE_URL },
    "provider-c": { ...c, ...unlimited, baseUrl: env.PROVIDER_C_BASE_URL, apiKey: env.PROVIDER_C_API_KEY },
  };
  // Invented figures must never lie in a store that real ones are read from.
  return { config: { ...config, providers, storeUrl: "memory:" }, close };
}

/** Serves one MCP host over stdin and stdout until it is gone or a signal says stop. */
async function serveHost(config: Config, log: Logger, stopAsked: Promise<void>): Promise<void> {
  const [{ createMcpServers }, { LISTED_TOOLS }, { serveStdio }] = await Promise.all([
    import("./mcp/server.js"),
    import("./listed-tools.js"),
    import("./mcp/stdio.js"),
  ]);
  let app: Promise<App> | undefined;
  // With the first question: a host asks for the list of tools at every start, and often for nothing else.
  const openApp = once(() => (app = import("./app.js").then(({ createApp }) => createApp(config, log))));
  const server = createMcpServers({
    version: VERSION,
    tools: LISTED_TOOLS,
    handlers: async () => (await openApp()).mcp,
    simulated: config.demo,
    modern: config.modernMcp,
  })();
  const served = serveStdio(server, stopAsked, (reason) => log.info({ event: "stopping", reason }));
  log.info({ event: "start", version: VERSION, transport: "stdio", demo: config.demo });
  if (process.stdin.isTTY && process.stderr.isTTY) {
    const { waiting } = await import("./greetings.js");
    process.stderr.write(waiting(VERSION));
  }
  await served;
  await (await app?.catch(() => undefined))?.close();
}

/** Serves HTTP until a signal says stop. */
async function serveHttp(config: Config, log: Logger, stopAsked: Promise<void>): Promise<void> {
  const { startHttp } = await import("./serve.js");
  const service = await startHttp(config, VERSION, log);
  await stopAsked;
  await service.stop();
}

/**
 * Resolves at the first SIGTERM or SIGINT; the second one ends the process at
 * once, but not a worker: a terminal signals it too, and then the first process does.
 */
function signalled(isWorker = false): Promise<void> {
  return new Promise((resolve) => {
    let first = true;
    const onSignal = () => {
      if (!first && !isWorker) process.exit(EXIT_CRASH);
      first = false;
      resolve();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}

function help(): string {
  const flags = SETTINGS.filter(({ flag }) => flag).map(
    ({ flag, variable, default: fallback, meaning }) =>
      `  ${flag!.padEnd(9)} ${variable.padEnd(10)} ${meaning} (${fallback})`,
  );
  const variables = SETTINGS.filter(({ flag }) => !flag).map(
    ({ variable, default: fallback, meaning }) => `  ${variable.padEnd(28)} ${meaning} (${fallback})`,
  );
  return [
    `market-data-mcp ${VERSION}: market data for AI assistants (MCP) and programs (REST).`,
    "",
    "Without flags it is an MCP server on stdin and stdout, as a host starts it.",
    "",
    "At a terminal:",
    "  market-data-mcp doctor [--offline] [--json]               checks keys, providers, store, clock and quotas",
    "  market-data-mcp call <tool> [name=value ...] [--json]     prints one answer, as in: call get_quotes symbols=AAPL,MSFT",
    "  Both take --demo. They exit with 0, with 1 when something is wrong, with 2 when they were not understood.",
    "",
    "Flags, with their environment variables and defaults:",
    ...flags,
    "  --help   --version",
    "",
    "Environment:",
    ...variables,
    "",
  ].join("\n");
}

function fail(message: string): never {
  writeSync(2, `market-data-mcp: ${message}\n`);
  process.exit(EXIT_USAGE);
}

type BindError = NodeJS.ErrnoException & { hostname?: string; port?: number; address?: string };

function cannotBind(error: unknown): error is BindError {
  return error instanceof Error && String((error as BindError).code) in UNBOUND;
}

function whyNotBound({ code, address, port, hostname }: BindError): string {
  const where = hostname ?? `${address}:${port}`;
  return `${where} ${UNBOUND[code!]}. Choose another with --host and --port (PORT=0 picks a free port).`;
}

function passwordOf(storeUrl: string | undefined): string {
  return storeUrl && URL.canParse(storeUrl) ? decodeURIComponent(new URL(storeUrl).password) : "";
}
