/** A further provider in the documents that are generated from the descriptions: settings and manifests. */
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { toBundleManifest, toServerJson, type Package } from "../../packaging/manifests.js";
import { SETTINGS } from "../../src/config/settings.js";

// The list of descriptions with one more; the documents read providers from nowhere else.
vi.mock("../../src/providers/descriptions.js", async (load) => {
  const real = await load<{ PROVIDER_DESCRIPTIONS: readonly object[] }>();
  const toy = {
    id: "provider-z",
    label: "PROVIDER_Z",
    title: "provider Z",
    vendor: "Toy Markets",
    shortName: "Toy (Z)",
    termsUrl: "https://toy.example.test/terms",
    privacyUrl: "https://toy.example.test/privacy",
    needsKey: true,
    signUpUrl: "https://www.toy.example/keys",
    defaults: { baseUrl: "https://api.toy.example", ratePerMinute: 30, dailyQuota: 100, timeoutMs: 2000 },
  };
  return { ...real, PROVIDER_DESCRIPTIONS: [...real.PROVIDER_DESCRIPTIONS, toy] };
});

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as Package;
const OWN_SETTINGS = ["API_KEY", "BASE_URL", "RATE_PER_MINUTE", "DAILY_QUOTA", "TIMEOUT_MS"];

it("has rows in the table of settings, with its own defaults", () => {
  const own = SETTINGS.filter(({ variable }) => variable.startsWith("PROVIDER_Z_"));
  expect(own.map(({ variable }) => variable)).toEqual(OWN_SETTINGS.map((name) => `PROVIDER_Z_${name}`));
  expect(own.map((setting) => setting.default)).toEqual([undefined, "https://api.toy.example", 30, 100, 2000]);
});

it("is asked for in the entry of the MCP registry", () => {
  const [npm] = toServerJson(manifest).packages;
  const own = npm!.environmentVariables!.filter(({ name }) => name.startsWith("PROVIDER_Z_"));
  expect(own).toMatchObject([
    { name: "PROVIDER_Z_API_KEY", isSecret: true },
    { name: "PROVIDER_Z_RATE_PER_MINUTE", default: "30" },
    { name: "PROVIDER_Z_DAILY_QUOTA", default: "100" },
  ]);
});

it("is asked for in the form of desktop hosts, and named among the vendors", () => {
  const bundle = toBundleManifest(manifest);
  expect(bundle.user_config).toHaveProperty("provider_z_api_key", expect.objectContaining({ sensitive: true }));
  expect(bundle.server.mcp_config.env).toHaveProperty("PROVIDER_Z_API_KEY", "${user_config.provider_z_api_key}");
  expect(bundle.long_description).toContain("and Toy Markets only.");
});
