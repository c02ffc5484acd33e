/** The proxy configurations in docs/, in front of three replicas of which one is stopped and one is killed. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/program.js";
import { freePort } from "../support/redis.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";
import { seconds, startFleet, type Program } from "./fleet.js";

const PAGES = ["http", "fleet"]
  .map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8"))
  .join("\n");
const installed = (name: string, flag: string) => spawnSync(name, [flag]).status === 0;

let folder: ReturnType<typeof temporaryFolder>;
let upstreams: Upstreams;
let fleet: Program[];
let balancer: ChildProcess | undefined;
let port: number;

beforeEach(async () => {
  folder = temporaryFolder();
  upstreams = await startUpstreams();
  port = await freePort();
  fleet = await startFleet(3, {
    ...upstreams.env,
    STORE_URL: "memory:",
    ALLOWED_HOSTS: "market.example.com",
    TRUSTED_PROXIES: "127.0.0.1",
  });
});

afterEach(async () => {
  if (balancer?.exitCode === null) {
    balancer.kill("SIGTERM");
    await once(balancer, "exit");
  }
  for (const { child, exited } of fleet) {
    child.kill("SIGKILL");
    await exited;
  }
  await upstreams.close();
  folder.remove();
});

/** Returns the first example in docs/ with this beginning, with our replicas' addresses. */
function example(beginning: string): string {
  const block = PAGES.split("```").find((text) => text.replace(/^\w*\n/, "").startsWith(beginning));
  if (block === undefined) throw new Error(`docs/ has no example that begins with: ${beginning}`);
  const ofFleet = fleet.map(({ url }) => new URL(url).host);
  return block.replace(/^\w*\n/, "").replace(/10\.0\.0\.1(\d):8080/g, (_, nth: string) => ofFleet[Number(nth) - 1]!);
}

async function start(command: string, args: readonly string[]): Promise<{ url: string }> {
  balancer = spawn(command, args, {
    stdio: "ignore",
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder.path,
      XDG_CONFIG_HOME: folder.path,
      XDG_DATA_HOME: folder.path,
    },
  });
  const front = { url: `http://127.0.0.1:${port}` };
  const answers = () =>
    fetch(`${front.url}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(answers, { timeout: 10_000 }).toBe(200);
  return front;
}

function startNginx(): Promise<{ url: string }> {
  const [upstream, location] = example("upstream market {").split("# in location /\n");
  const headers = PAGES.match(/^ +proxy_(?:http_version|set_header) .*$/gm)!.join("\n");
  for (const name of ["body", "proxy"]) mkdirSync(join(folder.path, name));
  const config = join(folder.path, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; pid ${folder.path}/pid; error_log ${folder.path}/error.log; events {}
     http { access_log off; client_body_temp_path ${folder.path}/body; proxy_temp_path ${folder.path}/proxy;
       ${upstream}
       server { listen 127.0.0.1:${port}; location / { ${location}\n${headers} } } }`,
  );
  return start("nginx", ["-c", config, "-e", join(folder.path, "error.log")]);
}

function startCaddy(): Promise<{ url: string }> {
  const config = join(folder.path, "Caddyfile");
  const site = example("market.example.com {\n    reverse_proxy 10.0.0.11").replace(
    "market.example.com {",
    `http://127.0.0.1:${port} {`,
  );
  writeFileSync(config, `{\n\tadmin off\n}\n${site}`);
  return start("caddy", ["run", "--config", config, "--adapter", "caddyfile"]);
}

describe.each([
  // Caddy does not retry another replica after the 503 of a replica that is stopping.
  ["nginx", "-v", startNginx, 0],
  ["caddy", "version", startCaddy, 5],
] as const)("behind %s", (name, flag, startBalancer, refused) => {
  it.skipIf(!installed(name, flag))(`one stopped and one killed replica fail at most ${refused} requests`, async () => {
    const front = await startBalancer();
    const asked: Promise<number>[] = [];
    const ask = () => fetch(`${front.url}/api/v1/stock/S${asked.length % 50}`).then(({ status }) => status);
    const timer = setInterval(() => asked.push(ask()), 20);
    await seconds(1);
    fleet[0]!.child.kill("SIGTERM");
    expect(await fleet[0]!.exited).toBe(0);
    await seconds(1);
    fleet[1]!.child.kill("SIGKILL");
    await seconds(2);
    clearInterval(timer);
    const statuses = await Promise.all(asked);
    const failed = statuses.filter((status) => status !== 200);
    expect(failed.length).toBeLessThanOrEqual(refused);
    expect(failed.filter((status) => status !== 503)).toEqual([]);
  });
});
