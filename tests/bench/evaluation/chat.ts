/** One question to a model with the tools of a server, over a chat interface in the style of OpenAI. */
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { answerTokens } from "../budget/budget.js";

/** Where the model answers. */
export interface Model {
  /** Address to which `/chat/completions` is added. */
  base: string;
  name: string;
  key: string | undefined;
  /** Milliseconds for one answer of the model. */
  patienceMs: number;
}

/** A call as the model made it. */
export interface MadeCall {
  tool: string;
  /** As parsed; the text itself where it is no JSON. */
  args: unknown;
  isError: boolean;
  /** Of the structured answer. */
  tokens: number;
}

export interface Conversation {
  calls: MadeCall[];
  /** The final answer; empty where the model gave none. */
  answer: string;
  /** Tokens that the model's server counted; `null` where it counts none. */
  modelTokens: number | null;
  /** Why the conversation ended early. */
  failure: string | undefined;
}

interface Message {
  role: string;
  content: string | null;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A model that calls tools without end is stopped. */
const MOST_TURNS = 10;
/** A hosted model refuses calls that follow each other too closely. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 2_000;

const STYLE =
  "Answer the question with the tools. State each figure that was asked for with its unit and sign, in one or two sentences.";

/** The model's server answered in another way than a chat interface does. */
export class ModelFailure extends Error {}

/** Returns what a model did with a question, and what it answered. */
export async function converse(
  model: Model,
  client: Client,
  tools: readonly Tool[],
  question: string,
): Promise<Conversation> {
  const messages: Message[] = [
    { role: "system", content: `${client.getInstructions() ?? ""}\n\n${STYLE}` },
    { role: "user", content: question },
  ];
  const conversation: Conversation = { calls: [], answer: "", modelTokens: null, failure: undefined };
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const { message, tokens } = await complete(model, messages, tools);
    if (tokens !== undefined) conversation.modelTokens = (conversation.modelTokens ?? 0) + tokens;
    messages.push(message);
    const asked = message.tool_calls ?? [];
    if (asked.length === 0) return { ...conversation, answer: message.content ?? "" };
    for (const { id, function: called } of asked) {
      const { made, text } = await call(client, called.name, called.arguments);
      conversation.calls.push(made);
      messages.push({ role: "tool", tool_call_id: id, content: text });
    }
  }
  return { ...conversation, failure: `no answer after ${MOST_TURNS} turns` };
}

async function call(client: Client, tool: string, written: string): Promise<{ made: MadeCall; text: string }> {
  let args: unknown = written;
  try {
    args = JSON.parse(written || "{}");
    const result = (await client.callTool({
      name: tool,
      arguments: args as Record<string, unknown>,
    })) as CallToolResult;
    const text = result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    const tokens = result.structuredContent ? answerTokens(result) : Math.ceil(text.length / 4);
    return { made: { tool, args, isError: result.isError === true, tokens }, text };
  } catch (error) {
    // An unknown tool, or arguments that are no object: hosts show the model the error.
    const text = error instanceof Error ? error.message : String(error);
    return { made: { tool, args, isError: true, tokens: Math.ceil(text.length / 4) }, text };
  }
}

async function complete(
  { base, name, key, patienceMs }: Model,
  messages: readonly Message[],
  tools: readonly Tool[],
): Promise<{ message: Message; tokens: number | undefined }> {
  const body = JSON.stringify({
    model: name,
    temperature: 0,
    messages,
    tools: tools.map(({ name: tool, description, inputSchema }) => ({
      type: "function",
      function: { name: tool, description, parameters: inputSchema },
    })),
  });
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${base.replace(/\/+$/, "")}/chat/completions`, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    if (response.ok) return readReply(text);
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === ATTEMPTS)
      throw new ModelFailure(`The model's server answers ${response.status}: ${text.slice(0, 300)}`);
    const asked = Number(response.headers.get("retry-after")) * 1_000;
    const pause = asked > 0 ? asked : FIRST_PAUSE_MS * 2 ** (attempt - 1);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function readReply(text: string): { message: Message; tokens: number | undefined } {
  let reply: { choices?: { message?: Message }[]; usage?: { total_tokens?: number } };
  try {
    reply = JSON.parse(text) as typeof reply;
  } catch {
    throw new ModelFailure(`The model's server answers with something that is no JSON: ${text.slice(0, 300)}`);
  }
  const message = reply.choices?.[0]?.message;
  if (!message) throw new ModelFailure(`The model's server answers without a message: ${text.slice(0, 300)}`);
  return { message, tokens: reply.usage?.total_tokens };
}
