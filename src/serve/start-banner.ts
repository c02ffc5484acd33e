/** The start banner of the HTTP server, for a person at a terminal. */
import { CATALOGUE, onlyFrom } from "../catalogue.js";
import { providersOf } from "../contract/entry.js";
import type { Config } from "../config/config.js";
import type { Entry } from "../contract/entry.js";
import { toUnsetOptions } from "../contract/provider-description.js";
import { toKeyVariable, toLetter } from "../contract/provider-id.js";
import { toStoreKind, type StoreLocation } from "../contract/store.js";

/** Returns the lines of the banner: the addresses, and the providers that need a key and have none. */
export function toStartBanner(
  url: string,
  config: Pick<Config, "demo" | "providers"> & StoreLocation,
  catalogue: readonly Entry[] = CATALOGUE,
): string {
  const lines = [
    config.demo ? "market-data-mcp: SIMULATED MARKET, every figure is invented" : "market-data-mcp",
    `  MCP    ${url}/mcp`,
    `  REST   ${url}/api/v1/stock/AAPL`,
    `  Docs   ${url}/docs`,
    `  Status ${url}/`,
    `  Store  ${toStoreLine(config)}`,
    ...(config.demo ? [] : withoutSettings(config, catalogue)),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns where the store is, without its password. */
function toStoreLine({ storeUrl, dataDir }: StoreLocation): string {
  const kind = toStoreKind({ storeUrl, dataDir });
  if (kind === "redis") return `Redis at ${new URL(storeUrl!).host}`;
  return kind === "disk" ? dataDir! : "in memory, of this process alone; STORE_URL=redis://… is shared";
}

/** Returns a line for each missing key, and for each missing option that some sources of a provider need. */
function withoutSettings({ providers }: Pick<Config, "providers">, catalogue: readonly Entry[]): string[] {
  const missing = providersOf(catalogue).filter(({ id, needsKey }) => needsKey && providers[id].apiKey === undefined);
  const lines = missing.map((provider) => {
    const { id, vendor, signUpUrl } = provider;
    const only = onlyFrom(provider, catalogue);
    const loss = only.length > 0 ? `no ${only.join(", no ")}` : "other sources answer instead";
    return `  Key ${toLetter(id)}  none (${vendor}): ${loss}. Free at ${signUpUrl}; set ${toKeyVariable(id)}.`;
  });
  const more = providersOf(catalogue).flatMap((provider) =>
    toUnsetOptions(provider, providers[provider.id]).map(
      ({ variable, enables }) => `  More ${toLetter(provider.id)} ${variable} enables ${enables} (${provider.vendor}).`,
    ),
  );
  return lines.length + more.length === 0 ? [] : [...lines, ...more, "  Check  market-data-mcp doctor"];
}
