/** Asks a model the questions, and compares its calls and answers with the right ones. */
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { CATALOGUE } from "../../../src/catalogue.js";
import type { Call } from "../../docs/questions.js";
import { converse, type Conversation, type Model } from "./chat.js";
import { judge, wantedOf, type Verdict, type Wanted } from "./figures.js";
import { SAME_FIGURE, type EvaluationQuestion } from "./questions.js";

/** A question with what the model did. */
export interface Evaluated extends Conversation {
  question: EvaluationQuestion;
  /** Tools that were meant and that neither they nor one with the same figure was called for. */
  notCalled: string[];
  /** Tools that were called and not meant. */
  calledInstead: string[];
  figures: { wanted: Wanted; verdict: Verdict }[];
}

const CAPABILITIES = new Map(CATALOGUE.map(({ capability }) => [capability.tool.name, capability]));

/**
 * Returns what the model did with each question. `client` is connected to a program on the simulated market, whose answers
 * of the same calls are the right figures.
 */
export async function evaluate(
  model: Model,
  client: Client,
  questions: readonly EvaluationQuestion[],
  onDone: (each: Evaluated) => void = () => {},
): Promise<Evaluated[]> {
  const { tools } = await client.listTools();
  const results: Evaluated[] = [];
  for (const question of questions) {
    const conversation = await converse(model, client, tools, question.question);
    // Afterwards, so that they are the answers that the model got, from the cache.
    const wanted = await figuresOf(client, question.calls);
    const evaluated = {
      ...conversation,
      question,
      ...compareTools(question.calls, conversation),
      figures: wanted.map((each) => ({ wanted: each, verdict: judge(conversation.answer, each) })),
    };
    results.push(evaluated);
    onDone(evaluated);
  }
  return results;
}

async function figuresOf(client: Client, calls: readonly Call[]): Promise<Wanted[]> {
  const wanted: Wanted[] = [];
  for (const { tool, args, fields } of calls) {
    const { isError, structuredContent } = (await client.callTool({ name: tool, arguments: args })) as CallToolResult;
    if (isError) throw new Error(`The right call of ${tool} fails: ${JSON.stringify(args)}`);
    wanted.push(...wantedOf(CAPABILITIES.get(tool)!, structuredContent, fields));
  }
  return wanted;
}

function compareTools(meant: readonly Call[], { calls }: Conversation) {
  const wanted = new Set(meant.map(({ tool }) => tool));
  const made = new Set(calls.map(({ tool }) => tool));
  const areSame = (one: string, other: string) =>
    one === other || SAME_FIGURE.some((group) => group.includes(one) && group.includes(other));
  return {
    notCalled: [...wanted].filter((tool) => ![...made].some((each) => areSame(each, tool))),
    calledInstead: [...made].filter((tool) => ![...wanted].some((each) => areSame(each, tool))),
  };
}

/** Whether the tools were the right ones and every figure was stated. */
export const isRight = ({ notCalled, figures, failure }: Evaluated): boolean =>
  failure === undefined && notCalled.length === 0 && figures.every(({ verdict }) => verdict === "right");
