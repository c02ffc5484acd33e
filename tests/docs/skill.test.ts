/** The skill and llms.txt name only tools and parameters that exist. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { readArguments } from "../../src/mcp/parameters.js";
import { toToolInput } from "../../src/mcp/tools.js";
import { toLlmsText } from "../../src/rest/llms-text.js";
import { expectGenerated } from "../support/generated-file.js";

const skill = readFileSync(new URL("../../skills/market-data/SKILL.md", import.meta.url), "utf8");
const capabilities = CATALOGUE.map(({ capability }) => capability);
const names = new Set(capabilities.map(({ tool }) => tool.name));
/** Words in code marks that have the form of a tool's name, with the arguments behind them. */
const CALL = /`((?:provider_[a-z]_)?(?:get|search|screen|compare|check)_\w+)((?: \w+=[^`=]+?)*)`/g;
const calls = [...skill.matchAll(CALL)].map(([text, tool, rest]) => ({ text, tool: tool!, rest: rest! }));

describe("the skill", () => {
  it("has the frontmatter that hosts read, and at most 150 lines", () => {
    expect(skill).toMatch(/^---\nname: market-data\ndescription: [^\n]{40,1024}\n---\n/);
    expect(skill.split("\n").length).toBeLessThanOrEqual(150);
  });

  it("names tools that exist, all of them with each of their parameters", () => {
    expect(calls.filter(({ tool }) => !names.has(tool)).map(({ text }) => text)).toEqual([]);
    for (const capability of capabilities) {
      const row = skill.split("\n").find((line) => line.startsWith(`| \`${capability.tool.name}\``));
      const parameters = Object.keys(toToolInput(capability).properties ?? {});
      expect(parameters.filter((name) => !new RegExp(`\\b${name}\\b`).test(row ?? ""))).toEqual([]);
    }
  });

  it.each(calls.filter(({ rest }) => rest !== ""))("shows arguments that the tool takes: $text", ({ tool, rest }) => {
    const capability = capabilities.find((each) => each.tool.name === tool)!;
    const args = Object.fromEntries(
      [...rest.matchAll(/(\w+)=([^=]+?)(?= \w+=|$)/g)].map(([, name, value]) => [name, value]),
    );
    expect(() => readArguments(capability, args, CATALOGUE)).not.toThrow();
  });

  it("names no package of a registry", () => {
    expect(skill).not.toMatch(/\bnpx\b|npm install/);
  });
});

it("llms.txt names every route and tool, and is the text that servers send", () => {
  const text = toLlmsText(CATALOGUE);
  for (const { route, marketRoute, tool } of capabilities) {
    const routes = `\`GET ${route}\`${marketRoute === undefined ? "" : ` or \`${marketRoute}\``}`;
    expect(text).toContain(`- ${routes} (tool \`${tool.name}\`)`);
  }
  expectGenerated("llms.txt", text);
});
