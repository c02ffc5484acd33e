/** The token budget; tokens are counted as bytes / 4. */
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { TOOLS } from "../../../src/catalogue.js";
import { readToolsets, TOOLSETS, type Toolset } from "../../../src/contract/toolsets.js";
import budget from "../../../packaging/budget.json" with { type: "json" };

/** Tokens of a list of tools: names, descriptions and parameters, which models see, and all of it. */
export interface ListCosts {
  model: number;
  whole: number;
}

export const BUDGET: {
  /** The lists of these choices of toolsets: the part that models see, and the whole list. */
  lists: Readonly<Record<string, { model: number; whole?: number }>>;
  /** The longest possible answer. */
  longest: number;
  /** The default answer of a tool that has no figure of its own in `answers`. */
  answer: number;
  /** Characters of a default answer as a whole result: both forms and `_meta`, which some hosts pass on together. */
  characters: number;
  answers: Readonly<Record<string, number>>;
} = budget;

/** The tokens that the default answer of a tool may cost. */
export function answerBudget(tool: string): number {
  return BUDGET.answers[tool] ?? BUDGET.answer;
}

export function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** The tokens of an answer, which is the same object in both forms; a host shows a model one of them. */
export function answerTokens({ structuredContent }: Pick<CallToolResult, "structuredContent">): number {
  return tokens(JSON.stringify(structuredContent));
}

/** The part of a tool that hosts show to the model: name, description and parameters. */
export function modelPart({ name, description, inputSchema }: Tool): string {
  return JSON.stringify({ name, description, inputSchema });
}

/** The tools among `tools` that this choice of toolsets lists, such as `core,technical`. */
export function listOf(choice: string, tools: readonly Tool[]): Tool[] {
  const read = readToolsets(choice);
  if ("unknown" in read) throw new Error(`${choice} is not a choice of toolsets.`);
  return tools.filter(({ name }) => read.sets.includes(setOf(name)));
}

function setOf(tool: string): Toolset {
  return TOOLS.find(({ capability }) => capability.tool.name === tool)!.capability.tool.set;
}

export function listCosts(tools: readonly Tool[]): ListCosts {
  return {
    model: tokens(tools.map(modelPart).join("")),
    whole: tokens(JSON.stringify({ tools })),
  };
}

/** Choices of toolsets whose costs are shown: each set beside the core, and the named groups. */
export const CHOICES: readonly string[] = [...TOOLSETS, "default", "all"];

/** A sentence for each list that costs more than its budget. */
export function listsOverBudget(tools: readonly Tool[]): string[] {
  return Object.entries(BUDGET.lists).flatMap(([choice, allowed]) => {
    const { model, whole } = listCosts(listOf(choice, tools));
    const asSeen = overBudget(`The list of the toolsets "${choice}", as a model sees it,`, model, allowed.model);
    const inAll = overBudget(`The list of the toolsets "${choice}", with output schemas,`, whole, allowed.whole);
    return [asSeen, inAll].filter((sentence) => sentence !== undefined);
  });
}

/** The tables of docs/mcp.md: measured costs of the list, budgeted costs of answers. */
export function budgetTable(tools: readonly Tool[]): string {
  const rows = tools.map(
    (tool) =>
      `| \`${tool.name}\` | ${tokens(modelPart(tool))} | ${tokens(JSON.stringify(tool))} | ${answerBudget(tool.name)} |`,
  );
  return [
    "| Tool | Listed, as a model sees it | Listed, with output schema | Default answer, at most |",
    "|---|---:|---:|---:|",
    ...rows,
    "",
    "| Choice of sets | Tools | As a model sees it | With output schemas |",
    "|---|---:|---:|---:|",
    ...CHOICES.map((choice) => {
      const listed = listOf(choice, tools);
      const { model, whole } = listCosts(listed);
      const allowed = BUDGET.lists[choice];
      const of = (tokensAllowed: number | undefined) => (tokensAllowed === undefined ? "" : ` of ${tokensAllowed}`);
      return `| \`${choice}\` | ${listed.length} | ${model}${of(allowed?.model)} | ${whole}${of(allowed?.whole)} |`;
    }),
  ].join("\n");
}

/** The advice for a cost over its budget: one sentence. */
export const REMEDY =
  "Shorten descriptions, reuse output fields with `sameFieldsAs`, move a tool to another set, or raise the number in packaging/budget.json and give the reason in the commit.";

/**
 * A sentence with the excess and the ways out, or `undefined` when `cost` is within `allowed` or has no bound. Both are
 * tokens.
 */
export function overBudget(what: string, cost: number, allowed: number | undefined): string | undefined {
  if (allowed === undefined || cost <= allowed) return undefined;
  return `${what} costs ${cost} tokens, ${cost - allowed} more than its budget of ${allowed}. ${REMEDY}`;
}
