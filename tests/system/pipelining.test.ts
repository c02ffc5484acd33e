/** A flood of pipelined requests without a key neither ends the process nor keeps others waiting. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasProcessFacts, memoryMbOf } from "../support/process-facts.js";
import { startHttpProgram, temporaryFolder, watch } from "../support/program.js";
import { writeKeys } from "./inbound-keys.js";

const MEGABYTES = 130;
const CONNECTIONS = 20;
const HEAP_MB = 256;

const scriptOf = (name: string) => fileURLToPath(new URL(`../support/${name}`, import.meta.url));

interface Flood {
  path: string;
  host?: string;
  mode: string;
  megabytes?: number;
}

/** Floods a server; returns the longest time that another caller waited meanwhile, in milliseconds. */
async function flood(url: string, { path, host, mode, megabytes = MEGABYTES }: Flood): Promise<number> {
  const words = [url, path, megabytes, CONNECTIONS, host ?? new URL(url).host, mode].map(String);
  const flooding = promisify(execFile)(process.execPath, [scriptOf("pipeline-flood.mjs"), ...words]);
  let longest = 0;
  while (flooding.child.exitCode === null) {
    const started = performance.now();
    await (await fetch(`${url}/healthz`, { headers: { connection: "close" } })).text();
    longest = Math.max(longest, performance.now() - started);
  }
  expect(Number((await flooding).stdout)).toBeGreaterThan(0);
  return longest;
}

/** Starts bare node:http; returns its address. */
async function startBare(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [scriptOf("bare-http.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  watch(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: String(line).trim(), stop: () => void child.kill("SIGKILL") };
}

describe.skipIf(!hasProcessFacts)("130 MB of pipelined requests without a key", () => {
  const folder = temporaryFolder();
  const keysFile = join(folder.path, "keys.json");
  writeKeys(keysFile, [{ id: "alice", key: "alice's key", plan: "free" }]);
  let program: Awaited<ReturnType<typeof startHttpProgram>>;
  beforeAll(async () => {
    const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
    program = await startHttpProgram(["--demo"], { STORE_URL: "memory:", API_KEYS_FILE: keysFile, NODE_OPTIONS });
  });
  afterAll(async () => {
    await program?.stop();
    folder.remove();
  });

  describe.each(["read", "unread"])("whose answers are %s", (mode) => {
    /** The wait at a bare server, for which a seventh of the flood is enough to keep others waiting for seconds. */
    let bareMs: number;
    beforeAll(async () => {
      const bare = await startBare();
      bareMs = await flood(bare.url, { path: "/healthz", mode, megabytes: MEGABYTES / 7 });
      bare.stop();
    });

    it.each([
      { status: 200, path: "/healthz" },
      { status: 401, path: "/api/v1/stock/AAPL" },
      { status: 403, path: "/healthz", host: "foreign.example" },
      { status: 404, path: "/nowhere" },
      { status: 200, path: `/healthz?padding=${"x".repeat(600)}` },
    ])(
      "leave the process alive on a path that answers $status",
      async ({ path, ...rest }) => {
        const before = memoryMbOf(program.child.pid!).now;
        expect(await flood(program.url, { path, mode, ...rest })).toBeLessThan(bareMs + 1_000);
        expect(program.child.exitCode).toBeNull();
        expect(memoryMbOf(program.child.pid!).peak - before).toBeLessThan(200);
      },
      60_000,
    );
  });
});
