/** Hints in the spelling of the command line. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { createCommandForm, toProgramName } from "../../src/cli/command-form.js";
import { HINTS, type Hint } from "../../src/contract/errors.js";

const toCommand = createCommandForm(CATALOGUE, "market-data-mcp");
const search: Hint = HINTS.findSymbol;

describe("a hint at a terminal", () => {
  it("names a command that can be typed, with the requested symbol", () => {
    expect(toCommand(search)).toBe("market-data-mcp search ...");
    expect(toCommand(search, "APPEL")).toBe("market-data-mcp search APPEL");
    expect(toCommand(HINTS.priceIt, "AAPL")).toBe("market-data-mcp quotes AAPL");
    expect(toCommand(HINTS.askYahoo, "^GSPC")).toBe("market-data-mcp quote-b ^GSPC");
  });

  it("has the value that its error gives for a parameter", () => {
    const given: Hint = { ...search, given: { q: 'apple "&é inc' } };
    expect(toCommand(given)).toBe('market-data-mcp search "apple \\"&é inc"');
  });

  it("keeps its own name if the catalogue has no such tool", () => {
    expect(toCommand({ tool: "get_nothing", why: "has none" })).toBe("get_nothing");
  });
});

describe("the name of the program is the one by which the person started it:", () => {
  it.each([
    ["an installed command", "/usr/local/bin/market-data-mcp", "market-data-mcp"],
    ["a command under another name", "/home/me/bin/mdm", "mdm"],
    ["a file of a clone", "/home/me/clone/dist/index.js", "node dist/index.js"],
    ["a file elsewhere", "/opt/market/dist/index.js", "node /opt/market/dist/index.js"],
  ])("%s", (_what, program, name) => {
    expect(toProgramName(program, "/home/me/clone")).toBe(name);
  });
});
