/** The names that sources have in src/providers/, by which tables of tests keep their row when another source is added. */
import { readdirSync } from "node:fs";
import type { Source } from "../../src/contract/provider.js";

const PROVIDERS = new URL("../../src/providers/", import.meta.url);
const NAMES = new Map<unknown, string>();
for (const path of readdirSync(PROVIDERS, { recursive: true, encoding: "utf8" })) {
  // A worker can be loaded by its thread only.
  if (!path.endsWith(".ts") || path.endsWith("-worker.ts")) continue;
  const module: object = await import(new URL(path, PROVIDERS).href);
  for (const [name, value] of Object.entries(module)) NAMES.set(value, name);
}

/** Returns the name with which a source is exported, such as `quoteFromEcb`. */
export function nameOf(source: Source): string {
  const name = NAMES.get(source);
  if (name === undefined)
    throw new Error(`A source of ${source.capability.name} is not exported under src/providers/.`);
  return name;
}
