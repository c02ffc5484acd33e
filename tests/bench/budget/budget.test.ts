import { describe, expect, it } from "vitest";
import { TOOLS } from "../../../src/catalogue.js";
import { toListedTools } from "../../../src/mcp/tools.js";
import { answerBudget, BUDGET, CHOICES, listsOverBudget, overBudget } from "./budget.js";

describe("a token budget", () => {
  it("gives no advice while the cost is within it", () => {
    expect(overBudget("The list of tools", 6000, 6000)).toBeUndefined();
  });

  it("states by how much it is exceeded, and the remedies", () => {
    expect(overBudget("The list of tools", 6196, 6000)).toBe(
      "The list of tools costs 6196 tokens, 196 more than its budget of 6000. Shorten descriptions, reuse output fields with `sameFieldsAs`, move a tool to another set, or raise the number in packaging/budget.json and give the reason in the commit.",
    );
  });

  it("is kept by the list of each named choice of toolsets", () => {
    expect(Object.keys(BUDGET.lists).filter((choice) => !CHOICES.includes(choice))).toEqual([]);
    expect(listsOverBudget(toListedTools(TOOLS).map(({ tool }) => tool))).toEqual([]);
  });

  it("has figures of its own for existing tools only", () => {
    const names = new Set(TOOLS.map(({ capability }) => capability.tool.name));
    expect(Object.keys(BUDGET.answers).filter((name) => !names.has(name))).toEqual([]);
  });

  it("of an answer is the common one for a tool without its own figure", () => {
    expect([answerBudget("get_news"), answerBudget("get_quotes")]).toEqual([
      BUDGET.answer,
      BUDGET.answers["get_quotes"],
    ]);
  });
});
