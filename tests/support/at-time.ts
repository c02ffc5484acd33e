/** The clock of tests, stopped at one moment. */
import { afterEach, beforeEach, vi } from "vitest";

/** Stops the date of each test of this file or group at a moment, milliseconds or ISO 8601; timers run on. */
export function atTime(moment: number | string | Date): void {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(moment), toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());
}
