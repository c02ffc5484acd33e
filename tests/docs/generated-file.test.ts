import { describe, expect, it, vi } from "vitest";
import { expectGenerated, withBlock } from "../support/generated-file.js";

describe("a generated file", () => {
  it("that is outdated names the command that updates it", () => {
    vi.stubEnv("RENEW", "");
    expect(() => expectGenerated("packaging/budget.json", "{}\n")).toThrow(
      /packaging\/budget\.json is outdated\. Update all generated files with: npm run renew/,
    );
    vi.unstubAllEnvs();
  });

  it("keeps the text outside its blocks", () => {
    const text = "before\n<!-- a -->\nold\n<!-- /a -->\nafter\n";
    expect(withBlock(text, "a", "new\nlines")).toBe("before\n<!-- a -->\nnew\nlines\n<!-- /a -->\nafter\n");
  });

  it("without the block causes an error with the block's name", () => {
    expect(() => withBlock("text", "routes", "")).toThrow("There is no block <!-- routes --> to fill.");
  });
});
