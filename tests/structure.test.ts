/** Allowed imports and restricted features of each place in the source tree, as a table. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
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

const foldersIn = (place: string) =>
  readdirSync(join(SRC, place), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));

/**
 * Files of a place may import our own files only from `may` (and from their own folder).
 * `contract/` and `lib/` are open to everyone. Every file and folder directly below src has a row.
 */
const DIRECTIONS: readonly { of: string; may: readonly string[]; mend: string }[] = [
  { of: "lib/", may: [], mend: "Helpers know nothing of the product; move what does to the folder of its concern." },
  { of: "contract/", may: [], mend: "All parts share these types; move what a type needs into contract/." },
  { of: "market/", may: [], mend: "Reference data; hand in whatever else it needs." },
  {
    of: "capabilities/",
    may: [],
    mend: "A capability says what can be asked; whatever fetches belongs to a provider.",
  },
  ...foldersIn("providers").map((folder) => ({
    of: `providers/${folder}/`,
    may: ["capabilities/"],
    mend: "A provider knows capabilities and itself. Share code between providers through capabilities/; network access is handed in as Upstream.",
  })),
  { of: "providers/descriptions.ts", may: ["providers/"], mend: "It only lists the descriptions." },
  {
    of: "config/",
    may: ["providers/descriptions.ts"],
    mend: "Settings are read here and used elsewhere; facts about a provider belong to its description.",
  },
  {
    of: "upstream/",
    may: [],
    mend: "One call to one upstream; hand in what it needs from pipeline/running-provider.ts.",
  },
  { of: "store/", may: [], mend: "Hand it in as an argument from pipeline/engine.ts." },
  {
    of: "pipeline/",
    may: ["upstream/", "store/", "config/config.ts"],
    mend: "app.ts hands providers and the calendar to the engine; it knows no capability.",
  },
  {
    of: "catalogue.ts",
    may: ["capabilities/", "providers/"],
    mend: "The catalogue only says who answers what.",
  },
  {
    of: "views/",
    may: [],
    mend: "Both surfaces show answers with it; it knows of an answer what the catalogue declares.",
  },
  { of: "mcp/", may: ["views/"], mend: "Hand it in as an argument from app.ts or serve/http.ts." },
  { of: "rest/", may: ["views/"], mend: "Hand it in as an argument from app.ts." },
  { of: "workers/", may: [], mend: "serve/http.ts hands in what a worker shares." },
  {
    of: "status/",
    may: ["market/"],
    mend: "Hand it in as an argument from serve/http.ts or http/operational-routes.ts.",
  },
  { of: "observe/", may: [], mend: "Hand in what is observed." },
  { of: "access/", may: [], mend: "Hand it in as an argument from serve/http.ts." },
  {
    of: "http/",
    may: ["access/", "mcp/", "rest/", "status/"],
    mend: "Hand it in as an argument from serve/http.ts.",
  },
  { of: "web/", may: ["status/"], mend: "A browser runs it; it can have nothing that needs Node." },
  {
    of: "apps/",
    may: [],
    mend: "Pictures run in a host's frame; they know of the server what its answers say.",
  },
  {
    of: "simulator/",
    may: ["market/"],
    mend: "The simulator plays the upstreams and must not share code with what it is to test.",
  },
  { of: "simulator/market/", may: ["market/"], mend: "Prices come from here; nothing here knows companies' accounts." },
  { of: "simulator/companies/", may: ["simulator/market/"], mend: "A company's accounts follow from its prices." },
  ...foldersIn("providers").map((folder) => ({
    of: `simulator/${folder}/`,
    may: ["market/", "simulator/market/", "simulator/companies/", "simulator/world.ts"],
    mend: "A simulated upstream shows the simulated world in one upstream's shapes.",
  })),
  {
    of: "app.ts",
    may: ["capabilities/", "catalogue.ts", "config/", "market/", "mcp/", "pipeline/", "rest/", "upstream/"],
    mend: "The product without sockets; sockets belong to serve/.",
  },
  {
    of: "cli/",
    may: ["access/keys-file.ts", "app.ts", "catalogue.ts", "config/", "mcp/", "store/", "views/"],
    mend: "A command asks the app, or looks at one part by itself.",
  },
  {
    of: "serve/",
    may: [
      "access/",
      "app.ts",
      "catalogue.ts",
      "config/",
      "http/",
      "mcp/",
      "observe/",
      "rest/",
      "simulator/",
      "status/",
      "workers/",
    ],
    mend: "It joins the parts of a server; what a part does belongs to its folder.",
  },
  {
    of: "index.ts",
    may: ["access/keys-file.ts", "cli/help.ts", "cli/run.ts", "config/", "observe/otel.ts", "serve/", "workers/run.ts"],
    mend: "Arguments, signals and exit codes only.",
  },
  { of: "launch.ts", may: ["index.ts"], mend: "It only loads the program from V8's code cache." },
];

