/** Packs the bundle for desktop hosts, unpacks it, and runs it as a host does. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toBundleManifest, type Package } from "../../packaging/manifests.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { SETTINGS } from "../../src/config/settings.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { temporaryFolder } from "../support/program.js";
import { bytesBelow, filesBelow, releaseFiles, run } from "./install.js";

const listed = CATALOGUE.filter(({ capability }) => DEFAULT_TOOLSETS.includes(capability.tool.set));

const MB = 1_000_000;
/** The options of Node that take `node:sqlite` away from a version that has it. */
const HAS_SQLITE = process.getBuiltinModule("node:sqlite") !== undefined;
const WITHOUT_SQLITE = HAS_SQLITE ? ["--no-experimental-sqlite"] : [];
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MCPB = join(ROOT, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
const folder = temporaryFolder();
const unpacked = join(folder.path, "unpacked");
type Manifest = ReturnType<typeof toBundleManifest>;
let manifest: Manifest;
let bundle: string;

beforeAll(() => {
  ({ bundle } = releaseFiles(join(folder.path, "release")));
  run(process.execPath, [MCPB, "unpack", bundle, unpacked], ROOT);
  manifest = JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8")) as Manifest;
}, 180_000);
afterAll(() => folder.remove());

/** The command line and environment that a host creates from the manifest; empty fields keep their placeholder. */
function toHostCommand(filled: Record<string, string>) {
  const { command, args, env } = manifest.server.mcp_config;
  const fill = (text: string) =>
    text
      .replaceAll("${__dirname}", unpacked)
      .replaceAll(/\$\{user_config\.(\w+)\}/g, (placeholder, name: string) => filled[name] ?? placeholder);
  return {
    command,
    args: args.map(fill),
    // A desktop host passes little more than the manifest's variables.
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder.path,
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
    },
  };
}

/** Starts the bundle as a host does; returns a client and the program's log. */
async function start(filled: Record<string, string>, options: readonly string[] = []) {
  const { command, args, env } = toHostCommand(filled);
  const transport = new StdioClientTransport({ command, args: [...options, ...args], env, stderr: "pipe" });
  let log = "";
  transport.stderr!.on("data", (data) => (log += data));
  const client = new Client({ name: "test", version: "0" });
  await client.connect(transport);
  return { client, log: () => log };
}

describe("the manifest", () => {
  it("is generated from settings and catalogue", () => {
    const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Package;
    expect(manifest).toEqual(JSON.parse(JSON.stringify(toBundleManifest(own))));
    expect(manifest.tools.map(({ name }) => name)).toEqual(CATALOGUE.map(({ capability }) => capability.tool.name));
  });

  it("is valid according to the format's own tool", () => {
    expect(run(process.execPath, [MCPB, "validate", join(unpacked, "manifest.json")], ROOT)).toContain("passes");
  });

  it("asks for settings only, each with a default; keys are storeFiles secret", () => {
    const known = new Set(SETTINGS.map(({ variable }) => variable));
    expect(Object.keys(manifest.server.mcp_config.env).filter((name) => !known.has(name))).toEqual([]);
    for (const [name, asked] of Object.entries(manifest.user_config)) {
      expect([name, asked.required, "default" in asked]).toEqual([name, false, true]);
      expect([name, "sensitive" in asked]).toEqual([name, name.endsWith("_key")]);
    }
  });

  it("points at an icon of 512 by 512 pixels", () => {
    const png = readFileSync(join(unpacked, manifest.icon));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
  });

  it("has pictures of the program, each in the bundle", () => {
    expect(manifest.screenshots.length).toBeGreaterThanOrEqual(3);
    for (const path of manifest.screenshots) {
      const png = readFileSync(join(unpacked, path));
      expect([path, png.subarray(1, 4).toString()]).toEqual([path, "PNG"]);
    }
  });

  it("names the project's pages", () => {
    const page = "https://github.com/owner/name";
    const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Package;
    expect(toBundleManifest({ ...own, repository: { url: `git+${page}.git` } })).toMatchObject({
      repository: { type: "git", url: page },
      homepage: `${page}#readme`,
      support: `${page}/issues`,
    });
  });

  it("names the privacy page of each vendor", () => {
    expect(manifest.privacy_policies).toHaveLength(PROVIDER_DESCRIPTIONS.length);
    for (const address of manifest.privacy_policies) expect(address).toMatch(/^https:\/\/[^ ]*privacy/);
  });
});

describe("the bundle", () => {
  it("is small, and contains the files of a start and the licences", () => {
    expect(statSync(bundle).size).toBeLessThan(5 * MB);
    expect(bytesBelow(unpacked)).toBeLessThan(8 * MB);
    const files = filesBelow(unpacked).map((path) => path.slice(unpacked.length + 1).replaceAll("\\", "/"));
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "dist/THIRD-PARTY-NOTICES.txt", "dist/index.js"]));
    expect(files.filter((path) => path.startsWith("node_modules/"))).toEqual([]);
    const unread = /\.(?:map|md|ts|c|h|cache)$|\/\.|\/tests?\//;
    expect(files.filter((path) => unread.test(path))).toEqual(["skills/market-data/SKILL.md"]);
  });

  it.each([
    ["left empty", { provider_a_api_key: "", provider_c_api_key: "", demo: "true" }],
    ["not filled in by the host", { demo: "true" }],
  ])("runs with keys %s, on the simulated market", async (_, filled) => {
    const { client } = await start(filled);
    expect((await client.listTools()).tools).toHaveLength(listed.length);
    const called = await client.callTool({ name: "provider_a_get_stock_quote", arguments: { symbol: "AAPL" } });
    expect(called.structuredContent).toMatchObject({ symbol: "AAPL", source: "PROVIDER_A" });
    const { contents } = await client.readResource({ uri: "skill://market-data/SKILL.md" });
    expect(contents).toMatchObject([{ text: expect.stringContaining("# Market data") }]);
    await client.close();
  });

  it("keeps nothing on disk where Node has no SQLite, and says so in its state and in the log", async () => {
    const { client, log } = await start({ demo: "false" }, WITHOUT_SQLITE);
    const { structuredContent } = await client.callTool({ name: "get_service_status", arguments: {} });
    await client.close();
    expect(structuredContent).toMatchObject({ store: "memory" });
    expect(log()).toContain("The embedded store cannot be loaded here");
  });

  it.skipIf(!HAS_SQLITE)("does not use a placeholder as a key, and has its store on disk", async () => {
    const { client, log } = await start({ demo: "false" });
    const { structuredContent } = await client.callTool({ name: "get_service_status", arguments: {} });
    const { providers, store } = structuredContent as {
      providers: { provider: string; configured: boolean }[];
      store: string;
    };
    expect(store).toBe("disk");
    const configured = providers.filter((each) => each.configured).map(({ provider }) => provider);
    // Provider D needs no key for reference rates.
    expect(configured).toEqual(["provider-b", "provider-d"]);
    await client.close();
    expect(log()).toContain('"event":"start"');
    expect(log()).not.toContain('"event":"store"');
    const storeFiles = filesBelow(folder.path).filter((path) => path.endsWith("store.sqlite"));
    expect(storeFiles).toHaveLength(1);
  });
});
