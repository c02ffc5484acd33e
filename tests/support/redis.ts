/** A real Redis server, with its own port and folder, without persistence. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createClient } from "@keyv/redis";
import { temporaryFolder } from "./program.js";

/** Whether Redis is installed. Tests that need it are otherwise skipped, with a message. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
if (!hasRedis) console.warn("!!! redis-server is not installed: tests of state shared through Redis are SKIPPED");

export interface RedisServer {
  url: string;
  port: number;
  /** Suspends the process without closing connections, until `thaw` is called. */
  freeze(): void;
  thaw(): void;
  /** Kills the server, as in a crash: connections break and contents are lost. */
  kill(): Promise<void>;
}

export interface RedisOptions {
  /** The port of an earlier server, to restart at its address. */
  port?: number;
  password?: string;
  /** Further directives, such as `["--maxmemory", "1mb"]`. */
  directives?: readonly string[];
}

/** Starts a server and waits until it accepts connections. */
export async function startRedis({ port: wanted, password, directives = [] }: RedisOptions = {}): Promise<RedisServer> {
  const folder = temporaryFolder();
  const port = wanted ?? (await freePort());
  const options = { port: String(port), bind: "127.0.0.1", dir: folder.path, save: "", appendonly: "no" };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  if (password !== undefined) args.push("--requirepass", password);
  const child = spawn("redis-server", [...args, ...directives], { stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(child, "exit");
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (data) => {
      log += data;
      if (log.includes("Ready to accept connections")) resolve();
    });
    void exited.then(() => reject(new Error(`redis-server did not start: ${log}`)));
  });
  return {
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}/0`,
    port,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async kill() {
      child.kill("SIGKILL");
      await exited;
      folder.remove();
    },
  };
}

/** A client for inspecting and changing data; it ignores connection errors. */
export async function connectTo({ url }: RedisServer) {
  const client = createClient({ url });
  client.on("error", () => {});
  return client.connect();
}

/** Returns an unused port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
