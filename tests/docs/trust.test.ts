/** SECURITY.md, PRIVACY.md and the checklists are true: files, tests, settings and sources that they name exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS, TOOLSETS } from "../../src/contract/toolsets.js";
import { ProviderError } from "../../src/contract/errors.js";
import { SETTINGS } from "../../src/config/settings.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { Hosts } from "../../src/providers/yahoo/session/hosts.js";
import { servedOf } from "../support/fakes.js";
import { connect } from "../support/mcp-client.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const CHECKLISTS = "docs/checklists.md";

/** Words in backticks. */
const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
/** Paths of this repository among them; addresses of routes begin with a slash. */
const pathsIn = (text: string) => codeIn(text).filter((code) => /^[\w.][\w./-]*\/[\w./-]+$/.test(code));
const settingsIn = (text: string) =>
  codeIn(text).flatMap((code) => /^([A-Z]+(?:_[A-Z]+)*)(?:=.*)?$/.exec(code)?.[1] ?? []);

/** Cells of each row of all tables of a page with this heading of their first column. */
function rowsOf(page: string, first: string): string[][] {
  const tables = read(page).matchAll(new RegExp(`^\\| ${first} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n?)+)`, "gm"));
  return [...tables].flatMap(([, table]) =>
    table!
      .trim()
      .split("\n")
      .map((row) => row.slice(2, -2).split(" | ")),
  );
}

