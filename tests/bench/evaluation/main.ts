/** `npm run eval -- --model <address> --name <model>`: asks a model the questions, and writes a report. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { evaluate, isRight } from "./evaluate.js";
import { EVALUATION_QUESTIONS } from "./questions.js";
import { toMarkdown, toReport } from "./report.js";

const USAGE = `Usage: npm run eval -- --model <address> --name <model> [--questions <number>] [--kind <kind>] [--toolsets <sets>] [--patience <seconds>] [--out <folder>]
The address is that of a chat interface in the style of OpenAI, such as http://127.0.0.1:11434/v1. EVAL_API_KEY is its key.`;

async function main(): Promise<number> {
  const options = readOptions();
  if (!options) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { model, name, questions, kind, toolsets, patience, out } = options;
  const asked = EVALUATION_QUESTIONS.filter((each) => kind === undefined || each.kind === kind).slice(
    0,
    Number(questions),
  );
  if (asked.length === 0) {
    const kinds = [...new Set(EVALUATION_QUESTIONS.map((each) => each.kind))].join(", ");
    process.stderr.write(`No question is of the kind ${kind}. Kinds: ${kinds}.\n`);
    return 2;
  }
  const data = mkdtempSync(join(tmpdir(), "market-data-mcp-eval-"));
  const client = new Client({ name: "evaluation", version: "1.0.0" });
  const command = { command: process.execPath, args: [resolve("dist/index.js"), "--demo", "--toolsets", toolsets] };
  const env = { PATH: process.env["PATH"] ?? "", DATA_DIR: data };
  await client.connect(new StdioClientTransport({ ...command, env, stderr: "ignore" }));
  try {
    const key = process.env["EVAL_API_KEY"];
    const chat = { base: model, name, key, patienceMs: Number(patience) * 1_000 };
    let count = 0;
    const results = await evaluate(chat, client, asked, (each) =>
      process.stderr.write(
        `${++count}/${asked.length} ${isRight(each) ? "right" : "WRONG"}  ${each.question.question}\n`,
      ),
    );
    const report = toReport(name, new Date().toISOString().slice(0, 10), results);
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
    writeFileSync(join(out, "report.md"), toMarkdown(report));
    process.stderr.write(`${report.right} of ${report.questions} right. Written to ${out}/report.md and report.json\n`);
    return 0;
  } finally {
    await client.close();
    rmSync(data, { recursive: true, force: true });
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        model: { type: "string" },
        name: { type: "string" },
        questions: { type: "string", default: "1000" },
        kind: { type: "string" },
        toolsets: { type: "string", default: "default" },
        patience: { type: "string", default: "300" },
        out: { type: "string", default: "evaluation-report" },
      },
    });
    const { model, name, questions, patience } = values;
    const areNumbers = [questions, patience].every((each) => /^[1-9]\d{0,4}$/.test(each));
    if (model === undefined || name === undefined || !/^https?:\/\//.test(model) || !areNumbers) return undefined;
    return { ...values, model, name };
  } catch {
    return undefined;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
