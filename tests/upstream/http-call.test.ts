import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { exchange, type Outcome, type TakeLong } from "../../src/upstream/http-call.js";
import { LONG_BYTES } from "../../src/upstream/long-answers.js";
import { MAX_BODY_BYTES } from "../../src/upstream/read-body.js";
import { createGate } from "../support/gate.js";

/** The server's next answers, and the requests it received. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let seen: { method: string | undefined; url: string | undefined; headers: IncomingMessage["headers"]; body: string }[];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen = [];
});

/** Returns the outcome of a GET with this answer. */
function get(how: typeof answer, timeoutMs = 100_000, signal?: AbortSignal): Promise<Outcome> {
  answer = how;
  return exchange({ url: new URL(`${origin}/query?symbol=AAPL`) }, timeoutMs, signal);
}

const TIMED_OUT: Outcome = { failed: "timed_out", transient: false };
const UNUSABLE: Outcome = { failed: "bad_answer", transient: false };
const BROKEN_OFF: Outcome = { failed: "unreachable", transient: true };

describe("an HTTP call with a reader for any body", () => {
  it("ends when the reader needs no more of an endless answer", async () => {
    let isClosed = false;
    answer = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.once("close", () => (isClosed = true));
      const send = () => {
        if (isClosed) return;
        response.write("<p>more</p>".repeat(1000));
        setImmediate(send);
      };
      send();
    };
    let read = 0;
    const reader = () => ({
      add: (piece: Uint8Array) => (read += piece.length) < 1_000_000 || ("enough" as const),
      end: () => "too long",
    });
    const outcome = await exchange({ url: new URL(origin), reader, readsAnyBody: true }, 100_000);
    expect(outcome).toMatchObject({ status: 200, text: "too long" });
    await expect.poll(() => isClosed).toBe(true);
    expect(read).toBeLessThan(2_000_000);
  });
});

describe("an HTTP call", () => {
  it("returns status, headers and text", async () => {
    const outcome = await get((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "retry-after": "7" }).end('{"name":"株"}');
    });
    expect(outcome).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json" },
      text: '{"name":"株"}',
      retryAfterSeconds: 7,
    });
  });

  it("requests JSON under our name, sends no cookie, and makes one request", async () => {
    await get((_request, response) => response.writeHead(200, { "set-cookie": "a=b" }).end("{}"));
    await get((_request, response) => response.end("{}"));
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(2).fill("GET /query?symbol=AAPL"));
    expect(seen[1]!.headers).toMatchObject({
      accept: "application/json, text/plain, */*",
      "user-agent": "market-data-mcp",
    });
    expect(seen[1]!.headers.cookie).toBeUndefined();
  });

  it("posts a body with the caller's headers", async () => {
    answer = (_request, response) => void response.end("{}");
    const headers = { "content-type": "application/json", cookie: "A1=x" };
    const url = new URL(`${origin}/screener`);
    const outcome = await exchange({ url, method: "POST", headers, body: '{"size":50}' }, 100_000);
    expect(outcome).toMatchObject({ status: 200, text: "{}" });
    expect(seen).toMatchObject([{ method: "POST", url: "/screener", headers, body: '{"size":50}' }]);
  });

  it.each([204, 304, 400, 401, 404, 429, 500, 503, 599])("returns status %d without judging it", async (status) => {
    expect(await get((_request, response) => response.writeHead(status).end())).toMatchObject({
      status,
      text: "",
    });
    expect(seen).toHaveLength(1);
  });

  it.each(["http://127.0.0.2:1/", "http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "/query"])(
    "does not follow a redirect to %s",
    async (location) => {
      expect(await get((_request, response) => response.writeHead(302, { location }).end())).toMatchObject({
        status: 302,
        headers: { location },
      });
      expect(seen).toHaveLength(1);
    },
  );

  it("ignores a byte order mark", async () => {
    expect(await get((_request, response) => response.end("\ufeff{}"))).toMatchObject({ text: "{}" });
  });
});

