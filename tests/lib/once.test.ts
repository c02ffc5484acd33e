import { describe, expect, it, vi } from "vitest";
import { once } from "../../src/lib/once.js";
import { errorOf } from "../support/gate.js";

describe("once", () => {
  it("starts nothing before the first call, and once for all callers", async () => {
    const start = vi.fn<() => Promise<object>>(async () => ({}));
    const get = once(start);
    expect(start).not.toHaveBeenCalled();
    const [first, second] = await Promise.all([get(), get()]);
    expect(await get()).toBe(first);
    expect(second).toBe(first);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("starts again at the next call after a failure", async () => {
    const start = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("too many open files"));
    start.mockResolvedValue("there");
    const get = once(start);
    const failed = await Promise.all([errorOf(get()), errorOf(get())]);
    expect(failed[1]).toBe(failed[0]);
    expect(await get()).toBe("there");
    expect(start).toHaveBeenCalledTimes(2);
  });
});
