/** The evaluation of `npm run eval`, with a scripted model in place of a real one and the built program on its market. */
import { spawnSync } from "node:child_process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluate, isRight } from "../bench/evaluation/evaluate.js";
import { EVALUATION_QUESTIONS } from "../bench/evaluation/questions.js";
import { toMarkdown, toReport } from "../bench/evaluation/report.js";
import { cleanEnv, PROGRAM, temporaryFolder } from "../support/program.js";
import { startStandIn, type Behaviour } from "./stand-in-model.js";

const folder = temporaryFolder();
const client = new Client({ name: "evaluation", version: "1.0.0" });
beforeAll(async () => {
  const args = [PROGRAM, "--demo"];
  const env = cleanEnv({ DATA_DIR: folder.path });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
});
afterAll(async () => {
  await client.close();
  folder.remove();
});

/** Ten questions with figures of each kind of unit: amounts, percentages, changes, numbers. */
const TEN = EVALUATION_QUESTIONS.filter(({ question }) =>
  [
    "How much is Apple trading for?",
    "What is Tesla's share price now, and by how many percent has it changed today?",
    "What is Apple's profit margin?",
    "How much free cash flow did Microsoft have last year?",
    "Compare the revenue of Apple and Microsoft.",
    "How many analysts rate Tesla buy, hold or sell?",
    "What is the US unemployment rate?",
    "How did Nvidia do over five years?",
    "Which stocks are traded most today?",
    "Is Apple overbought by its RSI?",
  ].includes(question),
);

async function ask(behaviour: Behaviour, refusals = 0) {
  const model = await startStandIn(() => behaviour, refusals);
  try {
    const chat = { base: model.base, name: "stand-in", key: "secret", patienceMs: 60_000 };
    const results = await evaluate(chat, client, TEN);
    return { results, report: toReport("stand-in", "2026-11-30", results), seen: model.seen };
  } finally {
    await model.stop();
  }
}

describe("the evaluation of a model", () => {
  it("has at least 120 questions, each once and with its source", () => {
    expect(EVALUATION_QUESTIONS.length).toBeGreaterThanOrEqual(120);
    expect(new Set(EVALUATION_QUESTIONS.map(({ question }) => question)).size).toBe(EVALUATION_QUESTIONS.length);
    expect(EVALUATION_QUESTIONS.filter(({ source, kind }) => source === "" || kind === "")).toEqual([]);
    expect(TEN).toHaveLength(10);
  });

  it("finds a model right that calls the right tools and states the figures", async () => {
    const { report, seen } = await ask("right");
    expect(report).toMatchObject({ questions: 10, right: 10, rightTools: 10, mixedUp: [], refusedCalls: 0 });
    expect(report.figures.right).toBe(report.figures.asked);
    expect(report.modelTokens).toBe(100 * seen.length);
    expect(seen[0]).toMatchObject({ headers: { authorization: "Bearer secret" } });
    expect(seen[0]!.tools).toBe((await client.listTools()).tools.length);
  });

  it("finds each question of a model that calls another tool, and names the pair", async () => {
    const { report } = await ask("wrong tool");
    expect(report).toMatchObject({ right: 0, rightTools: 0 });
    expect(report.tools["get_service_status"]).toEqual({ meant: 0, missed: 0, instead: 10 });
    expect(report.mixedUp[0]).toMatchObject({ called: "get_service_status" });
    expect(toMarkdown(report)).toContain("get_service_status");
  });

  it.each(["wrong figure", "wrong sign", "no unit"] as const)(
    "finds a model with a %s after the right calls",
    async (behaviour) => {
      const { results, report } = await ask(behaviour);
      expect(report.rightTools).toBe(10);
      const found = results.filter((each) => !isRight(each));
      // Numbers of shares and of people have no unit.
      const hasUnit = results.filter(({ figures }) => figures.some(({ wanted }) => wanted.unit.kind !== "plain"));
      expect(found).toEqual(behaviour === "no unit" ? hasUnit : results);
      expect(hasUnit.length).toBeGreaterThanOrEqual(5);
    },
  );

  it("asks again when the model's server is busy, and stops a model that calls without end", async () => {
    const { report } = await ask("endless", 2);
    expect(report.right).toBe(0);
    expect(report.results[0]!.failure).toBe("no answer after 10 turns");
  });

  it.each([
    ["no model", []],
    ["an address that is none", ["--model", "here", "--name", "x"]],
    ["no number of questions", ["--model", "http://127.0.0.1:1", "--name", "x", "--questions", "many"]],
    ["an unknown option", ["--model", "http://127.0.0.1:1", "--name", "x", "--fast"]],
  ])("ends with 2 and the usage for %s", (_name, args) => {
    const { status, stderr } = spawnSync(process.execPath, ["packaging/bench.mjs", "evaluation", ...args], {
      encoding: "utf8",
    });
    expect(status).toBe(2);
    expect(stderr).toContain("Usage: npm run eval");
  });
});
