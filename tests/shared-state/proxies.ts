/** Caddy and nginx with the configurations in docs/, in front of programs. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cleanEnv, temporaryFolder, watch } from "../support/program.js";
import { freePort } from "../support/redis.js";

const PAGES = ["http", "fleet"]
  .map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8"))
  .join("\n");

type Target = { url: string };

export interface Proxy {
  url: string;
  close(): Promise<void>;
}

/** How each proxy is started, and whether it is installed. */
export const PROXIES = {
  nginx: { start: startNginx, isInstalled: isInstalled("nginx", "-v") },
  caddy: { start: startCaddy, isInstalled: isInstalled("caddy", "version") },
};

function isInstalled(name: string, flag: string): boolean {
  const found = spawnSync(name, [flag]).status === 0;
  if (!found) console.warn(`!!! ${name} is not installed: tests behind it are SKIPPED`);
  return found;
}

/** Returns the first example in docs/ with this beginning, with the addresses of `fleet`; further servers are left out. */
function example(beginning: string, fleet: readonly Target[]): string {
  const block = PAGES.split("```").find((text) => text.replace(/^\w*\n/, "").startsWith(beginning));
  if (block === undefined) throw new Error(`docs/ has no example that begins with: ${beginning}`);
  const hostOf = (nth: string) => fleet[Number(nth) - 1] && new URL(fleet[Number(nth) - 1]!.url).host;
  return block
    .replace(/^\w*\n/, "")
    .replace(/^ *server 10\.0\.0\.1(\d):.*\n/gm, (line, nth: string) => (hostOf(nth) ? line : ""))
    .replace(/ ?10\.0\.0\.1(\d):8080/g, (_, nth: string) => (hostOf(nth) ? ` ${hostOf(nth)}` : ""));
}

async function startNginx(fleet: readonly Target[]): Promise<Proxy> {
  const folder = temporaryFolder();
  const port = await freePort();
  const [upstream, location] = example("upstream market {", fleet).split("# in location /\n");
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
  return start("nginx", ["-c", config, "-e", join(folder.path, "error.log")], port, folder);
}

async function startCaddy(fleet: readonly Target[]): Promise<Proxy> {
  const folder = temporaryFolder();
  const port = await freePort();
  const config = join(folder.path, "Caddyfile");
  const site = example("market.example.com {\n    reverse_proxy 10.0.0.11", fleet).replace(
    "market.example.com {",
    `http://127.0.0.1:${port} {`,
  );
  writeFileSync(config, `{\n\tadmin off\n}\n${site}`);
  return start("caddy", ["run", "--config", config, "--adapter", "caddyfile"], port, folder);
}

async function start(
  command: string,
  args: readonly string[],
  port: number,
  folder: ReturnType<typeof temporaryFolder>,
): Promise<Proxy> {
  const env = cleanEnv({ HOME: folder.path, XDG_CONFIG_HOME: folder.path, XDG_DATA_HOME: folder.path });
  const child: ChildProcess = spawn(command, args, { stdio: "ignore", env });
  watch(child);
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (const giveUpAt = performance.now() + 10_000; !(await answers()); await sleep(50)) {
    if (performance.now() > giveUpAt) throw new Error(`${command} did not start`);
  }
  return {
    url,
    async close() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      folder.remove();
    },
  };
}
