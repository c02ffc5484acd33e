import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { limitUnsent, MAX_UNSENT_BYTES } from "../../src/http/unsent-limit.js";

const BODY = Buffer.alloc(8 * 1024 * 1024, "x");
let server: Server;
let clients: Socket[] = [];

afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await new Promise((resolve) => server.close(resolve));
});

/** Starts a server whose answers have 8 MB, or as many bytes as the path says; returns its sockets. */
async function start(maxStallMs?: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  server = createServer();
  const inFlight = new Map<Socket, Set<ServerResponse>>();
  limitUnsent(server, inFlight, maxStallMs);
  server.on("connection", (socket) => sockets.push(socket));
  server.on("request", (_request, response) => {
    inFlight.set(response.req.socket, new Set([response]));
    response.on("error", () => {});
    response.end(BODY.subarray(0, Number(response.req.url!.slice(1)) || BODY.length));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return sockets;
}

/** Sends a request and, by default, reads nothing of the answer. */
function ask(reads = false, { bytes = BODY.length, from = "127.0.0.1" } = {}): Socket {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", localAddress: from });
  clients.push(client);
  client.on("error", () => {});
  client.write(`GET /${bytes} HTTP/1.1\r\nHost: x\r\n\r\n`);
  if (reads) client.resume();
  else client.pause();
  return client;
}

/** Lets the test decide when connections are checked, and how long ago they were checked before. */
function fakeChecks(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

const unsentOf = (sockets: readonly Socket[]) =>
  sockets.reduce((sum, each) => sum + (each.destroyed ? 0 : each.writableLength), 0);

describe("answers that clients do not read", () => {
  it("stay within one common limit", async () => {
    const sockets = await start();
    for (let index = 0; index < 20; index++) ask();
    await expect.poll(() => sockets.length).toBe(20);
    await expect.poll(() => unsentOf(sockets)).toBeLessThanOrEqual(MAX_UNSENT_BYTES);
    expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(5);
  });

  it("are dropped of the address that holds most, not of another one with a longer answer", async () => {
    const sockets = await start();
    ask(false, { from: "127.0.0.2" });
    await expect.poll(() => unsentOf(sockets)).toBeGreaterThan(0);
    for (let index = 0; index < 40; index++) ask(false, { bytes: 6 * 1024 * 1024 });
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(2);
    await expect.poll(() => unsentOf(sockets)).toBeLessThanOrEqual(MAX_UNSENT_BYTES);
    expect(sockets[0]!.destroyed).toBe(false);
  });

  it("are dropped with their connection when the client reads nothing for too long", async () => {
    fakeChecks();
    const sockets = await start(600);
    ask();
    await expect.poll(() => unsentOf(sockets)).toBeGreaterThan(0);
    const isDroppedAtNextCheck = () => (vi.advanceTimersByTime(250), sockets[0]!.destroyed);
    await expect.poll(isDroppedAtNextCheck).toBe(true);
    expect(sockets).toHaveLength(1);
  });

  it("keep their connection while the client reads", async () => {
    fakeChecks();
    const sockets = await start(600);
    const client = ask(true);
    await expect.poll(() => client.bytesRead).toBeGreaterThan(BODY.length);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(sockets[0]!.destroyed).toBe(false);
  });
});
