/** A clock for the program of one test, which lets time pass. */
import { onTestFinished } from "vitest";
import { createFakeClock } from "./fake-clock.js";
import { temporaryFolder } from "./program.js";

/**
 * At the true time until it is moved.
 *
 * By default all clocks of the program move together, as if time had passed;
 * let it pass only while nothing is under way, because what waits for a moment
 * that is then over wakes at once. `wallOnly` moves the date and leaves timers
 * alone, as when a person sets the clock. For more than one test say what tidies up.
 */
export function createProgramClock({ wallOnly = false, atEnd = onTestFinished as (remove: () => void) => void } = {}) {
  const folder = temporaryFolder();
  atEnd(folder.remove);
  const { env, set } = createFakeClock(folder.path);
  const { FAKETIME_DONT_FAKE_MONOTONIC: _timersStay, ...allMove } = env;
  let ahead = 0;
  return {
    /** What the program has to be started with. */
    env: wallOnly ? env : allMove,
    /** Lets that many seconds pass; with a negative number sets it back. */
    pass(seconds: number): void {
      ahead += seconds;
      set(ahead);
    },
  };
}