describe.each(["SECURITY.md", "PRIVACY.md", CHECKLISTS])("%s", (page) => {
  it("names files and tests that exist", () => {
    const hosts = new Set(PROVIDER_DESCRIPTIONS.map(({ defaults }) => new URL(defaults.baseUrl).host));
    const paths = pathsIn(read(page)).filter((path) => !hosts.has(path.split("/")[0]!));
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("names settings that exist", () => {
    const known = new Set(SETTINGS.map(({ variable }) => variable));
    const named = settingsIn(read(page)).filter((name) => name.includes("_"));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("the threats of SECURITY.md", () => {
  const rows = rowsOf("SECURITY.md", "Who");

  it.each(rows)("%s: %s has a mechanism in a file, and tests that make assertions", (_who, _what, mechanism, tests) => {
    expect(pathsIn(mechanism!)).not.toEqual([]);
    const named = pathsIn(tests!);
    expect(named).not.toEqual([]);
    for (const path of named) {
      expect(path).toMatch(/^tests\/.*\.test\.ts$/);
      expect(read(path)).toContain("expect");
    }
  });

  it("are those of all parts that meet strangers", () => {
    expect(rows.length).toBeGreaterThan(15);
    const named = new Set(rows.flatMap(([, , mechanism]) => pathsIn(mechanism!).map((path) => path.split("/")[1])));
    for (const part of ["access", "http", "mcp", "upstream", "store", "contract"]) expect(named).toContain(part);
  });
});

describe("the receivers in PRIVACY.md", () => {
  const page = read("PRIVACY.md");

  it("are every vendor and office, with each host of the settings", () => {
    const [table = ""] = /<!-- receivers -->[^]*<!-- \/receivers -->/.exec(page) ?? [];
    for (const { vendor, offices = [], privacyUrl, defaults, options = {} } of PROVIDER_DESCRIPTIONS) {
      for (const name of [vendor, ...offices, privacyUrl]) expect(table).toContain(name);
      const urls = Object.values(options).flatMap(({ kind, default: address }) => (kind === "url" ? [address!] : []));
      for (const url of [defaults.baseUrl, ...urls]) expect(table).toContain(`\`${new URL(url).host}\``);
    }
  });

  it("are also the hosts that stand in the code of providers", () => {
    const files = readdirSync(join(ROOT, "src/providers"), { recursive: true, encoding: "utf8" });
    const codes = files.filter((path) => path.endsWith(".ts") && !path.endsWith("description.ts"));
    const hosts = codes
      .flatMap((path) => [...read(`src/providers/${path}`).matchAll(/https:\/\/([\w.${}-]+)/g)])
      .map(([, host]) => host!.replace("${UPSTREAM_DOMAIN}", "yahoo.com"));
    expect(hosts).toContain("finance.yahoo.com");
    expect(hosts.filter((host) => !page.includes(`\`${host}\``))).toEqual([]);
  });

  it("are both hosts of Yahoo, of which a network may block one", async () => {
    const base = PROVIDER_DESCRIPTIONS.find(({ id }) => id === "provider-b")!.defaults.baseUrl;
    const asked: string[] = [];
    const unreachable = async ({ url }: { url: URL }): Promise<never> => {
      asked.push(url.host);
      throw new ProviderError("provider-b", "unreachable");
    };
    const sent = new Hosts(base).send({ send: unreachable }, (at) => ({ url: new URL(at) }));
    await expect(sent).rejects.toMatchObject({ reason: "unreachable" });
    expect(asked).toHaveLength(2);
    for (const host of asked) expect(page).toContain(`\`${host}\``);
  });
});

it("a holding reaches no source, as PRIVACY.md says", async () => {
  const { call, inputs } = await connect(async () => servedOf({ quotes: [], errors: [] }));
  await call("get_quotes", { symbols: ["AAPL*1234@77.25", "KO*4321"] });
  expect(inputs()).toEqual([["quotes", expect.objectContaining({ symbols: ["AAPL", "KO"] })]]);
  expect(JSON.stringify(inputs())).not.toMatch(/1234|4321|77\.25/);
});

/** The names of the list of 2025. */
const OWASP = [
  "MCP01 Token Mismanagement & Secret Exposure",
  "MCP02 Privilege Escalation via Scope Creep",
  "MCP03 Tool Poisoning",
  "MCP04 Software Supply Chain Attacks & Dependency Tampering",
  "MCP05 Command Injection & Execution",
  "MCP06 Intent Flow Subversion",
  "MCP07 Insufficient Authentication & Authorization",
  "MCP08 Lack of Audit and Telemetry",
  "MCP09 Shadow MCP Servers",
  "MCP10 Context Injection & Over-Sharing",
];

describe("the checklists", async () => {
  const rows = rowsOf(CHECKLISTS, "Row");
  const { client } = await connect(async () => servedOf({}), { toolsets: TOOLSETS });
  const { tools } = await client.listTools();

  it("have a row for each of OWASP's ten", () => {
    expect(rows.slice(0, OWASP.length).map(([name]) => name)).toEqual(OWASP);
  });

  it.each(rows)("%s: %s, with what meets it or a reason", (_row, met, by) => {
    expect(["yes", "partly", "no"]).toContain(met);
    const evidence = [
      ...pathsIn(by!),
      ...settingsIn(by!),
      ...codeIn(by!).filter((code) => /^[A-Z]+(?:\.md)?$/.test(code)),
    ];
    const isMet = met === "yes" ? evidence.length > 0 : /Person|\w+(?: \S+){8}/.test(by!);
    expect(isMet, "Name a file, a test or a setting; or say in a sentence what is missing.").toBe(true);
  });

  it("are right about names and annotations of every tool", () => {
    for (const { name, annotations } of tools) {
      expect(name.length).toBeLessThanOrEqual(64);
      const hints = { readOnlyHint: true, destructiveHint: false, openWorldHint: expect.any(Boolean) };
      expect([name, annotations]).toEqual([name, { title: expect.any(String), ...hints }]);
    }
  });

  it("state how many tools and parameters are concerned", () => {
    const page = read(CHECKLISTS);
    const open = tools.filter(({ annotations }) => annotations!.openWorldHint);
    expect(page).toContain(`the ${open.length} of ${tools.length} tools whose answers have text`);
    const parameters = tools.flatMap(({ inputSchema }) => Object.values(inputSchema.properties ?? {}));
    const bare = parameters.filter((parameter) => !("description" in parameter));
    expect(page).toContain(`${bare.length} of ${parameters.length} parameters have no description`);
    const listed = CATALOGUE.filter(({ capability }) => DEFAULT_TOOLSETS.includes(capability.tool.set));
    expect(page).toContain(`${listed.length} are listed by default`);
  });
});
