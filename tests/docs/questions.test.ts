/** Each question of docs/questions.md, asked through the MCP tools on the simulated market. */
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { createApp } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Config } from "../../src/config/config.js";
import { TOOLSETS } from "../../src/contract/toolsets.js";
import { createLogger } from "../../src/lib/log.js";
import { answerTokens } from "../bench/budget/budget.js";
import { expectGenerated, renews, withBlock } from "../support/generated-file.js";
import { QUESTIONS, valueAt, type QuestionRow } from "./questions.js";
import { useDemo } from "../support/demo.js";

// An optional part may delay an answer by a second. On a busy machine it would be late, and its call not be counted.
vi.mock("../../src/lib/within.js", () => ({
  within: async (_ms: number, part: Promise<unknown>) => ({ value: await part }),
}));

const PAGE = "docs/questions.md";
/** Tokens are stated as a bound, which small changes of an answer do not exceed. */
const STEP = 50;
const LEAST_ANSWERED = 38;
/** A question takes at most four calls. */
const MOST_CALLS = 4;

interface Cost {
  calls: number;
  tokens: number;
}

// One logger for all, because each flushes at the end of the process.
const LOG = createLogger("fatal", []);
const TOOLS = new Set(CATALOGUE.map(({ capability }) => capability.tool.name));
const missingTools = ({ calls }: QuestionRow) => calls.flatMap(({ tool }) => (TOOLS.has(tool) ? [] : [tool]));
const isAnswered = (row: QuestionRow) => row.calls.length > 0 && missingTools(row).length === 0;
const ANSWERED = QUESTIONS.filter(isAnswered);

const demo = useDemo();

/** Asks a program that has a session with its providers and nothing else; counts the upstream calls. */
async function ask(config: Config, { calls }: QuestionRow): Promise<{ results: CallToolResult[]; cost: Cost }> {
  let upstreamCalls = 0;
  const app = createApp(config, LOG, { onUpstream: () => upstreamCalls++ });
  const handle = app.mcp(TOOLSETS);
  const extra = { signal: new AbortController().signal, sendNotification: async () => {} };
  const callTool = async (name: string, args: object) =>
    (await handle({ method: "tools/call", params: { name, arguments: args } }, extra)) as CallToolResult;
  await callTool("provider_b_get_stock_quote", { symbol: "SIMB" });
  upstreamCalls = 0;
  const results: CallToolResult[] = [];
  for (const { tool, args } of calls) results.push(await callTool(tool, args));
  await app.close();
  const cost = results.reduce((sum, result) => sum + answerTokens(result), 0);
  return { results, cost: { calls: upstreamCalls, tokens: cost } };
}

function toMarkdownCall({ tool, args }: QuestionRow["calls"][number]): string {
  const given = Object.entries(args).map(
    ([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
  );
  return `\`${[tool, given.join(", ")].filter(Boolean).join(": ")}\``;
}

/** The costs in the checked-in table, by the number of the question. */
function statedCosts(page: string): Map<number, Cost> {
  const rows = page.matchAll(/^\| (\d+) \|.*\| (\d+) \| (\d+) \|[^|]*\|$/gm);
  return new Map([...rows].map(([, number, calls, cost]) => [Number(number), { calls: +calls!, tokens: +cost! }]));
}

function toTable(costs: ReadonlyMap<number, Cost>): string {
  const rows = QUESTIONS.map((row, index) => {
    const number = index + 1;
    const cost = costs.get(number);
    const missing = missingTools(row);
    const calls = row.calls.map(toMarkdownCall).join("; ");
    const answered = row.calls.length === 0 ? "no" : missing.length > 0 ? "not yet" : "yes";
    const remark = missing.length > 0 ? `Needs ${missing.join(", ")}` : (row.remark ?? "");
    const figures = isAnswered(row) && cost ? `${cost.calls} | ${cost.tokens}` : "– | –";
    return `| ${number} | ${row.question} | ${answered} | ${calls || "–"} | ${figures} | ${remark} |`;
  });
  return [
    `**${ANSWERED.length} of ${QUESTIONS.length}** are answered.`,
    "",
    "| # | Question | Answered | Tool and arguments | Upstream calls | Tokens, at most | Remark |",
    "|--:|---|---|---|--:|--:|---|",
    ...rows,
  ].join("\n");
}

describe("the questions that people ask", () => {
  const measured = new Map<number, Cost>();

  it("are forty-one, of which enough can be answered once all planned tools exist", () => {
    expect(QUESTIONS).toHaveLength(41);
    expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(41);
    const planned = QUESTIONS.filter((row) => missingTools(row).length > 0);
    expect(ANSWERED.length + planned.length).toBeGreaterThanOrEqual(LEAST_ANSWERED);
    const unexplained = QUESTIONS.filter(({ calls, remark }) => calls.length === 0 && !remark);
    expect(unexplained).toEqual([]);
  });

  it("take at most four calls each", () => {
    expect(QUESTIONS.filter(({ calls }) => calls.length > MOST_CALLS)).toEqual([]);
  });

  it.each(ANSWERED.map((row) => [row.question, row] as const))("%s", async (_question, row) => {
    const { results, cost } = await ask(demo.config, row);
    measured.set(QUESTIONS.indexOf(row) + 1, { ...cost, tokens: Math.ceil(cost.tokens / STEP) * STEP });
    for (const [index, { tool, fields }] of row.calls.entries()) {
      const { isError, content, structuredContent } = results[index]!;
      expect([tool, isError ?? false, isError ? content : []]).toEqual([tool, false, []]);
      expect(fields.length).toBeGreaterThan(0);
      const values = fields.map((path) => [path, valueAt(structuredContent, path) ?? null]);
      expect(values.filter(([, value]) => value === null)).toEqual([]);
    }
  });

  it(`cost what ${PAGE} says`, () => {
    const page = readFileSync(new URL(`../../${PAGE}`, import.meta.url), "utf8");
    const stated = renews("1") ? measured : statedCosts(page);
    expectGenerated(PAGE, withBlock(page, "questions", toTable(stated)));
    expect([...stated.keys()]).toEqual(ANSWERED.map((row) => QUESTIONS.indexOf(row) + 1));
    for (const [number, { calls, tokens: cost }] of measured) {
      expect(calls, `upstream calls of question ${number}`).toBeLessThanOrEqual(stated.get(number)!.calls);
      expect(cost, `tokens of question ${number}`).toBeLessThanOrEqual(stated.get(number)!.tokens);
    }
  });
});