/** Open to every place. */
const OPEN = ["contract/", "lib/"];

/** A longer file probably has two subjects. */
const MAX_LINES = 200;

/** Packages that only one place may import. */
const PACKAGES: readonly { name: string; only: readonly string[]; mend: string }[] = [
  {
    name: "zod",
    only: ["contract/schema.ts"],
    mend: 'Import { z } from "contract/schema.js": zod-to-json-schema turns any other zod into an empty schema, silently.',
  },
  { name: "zod-to-json-schema", only: ["contract/schema.ts"], mend: "Use toJsonSchema from contract/schema.js." },
  {
    name: "got",
    only: ["upstream/http-call.ts"],
    mend: "Use an Upstream: got's errors carry the whole address, key included, and may not leave that file.",
  },
  { name: "p-throttle", only: ["upstream/throttle.ts"], mend: "Use Throttle, which is bounded and monotonic." },
  { name: "keyv", only: ["pipeline/", "store/"], mend: "Use Cache; a store must never hold anyone up." },
  { name: "libsql", only: ["store/sqlite-driver.ts"], mend: "Use StoreFile; only that file knows both drivers." },
  { name: "node:sqlite", only: ["store/sqlite-driver.ts"], mend: "Use StoreFile; only that file knows both drivers." },
  { name: "@keyv/redis", only: ["store/"], mend: "Use openStore." },
  {
    name: "@opentelemetry",
    only: ["observe/otel.ts"],
    mend: "Call traced() from lib/tracing.js; the rest is loaded on demand.",
  },
  { name: "pino", only: ["lib/log.ts"], mend: "Take a Logger from lib/log.js, which removes secrets." },
  { name: "find-my-way", only: ["rest/router.ts"], mend: "Add a capability; the router walks the catalogue." },
  { name: "fast-string-width", only: ["cli/table.ts"], mend: "Print through cli/table.ts." },
  { name: "trading-signals", only: ["capabilities/indicator-series.ts"], mend: "Use computeIndicators." },
  { name: "tough-cookie", only: ["providers/provider-b/"], mend: "Only provider B hands out cookies." },
  { name: "@modelcontextprotocol/sdk", only: ["mcp/"], mend: "Keep the protocol in mcp/." },
  { name: "node:child_process", only: [], mend: "We start no processes." },
  { name: "node:vm", only: ["launch.ts"], mend: "We run no foreign code." },
];

