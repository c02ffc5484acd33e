/** Who may import whom, and who may touch what: the layout as a table. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

/** A source file by its path below src, with what it imports: paths below src, or packages. */
interface SourceFile {
  path: string;
  text: string;
  imports: string[];
}

const FILES: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"))
  .map((path) => {
    const text = readFileSync(join(SRC, path), "utf8");
    return { path, text, imports: importsOf(path, text) };
  });

// Static, type-only, re-exporting, dynamic and `typeof import(…)` alike.
function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g);
  return [...found].map(([, specifier]) =>
    specifier!.startsWith(".")
      ? normalize(join(dirname(path), specifier!))
          .replaceAll("\\", "/")
          .replace(/\.js$/, ".ts")
      : specifier!,
  );
}

const isOurs = (specifier: string) => specifier.endsWith(".ts");
const below = (path: string, places: readonly string[]) =>
  places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));

/** Files of a place may import our own files from `may` only (and from their own folder). */
const DIRECTIONS: readonly { of: string; may: readonly string[]; mend: string }[] = [
  { of: "lib/", may: [], mend: "A helper in lib/ knows nothing of this product; hand in what it needs." },
  { of: "contract/", may: [], mend: "The contract is what all others speak; move what it needs into it." },
  {
    of: "capabilities/",
    may: ["contract/"],
    mend: "A capability says what can be asked; whatever fetches belongs to a provider.",
  },
  ...["a", "b", "c"].map((letter) => ({
    of: `providers/provider-${letter}/`,
    may: ["contract/", "capabilities/"],
    mend: "A provider knows the words and itself. What two providers need belongs to capabilities/; the way to the network is handed in as Upstream.",
  })),
  { of: "pipeline/", may: ["contract/"], mend: "Hand it in as an argument from engine.ts." },
  { of: "store/", may: ["contract/"], mend: "Hand it in as an argument from engine.ts." },
  { of: "mcp/", may: ["contract/", "log.ts"], mend: "Hand it in as an argument from app.ts or serve.ts." },
  { of: "rest/", may: ["contract/"], mend: "Hand it in as an argument from app.ts or serve.ts." },
  {
    of: "cli/",
    may: [
      "contract/",
      "app.ts",
      "catalogue.ts",
      "config/",
      "keys-file.ts",
      "log.ts",
      "mcp/",
      "pipeline/probe.ts",
      "store/",
    ],
    mend: "A command asks the app, or looks at one part by itself; only run.ts is loaded by others.",
  },
  { of: "workers/", may: ["contract/", "log.ts"], mend: "What a worker tells of itself is handed in by serve.ts." },
  { of: "status/", may: ["contract/"], mend: "Hand it in as an argument from watch.ts or pages.ts." },
  { of: "web/", may: ["status/"], mend: "A browser runs it; it can have nothing that needs Node." },
  {
    of: "apps/",
    may: ["contract/pictures.ts"],
    mend: "Pictures run in a host's frame; they know of the server what its answers say.",
  },
  {
    of: "simulator/",
    may: ["us-market.ts"],
    mend: "The simulator plays the upstreams and must not share code with what it is to test.",
  },
  { of: "us-market.ts", may: [], mend: "The calendar is a leaf." },
  { of: "log.ts", may: [], mend: "The log is a leaf." },
  { of: "guard.ts", may: [], mend: "The guard is a leaf; hand in what it needs." },
  { of: "keys.ts", may: ["contract/"], mend: "Hand in what it needs." },
  { of: "keys-file.ts", may: ["contract/", "log.ts"], mend: "Hand in what it needs." },
  {
    of: "config/",
    may: ["contract/", "log.ts", "providers/descriptions.ts"],
    mend: "Settings are read here and used elsewhere; facts about a provider belong to its description.",
  },
  { of: "providers/descriptions.ts", may: ["contract/", "providers/"], mend: "It only lists the descriptions." },
  {
    of: "run-provider.ts",
    may: ["contract/", "config/config.ts", "pipeline/"],
    mend: "What a provider shares with others is handed to it by engine.ts.",
  },
  {
    of: "catalogue.ts",
    may: ["contract/", "capabilities/", "providers/"],
    mend: "The catalogue only says who answers what.",
  },
  {
    of: "engine.ts",
    may: [
      "contract/",
      "config/config.ts",
      "log.ts",
      "pipeline/",
      "run-provider.ts",
      "store/",
      "capabilities/service-status.ts",
    ],
    mend: "Providers and the calendar are handed to the engine by app.ts; of what can be asked it knows its own status only.",
  },
];

