/** The package that `npx market-data-mcp` downloads works without anything else. */
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { cleanEnv, startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { connectTo, hasRedis, startRedis } from "../support/redis.js";
import { startUpstreams } from "../support/upstreams.js";
import { bytesBelow, filesBelow, install, releaseFiles, run } from "./install.js";

const listed = CATALOGUE.filter(({ capability }) => DEFAULT_TOOLSETS.includes(capability.tool.set));

const MB = 1_000_000;
const MAX_TARBALL_BYTES = 1.5 * MB;
const MAX_INSTALLED_BYTES = 21.6 * MB;
/** Without the embedded store, which a Node with SQLite does not need. */
const MAX_BARE_BYTES = 4.1 * MB;
/** Packages of the embedded store. */
const STORE = /^(?:libsql|@libsql\/.*|@neon-rs\/load|detect-libc)$/;

const folder = temporaryFolder();
const [home, data] = ["installed", "data"].map((name) => join(folder.path, name)) as [string, string];
const ours = join(home, "node_modules/market-data-mcp");
const program = join(ours, "dist/index.js");
let tarball: string;

beforeAll(() => {
  mkdirSync(home);
  tarball = releaseFiles(join(folder.path, "release")).tarball;
  install(tarball, home);
}, 180_000);
afterAll(() => folder.remove());

/** Packages installed in a folder, including nested ones. */
function packagesIn(modules: string): string[] {
  const manifests = filesBelow(modules).map((path) => path.slice(modules.length + 1).replaceAll("\\", "/"));
  return manifests.flatMap(
    (path) => /^(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? [],
  );
}

describe("the package's size", () => {
  it("is at most 1.5 MB packed and 21.6 MB installed, the embedded store included", () => {
    const [packed, installed] = [statSync(tarball).size, bytesBelow(join(home, "node_modules"))];
    console.info(`packed ${(packed / MB).toFixed(2)} MB, installed ${(installed / MB).toFixed(2)} MB`);
    expect(packed).toBeLessThanOrEqual(MAX_TARBALL_BYTES);
    expect(installed).toBeLessThanOrEqual(MAX_INSTALLED_BYTES);
  });

  it("is one package besides those of the embedded store", () => {
    const packages = packagesIn(join(home, "node_modules"));
    expect(packages).toContain("libsql");
    expect(packages.filter((name) => !STORE.test(name))).toEqual(["market-data-mcp"]);
  });
});

describe("the package's files", () => {
  it("are the program, its licence, the skill, and what npm shows", () => {
    expect(readdirSync(ours).toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json", "skills"]);
  });

  it("are each named by another file of the program, or read by Node or by a person", () => {
    const files = filesBelow(join(ours, "dist"));
    const read = new Set(["index.js", "package.json", "THIRD-PARTY-NOTICES.txt"]);
    const texts = files
      .filter((path) => path.endsWith(".js"))
      .map((path) => [path, readFileSync(path, "utf8")] as const);
    const isNamed = (path: string) =>
      texts.some(([other, text]) => other !== path && text.includes(basename(path, ".br")));
    expect(files.map((path) => basename(path))).toEqual(expect.arrayContaining([...read]));
    expect(files.filter((path) => !read.has(basename(path)) && !isNamed(path))).toEqual([]);
  });

  it("have no install scripts", () => {
    const { scripts = {} } = JSON.parse(readFileSync(join(ours, "package.json"), "utf8")) as { scripts?: object };
    expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([]);
  });

  it("name no folder of the machine that built them", () => {
    const root = process.cwd();
    const texts = filesBelow(ours).filter((path) => /\.(?:js|map|txt|json|css|html)$/.test(path));
    expect(texts.filter((path) => readFileSync(path, "utf8").includes(root))).toEqual([]);
  });

  it("include no source maps; those of the build are of our own code only, without its text", () => {
    expect(filesBelow(ours).filter((path) => path.endsWith(".map"))).toEqual([]);
    const maps = filesBelow(join(process.cwd(), "dist")).filter((path) => path.endsWith(".map"));
    const parsed = maps.map((path) => JSON.parse(readFileSync(path, "utf8")) as { sources: string[] });
    const sources = parsed.flatMap((map) => map.sources);
    expect(sources.some((source) => source.endsWith("src/app.ts"))).toBe(true);
    expect(sources.filter((source) => source.includes("node_modules"))).toEqual([]);
    expect(parsed.filter((map) => "sourcesContent" in map)).toEqual([]);
  });
});

describe("installed in an empty folder", () => {
  it("prints its version through npx", () => {
    const { version } = JSON.parse(readFileSync(join(ours, "package.json"), "utf8")) as { version: string };
    expect(run("npx", ["--no-install", "market-data-mcp", "--version"], home)).toBe(`${version}\n`);
  });

  it("lists its tools to a host that starts the tarball with npx, and answers", async () => {
    const client = new Client({ name: "test", version: "0" });
    const empty = join(folder.path, "empty");
    mkdirSync(empty, { recursive: true });
    const args = ["-y", "--package", tarball, "market-data-mcp", "--demo"];
    const env = cleanEnv({ DATA_DIR: data, npm_config_prefer_offline: "true" });
    await client.connect(new StdioClientTransport({ command: "npx", args, cwd: empty, env, stderr: "ignore" }));
    expect((await client.listTools()).tools).toHaveLength(listed.length);
    const { structuredContent } = await client.callTool({
      name: "provider_a_get_stock_quote",
      arguments: { symbol: "AAPL" },
    });
    expect(structuredContent).toMatchObject({ symbol: "AAPL", source: "PROVIDER_A" });
    await client.close();
  });

  it("answers over HTTP, pages included", async () => {
    const { url, stop } = await startHttpProgram(["--demo"], { DATA_DIR: data }, [], program);
    for (const path of ["/api/v1/stock/AAPL", "/healthz", "/readyz", "/docs", "/openapi.json", "/"]) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    }
    expect(await stop()).toBe(0);
  });

  it("answers one question at a terminal, and checks its setup", () => {
    const env = cleanEnv({ DATA_DIR: data });
    const words = ["call", "provider_a_get_stock_quote", "symbol=AAPL", "--demo", "--json"];
    const answer = run("env", ["-i", ...pairs(env), process.execPath, program, ...words], home);
    expect(JSON.parse(answer)).toMatchObject({ symbol: "AAPL" });
    const report = run("env", ["-i", ...pairs(env), process.execPath, program, "doctor", "--offline"], home);
    expect(report).toMatch(/^ok +Store +\S+data can be written$/m);
  });
});

describe("the stores of an installed package", () => {
  /**
   * Starts the program twice and asks it for one quote each time; returns the statuses, the number of upstream calls,
   * and the second run's log lines about its store.
   */
  async function askTwice(env: Record<string, string>, file = program) {
    const upstreams = await startUpstreams();
    const states: (string | null)[] = [];
    let warnings = "";
    for (const start of [1, 2]) {
      const { url, stop, stderr } = await startHttpProgram([], { ...upstreams.env, ...env }, [], file);
      const response = await fetch(`${url}/api/v1/stock/ACME`);
      states.push(`${start}: ${response.status}`);
      await stop();
      warnings = stderr()
        .split("\n")
        .filter((line) => line.includes('"event":"store"'))
        .join("\n");
    }
    await upstreams.close();
    return { states, calls: upstreams.calls.a, warnings };
  }
  const ANSWERED = ["1: 200", "2: 200"];

  it("keep answers over a restart in the embedded store", async () => {
    const env = { DATA_DIR: join(folder.path, "kept") };
    expect(await askTwice(env)).toEqual({ states: ANSWERED, calls: 1, warnings: "" });
  });

  it.skipIf(!hasRedis)("keep answers over a restart in Redis", async () => {
    const redis = await startRedis();
    expect(await askTwice({ STORE_URL: redis.url, DATA_DIR: data })).toEqual({
      states: ANSWERED,
      calls: 1,
      warnings: "",
    });
    const client = await connectTo(redis);
    expect(await client.dbSize()).toBeGreaterThan(0);
    client.destroy();
    await redis.kill();
  });

  it("are at most 4.1 MB without the optional package, and keep answers if Node has SQLite", async () => {
    const bare = join(folder.path, "bare");
    mkdirSync(bare, { recursive: true });
    install(tarball, bare, "--omit=optional");
    const file = join(bare, "node_modules/market-data-mcp/dist/index.js");
    expect(bytesBelow(join(bare, "node_modules"))).toBeLessThanOrEqual(MAX_BARE_BYTES);
    const { states, calls, warnings } = await askTwice({ DATA_DIR: join(folder.path, "unused") }, file);
    const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined;
    expect({ states, calls }).toEqual({ states: ANSWERED, calls: hasSqlite ? 1 : 2 });
    expect(warnings.includes("The embedded store cannot be loaded here")).toBe(!hasSqlite);
    const doctor = startProgram(["doctor", "--offline"], { DATA_DIR: data }, [], file);
    expect(await doctor.exited).toBe(0);
    const found = hasSqlite
      ? /^ok +Store/m
      : /^note +Store +in memory, because the embedded store cannot be loaded here/m;
    expect(doctor.stdout()).toMatch(found);
  });
});

const pairs = (env: Record<string, string>) => Object.entries(env).map(([name, value]) => `${name}=${value}`);