/** Features that only some places may use. */
const TOUCHES: readonly { what: string; pattern: RegExp; only: readonly string[]; mend: string }[] = [
  {
    what: "the environment",
    pattern: /\bprocess\.env\b|\bprocess\["env"\]|from "node:process"/,
    only: ["index.ts", "launch.ts"],
    mend: "Declare a setting in config/settings.ts and hand its value in.",
  },
  {
    what: "stdout",
    pattern: /\bprocess\.stdout\b|\bconsole\.|\bfd: 1\b/,
    only: ["index.ts", "serve/http.ts", "mcp/stdio.ts"],
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
    // Excludes methods of that name, which Redis has.
    pattern: /(?<!\.)\beval\(|\bnew Function\(/,
    only: [],
    mend: "We run no foreign code.",
  },
];

const belongsTo = (specifier: string, name: string) => specifier === name || specifier.startsWith(`${name}/`);

describe("imports point one way", () => {
  it.each(DIRECTIONS)("$of imports nothing of ours but $may", ({ of, may, mend }) => {
    const own = of.endsWith("/") ? [of] : [];
    const inner = DIRECTIONS.filter((row) => row.of !== of && row.of.startsWith(of)).map((row) => row.of);
    const files = FILES.filter(({ path }) => below(path, [of]) && !below(path, inner));
    expect(files).not.toEqual([]);
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((each) => isOurs(each) && !below(each, [...may, ...own, ...(of === "lib/" ? [] : OPEN)]))
        .map((each) => `${path} imports ${each}`),
    );
    expect(wrong.map((each) => `${each}. ${mend}`)).toEqual([]);
  });

  it("has a row for every file and folder", () => {
    const rows = DIRECTIONS.map(({ of }) => of);
    const without = FILES.filter(({ path }) => !below(path, rows));
    expect(without.map(({ path }) => `${path}: add its place to DIRECTIONS, with what it may import`)).toEqual([]);
  });

  it("has no cycle, type imports included", () => {
    const cycles = findCycles(new Map(FILES.map(({ path, imports }) => [path, imports.filter(isOurs)])));
    expect(cycles.map((cycle) => `${cycle.join(" → ")}: move what both need into a file of its own`)).toEqual([]);
  });

  it("finds a cycle where there is one", () => {
    const imports = new Map([
      ["a.ts", ["b.ts", "d.ts"]],
      ["b.ts", ["c.ts"]],
      ["c.ts", ["b.ts"]],
      ["d.ts", []],
    ]);
    expect(findCycles(imports)).toEqual([["b.ts", "c.ts", "b.ts"]]);
  });

  it("recognises a violation", () => {
    const catalogue = FILES.find(({ path }) => path === "catalogue.ts")!;
    expect(catalogue.imports).toContain("providers/provider-c/search.ts");
    const exchange = FILES.find(({ path }) => path === "upstream/http-call.ts")!;
    expect(exchange.imports).toContain("got");
  });
});

describe("packages are imported in one place only", () => {
  it.each(PACKAGES)("$name: $only", ({ name, only, mend }) => {
    const users = FILES.filter(({ imports }) => imports.some((each) => belongsTo(each, name))).map(({ path }) => path);
    const wrong = users.filter((path) => !below(path, only));
    expect(wrong.map((path) => `${path}: ${mend}`)).toEqual([]);
  });
});

describe("restricted features", () => {
  it.each(TOUCHES)("$what: $only", ({ pattern, only, mend }) => {
    const users = FILES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    const wrong = users.filter((path) => !below(path, only));
    expect(wrong.map((path) => `${path}: ${mend}`)).toEqual([]);
  });
});

describe("files", () => {
  it("are named after their purpose: no utils, no helpers, no barrels", () => {
    const vague = FILES.map(({ path }) => path).filter((path) =>
      /(?:^|\/)(?:utils?|helpers?|common|misc|types)\.ts$|\/index\.ts$/.test(path),
    );
    expect(vague.map((path) => `${path}: name it for the one thing it does`)).toEqual([]);
  });

  it("are named in kebab-case", () => {
    const odd = FILES.map(({ path }) => path).filter((path) => !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(path));
    expect(odd).toEqual([]);
  });

  it("describe themselves in their first lines", () => {
    const silent = FILES.filter(({ text }) => !/^(?:#!.*\n)?\/\*\*/.test(text)).map(({ path }) => path);
    expect(silent.map((path) => `${path}: begin with a docstring of one sentence`)).toEqual([]);
  });

  it("have at most 200 lines", () => {
    const long = FILES.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
    const tooLong = long.filter(({ lines }) => lines > MAX_LINES);
    expect(tooLong.map(({ path, lines }) => `${path}: ${lines} lines; split it, ${MAX_LINES} are allowed`)).toEqual([]);
  });
});

/**
 * Returns each cycle as its files, with the first one repeated at the end; one per import that
 * closes a cycle.
 */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  function visit(path: string, way: readonly string[]): void {
    const at = way.indexOf(path);
    if (at >= 0) cycles.push([...way.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  }
  for (const path of imports.keys()) visit(path, []);
  return cycles;
}
