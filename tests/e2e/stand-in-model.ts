/** A model that follows a script, behind a chat interface in the style of OpenAI. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { CATALOGUE } from "../../src/catalogue.js";
import { EVALUATION_QUESTIONS } from "../bench/evaluation/questions.js";
import { wantedOf, type Wanted } from "../bench/evaluation/figures.js";

/** How it answers: with the right calls and figures, after another tool, or with figures that are off. */
export type Behaviour = "right" | "wrong tool" | "wrong figure" | "wrong sign" | "no unit" | "endless";

interface Message {
  role: string;
  content: string | null;
}

const CAPABILITIES = new Map(CATALOGUE.map(({ capability }) => [capability.tool.name, capability]));

export interface StandIn {
  base: string;
  /** The last request, for what a real model would get. */
  seen: { headers: IncomingMessage["headers"]; tools: number }[];
  stop(): Promise<void>;
}

export async function startStandIn(behaviourOf: (question: string) => Behaviour, refusals = 0): Promise<StandIn> {
  const seen: StandIn["seen"] = [];
  let left = refusals;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      if (left-- > 0) return void response.writeHead(429, { "retry-after": "0.01" }).end();
      const body = JSON.parse(Buffer.concat(pieces).toString()) as { messages: Message[]; tools: unknown[] };
      seen.push({ headers: request.headers, tools: body.tools.length });
      const message = reply(body.messages, behaviourOf);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices: [{ message }], usage: { total_tokens: 100 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function reply(messages: readonly Message[], behaviourOf: (question: string) => Behaviour) {
  const asked = messages.find(({ role }) => role === "user")!.content!;
  const { calls } = EVALUATION_QUESTIONS.find(({ question }) => question === asked)!;
  const answers = messages.filter(({ role }) => role === "tool").map(({ content }) => content!);
  const behaviour = behaviourOf(asked);
  const made = behaviour === "wrong tool" ? [{ tool: "get_service_status", args: {}, fields: [] }] : calls;
  const next = behaviour === "endless" ? made[0] : made[answers.length];
  if (next) {
    const called = { name: next.tool, arguments: JSON.stringify(next.args) };
    return {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `call_${answers.length}`, type: "function", function: called }],
    };
  }
  const figures = made.flatMap(({ tool, fields }, at) =>
    wantedOf(CAPABILITIES.get(tool)!, JSON.parse(answers[at]!), fields),
  );
  return { role: "assistant", content: `The figures: ${figures.map((each) => write(each, behaviour)).join("; ")}.` };
}

/** Writes a figure with all its digits. */
function write({ path, value, unit }: Wanted, behaviour: Behaviour): string {
  const off = behaviour === "wrong figure" ? value * 1.37 + 11 : behaviour === "wrong sign" ? -value : value;
  const scale = unit.kind === "percent" && value !== 0 ? unit.value / value : 1;
  const text = (off * scale).toFixed(8);
  const name = path.replaceAll(/[\d.=-]/g, " ");
  if (unit.kind === "plain" || behaviour === "no unit") return `${name} ${text}`;
  return unit.kind === "percent" ? `${name} ${text} %` : `${name} ${text} ${unit.currency ?? "USD"}`;
}
