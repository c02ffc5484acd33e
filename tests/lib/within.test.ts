import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { within } from "../../src/lib/within.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("within", () => {
  it("returns the result and leaves no timer behind", async () => {
    expect(await within(1000, Promise.resolve("result"))).toEqual({ value: "result" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("returns undefined when the time is over", async () => {
    const late = within(1000, new Promise<string>(() => {}));
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBeUndefined();
  });

  it("rejects with the error of the work, and leaves no timer behind", async () => {
    await expect(within(1000, Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ignores an error that comes too late", async () => {
    const failing = new Promise<string>((_resolve, reject) => setTimeout(() => reject(new Error("late")), 2000));
    const result = within(1000, failing);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await result).toBeUndefined();
  });
});
