/** docs/hosting.md: its settings are valid, its proxy is the packaged one, and its table has every office. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/config/config.js";
import { SETTINGS } from "../../src/config/settings.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("docs/hosting.md");
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, kind, text]) => ({ kind, text: text! }));
const { offices = [] } = PROVIDER_DESCRIPTIONS.find(({ id }) => id === "provider-d")!;

describe("docs/hosting.md", () => {
  it("has settings with which the program serves official sources to callers by address", () => {
    const { text } = blocks.find(({ kind }) => kind === "ini")!;
    const env = Object.fromEntries(
      text
        .trim()
        .split("\n")
        .map((line) => line.split("=") as [string, string]),
    );
    const known = new Set(SETTINGS.map(({ variable }) => variable));
    expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([]);
    expect(readCommand(["--http"], env)).toMatchObject({
      run: {
        allowedProviders: ["provider-d"],
        anonymousPlan: "starter",
        allowedHosts: ["market.example.com"],
        publicUrl: "https://market.example.com",
        providers: { "provider-d": { options: { contact: "you@example.com" }, ratePerMinute: 300 } },
        ignored: [],
      },
    });
  });

  it("has the packaged Caddyfile with a name in it", () => {
    const own = blocks.find(({ text }) => text.includes("reverse_proxy"))!.text;
    const packaged = read("packaging/Caddyfile").replaceAll(/^#.*\n/gm, "");
    expect(own).toBe(packaged.replace("{$MARKET_DATA_DOMAIN}", "market.example.com"));
  });

  it.each(offices)("says how to name %s, and docs/keys-and-plans.md has its terms", (office) => {
    const name = office === "ECB" ? "European Central Bank" : office;
    const row = new RegExp(`^\\| (?:\\[)?${name}\\b`, "m");
    expect(page).toMatch(row);
    expect(read("docs/keys-and-plans.md")).toMatch(row);
  });

  it("names only settings that there are", () => {
    const named = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name!);
    const known = new Set(SETTINGS.map(({ variable }) => variable));
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  });
});
