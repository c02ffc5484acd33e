/** The token budget; tokens are counted as bytes / 4. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import budget from "../../../packaging/budget.json" with { type: "json" };

export const BUDGET: {
  /** All tools together: the part that models see, and the whole list. */
  list: { model: number; whole: number };
  /** The longest possible answer. */
  longest: number;
  /** The default answer of a tool that has no figure of its own in `answers`. */
  answer: number;
  answers: Readonly<Record<string, number>>;
} = budget;

/** The tokens that the default answer of a tool may cost. */
export function answerBudget(tool: string): number {
  return BUDGET.answers[tool] ?? BUDGET.answer;
}

export function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** The part of a tool that hosts show to the model: name, description and parameters. */
export function modelPart({ name, description, inputSchema }: Tool): string {
  return JSON.stringify({ name, description, inputSchema });
}

export function listCosts(tools: readonly Tool[]): { model: number; whole: number } {
  return {
    model: tokens(tools.map(modelPart).join("")),
    whole: tokens(JSON.stringify({ tools })),
  };
}

/** The table of docs/token-costs.md: measured costs of the list, budgeted costs of answers. */
export function budgetTable(tools: readonly Tool[]): string {
  const { model, whole } = listCosts(tools);
  const rows = tools.map(
    (tool) =>
      `| \`${tool.name}\` | ${tokens(modelPart(tool))} | ${tokens(JSON.stringify(tool))} | ${answerBudget(tool.name)} |`,
  );
  return [
    "| Tool | Listed, as a model sees it | Listed, with output schema | Default answer, at most |",
    "|---|---:|---:|---:|",
    ...rows,
    `| **All** | **${model}** (budget ${BUDGET.list.model}) | **${whole}** (budget ${BUDGET.list.whole}) | |`,
  ].join("\n");
}

/** The advice for a cost over its budget: one sentence. */
export const REMEDY =
  "Shorten descriptions, reuse output fields with `sameFieldsAs`, move a tool to another set, or raise the number in packaging/budget.json and give the reason in the commit.";

/** A sentence with the excess and the ways out, or `undefined` when `cost` is within `allowed`. Both are tokens. */
export function overBudget(what: string, cost: number, allowed: number): string | undefined {
  if (cost <= allowed) return undefined;
  return `${what} costs ${cost} tokens, ${cost - allowed} more than its budget of ${allowed}. ${REMEDY}`;
}
