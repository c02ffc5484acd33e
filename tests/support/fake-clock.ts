/** A wall clock that a test can set while the built program runs; timers are not affected. */
import { readdirSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";

const LIBRARIES = "/usr/lib";
const library = existsSync(LIBRARIES)
  ? readdirSync(LIBRARIES)
      .map((folder) => join(LIBRARIES, folder, "faketime", "libfaketime.so.1"))
      .find((path) => existsSync(path))
  : undefined;

/** Whether libfaketime is installed. Tests that need it are otherwise skipped, with a message. */
export const hasFakeClock = library !== undefined;
if (!hasFakeClock) console.warn("!!! libfaketime is not installed: tests of wrong clocks are SKIPPED");

export interface FakeClock {
  /** Environment for the program. */
  env: Record<string, string>;
  /** Sets how many seconds it is ahead of the real clock from now on. */
  set(seconds: number): void;
}

/**
 * A clock that is correct until it is set; `folder` contains its control file.
 *
 * libfaketime 0.9.10 builds the path of that file in a buffer that all threads share. A thread that reads it half
 * written opens `~/.faketimerc` instead, and without that file takes the real time: time goes back, and Node aborts. So
 * the control file is both.
 */
export function createFakeClock(folder: string): FakeClock {
  const file = join(folder, ".faketimerc");
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  set(0);
  return {
    set,
    env: {
      LD_PRELOAD: library ?? "",
      HOME: folder,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  };
}
