/**
 * Charts of answers as resources, for hosts that show them in the conversation (MCP Apps).
 *
 * One page renders all charts; the resource address selects the chart. Tool answers are complete without it, and hosts
 * without this extension ignore the address.
 *
 * @see https://modelcontextprotocol.io/extensions/apps
 */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { ReadResourceResult, Resource, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Capability } from "../contract/capability.js";
import type { ProviderDescription } from "../contract/provider-description.js";
import { PICTURES, type PictureName } from "../contract/pictures.js";
import { once } from "../lib/once.js";
import { ICONS, LIST_HINTS } from "./product.js";

const MIME_TYPE = "text/html;profile=mcp-app";

// The lists of external domains are empty: the page is self-contained and sends its data nowhere.
const META = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

const NAMES = Object.keys(PICTURES) as PictureName[];
const toAddress = (name: PictureName) => `ui://market/${name}`;
const BY_ADDRESS = new Map<unknown, PictureName>(NAMES.map((name) => [toAddress(name), name]));

/** The entries of `resources/list` for all charts. */
const LISTED_PICTURES: readonly Resource[] = NAMES.map((name) => ({
  uri: toAddress(name),
  name: `picture-${name}`,
  ...PICTURES[name],
  mimeType: MIME_TYPE,
  icons: ICONS,
  _meta: META,
}));

/** Returns the entries of `resources/list`: the charts of these capabilities. */
export function listPictures(capabilities: readonly Capability[]): readonly Resource[] {
  const addresses = new Set(capabilities.flatMap(({ tool: { picture } }) => (picture ? [toAddress(picture)] : [])));
  return LISTED_PICTURES.filter(({ uri }) => addresses.has(uri));
}

/**
 * Returns a listed tool's `_meta` with the address of its chart. Hosts older than the extension's first release read
 * another key; listing both would double the cost in tokens.
 */
export function toPictureMeta({ tool: { picture } }: Capability): Pick<Tool, "_meta"> {
  return picture ? { _meta: { ui: { resourceUri: toAddress(picture) } } } : {};
}

/**
 * Reads the page, as built from apps/, with the names of the providers that this server asks, and whether their market is
 * simulated. In the built program this module lies in the folder next to the page's.
 */
export async function readPicturePage(
  providers: readonly Pick<ProviderDescription, "id" | "vendor">[],
  simulated = false,
): Promise<string> {
  const packed = await readFile(new URL("../apps/picture.html.br", import.meta.url));
  const page = (await promisify(brotliDecompress)(packed)).toString("utf8");
  const vendors = JSON.stringify(Object.fromEntries(providers.map(({ id, vendor }) => [id, vendor])));
  const facts = `data-vendors="${vendors.replaceAll('"', "&quot;")}"${simulated ? " data-simulated" : ""}`;
  return page.replace('data-vendors=""', () => facts);
}

/** Returns the page with one chart selected. */
export const toPicture = (page: string, name: PictureName) => page.replace('data-picture=""', `data-picture="${name}"`);

/** Creates a reader of charts; it returns `undefined` for an unknown address. The page is loaded on first use. */
export function createPictureReader(loadPage: () => Promise<string>) {
  const page = once(loadPage);

  return async (uri: unknown, modern: boolean): Promise<ReadResourceResult | undefined> => {
    const name = BY_ADDRESS.get(uri);
    if (!name) return undefined;
    const text = toPicture(await page(), name);
    return {
      contents: [{ uri: toAddress(name), mimeType: MIME_TYPE, text, _meta: META }],
      ...(modern ? LIST_HINTS : {}),
    };
  };
}
