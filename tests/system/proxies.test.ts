/** Callers behind a trusted proxy are distinguished by its header; the header of another proxy is ignored. */
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { writeKeys } from "./inbound-keys.js";
import { createVisitor, type Visitor } from "./http-visitor.js";

const folder = temporaryFolder();
const keysFile = join(folder.path, "keys.json");
const ALICE = { id: "alice", key: "canary-key-of-alice", plan: "professional" } as const;
writeKeys(keysFile, [ALICE]);
afterAll(() => folder.remove());

async function open(env: Record<string, string>): Promise<Visitor> {
  const program = await startHttpProgram(["--demo"], { DATA_DIR: folder.path, ...env });
  const visitor = createVisitor(program.url);
  onTestFinished(async () => {
    visitor.leave();
    expect(await program.stop()).toBe(0);
  });
  return visitor;
}

async function statusOf({ ask }: Visitor, from: string, key?: string): Promise<number> {
  const headers = { "x-forwarded-for": from, ...(key === undefined ? {} : { "x-api-key": key }) };
  return (await ask("/api/v1/stock/AAPL", { headers })).status;
}

async function guess(visitor: Visitor, from: (time: number) => string): Promise<void> {
  for (let time = 0; time < 20; time++) expect(await statusOf(visitor, from(time), "canary-wrong")).toBe(401);
}

describe("behind a listed proxy", () => {
  it("a caller who guesses keys blocks only themselves, whatever they write before their address", async () => {
    const visitor = await open({ API_KEYS_FILE: keysFile, TRUSTED_PROXIES: "127.0.0.1" });
    await guess(visitor, (time) => `198.51.100.${time}, 203.0.113.9`);
    expect(await statusOf(visitor, "203.0.113.9", "canary-wrong")).toBe(429);
    expect(await statusOf(visitor, "203.0.113.9", ALICE.key)).toBe(200);
    expect(await statusOf(visitor, "203.0.113.10", "canary-wrong")).toBe(401);
  });

  it("each caller without a key has a separate plan", async () => {
    const visitor = await open({ ANONYMOUS_PLAN: "free", TRUSTED_PROXIES: "127.0.0.0/8" });
    for (let call = 0; call < 5; call++) expect(await statusOf(visitor, "203.0.113.9")).toBe(200);
    expect(await statusOf(visitor, "203.0.113.9")).toBe(429);
    expect(await statusOf(visitor, "203.0.113.10")).toBe(200);
  });
});

describe("behind a proxy that is not listed", () => {
  it("a new address in the header is not a new caller", async () => {
    const visitor = await open({ API_KEYS_FILE: keysFile, TRUSTED_PROXIES: "192.0.2.1" });
    await guess(visitor, (time) => `203.0.113.${time}`);
    expect(await statusOf(visitor, "203.0.113.99", "canary-wrong")).toBe(429);
  });
});
