import { describe, expect, it } from "vitest";
import { TOOLS } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { toListedTools } from "../../src/mcp/tools.js";
import { SEARCHED } from "./searched-tools.js";

const LISTED = toListedTools(TOOLS).flatMap(({ set, tool }) => (DEFAULT_TOOLSETS.includes(set) ? [tool] : []));

describe("the questions by which tools are searched for", () => {
  it("are at least eighty, each once, and mean each tool of the default list", () => {
    expect(new Set(SEARCHED.map(([words]) => words)).size).toBe(SEARCHED.length);
    expect(SEARCHED.length).toBeGreaterThanOrEqual(80);
    expect([...new Set(SEARCHED.flatMap(([, ...tools]) => tools))].toSorted()).toEqual(
      LISTED.map(({ name }) => name).toSorted(),
    );
  });
});
