/** Prints the token costs of the tools, compared with packaging/budget.json. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { clearProgress, showProgress } from "../../../packaging/progress.mjs";
import { CATALOGUE } from "../../../src/catalogue.js";
import { argumentsFor } from "../../e2e/examples.js";
import { answerBudget, BUDGET, listCosts, overBudget, tokens } from "./budget.js";

// The bench is built into node_modules, so it finds the project by the working directory.
const root = process.cwd();

const client = new Client({ name: "budget", version: "0" });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL("dist/index.js", `file://${root}/`)), "--demo"],
    stderr: "ignore",
  }),
);
const { tools } = await client.listTools();
const costs = listCosts(tools);
const answers: Record<string, number> = {};
for (const { capability } of CATALOGUE) {
  const { name } = capability.tool;
  showProgress(`Asking ${name}`);
  // Only the required arguments: no limit, no fields.
  const { limit: _limit, ...args } = argumentsFor(capability);
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  answers[name] = (result.content as { text: string }[]).reduce((sum, { text }) => sum + tokens(text), 0);
}
await client.close();
clearProgress();

const over: string[] = [];
const check = (what: string, got: number, allowed: number) => {
  const sentence = overBudget(what, got, allowed);
  if (sentence) over.push(sentence);
};
check("tools/list, as models see it", costs.model, BUDGET.list.model);
check("tools/list, whole", costs.whole, BUDGET.list.whole);
for (const [name, got] of Object.entries(answers)) check(`answer of ${name}`, got, answerBudget(name));

const rows = Object.entries(answers).map(
  ([name, got]) => `${name.padEnd(42)}${String(got).padStart(6)} of ${answerBudget(name)}`,
);
process.stdout.write(
  [
    `tools/list: ${costs.model} of ${BUDGET.list.model} tokens as models see it, ${costs.whole} of ${BUDGET.list.whole} whole`,
    "",
    "default answer, tokens",
    ...rows,
    "",
    over.length > 0 ? `OVER BUDGET\n${over.join("\n")}` : "within budget",
    "",
  ].join("\n"),
);
if (over.length > 0) process.exitCode = 1;
