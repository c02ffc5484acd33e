/** Each question of docs/questions.md, asked through the MCP tools on the simulated market, without and with keys. */
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { createApp } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Config } from "../../src/config/config.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { createLogger } from "../../src/lib/log.js";
import { answerTokens } from "../bench/budget/budget.js";
import { expectGenerated, renews, withBlock } from "../support/generated-file.js";
import { EARLIER_QUESTIONS } from "./earlier-questions.js";
import { LATER_QUESTIONS } from "./later-questions.js";
import { QUESTIONS, valueAt, type QuestionRow, type Score } from "./questions.js";
import { useDemo } from "../support/demo.js";

// An optional part may delay an answer by a second. On a busy machine it would be late, and its call not be counted.
vi.mock("../../src/lib/within.js", () => ({
  within: async (_ms: number, part: Promise<unknown>) => ({ value: await part }),
}));

const PAGE = "docs/questions.md";
/** Tokens are stated as a bound, which small changes of an answer do not exceed. */
const STEP = 50;
/** A question takes at most four calls. */
const MOST_CALLS = 4;
/** How the program is configured, and the heading of its score. */
const MODES = { keyless: "No keys", keyed: "All keys" } as const;

type Mode = keyof typeof MODES;

interface Cost {
  calls: number;
  tokens: number;
}

// One logger for all, because each flushes at the end of the process.
const LOG = createLogger("fatal", []);
const LISTED = new Set(
  CATALOGUE.flatMap(({ capability: { tool } }) => (DEFAULT_TOOLSETS.includes(tool.set) ? [tool.name] : [])),
);
const scoreOf = ({ score, keyed = score }: QuestionRow, mode: Mode): Score => (mode === "keyed" ? keyed : score);
const ASKED = (Object.keys(MODES) as Mode[]).flatMap((mode) =>
  QUESTIONS.flatMap((row) => (scoreOf(row, mode) === "no" ? [] : [{ mode, row, question: row.question }])),
);
const nameOf = (mode: Mode, row: QuestionRow) => `${mode} ${QUESTIONS.indexOf(row) + 1}`;

const demo = useDemo();

