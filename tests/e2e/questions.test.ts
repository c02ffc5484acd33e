/** The questions of docs/questions.md and forty others, asked by a real client of one program on the simulated market. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDated, QUESTIONS, valueAt, type QuestionRow } from "../docs/questions.js";
import { FURTHER_QUESTIONS, type FurtherQuestion } from "./further-questions.js";
import { cleanEnv, PROGRAM, temporaryFolder } from "../support/program.js";

/** A question takes at most four calls; all have to be answered, whatever the time of the run. */
const MOST_CALLS = 4;
/** Of the further forty, 36 have to be answered, each within this many tokens (bytes / 4). */
const MOST_FURTHER_OPEN = 4;
const MOST_TOKENS = 2_300;

const folder = temporaryFolder();
const client = new Client({ name: "e2e", version: "1.0.0" });
beforeAll(async () => {
  const args = [PROGRAM, "--demo", "--toolsets", "all"];
  const env = cleanEnv({ DATA_DIR: folder.path });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  // After this the client validates every answer against the schema of its tool.
  await client.listTools();
});
afterAll(async () => {
  await client.close();
  folder.remove();
});

/** Returns what the answers to a question lack: failed calls, and fields without a value. */
async function gapsOf({ calls }: QuestionRow): Promise<string[]> {
  const gaps: string[] = [];
  for (const { tool, args, fields } of calls) {
    const { isError, structuredContent } = await client.callTool({ name: tool, arguments: args });
    if (isError) gaps.push(`${tool} failed`);
    else gaps.push(...fields.filter((path) => (valueAt(structuredContent, path) ?? null) === null));
  }
  return gaps;
}

/** Returns what the answers to a further question lack, and whether they are too many or too long. */
async function furtherGapsOf({ calls }: FurtherQuestion): Promise<string[]> {
  const gaps: string[] = [];
  const answers: unknown[] = [];
  for (const { tool, args, wanted } of calls) {
    const given = typeof args === "function" ? args(answers) : args;
    const { isError, structuredContent } = await client.callTool({ name: tool, arguments: given });
    if (isError) return [...gaps, `${tool} failed`];
    answers.push(structuredContent);
    const text = JSON.stringify(structuredContent);
    const isThere = (each: string | RegExp) =>
      typeof each === "string" ? (valueAt(structuredContent, each) ?? null) !== null : each.test(text);
    gaps.push(...wanted.filter((each) => !isThere(each)).map(String));
  }
  const tokens = answers.reduce<number>((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)) / 4, 0);
  if (calls.length > MOST_CALLS) gaps.push(`${calls.length} calls`);
  if (tokens > MOST_TOKENS) gaps.push(`${Math.round(tokens)} tokens`);
  return gaps;
}

describe("a client that asks what people ask", () => {
  it("gets the answers with at most four calls each", { timeout: 120_000 }, async () => {
    const open: string[] = [];
    for (const row of QUESTIONS.filter((each) => (each.keyed ?? each.score) !== "no" && !isDated(each))) {
      const gaps = await gapsOf(row);
      if (row.calls.length > MOST_CALLS) gaps.push(`${row.calls.length} calls`);
      if (gaps.length > 0) open.push(`${row.question} ${gaps.join(", ")}`);
    }
    expect(open).toEqual([]);
  });

  it("gets the answers to 36 of forty others within 2,300 tokens each", { timeout: 120_000 }, async () => {
    const open: string[] = [];
    for (const row of FURTHER_QUESTIONS) {
      const gaps = await furtherGapsOf(row);
      if (gaps.length > 0) open.push(`${row.question} ${gaps.join(", ")}`);
    }
    expect(open.slice(MOST_FURTHER_OPEN)).toEqual([]);
  });
});
