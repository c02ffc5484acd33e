/** Several processes on one port, started by `--workers`. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { writeKeys } from "../system/inbound-keys.js";
import { startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { readPrometheus, valueOf } from "../support/prometheus.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";

type Program = Awaited<ReturnType<typeof startHttpProgram>>;

let upstreams: Upstreams;
let program: Program | undefined;
const folders: ReturnType<typeof temporaryFolder>[] = [];

beforeAll(async () => {
  upstreams = await startUpstreams();
});
afterAll(async () => {
  await upstreams.close();
  for (const folder of folders) folder.remove();
});
afterEach(async () => {
  program?.child.kill("SIGKILL");
  await program?.exited;
  program = undefined;
});

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.path;
}

/** Starts `count` on one port and waits until all of them listen. */
async function start(count: number, env: Record<string, string> = {}): Promise<Program> {
  program = await startHttpProgram(["--workers", String(count)], {
    ...upstreams.env,
    DATA_DIR: newFolder(),
    ...env,
  });
  await expect.poll(() => listening().length, { timeout: 15_000 }).toBe(count);
  return program;
}

interface Line {
  event: string;
  pid: number;
  url?: string;
  level?: string;
  message?: string;
}

const lines = (): Line[] =>
  program!
    .stderr()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
const listening = () => lines().filter(({ event }) => event === "listening");
const toldOfKeys = () =>
  lines()
    .filter(({ event }) => event === "keys")
    .map(({ message }) => message);

/** Returns the processes that still run. */
const alive = () =>
  listening().filter(({ pid }) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });

