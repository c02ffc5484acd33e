/** The built program between a caller and upstreams whose faults a test controls. */
import { request, type IncomingMessage } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { SECRET_KEYS, startFaultyUpstream } from "./faulty-upstream.js";
import { memoryMbOf } from "./process-facts.js";
import { startHttpProgram } from "./program.js";

type Json = Record<string, unknown>;

/** The parts of a request besides its address. */
export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Another address of this machine, such as `127.0.0.9`, to act as another caller. */
  from?: string;
}

/** An answer over REST. */
export interface RestAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Json;
  ms: number;
}

/** A tool's answer: its texts, its content or its error, and its other `_meta`. */
export interface ToolAnswer {
  isError: boolean;
  texts: string[];
  structured: Json | undefined;
  error: Json | undefined;
  cache: Json | undefined;
  ms: number;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/**
 * Starts upstreams and the program for one test: state in memory, only the first source of each answer and no
 * enrichment, so that a fault stays visible and calls can be counted. `env` changes these settings.
 *
 * When the test ends, the program must still run, and its output must not contain a key or an unexpected error.
 */
export async function createStage(env: Record<string, string> = {}): Promise<Stage> {
  const stage = await openStage(env);
  onTestFinished(stage.close);
  return stage;
}

/**
 * A stage for all tests of a `describe`; its upstreams are healthy again before each.
 *
 * For faults without lasting effects. Successful calls precede each test, so that a few failures do not open provider
 * A's circuit breaker.
 */
export function shareStage(env: Record<string, string> = {}): () => Stage {
  let stage: Stage;
  let asked = 0;
  async function calm(times: number): Promise<void> {
    for (let time = 0; time < times; time++) await stage.get(`/stock/CALM${asked++}`);
  }
  beforeAll(async () => {
    stage = await openStage({ PROVIDER_A_RATE_PER_MINUTE: "1000", PROVIDER_A_DAILY_QUOTA: "0", ...env });
    await calm(20);
  });
  beforeEach(async () => {
    stage.upstream.reset();
    await calm(2);
    stage.upstream.reset();
  });
  afterAll(() => stage.close());
  return () => stage;
}

async function openStage(env: Record<string, string>) {
  const upstream = await startFaultyUpstream();
  const program = await startHttpProgram([], {
    STORE_URL: "memory:",
    ENRICH: "off",
    FALLBACK: "off",
    ...upstream.env,
    ...env,
  });
  const answers: string[] = [];
  let stopped = false;
  let lastId = 0;

  async function send(path: string, init: Question = {}): Promise<RestAnswer> {
    const answer = await ask(program.url + path, init);
    answers.push(JSON.stringify(answer));
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    return answer;
  }

  return {
    upstream,
    program,
    /** Sends a REST request; `path` is the part after `/api/v1`. */
    get: (path: string, init?: Question) => send(`/api/v1${path}`, init),
    /** Calls a tool over HTTP. */
    async call(name: string, args: Json = {}, signal?: AbortSignal): Promise<ToolAnswer> {
      const { body, ms } = await send("/mcp", toolCall(++lastId, name, args, signal));
      return { ...toToolAnswer(body), ms };
    },
    /** The program's current and peak resident memory, in megabytes. */
    memory: () => memoryMbOf(program.child.pid!),
    /** The program's log, one object per line. */
    log: () =>
      program
        .stderr()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Json),
    /** Ends the program by SIGTERM; returns its exit code. */
    stop(): Promise<number | string> {
      stopped = true;
      return program.stop();
    },
    /** Ends everything, and checks the program's output. */
    async close(): Promise<void> {
      const alive = program.child.exitCode === null && program.child.signalCode === null;
      program.child.kill("SIGKILL");
      await program.exited;
      await upstream.close();
      expectHarmless([...answers, program.stdout()].join("\n"), program.stderr());
      expect(alive || stopped).toBe(true);
    },
  };
}

/** Sends a request over a new connection, because a clock change makes persistent ones expire. */
function ask(url: string, { method = "GET", headers = {}, body, signal, from }: Question): Promise<RestAnswer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers,
      agent: false,
      ...(signal ? { signal } : {}),
      ...(from ? { localAddress: from } : {}),
    };
    const onResponse = async (response: IncomingMessage) => {
      const answer = (await readJson(response)) as Json;
      const ms = performance.now() - started;
      const { statusCode = 0, headers: received } = response;
      resolve({ status: statusCode, headers: received as RestAnswer["headers"], body: answer, ms });
    };
    request(url, options, (response) => void onResponse(response).catch(reject))
      .once("error", reject)
      .end(body);
  });
}

/** Expects that the output reveals no key and the log has no unexpected error. */
export function expectHarmless(output: string, stderr: string): void {
  for (const secret of Object.values(SECRET_KEYS)) expect(output + stderr).not.toContain(secret);
  expect(stderr).not.toMatch(/"event":"(?:crash|unexpected)"|Unhandled|Warning:/);
}

/** The message that calls a tool. */
export function toolMessage(id: number, name: string, args: Json = {}) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

/** A POST that calls a tool. */
export function toolCall(id: number, name: string, args: Json, signal?: AbortSignal): Question {
  return {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(toolMessage(id, name, args)),
    ...(signal ? { signal } : {}),
  };
}

function toToolAnswer(message: Json): Omit<ToolAnswer, "ms"> {
  const { isError, content, structuredContent, _meta } = message["result"] as {
    isError?: boolean;
    content: { text: string }[];
    structuredContent?: Json;
    _meta?: Record<string, Json>;
  };
  return {
    isError: isError ?? false,
    texts: content.map(({ text }) => text),
    structured: structuredContent,
    error: _meta?.["market-data/error"],
    cache: _meta?.["market-data/cache"],
  };
}
