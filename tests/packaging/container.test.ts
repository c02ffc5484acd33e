/** The container image and the Compose file, tested as far as possible without a container engine. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { afterAll, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { longNameOf } from "../../src/config/setting.js";
import { SETTINGS } from "../../src/config/settings.js";
import { z } from "../../src/contract/schema.js";
import { cleanEnv, startHttpProgram, startProgram, temporaryFolder, watch } from "../support/program.js";
import { run } from "./install.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string) => readFileSync(new URL(`../../packaging/${name}`, import.meta.url), "utf8");
const known = new Set(SETTINGS.flatMap((setting) => [setting.variable, longNameOf(setting) ?? []].flat()));
const dockerfile = read("Dockerfile");

/** Instructions in order, each with its arguments on one line. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter(Boolean)
  .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);
const all = (name: string) => instructions.filter(([each]) => each === name).map(([, text]) => text);
/** Instructions of the final stage. */
const last = instructions.slice(instructions.findLastIndex(([name]) => name === "FROM"));
const ofImage = (name: string) => last.filter(([each]) => each === name).map(([, text]) => text);
const environment = Object.fromEntries(
  ofImage("ENV").flatMap((text) => text.split(" ").map((pair) => pair.split("="))),
);

/** The settings of a server for everybody, beside those of its proxy. */
const PUBLIC = ["PROVIDERS", "PROVIDER_D_CONTACT", "ANONYMOUS_PLAN", "ALLOWED_HOSTS", "PUBLIC_URL"];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("the Dockerfile", () => {
  it("has no fault that the linter finds", () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it("builds in stages, from one base that is pinned to a version", () => {
    const stages = all("FROM").map((text) => text.replace("--platform=$BUILDPLATFORM ", "").split(" ")[0]!);
    const own = new Set(all("FROM").flatMap((text) => / AS (\S+)/.exec(text)?.[1] ?? []));
    const bases = new Set(stages.filter((name) => !own.has(name)));
    expect(stages.length).toBeGreaterThan(1);
    expect([...bases]).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-[\w-]+$/)]);
  });

  it("installs from the lock file and runs no package scripts", () => {
    const installs = all("RUN").filter((text) => text.includes("npm") && !text.includes("npm run build"));
    expect(installs).toHaveLength(2);
    for (const text of installs) expect(text).toMatch(/^npm ci .*--ignore-scripts$/);
  });

  it("copies the built program, its skills and its one package into the image, and no sources", () => {
    const copied = ofImage("COPY").map((text) => text.split(" ").slice(0, -1).join(" "));
    expect(copied).toEqual([
      "LICENSE package.json",
      "skills",
      "--from=store /app/node_modules",
      "--from=build /app/dist",
    ]);
  });

  it("builds only from the files that the build stage copies", () => {
    const { path: place, remove } = temporaryFolder();
    const given = all("COPY")
      .filter((text) => !text.includes("--from"))
      .flatMap((text) => text.split(" ").slice(0, -1));
    for (const name of given) cpSync(join(ROOT, name), join(place, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(place, "node_modules"));
    expect(all("RUN")).toContain("npm run build");
    run("npm", ["run", "build", "--silent"], place);
    expect(run(process.execPath, ["dist/index.js", "--version"], place)).toMatch(/^\d+\.\d+\.\d+\n$/);
    remove();
  });

  it("runs as a user other than root, with a health check and the stop signal that starts draining", () => {
    expect(ofImage("USER")).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
    expect(ofImage("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(ofImage("HEALTHCHECK")).toHaveLength(1);
    expect(ofImage("VOLUME")).toEqual([`["${environment["DATA_DIR"]}"]`]);
  });

  it("sets only variables of settings, and no secret", () => {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual(["NODE_ENV"]);
    expect(all("ARG")).toEqual([]);
    expect(Object.keys(environment).filter((name) => /KEY|SECRET|TOKEN|PASSWORD/.test(name))).toEqual([]);
  });

  it("lists the files for the build by name, so that no key or .env gets in", () => {
    const [first, ...rest] = read("Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    expect(first).toBe("*");
    expect(rest.every((line) => line.startsWith("!"))).toBe(true);
    const admitted = rest.map((line) => line.slice(1));
    const needed = all("COPY")
      .filter((text) => !text.includes("--from"))
      .flatMap((text) => text.split(" ").slice(0, -1));
    expect(admitted.toSorted()).toEqual([...new Set(needed)].toSorted());
  });
});

/** Runs the program where only its own folder is writable, as with `read_only`. */
const READ_ONLY = [
  "unshare",
  "--mount",
  "sh",
  "-c",
  'mount --make-rprivate / && mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,ro,bind / && exec "$@"',
  "sh",
];
const canUnshare =
  spawnSync(READ_ONLY[0]!, [...READ_ONLY.slice(1), "sh", "-c", "! touch /probe"], {
    env: cleanEnv({ DATA_DIR: folder.path }),
  }).status === 0;
if (!canUnshare)
  console.warn("!!! mount namespaces cannot be created here: tests of the image's read-only root are SKIPPED");

describe("the program in the image's environment", () => {
  // A free port and a temporary folder replace those of the image.
  const here = () => ({ ...environment, PORT: "0", DATA_DIR: folder.path });

  it("does not start before keys or ALLOW_OPEN are set", async () => {
    const program = startProgram([], here());
    expect(await program.exited).toBe(2);
    expect(program.stderr()).toMatch(/API_KEYS_FILE.*ALLOW_OPEN=1/);
  });

  it.skipIf(!canUnshare)("writes only to its own folder, and passes the image's health check", async () => {
    const { url, stop, stderr } = await startHttpProgram(["--demo"], { ...here(), ALLOW_OPEN: "1" }, READ_ONLY);
    const check = /CMD (\[.*\])$/.exec(ofImage("HEALTHCHECK")[0]!)![1]!;
    const [command, ...args] = z.array(z.string()).parse(JSON.parse(check));
    const port = new URL(url).port;
    expect(spawnSync(command!, args, { env: cleanEnv({ PORT: port }) }).status).toBe(0);
    expect(stderr()).not.toContain('"level":"warn"');
    expect(await stop()).toBe(0);
    expect(spawnSync(command!, args, { env: cleanEnv({ PORT: port }) }).status).toBe(1);
  });

  it.skipIf(!canUnshare)("keeps its store in that folder", async () => {
    const { url, stop, stderr } = await startHttpProgram([], { ...here(), ALLOW_OPEN: "1" }, READ_ONLY);
    expect((await fetch(`${url}/api/v1/status`)).status).toBe(200);
    expect(await stop()).toBe(0);
    expect(stderr()).not.toContain('"event":"store"');
    expect(readFileSync(join(folder.path, "store.sqlite")).length).toBeGreaterThan(0);
  });
});

const service = z.object({
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  mem_limit: z.string(),
  networks: z.array(z.string()),
  environment: z.record(z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
});
const compose = z
  .object({
    services: z.object({
      server: service.extend({
        build: z.object({ context: z.literal(".."), dockerfile: z.literal("packaging/Dockerfile") }),
        depends_on: z.object({ redis: z.object({ condition: z.literal("service_healthy") }) }),
        env_file: z.tuple([z.object({ path: z.literal(".env"), required: z.literal(false) })]),
        stop_grace_period: z.literal("20s"),
        deploy: z.object({ replicas: z.number() }),
      }),
      balancer: service.extend({
        image: z.string().regex(/^caddy:\d+\.\d+/),
        depends_on: z.object({ server: z.object({ condition: z.literal("service_healthy") }) }),
      }),
      redis: service.extend({
        image: z.string().regex(/^redis:\d+\.\d+/),
        user: z.string().regex(/^[1-9]/),
        command: z.array(z.string()),
        healthcheck: z.object({ test: z.array(z.string()) }),
      }),
    }),
    networks: z.object({
      front: z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.string() })]) }) }),
      back: z.object({ internal: z.literal(true) }),
    }),
    configs: z.object({ caddyfile: z.object({ content: z.string() }) }),
    volumes: z.record(z.unknown()),
  })
  .parse(parse(read("compose.yaml")));

