/** The simulated market behind a delay, with a count of its calls and, if wanted, a plan that lacks some of A's paths. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export interface Calls {
  a: number;
  b: number;
  c: number;
}

export interface DelayedUpstream {
  /** Points the program at it. */
  env: Readonly<Record<string, string>>;
  /** Calls so far, B's handshakes included. */
  calls(): Calls;
  /** Resolves when the program has made no call for a moment. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The simulated market: its address, and the settings that point the program at it. */
export interface Simulator {
  url: string;
  env: Readonly<Record<string, string>>;
  close(): void;
}

/** Next to this file once both are bundled. */
const PROCESS = fileURLToPath(new URL("process.js", import.meta.url));

/**
 * Starts the simulator in a process of its own: inventing 50 quotes takes 15 ms, in which this process would not notice
 * that further calls have arrived, and so answer them later than it should.
 */
export async function startWarmSimulator(): Promise<Simulator> {
  const child = fork(PROCESS, { execArgv: [] });
  const [told] = (await once(child, "message")) as [Pick<Simulator, "url" | "env">];
  return { ...told, close: () => child.disconnect() };
}

/** Starts it; each answer takes `delayMs`, and paths that `isRefused` names are refused as outside the plan. */
export async function startDelayedUpstream(
  simulator: Simulator,
  delayMs: number,
  isRefused: (path: string) => boolean,
): Promise<DelayedUpstream> {
  const calls: Calls = { a: 0, b: 0, c: 0 };
  let pending = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    calls[path.charAt(1) as keyof Calls]++;
    // The time that the simulator needs for an answer is part of the delay.
    const due = sleep(delayMs);
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (isRefused(path)) {
      await due;
      response.writeHead(402).end("Restricted Endpoint: not available under your current subscription");
      return;
    }
    const { cookie, "content-type": type } = request.headers;
    const answer = await fetch(`${simulator.url}${path}`, {
      method: request.method ?? "GET",
      headers: { ...(cookie ? { cookie } : {}), ...(type ? { "content-type": type } : {}) },
      ...(request.method === "POST" ? { body: Buffer.concat(chunks) } : {}),
      redirect: "manual",
    });
    const cookies = answer.headers.getSetCookie();
    const head = {
      "content-type": answer.headers.get("content-type") ?? "",
      ...(cookies[0] ? { "set-cookie": cookies } : {}),
    };
    const text = await answer.text();
    await due;
    response.writeHead(answer.status, head).end(text);
  }

  const server = createServer((request, response) => {
    pending++;
    serve(request, response)
      .catch(() => response.destroy())
      .finally(() => pending--);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = Object.entries(simulator.env).map(([name, value]) => [name, value.replace(simulator.url, url)]);
  return {
    env: Object.fromEntries(env),
    calls: () => ({ ...calls }),
    async settled() {
      for (let quiet = 0; quiet < 3; quiet = pending === 0 ? quiet + 1 : 0) await sleep(50);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
