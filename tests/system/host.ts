/** An MCP host over stdio for the built program, which can also write invalid messages. */
import { startProgram, type RunningProgram } from "../support/program.js";
import { toRequest, toolCall, type ToolResult } from "./http-visitor.js";

/** The parts of a JSON-RPC answer that tests check. */
export interface RpcAnswer {
  jsonrpc: "2.0";
  id: string | number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface Host {
  program: RunningProgram;
  /** Every line of stdout so far, parsed; a line that is not JSON fails the test. */
  answers: RpcAnswer[];
  /** Writes raw bytes. */
  write(bytes: string | Buffer): void;
  /** Sends a request and waits for its answer. Parameters passed as text are sent unchanged. */
  request(method: string, params?: unknown): Promise<RpcAnswer>;
  /** Calls a tool and returns the result. Arguments passed as text are sent unchanged. */
  call(tool: string, args: unknown): Promise<ToolResult>;
  /** Closes stdin, waits for the end and returns the exit code. */
  leave(): Promise<number | string>;
}

/** Starts the program as a host does. */
export function startHost(args: readonly string[], env: Record<string, string>): Host {
  return speakTo(startProgram(args, env));
}

/** Connects a host to a running program. */
export function speakTo(program: RunningProgram): Host {
  const { stdin, stdout } = program.child;
  const answers: RpcAnswer[] = [];
  const waiting = new Map<unknown, (answer: RpcAnswer) => void>();
  let rest = "";
  let lastId = 0;
  stdout!.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const answer = JSON.parse(line) as RpcAnswer;
      answers.push(answer);
      waiting.get(answer.id)?.(answer);
    }
  });

  function send(write: (id: string) => string): Promise<RpcAnswer> {
    const id = `own-${++lastId}`;
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      void program.exited.then((code) => reject(new Error(`exited with ${code} before it answered`)));
      stdin!.write(`${write(id)}\n`);
    });
  }

  return {
    program,
    answers,
    write: (bytes) => void stdin!.write(bytes),
    request: (method, params) => send((id) => toRequest(id, method, params)),
    async call(name, given) {
      const { result } = await send((id) => toolCall(id, name, given));
      return result as unknown as ToolResult;
    },
    leave() {
      stdin!.end();
      return program.exited;
    },
  };
}