describe("a body too large", () => {
  it("is read up to the limit, and the connection is closed", async () => {
    let sent = 0;
    let closed: Promise<unknown> | undefined;
    const outcome = await get((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024, "x");
      const pump = () => {
        do sent++;
        while (!response.destroyed && response.write(chunk));
      };
      closed = once(response, "close");
      response.on("drain", pump);
      pump();
    });
    expect(outcome).toEqual(UNUSABLE);
    await closed;
    expect(sent).toBeLessThan(64);
  });

  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

  it.each([
    ["gzip", (bytes: Buffer) => gzipSync(bytes, { level: 1 })],
    ["br", (bytes: Buffer) => brotliCompressSync(bytes, quick)],
  ])("is counted after decompressing %s", async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(256 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(MAX_BODY_BYTES);
    const before = process.memoryUsage().rss;
    const headers = { "content-encoding": encoding };
    expect(await get((_request, response) => response.writeHead(200, headers).end(bomb))).toEqual(UNUSABLE);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
  });

  it.each<[string, string]>([
    ["lists in lists", "[".repeat(4_000_000) + "]".repeat(4_000_000)],
    ["empty objects", `[${"{},".repeat(2_500_000)}{}]`],
    ["keys", `{${Array.from({ length: 500_000 }, (_, index) => `"k${index}":1`).join(",")}}`],
  ])("to parse is a few KB that decompress to %s", async (_what, text) => {
    const packed = gzipSync(text);
    const headers = { "content-encoding": "gzip" };
    expect(await get((_request, response) => response.writeHead(200, headers).end(packed))).toEqual(UNUSABLE);
  });

  it("does not include a list of 20,000 long rows", async () => {
    const text = JSON.stringify(
      Array.from({ length: 20_000 }, (_, index) => ({ symbol: `S${index}`, name: "x".repeat(200) })),
    );
    expect(await get((_request, response) => response.end(text))).toMatchObject({ text });
  });

  it("is one byte more than the limit", async () => {
    const outcome = await get((_request, response) => response.end(Buffer.alloc(MAX_BODY_BYTES, "x")));
    expect("text" in outcome && outcome.text.length).toBe(MAX_BODY_BYTES);
    expect(await get((_request, response) => response.end(Buffer.alloc(MAX_BODY_BYTES + 1, "x")))).toEqual(UNUSABLE);
  });
});

describe("a body that is not what it claims", () => {
  it("is unusable when it is not UTF-8", async () => {
    expect(await get((_request, response) => response.end(Buffer.from([0x22, 0xc3, 0x28, 0x22])))).toEqual(UNUSABLE);
  });

  it("is decompressed when it is gzip", async () => {
    const packed = gzipSync('{"price":1}');
    expect(
      await get((_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed)),
    ).toMatchObject({ text: '{"price":1}' });
  });

  it.each(["gzip", "deflate", "br"])("is unusable when it is not %s", async (encoding) => {
    const headers = { "content-encoding": encoding };
    expect(await get((_request, response) => response.writeHead(200, headers).end('{"price":1}'))).toEqual(UNUSABLE);
  });

  it("is never used in part when gzip ends too soon", async () => {
    const half = gzipSync('{"price":1}'.repeat(1000)).subarray(0, 60);
    const headers = { "content-encoding": "gzip" };
    expect(await get((_request, response) => response.writeHead(200, headers).end(half))).toHaveProperty("failed");
  });
});

describe("a deadline", () => {
  it("applies while no answer arrives", async () => {
    expect(await get(() => {}, 100)).toEqual(TIMED_OUT);
  });

  it("applies to the whole answer, even if bytes keep arriving, and closes the connection", async () => {
    let left: Promise<unknown> | undefined;
    const outcome = await get((_request, response) => {
      response.write("{");
      const drip = setInterval(() => response.write(" "), 20);
      left = once(response, "close").finally(() => clearInterval(drip));
    }, 150);
    expect(outcome).toEqual(TIMED_OUT);
    await left;
  });

  it("applies when a byte arrives in each turn of the event loop", async () => {
    let isOver = false;
    const outcome = await Promise.race([
      get((_request, response) => {
        response.write("{");
        const drip = () => {
          if (!isOver && response.write(" ")) setImmediate(drip);
        };
        drip();
      }, 100),
      new Promise((resolve) => setTimeout(resolve, 5_000, "waited on")),
    ]);
    isOver = true;
    expect(outcome).toEqual(TIMED_OUT);
  });

  it("that has passed still applies", async () => {
    expect(await get(() => {}, -5)).toEqual(TIMED_OUT);
  });
});

describe("a caller that cancels", () => {
  it("before the request, sends nothing", async () => {
    expect(await get(() => {}, 5000, AbortSignal.abort())).toEqual({ failed: "cancelled", transient: false });
    expect(seen).toEqual([]);
  });

  it("during the request, ends it", async () => {
    const caller = new AbortController();
    let left: Promise<unknown> | undefined;
    const outcome = get(
      (_request, response) => {
        left = once(response, "close");
        response.write("{");
        caller.abort();
      },
      5000,
      caller.signal,
    );
    expect(await outcome).toEqual({ failed: "cancelled", transient: false });
    await left;
  });
});

