/** The licences of bundled packages, which must be distributed with the program. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Name of the notices file in the build folder. */
export const NOTICES = "THIRD-PARTY-NOTICES.txt";

/** A package's own licence file, or one that lists its bundled parts. */
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$|\.licen[cs]e\.txt$/i;

/** Packages found by all builds of this process, by name and version. */
const found = new Map();

/**
 * Returns a plugin that writes the notices of each package with a module in the bundle, and of those `copied` into it
 * unchanged. Several builds of one process write one file together.
 *
 * @param {{ copied?: readonly string[] }} [options] folders of copied packages
 * @returns {import("rolldown").Plugin}
 * @throws when a package contains no licence.
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

/** Returns the folder of the package that a module belongs to; `undefined` for our own and the bundler's modules. */
function packageFolder(id) {
  const path = id.replace(/^\0/, "").replace(/\?.*$/, "");
  if (!/[\\/]node_modules[\\/]/.test(path)) return undefined;
  // Packages contain further manifests that only state the module format.
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

/** The words of an MIT licence after its copyright. Most licences differ in line breaks only. */
const MIT = /Permission is hereby granted, free of charge[^]*?DEALINGS\s+IN\s+THE\s+SOFTWARE\./;
const SEE_ABOVE = "MIT licence, with the text at the top.";
const wordsOf = (text) => text.replace(/\s+/g, " ");

function page() {
  const permissions = [...found.values()].flatMap(({ text }) => MIT.exec(text)?.[0] ?? []);
  const countOf = (words) => permissions.filter((each) => wordsOf(each) === words).length;
  const [usual = ""] = permissions.toSorted((a, b) => countOf(wordsOf(b)) - countOf(wordsOf(a)));
  /** Package names by licence text, since many packages of one author share it. */
  const namesOf = new Map();
  for (const [name, { license, text }] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!text && !license) throw new Error(`${name} states no licence.`);
    const own = text.replace(MIT, (each) => (wordsOf(each) === wordsOf(usual) ? SEE_ABOVE : each));
    const body = own || `Licence: ${license} (the package has no copy of its text)`;
    namesOf.set(body, [...(namesOf.get(body) ?? []), name]);
  }
  const parts = [...namesOf].map(([body, names]) => `${names.join(", ")}\n\n${body}`);
  const head = "market-data-mcp has these packages built in. Each is under the licence that follows its name.";
  const shared = `Many are under the MIT licence, whose text follows the copyright:\n\n${usual}`;
  return `${[`${head}\n\n${shared}`, ...parts].join(`\n\n${"-".repeat(78)}\n\n`)}\n`;
}
