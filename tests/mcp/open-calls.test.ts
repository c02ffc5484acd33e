import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { McpPost } from "../../src/contract/reply.js";
import { ANSWERED_BYTES, ANSWERED_MS, OpenCalls } from "../../src/mcp/open-calls.js";

const post = (headers: McpPost["headers"] = {}): McpPost => ({
  headers,
  body: "",
  signal: new AbortController().signal,
  from: "192.0.2.1",
});
/** A unique id as long as a body may be. */
const longId = (index: number) => `${index}`.padEnd(900_000, "x");

describe("calls that can be cancelled", () => {
  // The LRU cache treats a start time of 0 ms as missing.
  beforeEach(() => void vi.useFakeTimers().advanceTimersByTime(1));
  afterEach(() => void vi.useRealTimers());

  it("are found by an id of any length", () => {
    const calls = new OpenCalls();
    const [one, other] = [new AbortController(), new AbortController()];
    calls.open(post(), longId(1), one);
    calls.open(post(), longId(2), other);
    calls.cancel(post(), longId(1));
    expect([one.signal.aborted, other.signal.aborted]).toEqual([true, false]);
  });

  it("take the same memory with long ids as with short ones", () => {
    const calls = new OpenCalls();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 100; index++) calls.open(post(), longId(index), new AbortController())();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(80 * 1024 * 1024);
    // Of 90 MB of ids, 20 KB of names remain.
    expect(calls.answered * 200).toBe(20_000);
  });

  it("are remembered after their answer within a limit in bytes", () => {
    const calls = new OpenCalls();
    for (let index = 0; index < 20_000; index++) calls.open(post(), index, new AbortController())();
    expect(calls.answered).toBeGreaterThan(5_000);
    expect(calls.answered * 200).toBeLessThanOrEqual(ANSWERED_BYTES);
  });

  it("are removed soon after their answer, without another call", () => {
    const calls = new OpenCalls();
    for (let index = 0; index < 100; index++) calls.open(post(), index, new AbortController())();
    expect(calls.answered).toBe(100);
    vi.advanceTimersByTime(ANSWERED_MS + 1_000);
    expect(calls.answered).toBe(0);
  });
});
