import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { readArguments } from "../../src/mcp/parameters.js";
import { EXAMPLES } from "../../src/serve/openapi-examples.js";

const capabilities = CATALOGUE.map(({ capability }) => capability);

describe("all fields", () => {
  const ways = [["*"], "*", "all", ["all"], "ALL"];
  it.each(capabilities)("can be asked of $tool.name", (capability) => {
    const { input } = EXAMPLES[capability.name]!;
    for (const fields of ways) {
      const { view } = readArguments(capability, { ...input, fields }, CATALOGUE);
      expect(view.fields ?? ["*"]).toEqual(["*"]);
    }
  });
});