describe("the Compose file", () => {
  const { server, balancer, redis } = compose.services;

  it("takes every setting from a file, sets only those that belong to it, and reads only the port itself", () => {
    const names = Object.keys(server.environment);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const taken = [...read("compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    expect(taken).toEqual(["PORT"]);
  });

  it("keeps the state in a Redis with a volume, not reachable from outside", () => {
    const { hostname } = new URL(server.environment["STORE_URL"]!);
    expect(hostname).toBe("redis");
    expect([redis.volumes, Object.keys(compose.volumes)]).toEqual([["redis:/data"], ["redis"]]);
    expect(redis.command).toContain("--appendonly");
    expect(redis.healthcheck.test).toEqual(["CMD", "redis-cli", "ping"]);
    expect([redis.ports, redis.networks]).toEqual([[], ["back"]]);
  });

  it("makes two replicas reachable through the balancer, from this machine only, with keys where there are some", () => {
    expect([server.deploy.replicas, server.ports]).toEqual([2, []]);
    expect(balancer.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect(compose.configs.caddyfile.content).toContain("dynamic a server 8080");
    expect([server.environment["PORT"], server.environment["MARKET_DATA_PORT"]]).toEqual(["8080", "8080"]);
    expect(server.environment["TRUSTED_PROXIES"]).toBe(compose.networks.front.ipam.config[0].subnet);
    expect(server.volumes).toEqual(["./keys:/keys:ro"]);
    expect(server.environment).not.toHaveProperty("API_KEYS_FILE");
  });

  it("leaves the settings of a public server to the file, and counts the calls of all replicas together", () => {
    for (const name of PUBLIC) expect(server.environment).not.toHaveProperty(name);
    const notes = read("compose.yaml").replaceAll(/\n# ?/g, " ");
    for (const name of PUBLIC) expect(notes).toContain(name);
    expect(new URL(server.environment["STORE_URL"]!).protocol).toBe("redis:");
  });

  it.skipIf(spawnSync("docker", ["compose", "version"]).status !== 0)("is valid without a file of settings", () => {
    const file = fileURLToPath(new URL("../../packaging/compose.yaml", import.meta.url));
    const { status, stderr } = spawnSync("docker", ["compose", "-f", file, "config", "--quiet"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});

describe("the Caddyfile", () => {
  it.skipIf(spawnSync("caddy", ["version"]).status !== 0)(
    "puts a public server behind Caddy: callers have plans by address, and operators' addresses are hidden",
    async () => {
      const port = await freePort();
      const settings = {
        PROVIDERS: "official",
        ANONYMOUS_PLAN: "starter",
        ALLOWED_HOSTS: `127.0.0.1:${port}`,
        TRUSTED_PROXIES: "127.0.0.1",
      };
      const program = await startHttpProgram(["--demo"], { ...settings, STORE_URL: "memory:" });
      const config = join(folder.path, "Caddyfile");
      const site = read("Caddyfile")
        .replace("{$MARKET_DATA_DOMAIN}", `http://127.0.0.1:${port}`)
        .replace("127.0.0.1:8080", new URL(program.url).host);
      writeFileSync(config, `{\n\tadmin off\n}\n${site}`);
      const env = cleanEnv({ HOME: folder.path, XDG_CONFIG_HOME: folder.path, XDG_DATA_HOME: folder.path });
      const caddy = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], { env, stdio: "ignore" });
      watch(caddy);
      const ask = (path: string, caller = "203.0.113.7") =>
        fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-forwarded-for": caller } });
      await vi.waitFor(async () => expect((await ask("/healthz")).status).toBe(200), { timeout: 10_000 });
      for (const path of ["/", "/metrics", "/status.json", "/readyz"]) expect((await ask(path)).status).toBe(404);
      const rates = await ask("/api/v1/market/reference-rates");
      expect([rates.status, rates.headers.get("x-data-sources")]).toEqual([200, expect.stringMatching(/^provider-d/)]);
      expect(rates.headers.get("ratelimit")).toContain('"minute";r=19');
      expect((await ask("/api/v1/stock/AAPL/history")).status).toBe(500);
      // A caller cannot choose its address: that of its connection to Caddy counts.
      expect((await ask("/api/v1/market/reference-rates", "203.0.113.8")).headers.get("ratelimit")).toContain("r=17");
      for (const path of ["/docs", "/llms.txt", "/openapi.json"]) expect((await ask(path)).status).toBe(200);
      caddy.kill("SIGTERM");
      await program.stop();
    },
    30_000,
  );

  it.skipIf(spawnSync("caddy", ["version"]).status !== 0)("is valid, and formatted as Caddy does", () => {
    const file = fileURLToPath(new URL("../../packaging/Caddyfile", import.meta.url));
    const caddy = (...args: string[]) =>
      spawnSync("caddy", args, { encoding: "utf8", env: { ...process.env, MARKET_DATA_DOMAIN: "market.example.com" } });
    expect(caddy("validate", "--config", file, "--adapter", "caddyfile").status).toBe(0);
    expect(caddy("fmt", file).stdout).toBe(read("Caddyfile"));
  });
});
