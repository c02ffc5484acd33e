/**
 * The server card and the catalogue that names it: what a client learns about this server before it connects.
 *
 * Both are public and say nothing that differs by caller. Tools are not in the card; clients list them.
 *
 * @see https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2127 (SEP-2127)
 */
import manifest from "../../package.json" with { type: "json" };
import { ICONS, PRODUCT_SUMMARY, PRODUCT_TITLE } from "../mcp/product.js";
import type { ConnectOptions } from "../status/connect.js";
import type { Page } from "./page.js";

const CARD_TYPE = "application/mcp-server-card+json";
const CATALOGUE_TYPE = "application/ai-catalog+json";
/** The address of the card: the endpoint's, and a part that the specification reserves. */
const CARD_PATH = "/mcp/server-card";

/** The header for a key. It is not required, because a token of an OAuth issuer may be sent instead. */
const KEY_HEADER = {
  name: "X-API-Key",
  description: "The key that the operator of this server gave you",
  isSecret: true,
};

interface CardOptions {
  version: string;
  /** Returns the revisions of the protocol that the endpoint supports. */
  protocolVersions: () => Promise<readonly string[]>;
  /** Returns the connection options known at the time of the request. */
  connect: () => ConnectOptions;
}

/** Returns the pages of the card and of the catalogue, by path. */
export function createCardPages({ version, protocolVersions, connect }: CardOptions): [path: string, page: Page][] {
  const toCard = async () => {
    const options = connect();
    const supportedProtocolVersions = await protocolVersions();
    const address = addressOf(options);
    const headers = options.needsKey ? { headers: [KEY_HEADER] } : {};
    return {
      $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
      name: manifest.mcpName,
      title: PRODUCT_TITLE,
      description: PRODUCT_SUMMARY,
      version,
      icons: ICONS,
      ...(address && {
        remotes: [{ type: "streamable-http", url: `${address}/mcp`, ...headers, supportedProtocolVersions }],
      }),
    };
  };
  const toCatalogue = async () => {
    const address = addressOf(connect());
    const place = address ? { url: address + CARD_PATH } : { data: await toCard() };
    return { specVersion: "1.0", entries: [{ identifier: toIdentifier(manifest.mcpName), type: CARD_TYPE, ...place }] };
  };
  const card: Page = { type: CARD_TYPE, isPublic: true, content: async () => JSON.stringify(await toCard()) };
  return [
    [CARD_PATH, card],
    // An earlier draft named this address, and scanners still read it.
    ["/.well-known/mcp/server-card.json", card],
    [
      "/.well-known/ai-catalog.json",
      { type: CATALOGUE_TYPE, isPublic: true, content: async () => JSON.stringify(await toCatalogue()) },
    ],
  ];
}

/**
 * Returns the address of this server for others: the stated one, or that of a server for this machine only. The address
 * to which another server is bound may be that of an inner network, which a public document must not name.
 */
function addressOf({ base, isStated }: ConnectOptions): string | undefined {
  const isLocal = ["127.0.0.1", "[::1]", "localhost"].includes(new URL(base).hostname);
  return isStated || isLocal ? base : undefined;
}

/** Converts `com.example/weather` to `urn:air:example.com:mcp:weather`. */
function toIdentifier(name: string): string {
  const [namespace, server] = name.split("/");
  return `urn:air:${namespace!.split(".").toReversed().join(".")}:mcp:${server}`;
}
