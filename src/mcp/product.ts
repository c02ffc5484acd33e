/** The name, the one sentence and the icon under which registries, hosts and pages list this server. */
import type { Icon } from "@modelcontextprotocol/sdk/types.js";

export const PRODUCT_TITLE = "Market data";
/** Registries and cards allow 100 characters. */
export const PRODUCT_SUMMARY =
  "Market data with its sources: quotes, history, news, fundamentals, dividends, analysts, screener";

/** Three rising bars, in a colour that stands out on light and dark. */
export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#1a9c6b"><path d="M1 9h4v6H1zM6 5h4v10H6zM11 1h4v14h-4z"/></svg>';

/** Small enough for lists. Tools have no icon, because models pay for their list in tokens. */
export const ICONS: Icon[] = [
  {
    src: `data:image/svg+xml;base64,${Buffer.from(SVG).toString("base64")}`,
    mimeType: "image/svg+xml",
    sizes: ["any"],
  },
];

/**
 * How long clients keep lists, and what changes only with the program as lists do: five minutes limit how long they use
 * an outdated one after an update.
 */
export const LIST_HINTS = { ttlMs: 300_000, cacheScope: "public" };
