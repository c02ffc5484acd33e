/** The share of the connections that one address may hold, over real sockets. */
import { EventEmitter, once } from "node:events";
import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { createExemption, limitShares } from "../../src/http/connection-limits.js";
import { createListener, listen, type Listener } from "../../src/http/listener.js";

const open: Listener[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((listener) => listener.drain(0)));
});

/** Starts a server with eight connections, so that an address holds two. */
async function start(isExempt: (address: string) => boolean) {
  const listener = createListener((_request, response) => response.end("answered"), isExempt);
  open.push(listener);
  listener.server.maxConnections = 8;
  await listen(listener.server, { port: 0, host: "0.0.0.0" }, () => {});
  const { port } = listener.server.address() as AddressInfo;
  /** Connects from an address of this machine. */
  return async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
}

/** Sends a request and returns the first line of the answer. */
async function ask(socket: Socket): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const [data] = await once(socket, "data");
  return String(data).split("\r\n", 1)[0]!;
}

/** Returns all that the server sends without a request. */
async function read(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}

describe("an address that holds a quarter of the connections", () => {
  const onlyFirst = (address: string) => address.endsWith("127.0.0.1");

  it("gets no further one, while other addresses do", async () => {
    const connectFrom = await start(onlyFirst);
    const [one, two] = [await connectFrom("127.0.0.2"), await connectFrom("127.0.0.2")];
    const answer = await read(await connectFrom("127.0.0.2"));
    expect(answer.split("\r\n")).toEqual([
      "HTTP/1.1 429 Too Many Requests",
      "Retry-After: 5",
      "Content-Type: application/json; charset=utf-8",
      "X-Content-Type-Options: nosniff",
      expect.stringMatching(/^Content-Length: \d+$/),
      "Connection: close",
      "",
      '{"error":"Too many connections","detail":"One address may hold a quarter of the connections of this server. Close some, and try again."}',
    ]);
    const other = await connectFrom("127.0.0.3");
    expect([await ask(one), await ask(two), await ask(other)]).toEqual(Array(3).fill("HTTP/1.1 200 OK"));
  });

  it("gets one when it has closed one", async () => {
    const connectFrom = await start(onlyFirst);
    const [one] = [await connectFrom("127.0.0.2"), await connectFrom("127.0.0.2")];
    const { server } = open[0]!;
    const closed = new Promise<void>((resolve) => {
      server.on("connection", (socket) => socket.once("close", () => resolve()));
    });
    await read(await connectFrom("127.0.0.2"));
    await closed;
    one.end("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await read(one);
    expect(await ask(await connectFrom("127.0.0.2"))).toBe("HTTP/1.1 200 OK");
  });

  it("gets any number where it is exempt", async () => {
    const connectFrom = await start(onlyFirst);
    const all = await Promise.all(Array.from({ length: 6 }, () => connectFrom("127.0.0.1")));
    expect(await Promise.all(all.map(ask))).toEqual(Array(6).fill("HTTP/1.1 200 OK"));
  });
});

describe("the exemption", () => {
  const isExempt = createExemption([{ address: "10.0.0.0", prefix: 8, family: "ipv4" }]);

  it.each(["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3"])(
    "holds for %s",
    (address) => {
      expect(isExempt(address)).toBe(true);
    },
  );

  it.each(["192.0.2.7", "11.0.0.1", "2001:db8::1", "128.0.0.1"])("does not hold for %s", (address) => {
    expect(isExempt(address)).toBe(false);
  });
});

describe("the addresses of one /64 of IPv6", () => {
  it("hold a quarter together, because one client has all of them", () => {
    // A machine has no two such addresses to connect from.
    const server = Object.assign(new EventEmitter(), { maxConnections: 8 });
    limitShares(server as unknown as Server, () => false);
    const isAccepted = (remoteAddress: string) => {
      const socket = Object.assign(new PassThrough(), { remoteAddress, destroySoon: () => {} });
      server.emit("connection", socket);
      return !socket.writableEnded;
    };
    const addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"];
    expect(addresses.map(isAccepted)).toEqual([true, true, false, true]);
  });
});
