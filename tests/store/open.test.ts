import { afterAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open.js";
import { temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const open = () => openStore({ storeUrl: undefined, dataDir: folder.path }, (message) => expect.unreachable(message));

describe("a store that closes", () => {
  it("gives its leases to other processes, which would otherwise wait for a process that has ended", async () => {
    const [ending, next] = [await open(), await open()];
    expect(await ending.leases.acquire("handshake", 60_000)).toBe(true);
    expect(await next.leases.acquire("handshake", 60_000)).toBe(false);
    await ending.close();
    expect(await next.leases.acquire("handshake", 60_000)).toBe(true);
    await next.close();
  });
});
