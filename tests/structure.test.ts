/** Allowed imports and restricted features of each place in the source tree, as a table. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../src/catalogue.js";
import type { Entry } from "../src/contract/entry.js";
import { FILES, isOurs, OPEN, SRC } from "./support/source-files.js";

/** A place is a file, a folder with all in it ("a/"), or the files of a folder alone ("a/*"). */
const below = (path: string, places: readonly string[]) =>
  places.some((place) => {
    if (place.endsWith("/*")) return dirname(path) === place.slice(0, -2);
    return place.endsWith("/") ? path.startsWith(place) : path === place;
  });

const foldersIn = (place: string) =>
  readdirSync(join(SRC, place), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));

/** Imports between the folders of the official sources, which are one provider. */
const OFFICES: Readonly<Record<string, readonly string[]>> = {
  official: [],
  bls: ["official/"],
  bea: ["official/"],
  "federal-reserve": ["official/"],
  eurostat: ["official/"],
  "world-bank": ["official/"],
  "economic-series": ["official/", "bea/", "bls/", "ecb/", "eurostat/", "federal-reserve/", "world-bank/"],
  ecb: ["official/"],
  "new-york-fed": ["official/"],
  treasury: ["official/"],
  "reference-rates": ["official/", "ecb/", "new-york-fed/", "treasury/"],
  sec: ["official/"],
  "sec/text": [],
  "sec/dimensions": ["sec/text/", "sec/books/"],
  "sec/documents": ["official/", "sec/text/", "sec/dimensions/", "sec/*"],
  "sec/segments": ["official/", "sec/books/", "sec/dimensions/", "sec/documents/", "sec/*"],
  "sec/cusips": ["official/", "sec/documents/", "sec/*"],
  "sec/managers": ["official/", "sec/text/", "sec/documents/", "sec/cusips/", "sec/*"],
  "sec/funds": ["official/", "sec/text/", "sec/documents/", "sec/cusips/", "sec/*"],
  "sec/ownership": ["official/", "sec/text/", "sec/documents/", "sec/*"],
  "sec/schedules": ["official/", "sec/text/", "sec/documents/", "sec/*"],
  "sec/books": ["official/", "sec/*"],
  "sec/statements": ["official/", "sec/books/", "sec/segments/", "sec/*"],
  "sec/facts": ["official/", "sec/books/", "sec/segments/", "sec/statements/", "sec/*"],
};

/**
 * Files of a place may import our own files only from `may` (and from their own folder).
 * `contract/` and `lib/` are open to everyone. Every file and folder directly below src has a row.
 */
