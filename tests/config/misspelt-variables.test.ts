import { describe, expect, it } from "vitest";
import { findMisspelt, toMisspeltSentence } from "../../src/config/misspelt-variables.js";
import { SETTINGS } from "../../src/config/settings.js";

const sentencesOn = (env: Record<string, string>) => findMisspelt(env).map(toMisspeltSentence);

describe("environment variables that look like settings", () => {
  it.each([
    ["PROVIDER_A_APIKEY", "PROVIDER_A_API_KEY", true],
    ["PROVIDER_A_API_KYE", "PROVIDER_A_API_KEY", true],
    ["provider_a_api_key", "PROVIDER_A_API_KEY", true],
    ["API_KEY_FILE", "API_KEYS_FILE", false],
    ["ALLOWED_HOST", "ALLOWED_HOSTS", false],
    ["TOOLSET", "TOOLSETS", false],
  ])("are found: %s for %s", (variable, meant, isOurs) => {
    expect(findMisspelt({ [variable]: "secret" })).toEqual([{ variable, meant, isOurs }]);
    expect(sentencesOn({ [variable]: "secret" })).toEqual([`${variable} is not a setting. Did you mean ${meant}?`]);
  });

  it("are found if they begin with PROVIDER_ and resemble no setting", () => {
    expect(sentencesOn({ PROVIDER_Z_TOKEN: "secret" })).toEqual([
      "PROVIDER_Z_TOKEN is not a setting. help settings lists all.",
    ]);
  });

  it.each([
    ["every setting", Object.fromEntries(SETTINGS.map(({ variable }) => [variable, "1"]))],
    ["names of other programs", { PATH: "/bin", HOME: "/", POST: "1", HOSTNAME: "a", TERM: "x", NODE_ENV: "test" }],
    ["an empty variable", { PROVIDER_A_APIKEY: "" }],
  ])("are not: %s", (_what, env) => {
    expect(findMisspelt(env)).toEqual([]);
  });

  it("are at most ten", () => {
    const env = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`PROVIDER_X_${index}`, "1"]));
    expect(findMisspelt(env)).toHaveLength(10);
  });
});
