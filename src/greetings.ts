/** What a person at a terminal is told when the program starts. */
import type { Config } from "./config/config.js";

/** What goes missing without a key, and where to get one. */
const KEYS = [
  ["A", "provider-a", "no stock quotes and no DCF valuations", "https://site.financialmodelingprep.com/developer/docs"],
  ["C", "provider-c", "symbols are searched at the others", "https://www.alphavantage.co/support/#api-key"],
] as const;

/** The lines of a server over HTTP: where everything is, and what it does without. */
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

function withoutKeys({ providers }: Config): string[] {
  const missing = KEYS.filter(([, provider]) => providers[provider].apiKey === undefined);
  const lines = missing.map(
    ([letter, , loss, where]) => `  Key ${letter}  none: ${loss}. Free at ${where}; set PROVIDER_${letter}_API_KEY.`,
  );
  return lines.length === 0 ? [] : [...lines, "  Check  market-data-mcp doctor"];
}

/** For who starts a server for MCP hosts by hand: it would seem to hang. Goes to stderr, for stdout is the host's. */
export function waiting(version: string): string {
  return [
    `market-data-mcp ${version} waits for an MCP host on stdin; a host starts it by itself. Ctrl+C ends it.`,
    "To try it by hand:",
    "  market-data-mcp --http --demo                                serves a simulated market, no key needed",
    "  market-data-mcp call get_quotes symbols=AAPL,MSFT --demo     prints one answer",
    "  market-data-mcp doctor                                       checks keys, providers and store",
    "",
  ].join("\n");
}