/** Packages that one place keeps to itself. */
const PACKAGES: readonly { name: string; only: readonly string[]; mend: string }[] = [
  {
    name: "zod",
    only: ["contract/schema.ts"],
    mend: 'Import { z } from "contract/schema.js": zod-to-json-schema turns any other zod into an empty schema, silently.',
  },
  { name: "zod-to-json-schema", only: ["contract/schema.ts"], mend: "Use toJsonSchema from contract/schema.js." },
  {
    name: "got",
    only: ["pipeline/exchange.ts"],
    mend: "Use an Upstream: got's errors carry the whole address, key included, and may not leave that file.",
  },
  { name: "p-throttle", only: ["pipeline/throttle.ts"], mend: "Use Throttle, which is bounded and monotonic." },
  { name: "keyv", only: ["pipeline/", "store/"], mend: "Use Cache; a store must never hold anyone up." },
  { name: "libsql", only: ["store/sqlite-driver.ts"], mend: "Use StoreFile; only that file knows both drivers." },
  { name: "node:sqlite", only: ["store/sqlite-driver.ts"], mend: "Use StoreFile; only that file knows both drivers." },
  { name: "@keyv/redis", only: ["store/"], mend: "Use openStore." },
  {
    name: "@opentelemetry",
    only: ["tracing.ts"],
    mend: "Say traced() from contract/tracing.js; the rest is loaded on demand.",
  },
  { name: "pino", only: ["log.ts"], mend: "Take a Logger from log.js, which removes secrets." },
  { name: "find-my-way", only: ["rest/router.ts"], mend: "Add a capability; the router walks the catalogue." },
  { name: "fast-string-width", only: ["cli/table.ts"], mend: "Print through cli/table.ts." },
  { name: "tough-cookie", only: ["providers/provider-b/"], mend: "Only provider B hands out cookies." },
  { name: "@modelcontextprotocol/sdk", only: ["mcp/"], mend: "Keep the protocol in mcp/." },
  { name: "node:child_process", only: [], mend: "We start no processes." },
  { name: "node:vm", only: ["launch.ts"], mend: "We run no foreign code." },
];

/** What the text of a file may hold in some places only. */
const TOUCHES: readonly { what: string; pattern: RegExp; only: readonly string[]; mend: string }[] = [
  {
    what: "the environment",
    pattern: /\bprocess\.env\b|\bprocess\["env"\]|from "node:process"/,
    only: ["index.ts", "launch.ts"],
    mend: "Declare a setting in config.ts and hand its value in.",
  },
  {
    what: "stdout",
    pattern: /\bprocess\.stdout\b|\bconsole\.|\bfd: 1\b/,
    only: ["index.ts", "serve.ts", "mcp/stdio.ts"],
    mend: "stdout belongs to the protocol; log to stderr with a Logger.",
  },
  {
    what: "the exit of the process",
    pattern: /\bprocess\.(?:exit|abort|kill)\b|\bprocess\.exitCode\b/,
    only: ["index.ts"],
    mend: "Throw; index.ts decides how the program ends.",
  },
  {
    what: "eval",
    // Not a method of that name: Redis has one.
    pattern: /(?<!\.)\beval\(|\bnew Function\(/,
    only: [],
    mend: "We run no foreign code.",
  },
];

/** Helpers that know nothing of this product: everyone may import them, whatever their row says. */
const HELPERS = "lib/";

const belongsTo = (specifier: string, name: string) => specifier === name || specifier.startsWith(`${name}/`);

describe("imports point one way", () => {
  it.each(DIRECTIONS)("$of imports nothing of ours but $may", ({ of, may, mend }) => {
    const files = FILES.filter(({ path }) => below(path, [of]));
    expect(files).not.toEqual([]);
    const own = [...(of.endsWith("/") ? [of] : []), ...(of === HELPERS ? [] : [HELPERS])];
    const wrong = files.flatMap(({ path, imports }) =>
      imports.filter((each) => isOurs(each) && !below(each, [...may, ...own])).map((each) => `${path} imports ${each}`),
    );
    expect(wrong.map((each) => `${each}. ${mend}`)).toEqual([]);
  });

  it("has a row for every folder", () => {
    const folders = new Set(
      FILES.map(({ path }) => relative(".", dirname(path)).replaceAll("\\", "/")).filter(Boolean),
    );
    folders.delete("providers");
    const without = [...folders].filter((folder) => !DIRECTIONS.some(({ of }) => of === `${folder}/`));
    expect(without.map((folder) => `${folder}: say in DIRECTIONS what it may import`)).toEqual([]);
  });

  it("finds what it looks for", () => {
    const catalogue = FILES.find(({ path }) => path === "catalogue.ts")!;
    expect(catalogue.imports).toContain("providers/provider-c/search.ts");
    const exchange = FILES.find(({ path }) => path === "pipeline/exchange.ts")!;
    expect(exchange.imports).toContain("got");
  });
});

describe("packages are kept in one place", () => {
  it.each(PACKAGES)("$name: $only", ({ name, only, mend }) => {
    const users = FILES.filter(({ imports }) => imports.some((each) => belongsTo(each, name))).map(({ path }) => path);
    const wrong = users.filter((path) => !below(path, only));
    expect(wrong.map((path) => `${path}: ${mend}`)).toEqual([]);
  });
});

describe("what few may touch", () => {
  it.each(TOUCHES)("$what: $only", ({ pattern, only, mend }) => {
    const users = FILES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    const wrong = users.filter((path) => !below(path, only));
    expect(wrong.map((path) => `${path}: ${mend}`)).toEqual([]);
  });
});

describe("files", () => {
  it("are named for what they do: no utils, no helpers, no barrels", () => {
    const vague = FILES.map(({ path }) => path).filter((path) =>
      /(?:^|\/)(?:utils?|helpers?|common|misc|types)\.ts$|\/index\.ts$/.test(path),
    );
    expect(vague.map((path) => `${path}: name it for the one thing it does`)).toEqual([]);
  });

  it("are named in kebab-case", () => {
    const odd = FILES.map(({ path }) => path).filter((path) => !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(path));
    expect(odd).toEqual([]);
  });

  it("say in their first lines what they are", () => {
    const silent = FILES.filter(({ text }) => !/^(?:#!.*\n)?\/\*\*/.test(text)).map(({ path }) => path);
    expect(silent.map((path) => `${path}: begin with a docstring of one sentence`)).toEqual([]);
  });
});
