import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountWindow } from "../../src/contract/store.js";
import { readTallies, Tally, takeOne, usageOf, type Tallies } from "../../src/store/rolling-window.js";

/** Two per second, counted in buckets of 100 ms: a call in bucket 0 counts until 1,100. */
const rolling: CountWindow = { name: "second", limit: 2, bucketMs: 100, spanMs: 1_000 };
/** Two per clock second. */
const fixed: CountWindow = { name: "second", limit: 2, bucketMs: 1_000 };

/** Takes one unit if available, as every store does. */
function createTaker(window: CountWindow) {
  const tallies: Tallies = {};
  return (now: number) => {
    const { ok, usage } = takeOne(tallies, [window], now);
    return { ok, freeAt: usage[0]!.freeAt };
  };
}

/** A tally with these buckets, each as number and count. */
function tallyOf(window: CountWindow, ...buckets: [number, number][]): Tally {
  const tally = new Tally();
  for (const [bucket, count] of buckets) {
    for (let call = 0; call < count; call++) tally.add(window, bucket * window.bucketMs);
  }
  return tally;
}

describe("a rolling window", () => {
  it.each<[string, [number, number][], number, number, number]>([
    ["counts nothing when there is nothing", [], 5_000, 0, 5_000],
    ["has a unit left below the limit", [[49, 1]], 5_000, 1, 5_000],
    [
      "counts a call for the whole span and the rest of its bucket",
      [
        [40, 1],
        [49, 1],
      ],
      5_099,
      2,
      5_100,
    ],
    [
      "no longer counts it after that",
      [
        [40, 1],
        [49, 1],
      ],
      5_100,
      1,
      5_100,
    ],
    [
      "frees the unit of the oldest call first",
      [
        [43, 1],
        [45, 1],
      ],
      5_000,
      2,
      5_400,
    ],
    [
      "waits until enough calls have expired when the limit was lowered",
      [
        [41, 1],
        [43, 2],
        [45, 1],
      ],
      5_000,
      4,
      5_400,
    ],
  ])("%s", (_what, buckets, now, used, freeAt) => {
    expect(tallyOf(rolling, ...buckets).usage(rolling, now)).toEqual({ used, freeAt });
  });

  it("keeps buckets that still count and drops the rest", () => {
    const tally = tallyOf(rolling, [30, 7], [45, 1], [48, 2]);
    expect(tally.usage(rolling, 5_000).used).toBe(3);
  });
});

describe("a window of the clock", () => {
  it.each<[string, [number, number][], number, number, number]>([
    [
      "counts the present bucket only",
      [
        [4, 2],
        [5, 1],
      ],
      5_000,
      1,
      5_000,
    ],
    ["is free when the next one begins", [[5, 2]], 5_001, 2, 6_000],
    ["restarts exactly at the boundary", [[5, 2]], 6_000, 0, 6_000],
  ])("%s", (_what, buckets, now, used, freeAt) => {
    expect(tallyOf(fixed, ...buckets).usage(fixed, now)).toEqual({ used, freeAt });
  });
});

describe("the stored text of tallies", () => {
  const day: CountWindow = { name: "day", limit: 9, bucketMs: 86_400_000 };
  const usedAt = (tallies: Tallies, now: number) => usageOf(tallies, [rolling, day], now).map(({ used }) => used);

  it("is read back as the same tallies, and short for neighbouring buckets", () => {
    const tallies: Tallies = {};
    for (const now of [5_000, 5_100, 5_100, 5_300]) takeOne(tallies, [{ ...rolling, limit: 9 }, day], now);
    const text = JSON.stringify(tallies);
    expect(text).toBe('{"second":[50,1,1,2,2,1],"day":[0,4]}');
    for (const now of [5_300, 6_150, 6_250, 6_400])
      expect(usedAt(readTallies(text), now)).toEqual(usedAt(tallies, now));
    expect(JSON.stringify({ second: new Tally() })).toBe("{}");
  });

  it.each(["", "junk", "null", "[]", '{"second":5}', '{"second":["1",2]}', '{"second":[1,-2]}', '{"second":[1]}'])(
    "counts as no calls when it is %j",
    (text) => expect(usedAt(readTallies(text), 100)).toEqual([0, 0]),
  );
});

describe("after the clock was set back", () => {
  it.each<[string, CountWindow, number]>([
    ["rolling window", rolling, 6_100],
    ["window of the clock", fixed, 6_000],
  ])("a %s moves buckets of the future to the present", (_what, window, freeAt) => {
    const ahead = 9_000_000 / window.bucketMs;
    const tally = tallyOf(window, [ahead, 1], [ahead + 1, 1]);
    expect(tally.usage(window, 5_000)).toEqual({ used: 2, freeAt });
    expect(tally.usage(window, freeAt).used).toBe(0);
  });

  it("no caller waits longer than a window, even if nothing could be taken since", () => {
    const take = createTaker(rolling);
    for (let call = 0; call < 3; call++) take(9_000_000);
    expect(take(5_000)).toEqual({ ok: false, freeAt: 6_100 });
    expect(take(5_500)).toEqual({ ok: false, freeAt: 6_100 });
    expect(take(6_100).ok).toBe(true);
  });
});

describe("for any sequence of calls", () => {
  const windows = fc.record({
    limit: fc.integer({ min: 1, max: 5 }),
    bucketMs: fc.integer({ min: 1, max: 50 }),
    spanMs: fc.integer({ min: 1, max: 200 }),
  });
  const pauses = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 200 });

  it("no span contains more than the limit, and a caller succeeds after the announced wait", () => {
    fc.assert(
      fc.property(windows, pauses, (size, waits) => {
        const window = { name: "w", ...size };
        const take = createTaker(window);
        const taken: number[] = [];
        const retried: [boolean, boolean][] = [];
        let now = 1_000_000;
        for (const wait of waits) {
          now += wait;
          const { ok, freeAt } = take(now);
          if (!ok) {
            retried.push([take(freeAt - 1).ok, take(freeAt).ok]);
            now = freeAt;
          }
          taken.push(now);
        }
        expect(retried).toEqual(retried.map(() => [false, true]));
        for (let i = window.limit; i < taken.length; i++) {
          expect(taken[i]! - taken[i - window.limit]!).toBeGreaterThanOrEqual(window.spanMs);
        }
      }),
    );
  });

  it("no span of real time contains more than the limit while the clock is set back repeatedly", () => {
    const steps = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 60 }), back: fc.constantFrom(0, 0, 0, 500) }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(windows, steps, (size, moves) => {
        const window = { name: "w", ...size };
        const take = createTaker(window);
        const taken: number[] = [];
        let real = 1_000_000;
        let wrong = 0;
        for (const { wait, back } of moves) {
          real += wait;
          wrong += back;
          if (take(real - wrong).ok) taken.push(real);
        }
        for (let i = window.limit; i < taken.length; i++) {
          expect(taken[i]! - taken[i - window.limit]!).toBeGreaterThanOrEqual(window.spanMs);
        }
      }),
    );
  });
});
