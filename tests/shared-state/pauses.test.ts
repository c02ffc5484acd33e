/** A rate limit of provider B pauses all its calls, also after a restart, and longer each time; other providers answer. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, hasFakeClock, type FakeClock } from "../support/fake-clock.js";
import { reply } from "../support/faults.js";
import { startFaultyUpstream, type FaultyUpstream } from "../support/faulty-upstream.js";
import { temporaryFolder } from "../support/program.js";
import { ask, startFleet, type Program } from "./fleet.js";

let upstream: FaultyUpstream;
let folder: ReturnType<typeof temporaryFolder>;
let clock: FakeClock;
let program: Program | undefined;

beforeEach(async () => {
  upstream = await startFaultyUpstream();
  folder = temporaryFolder();
  clock = createFakeClock(folder.path);
});

afterEach(async () => {
  await stop();
  await upstream.close();
  folder.remove();
});

async function stop(): Promise<void> {
  program?.child.kill("SIGKILL");
  await program?.exited;
  program = undefined;
}

async function restart(): Promise<Program> {
  await stop();
  const [started] = await startFleet(1, { ...upstream.env, ...clock.env, DATA_DIR: folder.path });
  return (program = started!);
}

const callsOfB = () => upstream.calls("/b").length;

describe.skipIf(!hasFakeClock)("a limit of provider B", () => {
  it("pauses all its calls for a minute, then for two, also after a restart, while other sources answer", async () => {
    upstream.on("/b", reply(429, "Too Many Requests\r\n"));
    for (const [begins, seconds] of [
      [0, 60],
      [61, 120],
      [61 + 121, 240],
    ] as const) {
      clock.set(begins);
      const before = callsOfB();
      const limited = await ask(await restart(), `/stock/S${seconds}/history`);
      expect([limited.status, limited.headers.get("x-data-sources")]).toEqual([
        200,
        'provider-a; reason="provider-b: rate limited"',
      ]);
      expect(callsOfB()).toBe(before + 1);
      const again = await ask(await restart(), "/stock/AAPL/provider-b");
      // A restart may take a second.
      expect([again.status, Math.ceil(Number(again.body["retry_after"]) / 10) * 10]).toEqual([429, seconds]);
      expect(callsOfB()).toBe(before + 1);
    }
  });
});