const DIRECTIONS: readonly { of: string; may: readonly string[]; fix: string }[] = [
  { of: "lib/", may: [], fix: "Helpers must not depend on the product; move this code to the folder of its subject." },
  { of: "contract/", may: [], fix: "All parts share these types; move everything that a type needs into contract/." },
  {
    of: "market/",
    may: [],
    fix: "Rules of finance and reference data depend on no capability; pass anything else as an argument.",
  },
  {
    of: "capabilities/",
    may: ["market/"],
    fix: "A capability defines what can be asked, with the rules of finance; code that fetches data belongs to a provider.",
  },
  ...[...foldersIn("providers"), ...foldersIn("providers/sec").map((room) => `sec/${room}`)].map((folder) => ({
    of: `providers/${folder}/`,
    may: ["capabilities/", "market/", ...(OFFICES[folder] ?? []).map((each) => `providers/${each}`)],
    fix: "A provider may use capabilities, rules of finance and its own folder. Share code between providers through market/; network access is passed in as Upstream.",
  })),
  { of: "providers/descriptions.ts", may: ["providers/"], fix: "It only lists the descriptions." },
  {
    of: "config/",
    may: ["providers/descriptions.ts"],
    fix: "Settings are read here and used elsewhere; facts about a provider belong to its description.",
  },
  {
    of: "upstream/",
    may: [],
    fix: "This folder makes one call to one upstream; pass what it needs from pipeline/running-provider.ts.",
  },
  { of: "store/", may: [], fix: "Hand it in as an argument from pipeline/engine.ts." },
  {
    of: "pipeline/",
    may: ["upstream/", "store/", "config/config.ts"],
    fix: "app.ts hands providers and the calendar to the engine; it knows no capability.",
  },
  {
    of: "catalogue.ts",
    may: ["capabilities/", "providers/"],
    fix: "The catalogue only assigns sources to capabilities.",
  },
  {
    of: "views/",
    may: [],
    fix: "Both surfaces use it to show answers; it may use only what the catalogue declares about an answer.",
  },
  {
    of: "arguments/",
    may: ["views/"],
    fix: "Both surfaces read a caller's arguments with it; it may use only what the catalogue declares about them.",
  },
  { of: "mcp/", may: ["arguments/", "views/"], fix: "Hand it in as an argument from app.ts or serve/http.ts." },
  { of: "rest/", may: ["arguments/", "views/"], fix: "Hand it in as an argument from app.ts." },
  {
    of: "status/",
    may: [],
    fix: "Hand it in as an argument from serve/http.ts or http/operational-routes.ts.",
  },
  { of: "observe/", may: [], fix: "Hand in what is observed." },
  { of: "access/", may: [], fix: "Hand it in as an argument from serve/http.ts." },
  {
    of: "http/",
    may: ["access/", "mcp/", "rest/", "status/", "views/"],
    fix: "Hand it in as an argument from serve/http.ts.",
  },
  {
    of: "web/",
    may: ["status/"],
    fix: "It runs in a browser and must not use anything that needs Node.",
  },
  {
    of: "apps/parts/declared-fields.ts",
    may: ["capabilities/"],
    fix: "The build replaces it by the declared fields of the answers that pictures show.",
  },
  {
    of: "apps/parts/vendors.ts",
    may: ["capabilities/"],
    fix: "The build replaces it by the names of the sources.",
  },
  {
    of: "apps/parts/company-name.ts",
    may: ["apps/"],
    fix: "A list of names that needs no call.",
  },
  {
    of: "apps/parts/transaction-kind.ts",
    may: ["market/holdings/insider-direction.ts"],
    fix: "The marks and the sums of transactions follow one rule.",
  },
  {
    of: "apps/",
    may: [],
    fix: "Pictures run in a frame of the host and see only the server's answers.",
  },
  {
    of: "simulator/",
    may: [],
    fix: "The simulator stands in for the upstreams and must not share code with the program that it tests.",
  },
  {
    of: "simulator/market/",
    may: ["market/sessions/us-market-hours.ts", "market/sessions/us-holidays.ts"],
    fix: "This folder makes prices and must not use the accounts of companies.",
  },
  { of: "simulator/companies/", may: ["simulator/market/"], fix: "Accounts are derived from prices only." },
  ...foldersIn("simulator")
    .filter((folder) => folder !== "market" && folder !== "companies")
    .map((folder) => ({
      of: `simulator/${folder}/`,
      may: [
        "market/sessions/us-market-hours.ts",
        "simulator/market/",
        "simulator/companies/",
        "simulator/companies/world.ts",
        ...(folder === "official" ? ["simulator/sec/"] : []),
      ],
      fix: "A simulated upstream shows the simulated world in one upstream's shapes.",
    })),
  {
    of: "app.ts",
    may: ["capabilities/", "catalogue.ts", "config/", "market/", "mcp/", "pipeline/", "rest/", "upstream/"],
    fix: "The product without sockets; sockets belong to serve/.",
  },
  {
    of: "cli/",
    may: [
      "access/keys-file.ts",
      "access/plans.ts",
      "app.ts",
      "catalogue.ts",
      "config/",
      "market/prices/price-defects.ts",
      "mcp/",
      "providers/descriptions.ts",
      "store/",
      "views/",
    ],
    fix: "A command asks the app, or inspects a single part.",
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
    ],
    fix: "It connects the parts of a server; the behaviour of a part belongs to its own folder.",
  },
  {
    of: "index.ts",
    may: ["access/keys-file.ts", "cli/run.ts", "config/", "observe/otel.ts", "serve/"],
    fix: "Arguments, signals and exit codes only.",
  },
  { of: "launch.ts", may: ["index.ts"], fix: "It only turns on the compile cache and loads the program." },
];

