/** The simulated market of `--demo`: the three upstreams on one loopback server, every number invented. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createFaceA } from "./face-a.js";
import { createFaceB } from "./face-b.js";
import { createFaceC } from "./face-c.js";
import { createWorld, type Question, type Reply } from "./world.js";

/** The settings that point a product at the simulator instead of the upstreams. */
export interface SimulatorEnvironment {
  PROVIDER_A_BASE_URL: string;
  PROVIDER_A_API_KEY: string;
  PROVIDER_B_BASE_URL: string;
  PROVIDER_B_COOKIE_URL: string;
  PROVIDER_C_BASE_URL: string;
  PROVIDER_C_API_KEY: string;
}

export interface Simulator {
  url: string;
  env: SimulatorEnvironment;
  close(): Promise<void>;
}

const SEED = 20_260;
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Starts the simulator on 127.0.0.1.
 *
 * The same `seed` and time give the same bytes. `port` 0 picks a free one.
 * Every answer carries `X-Data-Simulated: true`.
 */
export async function startSimulator(
  options: { seed?: number; port?: number; now?: () => Date } = {},
): Promise<Simulator> {
  const { seed = SEED, port = 0, now = () => new Date() } = options;
  const world = createWorld(seed);
  const faces: Readonly<Record<string, (question: Question) => Reply>> = {
    a: createFaceA(world),
    b: createFaceB(world),
    c: createFaceC(world),
  };

  async function replyTo(request: IncomingMessage): Promise<Reply> {
    const [, letter = "", path = "/", search = ""] = /^\/([abc])(\/[^?]*)?(?:\?(.*))?$/.exec(request.url ?? "") ?? [];
    const face = faces[letter];
    if (!face) return { status: 404, body: { error: "No such provider" } };
    const body = request.method === "POST" ? await readBody(request) : "";
    const query = new URLSearchParams(search);
    const method = request.method ?? "GET";
    return face({ method, path, query, headers: request.headers, body, at: now().getTime() });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let reply: Reply;
    try {
      reply = await replyTo(request);
    } catch {
      reply = { status: 500, body: { error: "The simulator failed" } };
    }
    const payload = reply.text ?? JSON.stringify(reply.body);
    response.writeHead(reply.status, {
      "content-type": "application/json; charset=utf-8",
      "x-data-simulated": "true",
      ...reply.headers,
      "content-length": Buffer.byteLength(payload),
    });
    response.end(payload);
  }

  const server = createServer((request, response) => void serve(request, response));

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`;
  return {
    url,
    env: {
      PROVIDER_A_BASE_URL: `${url}/a`,
      PROVIDER_A_API_KEY: "demo",
      PROVIDER_B_BASE_URL: `${url}/b`,
      PROVIDER_B_COOKIE_URL: `${url}/b/cookie`,
      PROVIDER_C_BASE_URL: `${url}/c`,
      PROVIDER_C_API_KEY: "demo",
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error("body too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
