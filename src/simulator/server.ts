/** The simulated market of `--demo`: all upstreams on one loopback server, every number invented. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createFmpUpstream } from "./financial-modeling-prep/routes.js";
import { createYahooUpstream } from "./yahoo/routes.js";
import { createAlphaVantageUpstream } from "./alpha-vantage/routes.js";
import { createOfficialUpstream } from "./official/routes.js";
import { createFinnhubUpstream } from "./finnhub/routes.js";
import { createWorld, type SimulatedRequest, type SimulatedReply, type World } from "./companies/world.js";

/** One simulated upstream: its path on the simulator, and the settings that make the product call it at `url`. */
interface SimulatedUpstream {
  path: string;
  create: (world: World) => (question: SimulatedRequest) => SimulatedReply;
  settings: (url: string) => Readonly<Record<string, string>>;
}

/** Returns the settings of an upstream: these addresses, all at one place, and further ones. */
const settingsOf =
  (letter: string, addresses: string, more: Readonly<Record<string, string>>): SimulatedUpstream["settings"] =>
  (url) => {
    const given = Object.fromEntries(addresses.split(" ").map((name) => [`${name}_URL`, url]));
    const all = Object.entries({ ...given, ...more });
    return Object.fromEntries(all.map(([name, value]) => [`PROVIDER_${letter}_${name}`, value]));
  };

const OFFICES = "BASE FILES TREASURY NYFED ECB ECB_DATA SEARCH BLS BEA FED EUROSTAT WORLDBANK";

export const UPSTREAMS: readonly SimulatedUpstream[] = [
  { path: "a", create: createFmpUpstream, settings: settingsOf("A", "BASE", { API_KEY: "demo" }) },
  {
    path: "b",
    create: createYahooUpstream,
    settings: (url) => ({ PROVIDER_B_BASE_URL: url, PROVIDER_B_COOKIE_URL: `${url}/cookie` }),
  },
  { path: "c", create: createAlphaVantageUpstream, settings: settingsOf("C", "BASE", { API_KEY: "demo" }) },
  { path: "d", create: createOfficialUpstream, settings: settingsOf("D", OFFICES, { CONTACT: "demo@example.com" }) },
  { path: "e", create: createFinnhubUpstream, settings: settingsOf("E", "BASE", { API_KEY: "demo" }) },
];

export interface Simulator {
  url: string;
  /** Environment variables that make a product call the simulator instead of the upstreams. */
  env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const SEED = 20_260;
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Starts the simulator on 127.0.0.1.
 *
 * The same `seed` and time produce the same bytes. `port` 0 selects a free one. Every answer has
 * `X-Data-Simulated: true`.
 */
export async function startSimulator(
  options: { seed?: number; port?: number; now?: () => Date } = {},
): Promise<Simulator> {
  const { seed = SEED, port = 0, now = () => new Date() } = options;
  const world = createWorld(seed);
  const upstreams = new Map(UPSTREAMS.map(({ path, create }) => [path, create(world)]));

  async function replyTo(request: IncomingMessage): Promise<SimulatedReply> {
    const [, first = "", path = "/", search = ""] = /^\/([a-z]+)(\/[^?]*)?(?:\?(.*))?$/.exec(request.url ?? "") ?? [];
    const answer = upstreams.get(first);
    if (!answer) return { status: 404, body: { error: "No such provider" } };
    const body = request.method === "POST" ? await readBody(request) : "";
    const query = new URLSearchParams(search);
    const method = request.method ?? "GET";
    return answer({ method, path, query, headers: request.headers, body, at: now().getTime() });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let reply: SimulatedReply;
    try {
      reply = await replyTo(request);
    } catch {
      reply = { status: 500, body: { error: "The simulator failed" } };
    }
    const payload = reply.bytes ?? reply.text ?? JSON.stringify(reply.body);
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
    env: Object.assign({}, ...UPSTREAMS.map(({ path, settings }) => settings(`${url}/${path}`))),
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
