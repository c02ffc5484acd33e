/** Replicas behind the proxies of docs/ stop, are killed and are restarted one after the other. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GENERAL } from "../../src/config/settings.js";
import { startHttpProgram } from "../support/program.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";
import { killAll, seconds, startFleet, type Program } from "./fleet.js";
import { PROXIES, type Proxy } from "./proxies.js";

/** Each asks again when it has its answer, half of them over REST and half over MCP. */
const CALLERS = 20;

let upstreams: Upstreams;
let fleet: Program[] = [];
let front: Proxy | undefined;
let env: Record<string, string>;

beforeEach(async () => {
  upstreams = await startUpstreams();
  env = {
    ...upstreams.env,
    STORE_URL: "memory:",
    ALLOWED_HOSTS: "market.example.com",
    TRUSTED_PROXIES: "127.0.0.1",
  };
});

afterEach(async () => {
  await front?.close();
  await killAll(fleet);
  await upstreams.close();
});

/** Asks without a pause until `stop`; the results are the numbers of answers by status, or `lost` without an answer. */
function keepAsking(url: string): { stop: () => Promise<Record<string, number>> } {
  const counts: Record<string, number> = {};
  const over = new AbortController();
  const get = (symbol: string) => fetch(`${url}/api/v1/stock/${symbol}`);
  const post = (symbol: string) => {
    const params = { name: "provider_a_get_stock_quote", arguments: { symbol } };
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return fetch(`${url}/mcp`, { method: "POST", headers, body });
  };
  async function ask(caller: number): Promise<void> {
    for (let count = 0; !over.signal.aborted; count++) {
      const outcome = await (caller % 2 === 0 ? get : post)(`S${count % 50}`)
        .then(async (answer) => {
          await answer.text();
          return String(answer.status);
        })
        .catch(() => "lost");
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      // Else the callers take the whole processor from the proxy and its checks.
      await seconds(0.01);
    }
  }
  const asked = Array.from({ length: CALLERS }, (_, caller) => ask(caller));
  return {
    async stop() {
      over.abort();
      await Promise.all(asked);
      return counts;
    },
  };
}

describe.each(Object.entries(PROXIES))("behind %s", (_name, { start, isInstalled }) => {
  it.skipIf(!isInstalled)("two rolling restarts lose no answer", { timeout: 60_000 }, async () => {
    const usual = { ...env, SHUTDOWN_DELAY_MS: String(GENERAL.shutdownDelayMs.default) };
    fleet = await startFleet(2, usual);
    front = await start(fleet);
    const asking = keepAsking(front.url);
    await seconds(1);
    for (const [nth, program] of fleet.entries()) {
      expect(await program.stop()).toBe(0);
      fleet[nth] = await startHttpProgram(["--port", new URL(program.url).port], usual);
      // Until the proxy has seen that it is back.
      await seconds(2);
    }
    const counts = await asking.stop();
    expect(Object.keys(counts)).toEqual(["200"]);
    expect(counts["200"]).toBeGreaterThan(1_000);
  });

  it.skipIf(!isInstalled)("a killed replica loses no GET", async () => {
    fleet = await startFleet(3, env);
    front = await start(fleet);
    const asked: Promise<number>[] = [];
    const ask = () => fetch(`${front!.url}/api/v1/stock/S${asked.length % 50}`).then(({ status }) => status);
    const timer = setInterval(() => asked.push(ask()), 20);
    await seconds(1);
    fleet[1]!.child.kill("SIGKILL");
    await seconds(2);
    clearInterval(timer);
    const statuses = await Promise.all(asked);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});
