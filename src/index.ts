/** The program: arguments, environment, signals, exit code. */
import { writeSync } from "node:fs";
import manifest from "../package.json" with { type: "json" };
import { readCommand, toProviderSecrets, type Config } from "./config/config.js";
import { findMisspelt, toMisspeltSentence } from "./config/misspelt-variables.js";
import { ConfigError } from "./contract/errors.js";
import { toPrintableLine } from "./lib/printable.js";
import { createLogger, type Logger } from "./lib/log.js";

const EXIT_OK = 0;
const EXIT_CRASH = 1;
const EXIT_USAGE = 2;

/** The reason why an address cannot be bound, by error code. */
const BIND_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "may not be bound",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not a name that can be found",
  EAI_AGAIN: "is not a name that can be found",
};

const VERSION = manifest.version;

// A reader that stops early (`--help | head -1`) is not an error, a full disk is. In stdio mode, stdio.ts handles both.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || process.exitCode === EXIT_CRASH) return;
  process.exitCode = EXIT_CRASH;
  process.stderr.write(`market-data-mcp: stdout cannot be written (${code}).\n`);
});

main().catch((error: unknown) => {
  if (error instanceof ConfigError) fail(error.message);
  if (isBindError(error)) fail(toBindMessage(error));
  throw error;
});

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  if ("words" in command) await runInTerminal(command.words);
  else if ("print" in command && command.print === "help") await runInTerminal(["help"]);
  else if ("print" in command) process.stdout.write(`${VERSION}\n`);
  else await run(command.run);
}

function openLog(config: Config): Logger {
  const format = config.logFormat ?? (process.stderr.isTTY ? "text" : "json");
  return createLogger(config.logLevel, [...toProviderSecrets(config.providers), passwordOf(config.storeUrl)], format);
}

/** Runs a terminal command; its output goes to stdout. */
async function runInTerminal(words: readonly string[]): Promise<void> {
  const { runCommand } = await import("./cli/run.js");
  const code = await runCommand(words, {
    env: process.env,
    openLog,
    demoOf,
    version: VERSION,
    node: { version: process.version, range: manifest.engines.node },
    program: process.argv[1]!,
    misspelt: findMisspelt(process.env),
    terminal: {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      overwrite: (text) => process.stderr.write(`\r\u001B[K${text}`),
      ...(process.stdout.isTTY && { clear: () => process.stdout.write("\u001B[2J\u001B[H") }),
      interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
      // Some terminals that programs open say that they have no column.
      columns: (process.stdout.isTTY && process.stdout.columns) || Number(process.env["COLUMNS"]) || undefined,
      live: process.stderr.isTTY === true && !process.env["CI"],
      colour: process.stdout.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb",
    },
  });
  // Idle upstream connections would keep the process running, so end it explicitly: once stdout is written (the
  // callback) and one turn of the event loop later, because a failed write is reported after the callback.
  process.stdout.write("", () => setImmediate(() => process.exit(process.exitCode === EXIT_CRASH ? EXIT_CRASH : code)));
}

async function run(config: Config): Promise<void> {
  // SIGHUP reloads the keys file. Until the handler for that is attached, this one keeps the signal from ending the
  // process.
  if (config.transport === "http") process.on("SIGHUP", () => {});
  const log = openLog(config);
  process.once("uncaughtException", (error) => {
    log.fatal({ event: "crash", error: String(error?.stack ?? error) });
    process.exit(EXIT_CRASH);
  });
  // Log warnings as JSON; Node would print plain text.
  process.removeAllListeners("warning").on("warning", ({ name, message }) => {
    log.warn({ event: "warning", name, message });
  });
  // Listen for signals from the start: a host may stop the program before it is ready.
  const stopRequested = untilSignal();
  const tracing = config.traces ? (await import("./observe/otel.js")).startTracing(VERSION, log) : undefined;
  const simulated = await demoOf(config);
  await serve(simulated?.config ?? config, log, stopRequested);
  await tracing?.stop();
  await simulated?.close();
  process.exit(EXIT_OK);
}

/** With `--demo`, returns the simulated market and the configuration that uses it. */
async function demoOf(config: Config) {
  return config.demo ? (await import("./serve/demo.js")).startDemo(config) : undefined;
}

/** Serves until `stopRequested` resolves, or until the host closes stdin. */
async function serve(config: Config, log: Logger, stopRequested: Promise<NodeJS.Signals>): Promise<void> {
  const warnOfMisspelt = () => {
    for (const each of findMisspelt(process.env)) log.warn({ event: "settings", message: toMisspeltSentence(each) });
    for (const message of config.ignored) log.warn({ event: "settings", message });
  };
  if (config.transport === "stdio") {
    const { serveHost } = await import("./serve/stdio.js");
    warnOfMisspelt();
    return serveHost(config, VERSION, log, stopRequested);
  }
  const { startHttp } = await import("./serve/http.js");
  const service = await startHttp(config, VERSION, log);
  // After the start banner, because a terminal shows both streams.
  warnOfMisspelt();
  // Only programs send SIGTERM; a person who presses Ctrl+C does not wait for a balancer.
  await service.stop((await stopRequested) === "SIGTERM" ? config.shutdownDelayMs : 0);
}

/** Resolves at the first SIGTERM or SIGINT. The second one ends the process at once. */
function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first = true;
    const onSignal = (signal: NodeJS.Signals) => {
      if (!first) process.exit(EXIT_CRASH);
      first = false;
      resolve(signal);
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}

function fail(message: string): never {
  writeSync(2, `market-data-mcp: ${toPrintableLine(message)}\n`);
  process.exit(EXIT_USAGE);
}

type BindError = NodeJS.ErrnoException & { hostname?: string; port?: number; address?: string };

function isBindError(error: unknown): error is BindError {
  return error instanceof Error && String((error as BindError).code) in BIND_FAILURES;
}

function toBindMessage({ code, address, port, hostname }: BindError): string {
  const where = hostname ?? `${address?.includes(":") ? `[${address}]` : address}:${port}`;
  return `${where} ${BIND_FAILURES[code!]}. Choose another with --host and --port (PORT=0 picks a free port).`;
}

function passwordOf(storeUrl: string | undefined): string {
  return storeUrl && URL.canParse(storeUrl) ? decodeURIComponent(new URL(storeUrl).password) : "";
}