/** A larger folder is parted into rooms by subject. */
const MAX_FILES = 36;

/** Packages that only one place may import. */
const PACKAGES: readonly { name: string; only: readonly string[]; fix: string }[] = [
  {
    name: "zod",
    only: ["contract/schema.ts"],
    fix: 'Import { z } from "contract/schema.js": zod-to-json-schema turns any other zod into an empty schema, silently.',
  },
  { name: "zod-to-json-schema", only: ["contract/schema.ts"], fix: "Use toJsonSchema from contract/schema.js." },
  {
    name: "got",
    only: ["upstream/http-call.ts"],
    fix: "Use an Upstream: got's errors carry the whole address, key included, and may not leave that file.",
  },
  {
    name: "p-throttle",
    only: ["upstream/call-admission.ts"],
    fix: "Ask the admission, which is bounded and monotonic.",
  },
  { name: "keyv", only: ["pipeline/", "store/"], fix: "Use Cache, which limits how long a store may delay a caller." },
  { name: "libsql", only: ["store/sqlite-driver.ts"], fix: "Use openStoreFile; only that file knows both drivers." },
  {
    name: "node:sqlite",
    only: ["store/sqlite-driver.ts"],
    fix: "Use openStoreFile; only that file knows both drivers.",
  },
  { name: "@keyv/redis", only: ["store/"], fix: "Use openStore." },
  {
    name: "@opentelemetry",
    only: ["observe/otel.ts"],
    fix: "Call traced() from lib/tracing.js; the rest is loaded on demand.",
  },
  { name: "pino", only: ["lib/log.ts"], fix: "Take a Logger from lib/log.js, which removes secrets." },
  { name: "fast-string-width", only: ["cli/pages/printed-text.ts"], fix: "Measure with cli/pages/printed-text.ts." },
  { name: "trading-signals", only: ["market/indicators/indicator-series.ts"], fix: "Use computeIndicators." },
  {
    name: "htmlparser2",
    only: [
      "providers/sec/text/markup.ts",
      "providers/sec/text/xml-records.ts",
      "providers/sec/dimensions/filed-facts.ts",
    ],
    fix: "Read a document with createBlockReader, and filed XML with readXml.",
  },
  { name: "tough-cookie", only: ["providers/yahoo/"], fix: "Only Yahoo hands out cookies." },
  { name: "@modelcontextprotocol/sdk", only: ["mcp/"], fix: "Keep the protocol in mcp/." },
  {
    name: "commander",
    only: ["cli/commands.ts", "cli/help-text.ts", "cli/tool-commands.ts"],
    fix: "Declare the command there.",
  },
  { name: "@bomb.sh/tab", only: ["cli/commands.ts"], fix: "Completion follows from the declared commands." },
  { name: "jsonc-parser", only: ["cli/install/jsonc.ts"], fix: "Use the Editor of JSONC, which keeps comments." },
  { name: "smol-toml", only: ["cli/install/"], fix: "Use the Editor of TOML, which keeps comments." },
  {
    name: "node:child_process",
    only: ["cli/install/claude-command.ts"],
    fix: "We start no processes, except for a host's own command that changes its configuration.",
  },
  { name: "node:vm", only: [], fix: "We run no foreign code." },
];

/** Places that state the present day: that of an exchange, never that of UTC. */
const ABOUT_DAYS = ["capabilities/", "providers/"];

