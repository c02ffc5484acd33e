/** Many programs start and end in different ways with one store: nothing remains and nothing is damaged. */
import { readdirSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "../support/program.js";
import { startHost } from "./host.js";
import { openMarket } from "./market.js";
import { isRunning } from "../support/process-facts.js";

/** Each way to end in each phase, four times. */
const CYCLES = 48;
const AT_ONCE = 4;
const ENDS = ["SIGKILL", "SIGTERM", "end of stdin", "SIGINT"] as const;
const QUOTE = "provider_a_get_stock_quote";

const folder = temporaryFolder();
// Not the demo, which stores nothing on disk.
const market = await openMarket({ DATA_DIR: folder.path });
afterAll(async () => {
  await market.close();
  folder.remove();
});

/** Runs one program. Some end before they are ready, some while they write, some after an answer. */
async function runOnce(index: number): Promise<{ pid: number; end: string; code: number | string }> {
  const host = startHost([], market.env);
  const { child, exited } = host.program;
  const end = ENDS[index % ENDS.length]!;
  const phase = Math.floor(index / ENDS.length) % 3;
  if (phase > 0) await host.request("ping");
  // The last answer is not awaited, so that a write to the store is in progress.
  for (let call = 1; call < phase; call++) await host.call(QUOTE, { symbol: "AAPL" });
  if (phase > 0) host.call(QUOTE, { symbol: `ASK${index}` }).catch(() => {});
  if (end === "end of stdin") child.stdin!.end();
  else child.kill(end);
  return { pid: child.pid!, end: phase === 0 ? `${end} before it was ready` : end, code: await exited };
}

it(
  "leaves no process and no lock, and a usable store",
  async () => {
    const lives: Awaited<ReturnType<typeof runOnce>>[] = [];
    for (let index = 0; index < CYCLES; index += AT_ONCE) {
      lives.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, each) => runOnce(index + each)))));
    }
    expect(lives.filter(({ pid }) => isRunning(pid))).toEqual([]);
    const odd = lives.filter(({ end, code }) => code !== (end.startsWith("SIGKILL") ? "SIGKILL" : 0));
    // Before the program handles signals, a signal ends the process by the default action of the system.
    expect(odd.filter(({ end, code }) => !(end.endsWith("ready") && end.startsWith(String(code))))).toEqual([]);

    // The second run finds the first run's answer.
    for (const states of [["hit", "miss"], ["hit"]]) {
      const host = startHost([], market.env);
      const { _meta } = (await host.call(QUOTE, { symbol: "MSFT" })) as { _meta?: Record<string, { state?: string }> };
      expect(states).toContain(_meta?.["market-data/cache"]?.state);
      expect(await host.leave()).toBe(0);
      expect(host.program.stderr()).not.toMatch(/"level":"(?:warn|error|fatal)"/);
    }
    expect(readdirSync(folder.path).toSorted()).toEqual(["store.sqlite"]);
  },
  3 * 60_000,
);
