/** Serves one MCP host over stdin and stdout. */
import type { App } from "../app.js";
import { vendorsOf, type Config } from "../config/config.js";
import { areEnough } from "../contract/entry.js";
import { once } from "../lib/once.js";
import { LISTED_TOOLS } from "./listed-tools.js";
import type { Logger } from "../lib/log.js";
import { createRejectionLog } from "../lib/rejection-log.js";
import { createMcpServers } from "../mcp/server.js";
import { serveStdio } from "../mcp/stdio.js";

/** Serves the host until it closes stdin or `stopAsked` resolves, then closes the app. */
export async function serveHost(
  config: Config,
  version: string,
  log: Logger,
  stopAsked: Promise<unknown>,
): Promise<void> {
  let app: Promise<App> | undefined;
  // Opened at the first question, because many hosts only list the tools.
  const openApp = once(() => (app = import("../app.js").then(({ createApp }) => createApp(config, log))));
  const server = createMcpServers({
    version,
    tools: LISTED_TOOLS.filter(({ providers }) => areEnough(providers, config.allowedProviders)),
    toolsets: config.toolsets,
    handlers: async () => (await openApp()).mcp,
    simulated: config.demo,
    providers: vendorsOf(config),
    modern: config.modernMcp,
    log,
  })();
  const logRejection = createRejectionLog(log);
  const served = serveStdio(
    server,
    stopAsked,
    (reason) => log.info({ event: "stopping", reason }),
    (reason) => logRejection("stdio", reason),
  );
  log.info({ event: "start", version, transport: "stdio", demo: config.demo });
  if (process.stdin.isTTY && process.stderr.isTTY) process.stderr.write(waitingText(version));
  await served;
  await (await app?.catch(() => undefined))?.close();
}

/** Returns the explanation that the server waits for an MCP host: started in a terminal, it would seem to hang. */
function waitingText(version: string): string {
  return [
    `market-data-mcp ${version} waits for an MCP host on stdin; MCP hosts start it automatically. Ctrl+C ends it.`,
    "To try it in a terminal:",
    "  market-data-mcp --http --demo                                serves a simulated market, no key needed",
    "  market-data-mcp call get_quotes symbols=AAPL,MSFT --demo     prints one answer",
    "  market-data-mcp doctor                                       checks keys, providers and store",
    "In a clone, write node dist/index.js instead of market-data-mcp.",
    "",
  ].join("\n");
}
