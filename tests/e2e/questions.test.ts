/** The questions of docs/questions.md, asked by a real client of one program on the simulated market. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUESTIONS, valueAt, type QuestionRow } from "../docs/questions.js";
import { cleanEnv, PROGRAM, temporaryFolder } from "../support/program.js";

/** A question takes at most four calls; 38 of forty have to be answered, whatever the time of the run. */
const MOST_CALLS = 4;
const MOST_OPEN = 2;

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

describe("a client that asks what people ask", () => {
  it("gets the answers with at most four calls each", { timeout: 120_000 }, async () => {
    const open: string[] = [];
    for (const row of QUESTIONS) {
      const gaps = row.calls.length === 0 ? ["no call answers it"] : await gapsOf(row);
      if (row.calls.length > MOST_CALLS) gaps.push(`${row.calls.length} calls`);
      if (gaps.length > 0) open.push(`${row.question} ${gaps.join(", ")}`);
    }
    // A failure shows the questions above the limit.
    expect(open.slice(MOST_OPEN)).toEqual([]);
  });
});
