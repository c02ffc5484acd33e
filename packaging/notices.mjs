/** The licences of the packages that are built into the program: their terms ask that they travel along. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where the notices are written, in the folder of the build. */
export const NOTICES = "THIRD-PARTY-NOTICES.txt";

/** A package's own file, or one of those that it names its bundled parts in. */
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$|\.licen[cs]e\.txt$/i;

/** Packages found by all builds of this process, by name and version. */
const found = new Map();

/**
 * A plugin that writes the notices of each package a module of which is in the
 * bundle, and of those `copied` into it as they are. Several builds of one
 * process write one file together.
 *
 * @param {{ copied?: readonly string[] }} [options] folders of copied packages
 * @returns {import("rolldown").Plugin}
 * @throws when a package brings no licence that could be passed on.
 */
export function notices({ copied = [] } = {}) {
  return {
    name: "third-party-notices",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? output.moduleIds : []));
      const folders = modules.map(packageFolder).filter((folder) => folder !== undefined);
      for (const folder of new Set([...folders, ...copied])) {
        const { name, version, license } = manifest(folder);
        found.set(`${name} ${version}`, { license, text: licenceText(folder) });
      }
      this.emitFile({ type: "asset", fileName: NOTICES, source: page() });
    },
  };
}

/** The folder of the package that a module belongs to; nothing for our own and for the bundler's. */
function packageFolder(id) {
  const path = id.replace(/^\0/, "").replace(/\?.*$/, "");
  if (!/[\\/]node_modules[\\/]/.test(path)) return undefined;
  // Packages have further manifests inside them, which only say how modules are to be read.
  let folder = dirname(path);
  while (!(existsSync(join(folder, "package.json")) && manifest(folder).version)) folder = dirname(folder);
  return folder;
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function licenceText(folder) {
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  return files.map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n");
}

function page() {
  /** Names by licence text: many packages of one author have the same. */
  const namesOf = new Map();
  for (const [name, { license, text }] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!text && !license) throw new Error(`${name} says nowhere under which licence it is.`);
    const body = text || `Licence: ${license} (the package has no copy of its text)`;
    namesOf.set(body, [...(namesOf.get(body) ?? []), name]);
  }
  const parts = [...namesOf].map(([body, names]) => `${names.join(", ")}\n\n${body}`);
  const head = "market-data-mcp has these packages built in. Each is under the licence that follows its name.";
  return `${[head, ...parts].join(`\n\n${"-".repeat(78)}\n\n`)}\n`;
}
