/** A clock for the program of one test, which the test can advance. */
import { onTestFinished } from "vitest";
import { createFakeClock } from "./fake-clock.js";
import { temporaryFolder } from "./program.js";

const WEEK_S = 7 * 24 * 3600;
/** The first Wednesday's noon since the epoch, which was a Thursday. */
const WEDNESDAY_NOON_S = 6.5 * 24 * 3600;

/**
 * Starts at the real time; with `midweek` at noon (UTC) of the next Wednesday, for what depends on the hour or the day:
 * some answers are fresh until midnight, and offices publish nothing at weekends.
 *
 * By default all clocks of the program advance together, as if time had passed; advance them only while no work is in
 * flight, because timers that expire in that time fire at once. `wallOnly` changes the date but no timers, like a
 * person who sets the clock. A clock for more than one test needs its own `atEnd`.
 */
export function createProgramClock({
  wallOnly = false,
  midweek = false,
  atEnd = onTestFinished as (remove: () => void) => void,
} = {}) {
  const folder = temporaryFolder();
  atEnd(folder.remove);
  const { env, set } = createFakeClock(folder.path);
  const { FAKETIME_DONT_FAKE_MONOTONIC: _timersStay, ...allMove } = env;
  let ahead = midweek ? WEEK_S - ((Date.now() / 1000 - WEDNESDAY_NOON_S) % WEEK_S) : 0;
  set(ahead);
  return {
    /** Environment for the program. */
    env: wallOnly ? env : allMove,
    /** Advances the time by that many seconds; a negative number sets it back. */
    pass(seconds: number): void {
      ahead += seconds;
      set(ahead);
    },
  };
}
