/** What the tools cost a model's context, held against the written budget; `--write` renews the README's table. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { clearProgress, showProgress } from "../../../packaging/progress.mjs";
import { CATALOGUE } from "../../../src/catalogue.js";
import { argumentsFor } from "../../e2e/examples.js";
import { BUDGET, budgetTable, listCosts, tokens } from "./budget.js";

// Built below node_modules, the bench is told where the project is.
const root = process.cwd();
const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });

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
  // As a model asks that knows no more than it must: no limit, no fields.
  const { limit: _limit, ...args } = argumentsFor(capability);
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  answers[name] = (result.content as { text: string }[]).reduce((sum, { text }) => sum + tokens(text), 0);
}
await client.close();
clearProgress();

const over: string[] = [];
const check = (what: string, got: number, allowed: number | undefined) => {
  if (allowed === undefined || got > allowed) over.push(`${what}: ${got} of ${allowed ?? "no budget"}`);
};
check("tools/list, as models see it", costs.model, BUDGET.list.model);
check("tools/list, whole", costs.whole, BUDGET.list.whole);
for (const [name, got] of Object.entries(answers)) check(`answer of ${name}`, got, BUDGET.answers[name]);

const rows = Object.entries(answers).map(
  ([name, got]) => `${name.padEnd(42)}${String(got).padStart(6)} of ${BUDGET.answers[name]}`,
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
if (values.write) {
  const readme = readFileSync(`${root}/README.md`, "utf8");
  const [head, , tail] = readme.split(/(?<=<!-- budget -->\n)([\s\S]*?)(?=<!-- \/budget -->)/);
  if (tail === undefined) throw new Error("README.md has no budget block.");
  writeFileSync(`${root}/README.md`, `${head}${budgetTable(tools)}\n${tail}`);
}
if (over.length > 0) process.exitCode = 1;
