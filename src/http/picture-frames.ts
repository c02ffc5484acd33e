/** The pictures of answers as pages, which `/` shows in frames: the same files that hosts of MCP Apps get. */
import { createHash } from "node:crypto";
import { once } from "../lib/once.js";
import { readPicturePage, toPicture } from "../mcp/pictures.js";
import { SHOWN, type ShownPicture } from "../status/lookup.js";
import type { Page } from "./page.js";
import { toVersion } from "./static-files.js";

/**
 * Returns the pages of the pictures, which name these providers, and their addresses; `prefix` is the path that a proxy
 * puts in front of ours.
 */
export function openPictureFrames(
  prefix: string,
  providers: Parameters<typeof readPicturePage>[0],
): {
  pages: readonly (readonly [path: string, page: Page])[];
  toAddresses: () => Promise<Record<ShownPicture, string>>;
} {
  const pages = SHOWN.map(({ name }) => {
    const content = once(async () => toPicture(await readPicturePage(providers), name));
    const version = once(async () => toVersion(await content()));
    const policy = once(async () => toPolicy(await content()));
    const page = { type: "text/html; charset=utf-8", policy, isFramed: true, content, version } satisfies Page;
    return { name, path: `/web/picture-${name}.html`, page };
  });
  return {
    pages: pages.map(({ path, page }) => [path, page]),
    async toAddresses() {
      const addresses = pages.map(async ({ name, path, page }) => [name, `${prefix}${path}?${await page.version()}`]);
      return Object.fromEntries(await Promise.all(addresses)) as Record<ShownPicture, string>;
    },
  };
}

/**
 * Returns the Content-Security-Policy of a picture: its own script, no request, no origin, also if it is opened outside
 * the frame. Pictures set styles of single elements, which hashes cannot allow.
 */
function toPolicy(html: string): string {
  const script = /<script>([^]*)<\/script>/.exec(html)![1]!;
  const hash = createHash("sha256").update(script).digest("base64");
  return [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}
