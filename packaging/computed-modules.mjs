/**
 * Replaces modules by the values they compute, because a program or a page that computes them needs the capabilities:
 * a host would start more slowly, a page would contain zod.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";
import { threads } from "./threads.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Modules whose exports are plain data. */
const COMPUTED = [
  "src/serve/listed-tools.ts",
  "src/serve/openapi-examples.ts",
  "src/apps/parts/declared-fields.ts",
  "src/apps/parts/vendors.ts",
];

/** Returns the plugin that computes these modules during the build. */
export function computedModules() {
  return {
    name: "computed-modules",
    async load(id) {
      const path = COMPUTED.find((each) => id === join(root, each));
      if (path) return [TABLE, ...Object.entries(await compute(path)).map(toExport)].join("\n");
    },
  };
}

async function compute(path) {
  const dir = mkdtempSync(join(tmpdir(), "market-data-mcp-build-"));
  try {
    const output = { dir, entryFileNames: "value.mjs", chunkFileNames: "[name]-[hash].mjs" };
    const plugins = [threads()];
    await build({ cwd: root, input: join(root, path), platform: "node", logLevel: "warn", plugins, output });
    const module = await import(pathToFileURL(join(dir, "value.mjs")).href);
    return { ...module };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** V8 parses a JSON string faster than an object literal of so many characters. */
const LONG = 10_000;

/** Reads a table that is written as text, which takes a fifth less of a page than the same table as lists. */
const TABLE = `const toTable = (text) => text.split("\\n").map((row) => row.split("|"));`;

const isTable = (value) =>
  Array.isArray(value) &&
  value.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === "string" && !/[|\n]/.test(cell)));

function toExport([name, value]) {
  if (isTable(value))
    return `export const ${name} = toTable(${JSON.stringify(value.map((row) => row.join("|")).join("\n"))});`;
  const text = JSON.stringify(value);
  return `export const ${name} = ${text.length < LONG ? text : `JSON.parse(${JSON.stringify(text)})`};`;
}
