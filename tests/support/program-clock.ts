/** The clock of a started program, moved by libfaketime where that is installed (Debian's package `faketime`). */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/** Whether a program's clock can be moved here; says loudly when it cannot. */
export function canMoveClocks(): boolean {
  const can = existsSync(LIBRARY);
  if (!can) console.warn(`SKIPPED: what needs time to pass is not tested, because ${LIBRARY} is not installed.`);
  return can;
}

/**
 * A clock for one program, at the true time until it is moved.
 *
 * By default all its clocks move together, as if time had passed; move it only
 * while nothing is under way, because what waits for a moment that is past then
 * wakes at once. `wallOnly` moves the date and leaves timers alone, as when a
 * person sets the clock.
 */
export function createProgramClock({ wallOnly = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "offset");
  const move = (seconds: number) => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}`);
  let offset = 0;
  move(0);
  return {
    /** What the program has to be started with. */
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      ...(wallOnly ? { FAKETIME_DONT_FAKE_MONOTONIC: "1" } : {}),
    },
    /** Lets that many seconds pass; with a negative number sets it back. */
    pass(seconds: number): void {
      offset += seconds;
      move(offset);
    },
  };
}
