/** Scripts, styles and pictures of the pages, as built from web/. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { once } from "../lib/once.js";
import type { Page } from "./page.js";

const TYPES = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" } as const;

const WEB_FILES = [
  "charts.js",
  "docs.css",
  "docs.js",
  "icon.svg",
  "lookup.css",
  "page.css",
  "status.css",
  "status.js",
  "swagger-ui.css",
  "swagger-ui.js",
  "uplot.css",
] as const;

export type WebFile = (typeof WEB_FILES)[number];

/**
 * Returns the address of a file. The address contains a hash of the contents, so browsers may cache the file
 * permanently.
 */
export type ToAddress = (file: WebFile) => Promise<string>;

/**
 * Returns the pages that serve the files, and their addresses. Each file is read on first use; in the built program the
 * files are in `../web/`. `prefix` is the path that a proxy puts in front of ours.
 */
export function openWebFiles(prefix: string): {
  pages: readonly (readonly [path: string, page: Page])[];
  toAddress: ToAddress;
  /** Returns the icon, an SVG picture. */
  icon: () => Promise<string>;
} {
  const texts = new Map(
    WEB_FILES.map((file) => [file, once(() => unpack(new URL(`../web/${file}.br`, import.meta.url)))]),
  );
  const read = (file: WebFile) => texts.get(file)!();
  const versions = new Map(WEB_FILES.map((file) => [file, once(async () => toVersion(await read(file)))]));

  return {
    pages: WEB_FILES.map((file) => [
      `/web/${file}`,
      { type: toType(file), content: () => read(file), version: versions.get(file)! },
    ]),
    icon: () => read("icon.svg"),
    toAddress: async (file) => `${prefix}/web/${file}?${await versions.get(file)!()}`,
  };
}

/** Returns the query of an address whose content is this text. */
export function toVersion(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 10);
}

async function unpack(path: URL): Promise<string> {
  return (await promisify(brotliDecompress)(await readFile(path))).toString("utf8");
}

function toType(file: WebFile): string {
  return `${TYPES[file.slice(file.lastIndexOf(".") + 1) as keyof typeof TYPES]}; charset=utf-8`;
}
