/** The text that the program prints at its start. */
import { onlyFrom, PROVIDERS } from "../catalogue.js";
import type { Config } from "../config/config.js";

/** Returns the lines for a server over HTTP: its addresses, and the providers without a key. */
export function welcome(url: string, config: Config): string {
  const lines = [
    config.demo ? "market-data-mcp: SIMULATED MARKET, every figure is invented" : "market-data-mcp",
    `  MCP    ${url}/mcp`,
    `  REST   ${url}/api/v1/stock/AAPL`,
    `  Docs   ${url}/docs`,
    `  Status ${url}/`,
  ];
  if (!config.demo) lines.push(...withoutKeys(config));
  return `${lines.join("\n")}\n`;
}

/** Returns one line for each provider without a key. */
function withoutKeys({ providers }: Config): string[] {
  const missing = PROVIDERS.filter(({ id, needsKey }) => needsKey && providers[id].apiKey === undefined);
  const lines = missing.map((provider) => {
    const { label, title, vendor, signUpUrl } = provider;
    const only = onlyFrom(provider);
    const loss = only.length > 0 ? `no ${only.join(", no ")}` : "other sources answer instead";
    return `  Key ${title.at(-1)}  none (${vendor}): ${loss}. Free at ${signUpUrl}; set ${label}_API_KEY.`;
  });
  return lines.length === 0 ? [] : [...lines, "  Check  market-data-mcp doctor"];
}

/**
 * Returns the text that explains that the server waits for an MCP host: started by hand, it would seem to hang. It
 * belongs on stderr, since stdout belongs to the host.
 */
export function waiting(version: string): string {
  return [
    `market-data-mcp ${version} waits for an MCP host on stdin; MCP hosts start it automatically. Ctrl+C ends it.`,
    "To try it by hand:",
    "  market-data-mcp --http --demo                                serves a simulated market, no key needed",
    "  market-data-mcp call get_quotes symbols=AAPL,MSFT --demo     prints one answer",
    "  market-data-mcp doctor                                       checks keys, providers and store",
    "",
  ].join("\n");
}
