/** The workflows of the prompts and of the skill, each call made over a client on the simulated market. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKFLOWS } from "../support/workflows.js";
import { cleanEnv, PROGRAM, temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
const client = new Client({ name: "test", version: "0" });

beforeAll(async () => {
  const env = cleanEnv({ DATA_DIR: folder.path });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "--demo"], env, stderr: "ignore" }),
  );
});
afterAll(async () => {
  await client.close();
  folder.remove();
});

/** The calls that a prompt writes out, in their order. */
const CALL = /^\d\. (\w+)((?: \w+=[^ :]+)*):/gm;

describe.each(WORKFLOWS)("the workflow $name", ({ name, steps }) => {
  const symbols = name === "morning_brief" ? "AAPL,KO" : "AAPL";

  it("has at most six calls, which are those of its prompt", async () => {
    const values = name === "morning_brief" ? { symbols } : { symbol: symbols };
    const { messages } = await client.getPrompt({ name, arguments: values });
    const { text } = messages[0]!.content as { text: string };
    const called = [...text.matchAll(CALL)].map(([, tool, args]) => [
      tool,
      Object.fromEntries([...args!.matchAll(/(\w+)=([^ ]+)/g)].map(([, key, value]) => [key, value])),
    ]);
    expect(called).toEqual(steps(symbols).map(({ by, args }) => [by.tool.name, args]));
    expect(called.length).toBeLessThanOrEqual(6);
  });

  it.each(steps(symbols).map(({ by, args, read }) => ({ tool: by.tool.name, args, read })))(
    "$tool answers: $read",
    async ({ tool, args }) => {
      const { isError, content } = await client.callTool({ name: tool, arguments: args });
      expect([isError ?? false, content]).toEqual([false, expect.any(Array)]);
    },
  );
});
