import { createServer, request as send, type ClientRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Bodies, MAX_BODIES_BYTES, MAX_BODY_BYTES, MAX_CLIENT_BYTES, type Body } from "../../src/http/request-body.js";

const MEGABYTE = 1024 * 1024;

let bodies: Bodies;
let server: Server;
let requests: ClientRequest[];

beforeEach(async () => {
  bodies = new Bodies();
  requests = [];
  server = createServer(async (request, response) => {
    const body = await bodies.read(request, String(request.headers["x-client"]));
    response.end(JSON.stringify(typeof body === "string" ? body : body.text.length));
    // The service releases a body with its answer. Tests send this header to keep one.
    if (!request.headers["x-hold"]) bodies.release(request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  for (const request of requests) request.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends this many bytes and, by default, no end; returns the server's result for the body. */
function post(
  client: string,
  bytes: number | Buffer,
  { ends = false, holds = false, declared }: { ends?: boolean; holds?: boolean; declared?: number } = {},
) {
  const body = typeof bytes === "number" ? Buffer.alloc(bytes, "x") : bytes;
  const { port } = server.address() as AddressInfo;
  const headers = {
    "x-client": client,
    ...(holds ? { "x-hold": "1" } : {}),
    ...(ends ? {} : { "content-length": declared ?? body.length + 10 }),
  };
  const request = send({ host: "127.0.0.1", port, method: "POST", headers });
  requests.push(request);
  request.on("error", () => {});
  const answer = new Promise<Body | number>((resolve) => {
    request.on("response", async (response: IncomingMessage) => {
      let text = "";
      for await (const piece of response) text += String(piece);
      resolve(JSON.parse(text) as Body | number);
    });
  });
  request.write(body);
  if (ends) request.end();
  return answer;
}

describe("request bodies", () => {
  it("are read completely, and count until the request is answered", async () => {
    expect(await post("one", 300_000, { ends: true, holds: true })).toBe(300_000);
    expect(bodies.bytes).toBeGreaterThanOrEqual(300_000);
    expect(await post("one", 300_000, { ends: true })).toBe(300_000);
    expect(bodies.bytes).toBeLessThan(600_000);
  });

  it.each([
    ["umlaut in Latin-1", Buffer.from('{"q":"M\xfcller"}', "latin1"), "not UTF-8"],
    ["character cut in two", Buffer.from("{€").subarray(0, 2), "not UTF-8"],
    ["umlaut in UTF-8", Buffer.from('{"q":"Müller"}'), 14],
  ])("are read only as UTF-8: %s", async (_case, bytes, answer) => {
    expect(await post("one", bytes, { ends: true })).toBe(answer);
    expect(bodies.bytes).toBe(0);
  });

  it("of one client take at most its share, and other clients are served", async () => {
    const answers = Array.from({ length: 40 }, () => post("greedy", MEGABYTE - 10));
    expect(await Promise.any(answers)).toBe("too many");
    await expect.poll(() => bodies.bytes).toBeGreaterThan(MAX_CLIENT_BYTES - 2 * MEGABYTE);
    expect(bodies.bytes).toBeLessThanOrEqual(MAX_CLIENT_BYTES);
    expect(await post("modest", 1_000, { ends: true })).toBe(1_000);
    expect(await post("greedy", MEGABYTE - 10, { ends: true })).toBe("too many");
  });

  it("of all clients stay within one limit; the largest unfinished ones make room for others", async () => {
    const answers = Array.from({ length: 120 }, (_, index) => post(`client ${index % 20}`, MEGABYTE - 10));
    expect(await Promise.any(answers)).toBe("too many");
    await expect.poll(() => bodies.bytes).toBeGreaterThan(MAX_BODIES_BYTES - 2 * MEGABYTE);
    expect(bodies.bytes).toBeLessThanOrEqual(MAX_BODIES_BYTES);
    for (const bytes of [1_000, 100_000, 500_000]) {
      expect(await post("modest", bytes, { ends: true })).toBe(bytes);
    }
  });

  it("stop counting when their connection is closed", async () => {
    for (let index = 0; index < 5; index++) void post("one", 500_000);
    await expect.poll(() => bodies.bytes).toBeGreaterThan(2_000_000);
    for (const request of requests) request.destroy();
    await expect.poll(() => bodies.bytes).toBe(0);
  });

  it("are cut short when the caller disconnects before they are read, for example while its token is checked", async () => {
    const read = new Promise<Body>((resolve) => {
      server.removeAllListeners("request").once("request", (request) => {
        request.once("close", () => resolve(bodies.read(request, "one")));
        requests[0]!.destroy();
      });
    });
    void post("one", 1_000);
    expect(await read).toBe("cut short");
    expect(bodies.bytes).toBe(0);
  });

  it("that are too large do not count, with or without a declared length", async () => {
    expect(await post("one", 10, { declared: MAX_BODY_BYTES + 1 })).toBe("too large");
    expect(await post("one", MAX_BODY_BYTES + 1, { ends: true })).toBe("too large");
    expect(bodies.bytes).toBe(0);
  });

  it("keep their characters when they arrive in pieces", async () => {
    const text = "\u20ac".repeat(100_000);
    const { port } = server.address() as AddressInfo;
    let length = 0;
    const request = send({ host: "127.0.0.1", port, method: "POST", headers: { "x-client": "one" } });
    const answered = new Promise<void>((resolve) =>
      request.on("response", async (response: IncomingMessage) => {
        for await (const piece of response) length = Number(String(piece));
        resolve();
      }),
    );
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += 9_973) request.write(bytes.subarray(start, start + 9_973));
    request.end();
    await answered;
    expect(length).toBe(text.length);
  });
});
