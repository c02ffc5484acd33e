/** The documents agree with the code: generated tables, links, commands, folders, fault codes. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import * as vocabulary from "../../src/contract/field.js";
import { toUnsetOptions } from "../../src/contract/provider-description.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { toOpenApi } from "../../src/rest/openapi.js";
import { expectGenerated, withBlock } from "../support/generated-file.js";
import { TABLES } from "../support/generated-tables.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "PRIVACY.md",
  "CODE_OF_CONDUCT.md",
  ...["docs", "packaging", "tests", ".github"].flatMap(filesIn).filter((path) => path.endsWith(".md")),
].toSorted();
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const SCRIPTS = Object.keys(scripts);

/** Returns the text without code blocks, which contain no links or headings. */
const prose = (path: string) => read(path).replace(/^```[\s\S]*?^```/gm, "");

/** Returns the relative targets of a page's links and pictures. */
function linksOf(path: string): string[] {
  const text = prose(path);
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/<img src="([^"]+)"/g)];
  return targets.map(([, target]) => target!).filter((target) => !/^[a-z]+:/.test(target));
}

/** Returns headings as GitHub's anchors. */
function anchorsOf(path: string): string[] {
  return [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isBroken(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : normalize(join(dirname(page), file));
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

/** Returns the first cells, in backticks, of the table rows below a heading. */
function listedUnder(page: string, heading: string): string[] {
  const section =
    read(page)
      .split(/^## /m)
      .find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| `([^`]+)` *\|/gm)].map(([, name]) => name!);
}

const foldersOf = (path: string) =>
  readdirSync(join(ROOT, path))
    .filter((name) => statSync(join(ROOT, path, name)).isDirectory() && readdirSync(join(ROOT, path, name)).length > 0)
    .map((name) => `${name}/`);

describe("generated tables", () => {
  it.each(Object.entries(TABLES))("of %s are up to date", (path, blocks) => {
    const text = Object.entries(blocks).reduce((page, [name, make]) => withBlock(page, name, make()), read(path));
    expectGenerated(path, text);
  });

  it("name existing tests that update them", () => {
    const named = [...read("packaging/renew.mjs").matchAll(/"(tests\/[^"]+\.test\.ts)"/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe("documents", () => {
  it.each(["docs/tools.md", "docs/interface.md"])("%s names every route of REST", (page) => {
    const { paths } = toOpenApi(CATALOGUE, "0.0.0", {}, {}) as { paths: object };
    const routes = Object.keys(paths).filter((path) => path.startsWith("/api/"));
    expect(routes.filter((route) => !read(page).includes(`${route}\``))).toEqual([]);
  });

  it.each(PAGES)("%s has no broken link", (page) => {
    expect(linksOf(page).filter((link) => isBroken(page, link))).toEqual([]);
  });

  it.each(PAGES)("%s names only existing package scripts", (page) => {
    const named = [...read(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !SCRIPTS.includes(name))).toEqual([]);
  });

  it("say what the terms of each vendor allow, except for those of public authorities", () => {
    const page = read("docs/keys-and-plans.md");
    const vendors = PROVIDER_DESCRIPTIONS.filter(({ options }) => !options?.["contact"]);
    expect(vendors.filter(({ vendor, termsUrl }) => !page.includes(`[${vendor}](${termsUrl})`))).toEqual([]);
  });

  it("are all linked from the README or the architecture document", () => {
    const targets = ["README.md", "docs/architecture.md"].flatMap((page) =>
      linksOf(page).map((link) => normalize(join(dirname(page), link.replace(/#.*/, "")))),
    );
    const linked = new Set(targets);
    const guides = PAGES.filter((page) => /^(?:docs\/|CONTRIBUTING|CHANGELOG)/.test(page));
    expect(guides.filter((page) => !linked.has(page))).toEqual([]);
  });
});

describe("docs/architecture.md", () => {
  it("lists exactly the files and folders directly below src/", () => {
    const files = readdirSync(join(ROOT, "src")).filter((name) => name.endsWith(".ts"));
    const listed = listedUnder("docs/architecture.md", "The source tree");
    expect(listed.toSorted()).toEqual([...files, ...foldersOf("src")].toSorted());
  });

  it("lists exactly the folders of the providers", () => {
    const listed = listedUnder("docs/architecture.md", "The folders of the providers");
    expect(listed.toSorted()).toEqual(foldersOf("src/providers").toSorted());
  });

  it("shows an example of a capability that applies to this code", () => {
    const diff = /```diff\n([\s\S]*?)```/.exec(read("docs/architecture.md"))?.[1] ?? "";
    const { status, stderr } = spawnSync("git", ["apply", "--check", "-"], {
      cwd: ROOT,
      input: diff,
      encoding: "utf8",
    });
    expect([status, stderr], "Apply the example by hand, and replace it by `git diff -U1`.").toEqual([0, ""]);
  });
});

describe("CONTRIBUTING.md", () => {
  const text = read("CONTRIBUTING.md");
  const section = (heading: string) => text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";

  it("names each word of the vocabulary of fields", () => {
    const readers = new Set(["fieldsOf", "findField", "innerOf"]);
    const words = Object.keys(vocabulary).filter((name) => !readers.has(name));
    expect(words.filter((word) => !new RegExp(`\`${word}\\b`).test(section("Declare a field")))).toEqual([]);
  });

  it("names everything that renew compares with the version before it", () => {
    const [, list] = /const GENERATED = \[(.*?)\]/s.exec(read("packaging/renew.mjs"))!;
    const generated = [...list!.matchAll(/"([^"]+)"/g)].map(([, path]) => path!);
    expect(generated).toContain("llms.txt");
    expect(generated.filter((path) => !section("Generated files").includes(`\`${path}`))).toEqual([]);
  });

  it("says how many tools are listed by default, at most 35", () => {
    const listed = CATALOGUE.filter(({ capability }) => DEFAULT_TOOLSETS.includes(capability.tool.set));
    expect(text).toContain(`The default sets have ${listed.length} tools`);
    expect(listed.length, "The list is frozen; see CONTRIBUTING.md.").toBeLessThanOrEqual(35);
  });
});

it("docs/pictures.md names every tool whose answer is a picture", () => {
  const drawn = CATALOGUE.filter(({ capability }) => capability.tool.picture !== undefined);
  const text = read("docs/pictures.md");
  expect(drawn.map(({ capability }) => capability.tool.name).filter((name) => !text.includes(`\`${name}\``))).toEqual(
    [],
  );
});

describe("tests/README.md", () => {
  it("lists exactly the folders of tests", () => {
    const folders = foldersOf("tests").filter((name) => !name.startsWith("__"));
    expect(listedUnder("tests/README.md", "Folders").toSorted()).toEqual(folders.toSorted());
  });
});

describe("tests/faults/README.md", () => {
  it("explains exactly the fault codes in test names", () => {
    const sources = filesIn("tests/faults").filter((path) => path.endsWith(".test.ts"));
    const used = sources.flatMap((path) => [...read(path).matchAll(/"([FPS]\d+): /g)].map(([, code]) => code!));
    const explained = [...read("tests/faults/README.md").matchAll(/^\| ([FPS]\d+) *\|/gm)].map(([, code]) => code!);
    expect(explained.toSorted()).toEqual([...new Set(used)].toSorted());
  });
});

const NEEDING_KEYS = PROVIDER_DESCRIPTIONS.filter(({ needsKey }) => needsKey);

// The table of keys is written by hand.
it("README.md contains the key variable of every provider that needs a key", () => {
  const keys = NEEDING_KEYS.map(({ label }) => `${label}_API_KEY`);
  expect(keys.filter((key) => !read("README.md").includes(key))).toEqual([]);
});

it("mcp.json.example has the key of every provider that needs one, the demo, and HTTP with a key header", () => {
  const program = { command: "node", args: ["/path/to/market-data-mcp/dist/index.js"] };
  const env = Object.fromEntries(NEEDING_KEYS.map(({ label, vendor }) => [`${label}_API_KEY`, `your ${vendor} key`]));
  const mcpServers = {
    "market-data": { ...program, env },
    "market-data-demo": { ...program, args: [...program.args, "--demo"] },
    "market-data-http": {
      type: "http",
      url: "http://127.0.0.1:8080/mcp",
      headers: { "X-API-Key": "a key from your API_KEYS_FILE" },
    },
  };
  expectGenerated("mcp.json.example", `${JSON.stringify({ mcpServers }, null, 2)}\n`);
});

it("packaging/compose.yaml contains the variable of every option that a source needs", () => {
  const options = PROVIDER_DESCRIPTIONS.flatMap((each) => toUnsetOptions(each, {})).map(({ variable }) => variable);
  expect(options).toContain("PROVIDER_D_CONTACT");
  expect(options.filter((name) => !read("packaging/compose.yaml").includes(name))).toEqual([]);
});
