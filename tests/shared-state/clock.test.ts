/** Counts and answers when days pass, the clock is set, a new UTC day begins, or the time zone differs. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, hasFakeClock, type FakeClock } from "../support/fake-clock.js";
import { temporaryFolder } from "../support/program.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";
import { ask, askAll, complaints, killAll, quotePaths, startFleet, tally, type Program } from "./fleet.js";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

let upstreams: Upstreams;
let folder: ReturnType<typeof temporaryFolder>;
let clock: FakeClock;
let programs: Program[];

beforeEach(async () => {
  upstreams = await startUpstreams();
  folder = temporaryFolder();
  clock = createFakeClock(folder.path);
  programs = [];
});

afterEach(async () => {
  await killAll(programs);
  await upstreams.close();
  folder.remove();
});

async function start(count: number, env: Record<string, string> = {}): Promise<Program[]> {
  const started = await startFleet(count, { ...upstreams.env, ...clock.env, DATA_DIR: folder.path, ...env });
  programs.push(...started);
  return started;
}

/** Sends a question, and checks that no time in the answer is negative or implausible. */
async function askChecked(program: Program, path: string, headers?: Record<string, string>) {
  const answer = await ask(program, path, headers);
  const age = Number(answer.headers.get("age") ?? 0);
  const retryAfter = Number(answer.headers.get("retry-after") ?? 1);
  const maxAge = Number(/max-age=(-?\d+)/.exec(answer.headers.get("cache-control") ?? "")?.[1] ?? 0);
  expect([path, age >= 0, maxAge >= 0, retryAfter >= 1, retryAfter <= DAY_S + 660]).toEqual([
    path,
    true,
    true,
    true,
    true,
  ]);
  return answer;
}

describe.skipIf(!hasFakeClock)("a daily quota", () => {
  it("is free again exactly after the announced time", async () => {
    const [program] = await start(1, { PROVIDER_A_DAILY_QUOTA: "3" });
    expect(tally(await askAll([program!], quotePaths(3)))).toEqual({ 200: 3 });
    const refused = await askChecked(program!, "/stock/MORE");
    expect(refused.status).toBe(429);
    const wait = Number(refused.body["retry_after"]);
    clock.set(wait - 10);
    expect((await askChecked(program!, "/stock/MORE")).status).toBe(429);
    clock.set(wait + 1);
    expect((await askChecked(program!, "/stock/MORE")).status).toBe(200);
    expect(upstreams.calls.a).toBe(4);
  });

  it.each([-HOUR_S, -DAY_S, -400 * DAY_S])(
    "is not blocked for longer than a day when the clock is set by %i s",
    async (jump) => {
      const [program, other] = await start(2, { PROVIDER_A_DAILY_QUOTA: "3" });
      expect(tally(await askAll([program!], quotePaths(4)))).toEqual({ 200: 3, 429: 1 });
      clock.set(jump);
      expect((await askChecked(program!, "/stock/MORE")).status).toBe(429);
      expect((await askChecked(other!, "/stock/MORE")).status).toBe(429);
      clock.set(jump + DAY_S + 660);
      expect((await askChecked(program!, "/stock/MORE")).status).toBe(200);
      expect((await askChecked(other!, "/stock/OTHER")).status).toBe(200);
    },
  );
});

describe.skipIf(!hasFakeClock)("a clock that is set", () => {
  it("by an hour or a day, forward or back, blocks no caller and causes no negative age", async () => {
    const [program] = await start(1);
    for (const jump of [0, HOUR_S, 0, -HOUR_S, -DAY_S, DAY_S, 0]) {
      clock.set(jump);
      for (const path of ["/stock/ACME", `/stock/NEW${jump}`, "/search?q=acme"]) {
        const { status, ms } = await askChecked(program!, path);
        expect([jump, path, status, ms < 2_000]).toEqual([jump, path, 200, true]);
      }
    }
    expect(complaints(program!)).toEqual([]);
  });

  it("back by an hour blocks callers for about a minute at most when another process has used up the rate", async () => {
    const [one, other] = await start(2, { PROVIDER_A_RATE_PER_MINUTE: "4" });
    // The caller has three quarters of a minute's calls.
    expect(tally(await askAll([one!], quotePaths(3)))).toEqual({ 200: 3 });
    clock.set(-HOUR_S);
    const refused = await askChecked(other!, "/stock/MORE");
    expect(refused.status).toBe(429);
    expect(refused.body["retry_after"]).toBeLessThanOrEqual(62);
    clock.set(-HOUR_S + 62);
    const { status, ms } = await askChecked(other!, "/stock/MORE");
    expect([status, ms < 2_000]).toEqual([200, true]);
  });

  it("back over the lease of a killed process makes other processes wait seconds, not hours", async () => {
    const [doomed, other] = await start(2);
    const { reached, open } = upstreams.hold();
    ask(doomed!, "/stock/ACME").catch(() => {});
    await reached;
    doomed!.child.kill("SIGKILL");
    open();
    clock.set(-DAY_S);
    const { status, ms } = await askChecked(other!, "/stock/ACME");
    expect([status, ms < 4_500]).toEqual([200, true]);
  });
});

describe.skipIf(!hasFakeClock)("a plan", () => {
  it("starts a new day at midnight UTC in every time zone, and its minute continues", async () => {
    const midnight = DAY_S - (Math.floor(Date.now() / 1000) % DAY_S);
    const [program] = await start(1, { ANONYMOUS_PLAN: "free", TZ: "America/New_York" });
    const left = async () =>
      /"minute";r=(\d+).*"day";r=(\d+)/
        .exec((await askChecked(program!, "/stock/ACME")).headers.get("ratelimit")!)
        ?.slice(1, 3);
    clock.set(midnight - 8);
    expect(await left()).toEqual(["4", "249"]);
    expect(await left()).toEqual(["3", "248"]);
    clock.set(midnight + 1);
    expect(await left()).toEqual(["2", "249"]);
    clock.set(midnight + 62);
    expect(await left()).toEqual(["4", "248"]);
  });
});

describe.skipIf(!hasFakeClock)("timestamps", () => {
  it.each(["America/New_York", "Asia/Kathmandu"])("are in UTC when the machine's zone is %s", async (zone) => {
    const [program] = await start(1, { TZ: zone });
    clock.set(-DAY_S);
    const { body } = await askChecked(program!, "/stock/ACME");
    expect(body["timestamp"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    const seconds = (Date.now() - DAY_S * 1000 - Date.parse(`${String(body["timestamp"])}Z`)) / 1000;
    expect(Math.abs(seconds)).toBeLessThan(10);
  });
});