/** Sends a request over a new connection, which may reach any worker. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${program!.url}${path}`, { headers: { connection: "close", ...headers } });
  return { status: response.status, text: await response.text() };
}

const askMany = (count: number, path: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(path(index))));

describe("workers", () => {
  it("serve one port together, print one banner, and share store, quota and fetches in flight", async () => {
    await start(3, { PROVIDER_A_DAILY_QUOTA: "20" });
    expect(new Set(listening().map(({ url }) => url)).size).toBe(1);
    expect(program!.stdout().match(/Status http/g)).toHaveLength(1);
    const before = upstreams.calls.a;
    const same = await askMany(60, () => "/api/v1/stock/ACME");
    expect(same.filter(({ status }) => status !== 200)).toEqual([]);
    expect(upstreams.calls.a).toBe(before + 1);
    const answers = await askMany(40, (index) => `/api/v1/stock/S${index}`);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(upstreams.calls.a).toBe(before + 20);
  });

  it("report the metrics of all workers, whichever of them is scraped", async () => {
    await start(3);
    await askMany(30, () => "/api/v1/stock/ACME");
    for (let time = 0; time < 4; time++) {
      const families = readPrometheus((await ask("/metrics")).text);
      const route = "/api/v1/stock/{symbol}";
      expect(valueOf(families, "http_requests_total", { route, status: "200" })).toBe(30);
      expect(valueOf(families, "http_request_duration_seconds_count", { route })).toBe(30);
      expect(valueOf(families, "provider_quota_used", { provider: "provider-a" })).toBe(1);
      expect(valueOf(families, "upstream_calls_total", { provider: "provider-a", outcome: "2xx" })).toBe(1);
      expect(valueOf(families, "provider_configured", { provider: "provider-a" })).toBe(1);
    }
  });

  it("pause a provider together, also in a worker that has not called it yet", async () => {
    await start(3);
    upstreams.limit(40);
    const { status } = await ask("/api/v1/stock/LIMITED");
    upstreams.limit(0);
    expect(status).toBe(429);
    const before = upstreams.calls.a;
    const answers = await askMany(30, (index) => `/api/v1/stock/S${index}`);
    expect(answers.filter((answer) => answer.status !== 429)).toEqual([]);
    expect(upstreams.calls.a).toBe(before);
  });

  it("all use the new keys file after SIGHUP to the first process", async () => {
    const folder = newFolder();
    const keys = join(folder, "keys.json");
    writeKeys(keys, [{ id: "alice", key: "key-of-alice-1", plan: "professional" }]);
    await start(2, { API_KEYS_FILE: keys });
    writeKeys(keys, [{ id: "alice", key: "key-of-alice-2", plan: "professional" }]);
    program!.child.kill("SIGHUP");
    await expect.poll(toldOfKeys).toHaveLength(2);
    for (let time = 0; time < 8; time++) {
      expect((await ask("/api/v1/stock/ACME", { "x-api-key": "key-of-alice-2" })).status).toBe(200);
    }
  });

  it("have the current keys, also a worker that starts after the file was changed or broken", async () => {
    const keys = join(newFolder(), "keys.json");
    writeKeys(keys, [{ id: "alice", key: "key-of-alice-1", plan: "professional" }]);
    await start(2, { API_KEYS_FILE: keys });
    const replaceOne = async () => {
      const started = listening().length;
      process.kill(alive()[0]!.pid, "SIGKILL");
      await expect.poll(() => listening().length, { timeout: 15_000 }).toBe(started + 1);
    };
    const letIn = async (key: string) => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => ask("/api/v1/stock/ACME", { "x-api-key": key })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    };

    writeFileSync(keys, "junk");
    await replaceOne();
    await letIn("key-of-alice-1");
    program!.child.kill("SIGHUP");
    await expect.poll(toldOfKeys).toEqual([expect.stringContaining("The previous keys stay valid.")]);
    await replaceOne();
    await letIn("key-of-alice-1");

    writeKeys(keys, [{ id: "alice", key: "key-of-alice-2", plan: "professional" }]);
    await replaceOne();
    await letIn("key-of-alice-1");
    program!.child.kill("SIGHUP");
    await expect.poll(toldOfKeys).toHaveLength(3);
    await letIn("key-of-alice-2");
  }, 60_000);

  it("count wrong keys together: after 20 in a minute from an address, every worker rejects it", async () => {
    const keys = join(newFolder(), "keys.json");
    writeKeys(keys, [{ id: "alice", key: "key-of-alice", plan: "professional" }]);
    await start(2, { API_KEYS_FILE: keys });
    const statusWith = async (key: string) => (await ask("/api/v1/stock/ACME", { "x-api-key": key })).status;
    for (let guess = 0; guess < 19; guess++) expect(await statusWith("wrong")).toBe(401);
    for (let time = 0; time < 4; time++) expect(await statusWith("key-of-alice")).toBe(200);
    expect(await statusWith("wrong")).toBe(401);
    const statuses = async () => [await statusWith("key-of-alice"), await statusWith("key-of-alice")];
    await expect.poll(statuses).toEqual([429, 429]);
    for (let guess = 0; guess < 10; guess++) expect(await statusWith("wrong")).toBe(429);
  });

  it("that is killed is replaced, while the remaining workers continue to serve", async () => {
    await start(2);
    const [first] = listening();
    process.kill(first!.pid, "SIGKILL");
    await expect.poll(() => lines().map(({ event }) => event), { timeout: 15_000 }).toContain("worker-ended");
    for (let time = 0; time < 10; time++) expect((await ask("/healthz")).status).toBe(200);
    await expect.poll(() => listening().length, { timeout: 15_000 }).toBe(3);
    expect(new Set(listening().map(({ url }) => url)).size).toBe(1);
    expect(program!.stdout().match(/Status http/g)).toHaveLength(1);
  });

  it("finish their requests after SIGTERM to the first process, and all processes end", async () => {
    await start(2);
    const { open } = upstreams.hold();
    const before = upstreams.calls.a;
    const asked = askMany(8, (index) => `/api/v1/stock/LAST${index}`);
    await expect.poll(() => upstreams.calls.a, { timeout: 10_000 }).toBe(before + 8);
    program!.child.kill("SIGTERM");
    await expect.poll(() => lines().filter(({ event }) => event === "stopping").length).toBe(3);
    open();
    expect((await asked).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await program!.exited).toBe(0);
    expect(alive()).toEqual([]);
    expect(lines().filter(({ level }) => level !== "info")).toEqual([]);
  });

  it("end when the first process is killed", async () => {
    await start(2);
    expect(alive()).toHaveLength(2);
    program!.child.kill("SIGKILL");
    await program!.exited;
    await expect.poll(alive, { timeout: 10_000 }).toEqual([]);
  });
});

describe("workers that cannot start", () => {
  it("report a port in use once, and end with 2", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const args = ["--http", "--workers", "3", "--port", String(port)];
    const failed = startProgram(args, { ...upstreams.env, DATA_DIR: newFolder() });
    expect(await failed.exited).toBe(2);
    expect(failed.stderr().split("\n").filter(Boolean)).toEqual([
      `market-data-mcp: 127.0.0.1:${port} is in use. Choose another with --host and --port (PORT=0 picks a free port).`,
    ]);
    taken.close();
  });

  it("report an unusable keys file once", async () => {
    const keys = join(newFolder(), "keys.json");
    writeFileSync(keys, "junk");
    const args = ["--http", "--workers", "3", "--port", "0"];
    const failed = startProgram(args, { ...upstreams.env, DATA_DIR: newFolder(), API_KEYS_FILE: keys });
    expect(await failed.exited).toBe(2);
    expect(failed.stderr().split("\n").filter(Boolean)).toHaveLength(1);
  });
});
