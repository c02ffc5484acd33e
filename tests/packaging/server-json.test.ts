/** The entry for the MCP registry is generated from the settings and is valid for the registry. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { toServerJson, type Package } from "../../packaging/manifests.js";
import { toKeyVariable } from "../../src/contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { SETTINGS } from "../../src/config/settings.js";
import { expectGenerated } from "../support/generated-file.js";

const SERVER_JSON = new URL("../../packaging/server.json", import.meta.url);
const readJson = <T>(url: URL) => JSON.parse(readFileSync(url, "utf8")) as T;
const manifest = readJson<Package>(new URL("../../package.json", import.meta.url));

const readEntry = () => readJson<ReturnType<typeof toServerJson>>(SERVER_JSON);

it("is generated from the settings and package.json", () => {
  expectGenerated("packaging/server.json", `${JSON.stringify(toServerJson(manifest), null, 2)}\n`);
});

it("is valid according to the registry's own schema", () => {
  const bundle = { file: "market-data-mcp.mcpb", sha256: "a".repeat(64) };
  const entry = toServerJson(manifest, bundle);
  const schema = readJson<object>(new URL("server.schema.json", import.meta.url));
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect([isValid(entry), isValid.errors]).toEqual([true, null]);
  expect(isValid(toServerJson(manifest, { ...bundle, sha256: "none" }))).toBe(false);
  expect(isValid({ ...entry, description: "x".repeat(101) })).toBe(false);
});

it("has a name with a namespace and one slash, which package.json has too", () => {
  const entry = readEntry();
  expect(entry.name).toBe(manifest.mcpName);
  expect(entry.name).toMatch(/^io\.github\.[a-z0-9-]+\/[a-z0-9-]+$/);
});

it("states the same exact version everywhere", () => {
  const entry = readEntry();
  const [npm, image] = entry.packages;
  expect([entry.version, npm!.version]).toEqual([manifest.version, manifest.version]);
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(npm!.identifier).toBe(manifest.name);
  expect(image!.identifier.endsWith(`:${manifest.version}`)).toBe(true);
});

it("lists only variables of settings, none of them required, and marks secrets", () => {
  const known = new Set(SETTINGS.map(({ variable }) => variable));
  const asked = readEntry().packages[0]!.environmentVariables!;
  expect(asked.filter(({ name }) => !known.has(name))).toEqual([]);
  expect(asked.filter(({ isRequired }) => isRequired)).toEqual([]);
  const secrets = asked.filter((each) => "isSecret" in each).map(({ name }) => name);
  const keys = PROVIDER_DESCRIPTIONS.filter(({ needsKey }) => needsKey).map(({ id }) => toKeyVariable(id));
  expect(secrets).toEqual([...keys, "PROVIDER_D_CONTACT", "STORE_URL"]);
});
