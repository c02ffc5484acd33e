/** The entry of the MCP registry: made of the settings, and as the registry wants it. */
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { toServerJson, type Package } from "../../packaging/manifests.js";
import { SETTINGS } from "../../src/config/settings.js";

const SERVER_JSON = new URL("../../packaging/server.json", import.meta.url);
const readJson = <T>(url: URL) => JSON.parse(readFileSync(url, "utf8")) as T;
const manifest = readJson<Package>(new URL("../../package.json", import.meta.url));

if (process.env["UPDATE"]) writeFileSync(SERVER_JSON, `${JSON.stringify(toServerJson(manifest), null, 2)}\n`);
const entry = readJson<ReturnType<typeof toServerJson>>(SERVER_JSON);
const [npm] = entry.packages;

it("is what settings and package.json make of it (UPDATE=1 writes it)", () => {
  expect(entry).toEqual(toServerJson(manifest));
});

it("is valid by the registry's own schema", () => {
  const schema = readJson<object>(new URL("server.schema.json", import.meta.url));
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect([isValid(entry), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...entry, description: "x".repeat(101) })).toBe(false);
});

it("has a name of a namespace and one slash, which the package carries too", () => {
  expect(entry.name).toBe(manifest.mcpName);
  expect(entry.name).toMatch(/^io\.github\.[a-z0-9-]+\/[a-z0-9-]+$/);
});

it("names one version everywhere, and an exact one", () => {
  expect([entry.version, npm!.version]).toEqual([manifest.version, manifest.version]);
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(npm!.identifier).toBe(manifest.name);
});

it("asks for nothing but settings, none of them required, and for secrets as secrets", () => {
  const known = new Set(SETTINGS.map(({ variable }) => variable));
  const asked = npm!.environmentVariables;
  expect(asked.filter(({ name }) => !known.has(name))).toEqual([]);
  expect(asked.filter(({ isRequired }) => isRequired)).toEqual([]);
  const secrets = asked.filter((each) => "isSecret" in each).map(({ name }) => name);
  expect(secrets).toEqual(["PROVIDER_A_API_KEY", "PROVIDER_C_API_KEY", "STORE_URL"]);
});
