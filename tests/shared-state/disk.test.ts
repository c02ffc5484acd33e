/** Processes of one machine with one DATA_DIR: the state they share, and the state that survives them. */
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/program.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";
import { ask, askAll, complaints, killAll, quotePaths, startFleet, tally, type Program } from "./fleet.js";

const DAY_S = 24 * 3600;
/** Number of rounds; set CYCLES=100 for a long run. */
const CYCLES = Number(process.env["CYCLES"] ?? 20);

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

/** Starts programs that use the test's folder. */
async function start(count: number, env: Record<string, string> = {}): Promise<Program[]> {
  const started = await startFleet(count, { ...upstreams.env, DATA_DIR: folder.path, ...env });
  programs.push(...started);
  return started;
}

/** Returns the number of counted calls to provider A. */
async function quotaUsed(program: Program): Promise<number> {
  const { body } = await ask(program, "/status");
  return (body["providers"] as { quota_used: number }[])[0]!.quota_used;
}

describe("two processes over one folder", () => {
  it("use up one daily quota together, exactly, and state when it is free again", async () => {
    const fleet = await start(2, { PROVIDER_A_DAILY_QUOTA: "10" });
    const answers = await askAll(fleet, quotePaths(40));
    expect(tally(answers)).toEqual({ 200: 10, 429: 30 });
    expect(upstreams.calls.a).toBe(10);
    for (const { body, headers } of answers.filter(({ status }) => status === 429)) {
      expect(headers.get("retry-after")).toBe(String(body["retry_after"]));
      expect(body["retry_after"]).toBeGreaterThan(DAY_S - 60);
      expect(body["retry_after"]).toBeLessThanOrEqual(DAY_S + 600);
    }
  });

  it("count one caller's plan together", async () => {
    const fleet = await start(2, { ANONYMOUS_PLAN: "free" });
    const answers = await askAll(
      fleet,
      Array.from({ length: 40 }, () => "/stock/ACME"),
    );
    expect(tally(answers)).toEqual({ 200: 5, 429: 35 });
  });

  it("count one caller's plan together when a process that has counted before is suspended and continued", async () => {
    const [frozen, other] = await start(2, { ANONYMOUS_PLAN: "free" });
    expect(tally(await askAll([frozen!], ["/stock/ACME"]))).toEqual({ 200: 1 });
    expect((await ask(frozen!, "/stock/ACME")).status).toBe(200);
    frozen!.child.kill("SIGSTOP");
    const { status, ms } = await ask(other!, "/stock/ACME");
    expect([status, ms < 2_000]).toEqual([200, true]);
    frozen!.child.kill("SIGCONT");
    const left = [];
    for (let call = 0; call < 4; call++) left.push((await ask([frozen!, other!][call % 2]!, "/stock/ACME")).status);
    expect(left).toEqual([200, 200, 429, 429]);
  });

  it("make one upstream call for fifty simultaneous misses of one answer", async () => {
    const fleet = await start(2);
    const { reached, open } = upstreams.hold();
    const asked = askAll(
      fleet,
      Array.from({ length: 50 }, () => "/stock/ACME"),
    );
    await reached;
    setTimeout(open, 200);
    const answers = await asked;
    expect(tally(answers)).toEqual({ 200: 50 });
    expect(new Set(answers.map(({ body }) => body["timestamp"])).size).toBe(1);
    expect(upstreams.calls.a).toBe(1);
  });

  it("share their answers", async () => {
    const [one, other] = await start(2);
    const first = await ask(one!, "/stock/ACME");
    const second = await ask(other!, "/stock/ACME");
    expect(second.headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
    expect(second.body).toEqual(first.body);
  });

  it("wait at most a few seconds for the answer of a killed process", async () => {
    const [doomed, other] = await start(2);
    const { reached, open } = upstreams.hold();
    ask(doomed!, "/stock/ACME").catch(() => {});
    await reached;
    await killAll([doomed!]);
    open();
    const { status, ms } = await ask(other!, "/stock/ACME");
    expect(status).toBe(200);
    expect(ms).toBeLessThan(4_500);
  });
});

describe("a process that was killed", () => {
  it("has lost no count and no answer when it starts again", async () => {
    const [first] = await start(1, { PROVIDER_A_DAILY_QUOTA: "10" });
    const found = await ask(first!, "/search?q=acme");
    expect(tally(await askAll([first!], quotePaths(4)))).toEqual({ 200: 4 });
    const { reached } = upstreams.hold();
    askAll([first!], quotePaths(2, "UNDERWAY")).catch(() => {});
    await reached;
    await expect.poll(() => upstreams.calls.a).toBe(6);
    await killAll([first!]);

    upstreams.hold().open();
    const [second] = await start(1, { PROVIDER_A_DAILY_QUOTA: "10" });
    const again = await ask(second!, "/search?q=acme");
    expect(again.headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
    expect(again.body).toEqual(found.body);
    expect(tally(await askAll([second!], quotePaths(20, "AFTER")))).toEqual({ 200: 4, 429: 16 });
    expect(upstreams.calls).toEqual({ a: 10, b: 0, c: 1 });
  });

  it(
    `leaves an intact store and every count, ${CYCLES} times in a row and under load`,
    { timeout: CYCLES * 3_000 },
    async () => {
      await ask((await start(1))[0]!, "/search?q=acme");
      await killAll([programs[0]!]);
      let upcoming = start(1);
      for (let round = 0; round < CYCLES; round++) {
        const [program] = await upcoming;
        upcoming = start(1);
        const { a: before } = upstreams.calls;
        expect(await quotaUsed(program!)).toBeGreaterThanOrEqual(before);
        askAll([program!], quotePaths(60, `R${round}X`)).catch(() => {});
        // Kills each program after another number of calls, sometimes during the first write.
        await expect
          .poll(() => upstreams.calls.a - before, { interval: 1, timeout: 10_000 })
          .toBeGreaterThan(2 * (round % 20));
        await killAll([program!]);
        expect(complaints(program!)).toEqual([]);
      }
      const [last] = await upcoming;
      expect((await ask(last!, "/search?q=acme")).headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
      expect(await quotaUsed(last!)).toBeGreaterThanOrEqual(upstreams.calls.a);
      expect(complaints(last!)).toEqual([]);
      expect(readdirSync(folder.path).filter((name) => name.includes("unreadable"))).toEqual([]);
    },
  );

  it("does not disturb running processes", async () => {
    const [steady] = await start(1);
    const load = (async () => {
      const answers = [];
      for (let call = 0; call < 60; call++) answers.push(await ask(steady!, `/stock/STEADY${call}`));
      return answers;
    })();
    for (let round = 0; round < 3; round++) {
      const [doomed] = await start(1);
      const { a: before } = upstreams.calls;
      askAll([doomed!], quotePaths(60, `D${round}X`)).catch(() => {});
      await expect.poll(() => upstreams.calls.a - before, { interval: 1, timeout: 10_000 }).toBeGreaterThan(20);
      await killAll([doomed!]);
    }
    expect(tally(await load)).toEqual({ 200: 60 });
    expect((await ask(steady!, "/stock/AFTER")).status).toBe(200);
    expect(complaints(steady!)).toEqual([]);
  });
});

describe("provider C's 25 calls a day", () => {
  it("are 25 for 30 searches, and other providers answer the rest", async () => {
    const [program] = await start(1, { FALLBACK: "on" });
    const answers = [];
    for (let search = 0; search < 30; search++) answers.push(await ask(program!, `/search?q=acme${search}`));
    expect(tally(answers)).toEqual({ 200: 30 });
    expect(upstreams.calls.c).toBe(25);
    const sources = answers.map(({ headers }) => headers.get("x-data-sources")!);
    expect(sources.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => "provider-c"));
    for (const source of sources.slice(25)) expect(source).toMatch(/^provider-a; reason="provider-c: quota used up/);
  });

  it("stay used up over a restart", async () => {
    const [first] = await start(1);
    for (let search = 0; search < 25; search++) await ask(first!, `/search?q=acme${search}`);
    expect(await first!.stop()).toBe(0);
    const [second] = await start(1, { FALLBACK: "off" });
    const { status, body } = await ask(second!, "/search?q=another");
    expect({ status, calls: upstreams.calls.c }).toEqual({ status: 429, calls: 25 });
    expect(body["retry_after"]).toBeGreaterThan(DAY_S - 60);
  });
});
