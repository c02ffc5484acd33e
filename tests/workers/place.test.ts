import { describe, expect, it } from "vitest";
import { LONGEST_DELAY_MS, Place } from "../../src/workers/place.js";

/** Returns the delays before each restart, for workers that run for these numbers of seconds. */
function pausesAfter(...seconds: number[]): number[] {
  let now = 1_000_000;
  const place = new Place(now);
  return seconds.map((each) => {
    now += each * 1_000;
    const pause = place.ended(now);
    now += pause;
    place.started(now);
    return pause;
  });
}

describe("the pause before a worker is replaced", () => {
  it("doubles each time the worker ends soon after its start, up to 4 s", () => {
    expect(pausesAfter(1, 1, 1, 1, 1, 1)).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000]);
    expect(LONGEST_DELAY_MS).toBe(4_000);
  });

  it("is short again once a worker ran for a minute", () => {
    expect(pausesAfter(1, 1, 60, 1)).toEqual([500, 1_000, 500, 1_000]);
  });

  it("does not depend on workers in other places", () => {
    const places = [1, 2, 3, 4, 5].map(() => new Place(0));
    expect(places.map((place) => place.ended(1_000))).toEqual([500, 500, 500, 500, 500]);
  });
});
