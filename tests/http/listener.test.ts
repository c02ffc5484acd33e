/** The HTTP listener: how it binds its address, and how it reports later errors. */
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createListener, listen, type Listener } from "../../src/http/listener.js";

const open: Listener[] = [];

afterEach(() => Promise.all(open.splice(0).map((listener) => listener.drain(0))));

function create(): Listener {
  const listener = createListener((_request, response) => response.end("answered"), {
    isPatient: () => true,
    keepAliveMs: 5_000,
    onRejected: () => {},
  });
  open.push(listener);
  return listener;
}

describe("a listener", () => {
  it("reports a connection that cannot be accepted, and serves the next one", async () => {
    const { server } = create();
    const errors: string[] = [];
    await listen(server, { port: 0, host: "127.0.0.1" }, ({ message }) => errors.push(message));
    server.emit("error", new Error("accept ENFILE"));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect({ errors, text: await answer.text() }).toEqual({ errors: ["accept ENFILE"], text: "answered" });
  });

  it("rejects an address that is in use", async () => {
    const { server } = create();
    await listen(server, { port: 0, host: "127.0.0.1" }, () => {});
    const { port } = server.address() as AddressInfo;
    await expect(listen(create().server, { port, host: "127.0.0.1" }, () => {})).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });
});
