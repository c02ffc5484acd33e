/** The token budget in packaging/budget.json, compared with the built program. */
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import {
  answerBudget,
  answerTokens,
  BUDGET,
  budgetTable,
  listOf,
  listsOverBudget,
  overBudget,
} from "../bench/budget/budget.js";
import { expectGenerated, withBlock } from "../support/generated-file.js";
import { cleanEnv, PROGRAM } from "../support/program.js";
import { argumentsFor } from "./examples.js";

const TOOLS = CATALOGUE.map(({ capability }) => capability);

/** Questions with the longest possible answers. */
const LONGEST: [tool: string, args: Record<string, unknown>][] = [
  ...["income", "balance", "cash"].map((statement_type): [string, Record<string, unknown>] => [
    "provider_a_get_financial_statements",
    { symbol: "AAPL", statement_type, period: "quarter", limit: 40 },
  ]),
  ["provider_a_screen_stocks", { limit: 100 }],
  ["get_insider_transactions", { symbol: "AAPL", limit: 150 }],
  ["provider_a_get_most_active", { random_string: "x", limit: 50 }],
  ["provider_a_get_crypto_prices", { limit: 100 }],
];

/** Questions without a size, beyond the examples. */
const UNSIZED: [tool: string, args: Record<string, unknown>][] = [
  ["provider_a_get_financial_statements", { symbol: "AAPL", statement_type: "balance" }],
  ["provider_a_get_financial_statements", { symbol: "AAPL", statement_type: "cash", period: "quarter" }],
  ["provider_a_screen_stocks", {}],
  ["get_price_history", { symbol: "AAPL", interval: "1d" }],
  ["get_price_history", { symbol: "NESN.SW", range: "1d" }],
];

declare module "vitest" {
  interface TaskMeta {
    /** Whether the test found that a budget is exceeded; `npm run renew` tells this from other failures. */
    overBudget?: boolean;
  }
}

const tooLong = (characters: number) =>
  characters > BUDGET.characters ? `The result has ${characters} characters, at most ${BUDGET.characters}.` : undefined;

function expectNoneOver({ task }: TestContext, exceeded: readonly (string | undefined)[]): void {
  const found = exceeded.filter((sentence) => sentence !== undefined);
  task.meta.overBudget = found.length > 0;
  expect(found).toEqual([]);
}

describe("the built program's cost of context", () => {
  let client: Client;
  let tools: Tool[];

  beforeAll(async () => {
    client = new Client({ name: "budget", version: "0" });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, "--demo", "--toolsets", "all"],
      env: cleanEnv(),
    });
    await client.connect(transport);
    ({ tools } = await client.listTools());
  });
  afterAll(() => client.close());

  async function costOf(name: string, args: Record<string, unknown>): Promise<{ cost: number; characters: number }> {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    expect(result.isError).toBeFalsy();
    // No value in a sentence is left as it is kept.
    expect(JSON.stringify(result)).not.toMatch(/[\uFDD2\uFDD3]/);
    return { cost: answerTokens(result), characters: JSON.stringify(result).length };
  }

  it("is within the budgets for the lists of tools", (context) => {
    expectNoneOver(context, listsOverBudget(tools));
  });

  it("is measured on the lists that the program sends", async () => {
    for (const choice of ["core", "default"]) {
      const other = new Client({ name: "budget", version: "0" });
      const args = [PROGRAM, "--demo", "--toolsets", choice];
      await other.connect(new StdioClientTransport({ command: process.execPath, args, env: cleanEnv() }));
      expect((await other.listTools()).tools).toEqual(listOf(choice, tools));
      await other.close();
    }
  });

  it.for(TOOLS)("is within the budget for the default answer of $tool.name", async (capability, context) => {
    const { limit: _limit, ...args } = argumentsFor(capability);
    const { name } = capability.tool;
    const { cost, characters } = await costOf(name, args);
    expectNoneOver(context, [
      tooLong(characters),
      overBudget(`The default answer of ${name}`, cost, answerBudget(name)),
    ]);
  });

  it.for(UNSIZED)("is within the budget for the answer of %s %j", async ([name, args], context) => {
    const { cost, characters } = await costOf(name, args);
    expectNoneOver(context, [tooLong(characters), overBudget(`The answer of ${name}`, cost, answerBudget(name))]);
  });

  it.for(LONGEST)("is within the budget for the longest answer for %s %j", async ([name, args], context) => {
    const { cost } = await costOf(name, args);
    expectNoneOver(context, [overBudget(`The longest answer of ${name}`, cost, BUDGET.longest)]);
  });

  it("equals the table in docs/mcp.md", () => {
    const page = readFileSync(new URL("../../docs/mcp.md", import.meta.url), "utf8");
    expectGenerated("docs/mcp.md", withBlock(page, "budget", budgetTable(tools)));
  });
});