/** Features that only some places may use. */
const TOUCHES: readonly { what: string; pattern: RegExp; only: readonly string[]; fix: string }[] = [
  {
    what: "the environment",
    pattern: /\bprocess\.env\b|\bprocess\["env"\]|from "node:process"/,
    only: ["index.ts"],
    fix: "Declare a setting in config/settings.ts and hand its value in.",
  },
  {
    what: "stdout",
    pattern: /\bprocess\.stdout\b|\bconsole\.|\bfd: 1\b/,
    only: ["index.ts", "serve/http.ts", "mcp/stdio.ts"],
    fix: "stdout belongs to the protocol; log to stderr with a Logger.",
  },
  {
    what: "the exit of the process",
    pattern: /\bprocess\.(?:exit|abort|kill)\b|\bprocess\.exitCode\b/,
    only: ["index.ts"],
    fix: "Throw; index.ts decides how the program ends.",
  },
  {
    what: "the present day in UTC",
    pattern:
      /(?:new Date\(\)|new Date\(Date\.now\(\)\)|\bnow\(\)|[aA]t\)|timestamp)\??\.(?:toISOString\(\)\.)?slice\(0, 10\)/,
    only: FILES.map(({ path }) => path).filter((path) => !below(path, ABOUT_DAYS)),
    fix: "The day of a share is that of its exchange: use exchangeDay(symbol), dayOfAnswer or usDate of market/.",
  },
  {
    what: "the text of sentences",
    pattern: /\bas (?!=)[^;\n]*\bSentence\b/,
    only: ["contract/schema.ts", "contract/sentence.ts"],
    fix: "Make a sentence with say; a surface shows it with inStyle. Its words are nobody else's to read.",
  },
  {
    what: "sentences as text",
    pattern: /\b(?:toPlainText|inStyle)\(/,
    only: ["cli/", "contract/errors.ts", "contract/sentence.ts", "mcp/", "rest/", "status/collect.ts", "views/"],
    fix: "Hand over the sentence; the surface that shows it knows how it writes names, figures and times.",
  },
  {
    what: "the words of messages",
    pattern:
      /\b(?:message|reason|detail|notes?|description|sentence|says|why)"?\)?(?: \?\? "")?\)?[?!]?(?:\.toLowerCase\(\))?\.(?:startsWith|endsWith|includes|match|matchAll|replace|replaceAll|split|search)\(/,
    only: ["cli/commands.ts", "config/command-line.ts", "contract/sentence.ts", "providers/"],
    fix: "Hand on a value beside the sentence; only texts of libraries and of upstreams are searched, where they arrive.",
  },
  {
    what: "eval",
    // Excludes methods of that name, which Redis has.
    pattern: /(?<!\.)\beval\(|\bnew Function\(/,
    only: [],
    fix: "We run no foreign code.",
  },
];

/** Options of one capability alone, each with the reason why its file cannot do it through a hook that others have. */
const OF_ONE: Readonly<Record<string, string>> = {
  "row.supplement": "Statements need the market cap of a quote, and only the catalogue knows who answers that.",
  "row.own": "One row is about this server, which no provider answers.",
  endsEarly: "Only price history is cached as a whole series of which an answer may show a past part.",
  freshSecondsFor: "The cache asks it before there is a view: a past part of a series stays as it is for a day.",
  subject: "The title of one capability names a provider, which its errors name themselves.",
  "rows.sharedBy": "Only the list of economic series has rows of several groups, of which some are rarer than others.",
  "tool.notOnPage": "Only the estimates of earnings have groups that few people read, and that programs do.",
  "tool.sameFieldsAs": "The list of tools would repeat thirty fields, which each caller pays for.",
  "rows.secondList":
    "Only price history has a further list that may be long; the result is cut when its size is known.",
  "rows.furtherBack":
    "Only statements have a second source that reaches further back, which is asked before columns are made.",
  "onRequest.keptWith":
    "Only a comparison has amounts of several currencies on request, whose medians need the columns with them.",
  "rows.joined": "Only an option chain has two lists that are one table.",
  "rows.next": "Only price history is longer than an answer and can be asked for by days; the cut is known last.",
  "rows.sizedBy": "Only an option chain counts strikes on each side in place of rows.",
  "rows.toCsv":
    "A period with segments counts as one row and is several of CSV, so that it is made after the rows are counted.",
};

/** Returns the options of capabilities that fewer than two of them set, by the part of the declaration they stand in. */
function optionsOfOne(entries: readonly Entry[]): string[] {
  const users = new Map<string, number>();
  const count = (part: string, options: object = {}) => {
    for (const [name, value] of Object.entries(options))
      if (value !== undefined) users.set(part + name, (users.get(part + name) ?? 0) + 1);
  };
  for (const entry of entries) {
    const { tool } = entry.capability;
    count("row.", entry);
    count("", entry.capability);
    count("tool.", tool);
    count("history.", tool.history);
    count("rows.", tool.rows);
    count("onRequest.", tool.rows?.onRequest);
  }
  return [...users].flatMap(([option, many]) => (many < 2 ? option : [])).toSorted();
}

const belongsTo = (specifier: string, name: string) => specifier === name || specifier.startsWith(`${name}/`);

describe("imports point one way", () => {
  it.each(DIRECTIONS)("$of imports nothing of ours but $may", ({ of, may, fix }) => {
    const own = of.endsWith("/") ? [of] : [];
    const inner = DIRECTIONS.filter((row) => row.of !== of && row.of.startsWith(of)).map((row) => row.of);
    const files = FILES.filter(({ path }) => below(path, [of]) && !below(path, inner));
    expect(files).not.toEqual([]);
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((each) => isOurs(each) && !below(each, [...may, ...own, ...(of === "lib/" ? [] : OPEN)]))
        .map((each) => `${path} imports ${each}`),
    );
    expect(wrong.map((each) => `${each}. ${fix}`)).toEqual([]);
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
    expect(catalogue.imports).toContain("providers/alpha-vantage/search.ts");
    const exchange = FILES.find(({ path }) => path === "upstream/http-call.ts")!;
    expect(exchange.imports).toContain("got");
  });
});

describe("packages are imported in one place only", () => {
  it.each(PACKAGES)("$name: $only", ({ name, only, fix }) => {
    const users = FILES.filter(({ imports }) => imports.some((each) => belongsTo(each, name))).map(({ path }) => path);
    const wrong = users.filter((path) => !below(path, only));
    expect(wrong.map((path) => `${path}: ${fix}`)).toEqual([]);
  });
});

describe("restricted features", () => {
  it.each(TOUCHES)("$what: $only", ({ pattern, only, fix }) => {
    const users = FILES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    const wrong = users.filter((path) => !below(path, only));
    expect(wrong.map((path) => `${path}: ${fix}`)).toEqual([]);
  });
});

describe("options of capabilities", () => {
  it("have two users each, or a reason", () => {
    const fix = "let the capability do it through a hook that others have, such as view, present or totals";
    const without = optionsOfOne(TOOLS).filter((option) => !Object.hasOwn(OF_ONE, option));
    expect(without.map((option) => `${option}: ${fix}; else state in OF_ONE why it cannot`)).toEqual([]);
  });

  it("have no reason without need", () => {
    expect(Object.keys(OF_ONE).toSorted()).toEqual(optionsOfOne(TOOLS));
  });

  it("are found where one has a single user", () => {
    const [first, ...others] = TOOLS as [Entry, ...Entry[]];
    const { capability } = first;
    const rows = { list: "items", planted: true };
    const planted = { ...first, capability: { ...capability, tool: { ...capability.tool, rows } } };
    const found = optionsOfOne([planted, ...others]);
    expect(found).toContain("rows.planted");
  });
});

describe("folders", () => {
  it(`have at most ${MAX_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const { path } of FILES) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const large = [...counts].filter(([, count]) => count > MAX_FILES);
    expect(large.map(([folder, count]) => `${folder}: ${count} files; give it rooms by subject`)).toEqual([]);
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
});

/** Returns each cycle as its files, with the first one repeated at the end; one per import that closes a cycle. */
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
