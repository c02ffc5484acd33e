import { describe, expect, it, vi } from "vitest";
import { once } from "../../src/lib/once.js";
import { errorOf } from "../support/gate.js";

describe("once", () => {
  it("starts nothing before it is asked, and for all who ask the same", async () => {
    const start = vi.fn<() => Promise<object>>(async () => ({}));
    const get = once(start);
    expect(start).not.toHaveBeenCalled();
    const [first, second] = await Promise.all([get(), get()]);
    expect(await get()).toBe(first);
    expect(second).toBe(first);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("starts again for who asks after it failed", async () => {
    const start = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("too many open files"));
    start.mockResolvedValue("there");
    const get = once(start);
    const failed = await Promise.all([errorOf(get()), errorOf(get())]);
    expect(failed[1]).toBe(failed[0]);
    expect(await get()).toBe("there");
    expect(start).toHaveBeenCalledTimes(2);
  });
});
