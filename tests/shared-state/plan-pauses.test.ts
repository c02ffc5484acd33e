/** Data outside a plan: a new server and `doctor` ask for it again, a new conversation does not. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { reply } from "../support/faults.js";
import { startFaultyUpstream, type FaultyUpstream } from "../support/faulty-upstream.js";
import { startProgram, temporaryFolder } from "../support/program.js";
import { ask, killAll, startFleet, type Program } from "./fleet.js";

let upstream: FaultyUpstream;
let folder: ReturnType<typeof temporaryFolder>;
let programs: Program[];

beforeEach(async () => {
  upstream = await startFaultyUpstream();
  folder = temporaryFolder();
  programs = [];
});

afterEach(async () => {
  await killAll(programs);
  await upstream.close();
  folder.remove();
});

const env = () => ({ ...upstream.env, DATA_DIR: folder.path, ENRICH: "off" });
const sourcesOf = async (server: Program, symbol: string) =>
  (await ask(server, `/stock/${symbol}`)).headers.get("x-data-sources");

async function startServer(): Promise<Program> {
  const [server] = await startFleet(1, env());
  programs.push(server!);
  return server!;
}

/** A server that has met one 402 for quotes, from a provider that is well again. */
async function startRefused(): Promise<Program> {
  const server = await startServer();
  upstream.on("/a/quote", reply(402, "Restricted Endpoint: not available under your current subscription"));
  expect(await sourcesOf(server, "ONE")).toBe('provider-b; reason="provider-a: not in plan"; missing="previousClose"');
  upstream.reset();
  expect(await sourcesOf(server, "TWO")).toBe('provider-b; reason="provider-a: not in plan"; missing="previousClose"');
  return server;
}

async function run(...args: string[]): Promise<void> {
  const program = startProgram(args, env());
  expect(await program.exited).toBe(0);
}

it("doctor ends the pause in a running server within two seconds", async () => {
  const server = await startRefused();
  await run("doctor");
  let asked = 0;
  await expect.poll(() => sourcesOf(server, `LATER${asked++}`), { timeout: 2_000 }).toBe("provider-a");
});

it("a new server over HTTP asks for what the plan lacked before", async () => {
  await startRefused();
  expect(await sourcesOf(await startServer(), "THREE")).toBe("provider-a");
});

it("a program that starts for one question does not ask for what the plan lacked a moment ago", async () => {
  await startRefused();
  await run("call", "provider_a_get_stock_quote", "symbol=THREE");
  expect(upstream.calls("/a/quote")).toEqual([]);
});