describe("a connection that fails", () => {
  it("may be retried when it is reset before an answer", async () => {
    expect(await get((request) => request.socket.resetAndDestroy())).toEqual(BROKEN_OFF);
  });

  it("may be retried when it is closed before an answer", async () => {
    expect(await get((request) => request.socket.destroy())).toEqual(BROKEN_OFF);
  });

  it.each([
    ["reset", (request: IncomingMessage) => request.socket.resetAndDestroy()],
    ["closed", (request: IncomingMessage) => request.socket.destroy()],
  ])("may be retried when it is %s in the middle of an answer", async (_how, end) => {
    const outcome = await get((request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write('{"price":', () => setTimeout(end, 20, request));
    });
    expect(outcome).toEqual(BROKEN_OFF);
  });

  it("may be retried when it is refused", async () => {
    const closed = createTcpServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, "close");
    expect(await exchange({ url: new URL(`http://127.0.0.1:${port}/`) }, 100_000)).toEqual(BROKEN_OFF);
  });

  it.each(["SSH-2.0-OpenSSH\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"])(
    "is not retried when the answer is not HTTP: %j",
    async (bytes) => {
      const stranger = createTcpServer((socket) => socket.on("error", () => {}).end(bytes)).listen(0, "127.0.0.1");
      await once(stranger, "listening");
      const { port } = stranger.address() as AddressInfo;
      expect(await exchange({ url: new URL(`http://127.0.0.1:${port}/`) }, 100_000)).toEqual(UNUSABLE);
      stranger.close();
    },
  );
});

describe("an answer that arrived while this process was busy", () => {
  it("is read, although its time has passed meanwhile", async () => {
    const text = JSON.stringify(["a".repeat(300_000)]);
    let finish = () => {};
    answer = (_request, response) => {
      response.flushHeaders();
      finish = () => void response.end(text);
    };
    const onHeaders = () => {
      finish();
      // Holds the event loop until after the time limit; the body is in the buffers of the system.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    };
    const outcome = await exchange({ url: new URL(`${origin}/late`), onHeaders }, 300);
    expect("text" in outcome ? outcome.text.length : outcome).toBe(text.length);
  });
});

describe("a long answer", () => {
  const LONG = JSON.stringify(["a".repeat(LONG_BYTES)]);
  const SHORT = JSON.stringify(["a".repeat(LONG_BYTES - 4)]);
  const sends = (text: string) => (_request: IncomingMessage, response: ServerResponse) => void response.end(text);
  const ask = (text: string, takeLong: TakeLong, timeoutMs = 100_000, signal?: AbortSignal) => {
    answer = sends(text);
    return exchange({ url: new URL(`${origin}/long`) }, timeoutMs, signal, takeLong);
  };

  it("takes a place, which the caller ends; a short one takes none", async () => {
    const end = vi.fn<() => void>();
    const takeLong = vi.fn<TakeLong>(async () => end);
    expect(await ask(SHORT, takeLong)).toEqual(expect.not.objectContaining({ endLong: end }));
    expect(takeLong).not.toHaveBeenCalled();
    expect(await ask(LONG, takeLong)).toMatchObject({ status: 200, text: LONG, endLong: end });
    expect(takeLong).toHaveBeenCalledTimes(1);
    expect(end).not.toHaveBeenCalled();
  });

  it("waits for its place without an end of its time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const takeLong: TakeLong = async () => {
      vi.advanceTimersByTime(10_000);
      return () => {};
    };
    expect(await ask(LONG, takeLong)).toMatchObject({ status: 200, text: LONG });
  });

  it("is not read when there is no place in time", async () => {
    expect(await ask(LONG, async () => undefined)).toEqual({ failed: "queue_full", transient: false });
  });

  it("ends its place when it cannot be read", async () => {
    const end = vi.fn<() => void>();
    const big = JSON.stringify(["a".repeat(MAX_BODY_BYTES)]);
    expect(await ask(big, async () => end)).toEqual(UNUSABLE);
    expect(end).toHaveBeenCalledTimes(1);
  });

  it("ends a place that it gets after its caller was cancelled", async () => {
    const gate = createGate();
    const ended = createGate();
    const leaving = new AbortController();
    const takeLong: TakeLong = async () => {
      leaving.abort();
      await gate.passed;
      return ended.open;
    };
    expect(await ask(LONG, takeLong, 5000, leaving.signal)).toEqual({ failed: "cancelled", transient: false });
    gate.open();
    await ended.passed;
  });

  it("leaves a connection that cannot be used again, because the upstream may close it meanwhile", async () => {
    const sockets = new Set<unknown>();
    const remember = (text: string) => (request: IncomingMessage, response: ServerResponse) => {
      sockets.add(request.socket);
      response.end(text);
    };
    for (const text of [SHORT, SHORT, LONG, SHORT]) {
      answer = remember(text);
      await exchange({ url: new URL(`${origin}/long`) }, 100_000);
    }
    expect(sockets.size).toBe(2);
  });
});
