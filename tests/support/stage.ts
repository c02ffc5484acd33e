/** The built program between a caller and upstreams that misbehave. */
import { readFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { SECRET_KEYS, startFaultyUpstream } from "./faulty-upstream.js";
import { startHttpProgram } from "./program.js";

type Json = Record<string, unknown>;

/** What a request is made of besides its address. */
export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Another address of this machine, such as `127.0.0.9`, to be another caller. */
  from?: string;
}

/** An answer over REST. */
export interface RestAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Json;
  ms: number;
}

/** An answer of a tool: its texts, what it gives or what it says of its failure, and its other `_meta`. */
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
 * Starts upstreams and the program for one test: state in memory, only the first
 * source of each answer and no fields filled in from other providers, so that a
 * fault stays visible and calls can be counted, and whatever else `env` says.
 *
 * When the test ends the program must still be there, and nothing it ever said
 * may hold a key or speak of an error that nobody expected.
 */
export async function createStage(env: Record<string, string> = {}): Promise<Stage> {
  const stage = await openStage(env);
  onTestFinished(stage.close);
  return stage;
}

/**
 * A stage for all tests of a `describe`, its upstreams healthy again before each.
 *
 * For faults that leave nothing behind. The program has answered well often
 * enough that some failures do not make it leave provider A alone.
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
  const said: string[] = [];
  let stopped = false;
  let lastId = 0;

  async function send(path: string, init: Question = {}): Promise<RestAnswer> {
    const answer = await ask(program.url + path, init);
    said.push(JSON.stringify(answer));
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    return answer;
  }

  return {
    upstream,
    program,
    /** Asks over REST; `path` is what comes after `/api/v1`. */
    get: (path: string, init?: Question) => send(`/api/v1${path}`, init),
    /** Calls a tool over HTTP. */
    async call(name: string, args: Json = {}, signal?: AbortSignal): Promise<ToolAnswer> {
      const { body, ms } = await send("/mcp", toolCall(++lastId, name, args, signal));
      return { ...toToolAnswer(body), ms };
    },
    /** The program's resident memory now and at its peak, in megabytes. */
    memory() {
      const status = readFileSync(`/proc/${program.child.pid}/status`, "utf8");
      const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
      return { now: read("VmRSS"), peak: read("VmHWM") };
    },
    /** What the program logged, one object a line. */
    log: () =>
      program
        .stderr()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Json),
    /** Ends the program by SIGTERM; gives its exit code. */
    stop(): Promise<number | string> {
      stopped = true;
      return program.stop();
    },
    /** Ends everything, and looks at what the program has said. */
    async close(): Promise<void> {
      const alive = program.child.exitCode === null && program.child.signalCode === null;
      program.child.kill("SIGKILL");
      await program.exited;
      await upstream.close();
      expectHarmless([...said, program.stdout()].join("\n"), program.stderr());
      expect(alive || stopped).toBe(true);
    },
  };
}

/** One request on a connection of its own: a clock that is moved lets all the kept ones run out. */
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

/** Fails when the program told a key, or stumbled. */
export function expectHarmless(said: string, stderr: string): void {
  for (const secret of Object.values(SECRET_KEYS)) expect(said + stderr).not.toContain(secret);
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
