/** The help texts of the terminal commands, generated from the catalogue. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { toCommandHelp } from "../../src/cli/help.js";

describe("the help of a terminal command", () => {
  it.each(["doctor", "probe", "call"] as const)("shows how %s is used, and its exit codes", (command) => {
    const text = toCommandHelp(command);
    expect(text).toMatch(new RegExp(`^Usage: market-data-mcp ${command} `));
    expect(text).toMatch(/--json .*--demo .*Exit codes: 0 .*\n$/s);
  });

  it("lists every tool with its title", () => {
    const text = toCommandHelp("call");
    const missing = CATALOGUE.filter(
      ({ capability }) => !new RegExp(`^  ${capability.tool.name} +${capability.title}$`, "m").test(text),
    );
    expect(missing).toEqual([]);
  });

  it("lists the parameters of one tool, those that the list of tools shows first", () => {
    expect(toCommandHelp("call", "provider_a_get_crypto_prices")).toBe(
      [
        "Usage: market-data-mcp call provider_a_get_crypto_prices [name=value ...]",
        "",
        "Largest cryptocurrencies by market cap: price, change, volume, rank.",
        "",
        "Parameters:",
        "  limit  Rows; default 20",
        "",
        "Also accepted: fields, format.",
        "",
      ].join("\n"),
    );
  });

  it("names similar tools when a tool does not exist", () => {
    expect(() => toCommandHelp("call", "get_options")).toThrow(
      'Unknown tool "get_options". This server has no options.',
    );
    expect(() => toCommandHelp("call", "get_quote")).toThrow('Unknown tool "get_quote". Nearest: get_quotes');
  });
});
