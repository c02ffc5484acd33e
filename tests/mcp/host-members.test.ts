import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { HOST_MEMBERS, readArguments } from "../../src/mcp/parameters.js";
import { quote } from "../../src/capabilities/prices/quote.js";
import { EXAMPLES } from "../../src/serve/openapi-examples.js";

const capabilities = CATALOGUE.map(({ capability }) => capability);
const added = Object.fromEntries(HOST_MEMBERS.map((name) => [name, name === "wait_for_previous" ? true : "added"]));

describe("members that hosts add to the arguments of a tool", () => {
  it.each(capabilities)("are dropped by $tool.name, and so is random_string", (capability) => {
    const { input } = EXAMPLES[capability.name]!;
    expect(readArguments(capability, { ...input, ...added, random_string: "x" }, CATALOGUE)).toEqual(
      readArguments(capability, input, CATALOGUE),
    );
  });

  it("are the ten that were met, and no other name is dropped", () => {
    expect(HOST_MEMBERS).toHaveLength(10);
    for (const name of ["prepost", "session_id", "tool", "Action", "wait"])
      expect(() => readArguments(quote, { symbol: "AAPL", [name]: "x" })).toThrow(`Unknown parameter "${name}"`);
  });

  it("are read by a tool that has such a parameter", () => {
    const own = { ...quote, input: quote.input.extend({ action: quote.input.shape.symbol }) };
    expect(readArguments(own, { symbol: "AAPL", action: "msft" }).input).toEqual({ symbol: "AAPL", action: "MSFT" });
  });

  it("are listed in the document of MCP", () => {
    const text = readFileSync("docs/mcp.md", "utf8");
    for (const name of HOST_MEMBERS) expect(text).toContain(`\`${name}\``);
  });
});
