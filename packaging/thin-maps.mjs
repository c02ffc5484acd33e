/**
 * Makes source maps smaller: the code is minified into few lines, so a map has an entry for each token, although a stack
 * trace needs the line only. Without the other entries the maps take a fifth of their size, 0.65 MB less to install.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { decode, encode } from "@jridgewell/sourcemap-codec";

/** Rewrites each map of the folder; each position still leads to its file and line. */
export function thinMaps(folder) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".map"))) {
    const path = new URL(name, folder);
    const map = JSON.parse(readFileSync(path, "utf8"));
    const mappings = encode(decode(map.mappings).map(oncePerLine));
    writeFileSync(path, JSON.stringify({ ...map, names: [], mappings }));
  }
}

/** Keeps the first of the entries that lead to the same file and line; without the names of variables. */
function oncePerLine(entries) {
  return entries
    .filter(([, source, line], at) => at === 0 || source !== entries[at - 1][1] || line !== entries[at - 1][2])
    .map((entry) => entry.slice(0, 4));
}
