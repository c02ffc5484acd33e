/** A wall clock for the built program that a test can set while it runs; timers go on as they are. */
import { readdirSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";

const LIBRARIES = "/usr/lib";
const library = existsSync(LIBRARIES)
  ? readdirSync(LIBRARIES)
      .map((folder) => join(LIBRARIES, folder, "faketime", "libfaketime.so.1"))
      .find((path) => existsSync(path))
  : undefined;

/** Whether libfaketime is there. Tests that need it are skipped otherwise, and say so. */
export const hasFakeClock = library !== undefined;
if (!hasFakeClock) console.warn("!!! libfaketime is not installed: what a wrong clock does goes UNTESTED here");

export interface FakeClock {
  /** What a program is to be started with. */
  env: Record<string, string>;
  /** How many seconds it is ahead of the real one from now on. */
  set(seconds: number): void;
}

/** A clock that is right until it is set; `folder` holds what it is set by. */
export function createFakeClock(folder: string): FakeClock {
  const file = join(folder, "clock");
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  set(0);
  return {
    set,
    env: {
      LD_PRELOAD: library ?? "",
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  };
}
