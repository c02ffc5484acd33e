/** The program starts with an unusable store, reports it once, and serves. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";
import { ask, askAll, complaints, killAll, quotePaths, storeMessages, tally, type Program } from "./fleet.js";

let upstreams: Upstreams;
let folder: ReturnType<typeof temporaryFolder>;
let programs: Program[];

beforeEach(async () => {
  upstreams = await startUpstreams();
  folder = temporaryFolder();
  programs = [];
});

afterEach(async () => {
  await killAll(programs);
  await upstreams.close();
  folder.remove();
});

async function start(dataDir = folder.path, launcher: string[] = []): Promise<Program> {
  const program = await startHttpProgram([], { ...upstreams.env, DATA_DIR: dataDir }, launcher);
  programs.push(program);
  return program;
}

const FILE = () => join(folder.path, "store.sqlite");

// For a process, a file size limit has the same effect as a full disk.
const canLimit = spawnSync("prlimit", ["--version"]).status === 0;
if (!canLimit) console.warn("!!! prlimit is not installed: tests of full disks and file limits are SKIPPED");

const PAGE = 4_096;

/** Runs the program once, so that an intact store with an answer remains. */
async function leaveStore(): Promise<void> {
  const program = await start();
  await ask(program, "/search?q=acme");
  expect(await program.stop()).toBe(0);
}

describe("a store that cannot be read", () => {
  it.each<[string, () => void]>([
    ["is junk", () => writeFileSync(FILE(), "junk".repeat(10_000))],
    ["was cut short", () => writeFileSync(FILE(), readFileSync(FILE()).subarray(0, 5_000))],
    ["has zeros after its first page", () => writeFileSync(FILE(), readFileSync(FILE()).fill(0, PAGE))],
    // Byte 60 of an SQLite file is the schema version of the program.
    [
      "is of a later version",
      () => {
        const bytes = readFileSync(FILE());
        bytes.writeUInt32BE(999, 60);
        writeFileSync(FILE(), bytes);
      },
    ],
    ["has other data after its first page", () => writeFileSync(FILE(), readFileSync(FILE()).fill(0x41, PAGE))],
  ])("and %s is renamed; the program serves and caches again", async (_what, damage) => {
    await leaveStore();
    damage();
    const program = await start();
    expect((await ask(program, "/search?q=acme")).headers.get("cache-status")).toBe("market-data-mcp; fwd=miss");
    expect(complaints(program)).toMatchObject([{ event: "store", message: expect.stringContaining("moved aside") }]);
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".unreadable"))).toHaveLength(1);
    await program.stop();
    const next = await start();
    expect((await ask(next, "/search?q=acme")).headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
    expect(complaints(next)).toEqual([]);
  });

  it("and is empty is filled, without a log line", async () => {
    writeFileSync(FILE(), "");
    const program = await start();
    expect(tally(await askAll([program], quotePaths(5)))).toEqual({ 200: 5 });
    expect(complaints(program)).toEqual([]);
  });
});

describe("a folder that cannot be written", () => {
  it.each<[string, () => string]>([
    [
      "because a file is in its place",
      () => {
        const path = join(folder.path, "occupied");
        writeFileSync(path, "");
        return path;
      },
    ],
    [
      "because something else is where the store should be",
      () => {
        mkdirSync(FILE());
        return folder.path;
      },
    ],
  ])("%s costs one line in the log, and memory is used", async (_what, occupy) => {
    const program = await start(occupy());
    expect(tally(await askAll([program], quotePaths(5)))).toEqual({ 200: 5 });
    expect((await ask(program, "/stock/S0")).headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
    expect(complaints(program)).toMatchObject([{ event: "store", message: expect.any(String) }]);
    expect(await program.stop()).toBe(0);
  });
});

describe.skipIf(!canLimit)("a full disk", () => {
  it("at the start costs one line in the log, and the existing store is still used", async () => {
    await leaveStore();
    const program = await start(folder.path, ["prlimit", "--fsize=4096"]);
    expect(tally(await askAll([program], quotePaths(20)))).toEqual({ 200: 20 });
    expect(complaints(program)).toMatchObject([{ event: "store", message: expect.stringContaining("cannot be used") }]);
    await program.stop();
    const next = await start();
    expect((await ask(next, "/search?q=acme")).headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
  });

  it("that fills while the program runs fails no request, is logged once, and leaves the store intact", async () => {
    const program = await start();
    await ask(program, "/search?q=acme");
    spawnSync("prlimit", ["--pid", String(program.child.pid), `--fsize=${statSync(FILE()).size}`]);
    expect(tally(await askAll([program], quotePaths(150)))).toEqual({ 200: 150 });
    expect((await ask(program, "/stock/S7")).headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
    expect(storeMessages(program)).toEqual(["The store cannot be used; continuing in memory."]);
    expect(program.stderr()).not.toContain('"event":"crash"');
    expect(await program.stop()).toBe(0);
    const next = await start();
    expect((await ask(next, "/search?q=acme")).headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
    expect(complaints(next)).toEqual([]);
  });
});

describe.skipIf(!canLimit)("a low limit on open files", () => {
  it("ends no process: descriptors for the store and the upstreams are reserved", async () => {
    const program = await start(folder.path, ["prlimit", "--nofile=128"]);
    const port = Number(new URL(program.url).port);
    const idle = Array.from({ length: 105 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    await expect.poll(() => idle.filter(({ closed }) => closed).length, { timeout: 10_000 }).toBeGreaterThan(40);
    // The accepted connections leave no room for another until they close.
    for (const socket of idle.slice(0, 40)) socket.destroy();
    await expect
      .poll(
        () =>
          ask(program, "/search?q=acme").then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 10_000 },
      )
      .toBe(200);
    for (const socket of idle) socket.destroy();
    expect(complaints(program)).toEqual([]);
    expect(await program.stop()).toBe(0);
  });

  it("below what SQLite needs costs one line in the log, and memory is used", async () => {
    const host = startProgram([], { ...upstreams.env, DATA_DIR: folder.path }, ["prlimit", "--nofile=24"]);
    const call = { name: "get_service_status", arguments: {} };
    host.child.stdin!.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })}\n`);
    expect(await host.exited).toBe(0);
    expect(host.stdout()).toContain('"result"');
    expect(host.stderr()).toContain("cannot be used; continuing in memory");
  });
});
