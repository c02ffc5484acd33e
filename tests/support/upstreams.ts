/** One server that simulates the three upstreams for the built program, and counts calls. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGate } from "./gate.js";

export interface Upstreams {
  /** The program's environment for it: keys included, enrichment and fallback off, so that one question is one call. */
  env: Record<string, string>;
  /** Calls so far, by provider. */
  calls: { a: number; b: number; c: number };
  /**
   * Delays every answer until `open` is called; `reached` resolves at the next call.
   */
  hold(): { reached: Promise<void>; open: () => void };
  /** Makes provider A answer later calls with 429 and that `Retry-After`; 0 ends it. */
  limit(retryAfterSeconds: number): void;
  close(): Promise<void>;
}

/** Starts the server: quotes and searches of A, searches of C, no answers of B. */
export async function startUpstreams(): Promise<Upstreams> {
  const calls = { a: 0, b: 0, c: 0 };
  let limitedFor = 0;
  let held: Promise<void> = Promise.resolve();
  let onCall = () => {};
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://upstream.invalid");
    const provider = url.pathname.split("/")[1] as keyof typeof calls;
    calls[provider]++;
    onCall();
    await held;
    if (provider === "a" && limitedFor > 0) {
      response.writeHead(429, { "retry-after": String(limitedFor) }).end("{}");
      return;
    }
    const [status, body] = bodyOf(url);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    calls,
    env: {
      PROVIDER_A_BASE_URL: `${base}/a`,
      PROVIDER_A_API_KEY: "key-of-a",
      PROVIDER_B_BASE_URL: `${base}/b`,
      PROVIDER_B_COOKIE_URL: `${base}/b/cookie`,
      PROVIDER_C_BASE_URL: `${base}/c`,
      PROVIDER_C_API_KEY: "key-of-c",
      PROVIDER_A_RATE_PER_MINUTE: "10000",
      PROVIDER_C_RATE_PER_MINUTE: "10000",
      PROVIDER_A_DAILY_QUOTA: "0",
      ENRICH: "off",
      FALLBACK: "off",
    },
    hold() {
      const [reached, gate] = [createGate(), createGate()];
      held = gate.passed;
      onCall = () => reached.open();
      return { reached: reached.passed, open: () => gate.open() };
    },
    limit(retryAfterSeconds) {
      limitedFor = retryAfterSeconds;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function bodyOf(url: URL): [status: number, body: unknown] {
  switch (url.pathname) {
    case "/a/quote":
      return [200, [{ symbol: url.searchParams.get("symbol"), price: 12.5, timestamp: 1_772_712_000 }]];
    case "/a/search-symbol":
    case "/a/search-name":
      return [200, [{ symbol: "ACME", name: "Acme plc", currency: "GBP", exchange: "LSE" }]];
    case "/c/query":
      return [200, { bestMatches: [{ "1. symbol": "ACME", "2. name": "Acme plc", "9. matchScore": "1.0000" }] }];
    default:
      return [500, {}];
  }
}
