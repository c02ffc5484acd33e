import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import type { z } from "../../src/contract/schema.js";
import { toolParameters } from "../../src/mcp/parameters.js";
import { routeViewShape } from "../../src/views/view.js";

const capabilities = CATALOGUE.map(({ capability }) => capability);
const shapesOf = (capability: Capability): z.ZodRawShape[] =>
  [toolParameters(capability), routeViewShape(capability)].map((more) => ({ ...capability.input.shape, ...more }));
const names = (parameter: string) =>
  capabilities
    .filter((each) => shapesOf(each).some((shape) => parameter in shape))
    .map((each) => [each.name, each] as const);

/** The sentences about a value over MCP and over REST; nothing for a value that is accepted. */
function complaints(capability: Capability, parameter: string, value: string): string[] {
  return shapesOf(capability).flatMap((shape) => shape[parameter]!.safeParse(value).error?.issues[0]?.message ?? []);
}

describe("a past day", () => {
  it.each(names("as_of"))("of %s is refused with the same sentence on both surfaces", (_name, capability) => {
    const sentence = "a day from 1900 on that is not in the future, as YYYY-MM-DD";
    for (const day of ["0000-01-01", "0001-01-01", "1899-12-31", "2026-02-30", "2026-3-1", "yesterday"]) {
      expect([day, ...complaints(capability, "as_of", day)]).toEqual([day, sentence, sentence]);
    }
    expect(complaints(capability, "as_of", "1900-01-01")).toEqual([]);
  });

  it.each(names("from"))("before 1900 is none to begin or end %s with", (_name, capability) => {
    for (const parameter of ["from", "to"]) {
      expect(complaints(capability, parameter, "0000-01-01")).toHaveLength(2);
    }
  });
});
