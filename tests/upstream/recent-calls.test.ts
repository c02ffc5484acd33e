/** The calls of the last minute, by caller. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MINUTE } from "../../src/upstream/count-windows.js";
import { RecentCalls } from "../../src/upstream/recent-calls.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"], now: 0 }));
afterEach(() => void vi.useRealTimers());

it("counts the calls of the last minute, of each caller and of all", () => {
  const recent = new RecentCalls();
  recent.add("alice");
  vi.advanceTimersByTime(30_000);
  recent.add("alice");
  recent.add("bob");
  expect([recent.count, recent.countOf("alice"), recent.countOf("bob"), recent.countOf("carol")]).toEqual([3, 2, 1, 0]);
  vi.advanceTimersByTime(MINUTE.spanMs - 30_000);
  expect([recent.count, recent.countOf("alice"), recent.countOf("bob")]).toEqual([2, 1, 1]);
});

it("says when there is room for further calls", () => {
  const recent = new RecentCalls();
  recent.add("alice");
  vi.advanceTimersByTime(1_000);
  recent.add("alice");
  expect(recent.roomOf("alice", 0, 3)).toBe(0);
  expect(recent.roomOf("alice", 0, 2)).toBe(MINUTE.spanMs);
  expect(recent.roomAt(1, 2)).toBe(1_000 + MINUTE.spanMs);
});

it("forgets callers who do not come back", () => {
  const recent = new RecentCalls();
  for (let caller = 0; caller < 1_000; caller++) recent.add(`address ${caller}`);
  expect(recent.callers).toBe(1_000);
  vi.advanceTimersByTime(MINUTE.spanMs);
  recent.add("alice");
  expect(recent.callers).toBe(1);
});
