/** Prints the token costs of the tools, compared with packaging/budget.json. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { clearProgress, showProgress } from "../../../packaging/progress.mjs";
import { CATALOGUE } from "../../../src/catalogue.js";
import { argumentsFor } from "../../e2e/examples.js";
import {
  answerBudget,
  answerTokens,
  BUDGET,
  CHOICES,
  listCosts,
  listOf,
  listsOverBudget,
  overBudget,
} from "./budget.js";

// The bench is built into node_modules, so it finds the project by the working directory.
const root = process.cwd();

const client = new Client({ name: "budget", version: "0" });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL("dist/index.js", `file://${root}/`)), "--demo", "--toolsets", "all"],
    stderr: "ignore",
  }),
);
const { tools } = await client.listTools();
const answers: Record<string, number> = {};
for (const { capability } of CATALOGUE) {
  const { name } = capability.tool;
  showProgress(`Asking ${name}`);
  // Only the required arguments: no limit, no fields.
  const { limit: _limit, ...args } = argumentsFor(capability);
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  answers[name] = answerTokens(result as CallToolResult);
}
await client.close();
clearProgress();

const over = [
  ...listsOverBudget(tools),
  ...Object.entries(answers).flatMap(
    ([name, got]) => overBudget(`The default answer of ${name}`, got, answerBudget(name)) ?? [],
  ),
];

const lists = CHOICES.map((choice) => {
  const listed = listOf(choice, tools);
  const { model, whole } = listCosts(listed);
  const allowed = BUDGET.lists[choice];
  const of = (figure: number | undefined) => (figure === undefined ? "" : ` of ${figure}`).padEnd(10);
  return `${choice.padEnd(42)}${String(listed.length).padStart(6)}   ${String(model).padStart(6)}${of(allowed?.model)}${String(whole).padStart(6)}${of(allowed?.whole)}`.trimEnd();
});

const rows = Object.entries(answers).map(
  ([name, got]) => `${name.padEnd(42)}${String(got).padStart(6)} of ${answerBudget(name)}`,
);
process.stdout.write(
  [
    `${"tools/list, by toolsets".padEnd(42)} tools   as models see it, whole`,
    ...lists,
    "",
    "default answer, tokens",
    ...rows,
    "",
    over.length > 0 ? `OVER BUDGET\n${over.join("\n")}` : "within budget",
    "",
  ].join("\n"),
);
if (over.length > 0) process.exitCode = 1;