/** Asks a program that has a session with its providers and nothing else; counts the upstream calls. */
async function ask(config: Config, { calls }: QuestionRow): Promise<{ results: CallToolResult[]; cost: Cost }> {
  let upstreamCalls = 0;
  const app = createApp(config, LOG, { onUpstream: () => upstreamCalls++ });
  const handle = app.mcp(DEFAULT_TOOLSETS);
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

/** The costs in the checked-in table, by the program and the number of the question. */
function statedCosts(page: string): Map<string, Cost> {
  const rows = page.matchAll(/^\| (\d+) \|.*\| (\S+) \/ (\S+) \| (\S+) \/ (\S+) \|[^|]*\|$/gm);
  const costs = [...rows].flatMap(([, number, freeCalls, calls, freeTokens, tokens]): [string, Cost][] => [
    [`keyless ${number}`, { calls: Number(freeCalls), tokens: Number(freeTokens) }],
    [`keyed ${number}`, { calls: Number(calls), tokens: Number(tokens) }],
  ]);
  return new Map(costs.filter(([, { calls }]) => !Number.isNaN(calls)));
}

function toTable(costs: ReadonlyMap<string, Cost>): string {
  const modes = Object.keys(MODES) as Mode[];
  const rows = QUESTIONS.map((row, index) => {
    const calls = row.calls.map(toMarkdownCall).join("; ");
    const figures = (of: keyof Cost) => modes.map((mode) => costs.get(nameOf(mode, row))?.[of] ?? "–").join(" / ");
    const scores = modes.map((mode) => scoreOf(row, mode)).join(" | ");
    const cells = [row.question, row.source, scores, calls || "–", figures("calls"), figures("tokens"), row.left ?? ""];
    return `| ${index + 1} | ${cells.join(" | ")} |`;
  });
  const totals = modes.map((mode) => {
    const count = (score: Score) => QUESTIONS.filter((row) => scoreOf(row, mode) === score).length;
    return `| ${MODES[mode]} | **${count("full")} of ${QUESTIONS.length}** | ${count("part")} | ${count("no")} |`;
  });
  return [
    "| | Full | Part | No |",
    "|---|--:|--:|--:|",
    ...totals,
    "",
    `| # | Question | Source | ${Object.values(MODES).join(" | ")} | Tool and arguments | Upstream calls | Tokens, at most | Left to the model, or missing |`,
    "|--:|---|---|---|---|---|--:|--:|---|",
    ...rows,
  ].join("\n");
}

describe("the questions of users", () => {
  const measured = new Map<string, Cost>();

  it("are different ones", () => {
    expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(QUESTIONS.length);
  });

  it("ask only tools that a host lists by default", () => {
    const tools = QUESTIONS.flatMap(({ calls }) => calls.map(({ tool }) => tool));
    expect(tools.filter((tool) => !LISTED.has(tool))).toEqual([]);
  });

  it("are answered in full as often as they have to be", () => {
    const full = (rows: readonly QuestionRow[], mode: Mode) =>
      rows.filter((row) => scoreOf(row, mode) === "full").length;
    expect(full(EARLIER_QUESTIONS, "keyless")).toBeGreaterThanOrEqual(14);
    expect(full(EARLIER_QUESTIONS, "keyed")).toBeGreaterThanOrEqual(17);
    expect(full(QUESTIONS, "keyless")).toBeGreaterThanOrEqual(46);
    expect(full(QUESTIONS, "keyed")).toBeGreaterThanOrEqual(56);
    expect(full(LATER_QUESTIONS, "keyed")).toBeGreaterThanOrEqual(15);
  });

  it("take at most four calls each", () => {
    expect(QUESTIONS.filter(({ calls }) => calls.length > MOST_CALLS)).toEqual([]);
  });

  it("have calls where they are answered, and a reason where they are not answered in full", () => {
    const uncalled = ASKED.filter(({ row }) => row.calls.length === 0);
    const unexplained = QUESTIONS.filter((row) => row.score !== "full" && !row.left);
    expect([...uncalled, ...unexplained]).toEqual([]);
  });

  it.each(ASKED)("$mode: $question", async ({ mode, row }) => {
    const { results, cost } = await ask(mode === "keyed" ? demo.config : demo.keyless, row);
    measured.set(nameOf(mode, row), { ...cost, tokens: Math.ceil(cost.tokens / STEP) * STEP });
    for (const [index, { tool, fields, keyedFields = [] }] of row.calls.entries()) {
      const { isError, content, structuredContent } = results[index]!;
      expect([tool, isError ?? false, isError ? content : []]).toEqual([tool, false, []]);
      expect(fields.length).toBeGreaterThan(0);
      const paths = mode === "keyed" ? [...fields, ...keyedFields] : fields;
      const values = paths.map((path) => [path, valueAt(structuredContent, path) ?? null]);
      expect(values.filter(([, value]) => value === null)).toEqual([]);
    }
  });

  it(`cost what ${PAGE} says`, () => {
    const page = readFileSync(new URL(`../../${PAGE}`, import.meta.url), "utf8");
    const stated = renews("1") ? measured : statedCosts(page);
    expectGenerated(PAGE, withBlock(page, "questions", toTable(stated)));
    expect(new Set(stated.keys())).toEqual(new Set(ASKED.map(({ mode, row }) => nameOf(mode, row))));
    for (const [name, { calls, tokens: cost }] of measured) {
      expect(calls, `upstream calls of ${name}`).toBeLessThanOrEqual(stated.get(name)!.calls);
      expect(cost, `tokens of ${name}`).toBeLessThanOrEqual(stated.get(name)!.tokens);
    }
  });
});
