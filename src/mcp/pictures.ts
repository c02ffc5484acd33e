/**
 * Pictures of answers as resources, for hosts that show them in the conversation (MCP Apps).
 *
 * One page draws them all; its address says which. A tool's answer is whole
 * without it: hosts that know nothing of pictures ignore the address.
 *
 * @see https://modelcontextprotocol.io/extensions/apps
 */
import type { ReadResourceResult, Resource, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Capability } from "../contract/capability.js";
import { PICTURES, type PictureName } from "../contract/pictures.js";
import { ICONS } from "./icons.js";

const MIME_TYPE = "text/html;profile=mcp-app";

// No domain at all: the page has everything in itself, and what it shows goes nowhere.
const META = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

/** The page only changes with the program; as long as a list keeps. */
const HINTS = { ttlMs: 300_000, cacheScope: "public" };

const NAMES = Object.keys(PICTURES) as PictureName[];
const toAddress = (name: PictureName) => `ui://market/${name}`;
const BY_ADDRESS = new Map<unknown, PictureName>(NAMES.map((name) => [toAddress(name), name]));

/** As `resources/list` gives them. */
export const LISTED_PICTURES: readonly Resource[] = NAMES.map((name) => ({
  uri: toAddress(name),
  name: `picture-${name}`,
  ...PICTURES[name],
  mimeType: MIME_TYPE,
  icons: ICONS,
  _meta: META,
}));

/**
 * What a listed tool says of its picture. Hosts of before the extension's first
 * release read another key, which would cost the list as much again.
 */
export function toPictureMeta({ tool: { picture } }: Capability): Pick<Tool, "_meta"> {
  return picture ? { _meta: { ui: { resourceUri: toAddress(picture) } } } : {};
}

/** Makes a reader of pictures; nothing comes back for an address that is none's. The page is loaded when first read. */
export function createPictureReader(loadPage: () => Promise<string>) {
  let page: Promise<string> | undefined;

  return async (uri: unknown, modern: boolean): Promise<ReadResourceResult | undefined> => {
    const name = BY_ADDRESS.get(uri);
    if (!name) return undefined;
    page ??= loadPage().catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    const text = (await page).replace('data-picture=""', `data-picture="${name}"`);
    return {
      contents: [{ uri: toAddress(name), mimeType: MIME_TYPE, text, _meta: META }],
      ...(modern ? HINTS : {}),
    };
  };
}
