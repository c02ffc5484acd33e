/**
 * Callers on REST, MCP over HTTP and stdio that send questions at a fixed rate, answered or not.
 */
import { CATALOGUE } from "../../../src/catalogue.js";
import type { Host } from "../../system/host.js";
import { toolCall, type ToolResult, type Visitor } from "../../system/http-visitor.js";
import { pickWeighted, type Draw } from "./chance.js";
import { drawQuestion, drawSubject, type Question } from "./questions.js";
import { verdictOnRest, verdictOnTool } from "./verdict.js";

/** One answer: surface, result, duration. */
export interface Answer {
  door: string;
  verdict: string;
  ms: number;
}

export interface Doors {
  visitor: Visitor;
  host: Host;
}

/** Questions per second on each surface. */
const PACE = { rest: 16, mcp: 8, stdio: 8 } as const;
type Door = keyof typeof PACE;

const capabilities = new Map(CATALOGUE.map(({ capability }) => [capability.name, capability]));
/** Unknown symbols, most of them requested once, to exercise the cache's limits. */
const STRANGERS = [
  [false, 90],
  [true, 10],
] as const;

/**
 * Sends questions until stopped; an answer after `limitMs` counts as missing.
 *
 * `stop` resolves when no question is in flight.
 */
export function startCalling(doors: Doors, draw: Draw, limitMs: number, onAnswer: (answer: Answer) => void) {
  const underWay = new Set<Promise<void>>();
  let strangers = 0;

  function next(): Question {
    const stranger = pickWeighted(draw, STRANGERS);
    if (stranger) return { name: "quote", input: { symbol: `Q${(strangers++ % 5_000).toString(36)}Z` } };
    return drawQuestion(draw, drawSubject(draw));
  }

  async function call(door: Door): Promise<void> {
    const question = next();
    const started = performance.now();
    const verdict = await within(limitMs, ASK[door](doors, question)).catch((error: Error) => failureOf(error));
    onAnswer({ door, verdict, ms: performance.now() - started });
  }

  const timers = (Object.keys(PACE) as Door[]).map((door) =>
    setInterval(() => {
      const flight = call(door);
      underWay.add(flight);
      void flight.finally(() => underWay.delete(flight));
    }, 1_000 / PACE[door]),
  );
  return {
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

const ASK: Record<Door, (doors: Doors, question: Question) => Promise<string>> = {
  async rest({ visitor }, question) {
    const { status, text } = await visitor.ask(toPath(question));
    return verdictOnRest(question, status, text);
  },
  async mcp({ visitor }, question) {
    const { status, text } = await visitor.post(toolCall(1, toTool(question), question.input));
    if (status !== 200) return `status ${status} of /mcp`;
    return verdictOnTool(question, (JSON.parse(text) as { result?: ToolResult }).result);
  },
  stdio: async ({ host }, question) => verdictOnTool(question, await host.call(toTool(question), question.input)),
};

function toTool({ name }: Question): string {
  return capabilities.get(name)!.tool.name;
}

function toPath({ name, input }: Question): string {
  const { symbol, ...query } = input;
  const { route } = capabilities.get(name)!;
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]));
  const path = route.replace("{symbol}", encodeURIComponent(symbol ?? ""));
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

class TooLate extends Error {}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLate()), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function failureOf(error: Error): string {
  return error instanceof TooLate ? "hang past the deadline" : `no answer: ${error.message.slice(0, 40)}`;
}
