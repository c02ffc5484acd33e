/** The entries for directories of MCP servers are generated from the settings and follow the directories' rules. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { NO_COMMIT, toDockerEntry } from "../../packaging/docker-entry.js";
import type { Package } from "../../packaging/manifests.js";
import { SETTINGS } from "../../src/config/settings.js";
import { SVG } from "../../src/mcp/product.js";
import { expectGenerated } from "../support/generated-file.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, "utf8");
const manifest = JSON.parse(read("package.json")) as Package;
const readEntry = () => parse(read("packaging/docker-registry/server.yaml")) as ReturnType<typeof toDockerEntry>;

it("has an entry and an icon for Docker that are generated", () => {
  // Unbroken lines, as the registry's formatter leaves them.
  const text = stringify(toDockerEntry(manifest), { lineWidth: 0, defaultStringType: "PLAIN" });
  expectGenerated("packaging/docker-registry/server.yaml", text);
  expectGenerated("packaging/docker-registry/icon.svg", `${SVG}\n`);
});

it("follows the rules that Docker's registry checks", () => {
  const { name, about, source, config } = readEntry();
  expect(name).toMatch(/^[a-z0-9-]+$/);
  expect(about.title).not.toMatch(/\b(mcp|server)\b/i);
  expect(about.title).not.toMatch(/\b[a-z]/);
  expect(source.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(existsSync(`${ROOT}${source.dockerfile}`)).toBe(true);
  expect(config.secrets.filter((secret) => !secret.name.startsWith(`${name}.`))).toEqual([]);
  const used = [...JSON.stringify(config.env).matchAll(/\{\{(.*?)\}\}/g)].map(([, variable]) => variable);
  expect(used).toEqual(Object.keys(config.parameters.properties).map((parameter) => `${name}.${parameter}`));
});

it("lets Docker start the server over stdio, with variables that are settings", () => {
  const { env, secrets } = readEntry().config;
  expect(env.find((each) => each.name === "TRANSPORT")).toMatchObject({ value: "stdio" });
  const known = new Set(SETTINGS.map(({ variable }) => variable));
  const asked = [...env.map((each) => each.name), ...secrets.map((secret) => secret.env)];
  expect(asked.filter((variable) => !known.has(variable))).toEqual([]);
  expect(secrets.map((secret) => secret.env)).toEqual(
    expect.arrayContaining(["PROVIDER_A_API_KEY", "PROVIDER_C_API_KEY"]),
  );
});

it("names who may change the entry at Glama, together with the account of the repository", () => {
  const { maintainers } = JSON.parse(read("glama.json")) as { maintainers: string[] };
  expect(maintainers.length).toBeGreaterThan(0);
  // Two hyphens in a row, which no account has, mark a placeholder; both have to be replaced at the same time.
  const isPlaceholder = (text: string) => text.includes("--");
  expect(maintainers.some(isPlaceholder)).toBe(isPlaceholder(manifest.repository.url));
});

it("has a placeholder for the commit, which the guide for releases names", () => {
  const guide = read("packaging/RELEASE.md");
  expect([readEntry().source.commit === NO_COMMIT, guide.includes("docker-registry/server.yaml")]).toEqual([
    true,
    true,
  ]);
  expect(guide).toContain("glama.json");
});
