import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { overview } from "../../src/capabilities/companies/overview.js";
import { optional, optionalParts } from "../../src/contract/optional.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("an optional part", () => {
  it("is the result of the part", async () => {
    expect(await optional(Promise.resolve(7))).toBe(7);
  });

  it("is undefined when the part fails", async () => {
    expect(await optional(Promise.reject(new Error("no")))).toBeUndefined();
  });

  it("is undefined when the part is late, and ignores its later failure", async () => {
    const part = new Promise<number>((_resolve, reject) => void setTimeout(() => reject(new Error("late")), 2000));
    const answer = optional(part);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
  });

  it("leaves no timer behind", async () => {
    await optional(Promise.resolve());
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("a part that lacks a misspelt field does not compile", () => {
  const parts = optionalParts<typeof overview>();
  parts.lack(["priceToBook", "analystData"]);
  // @ts-expect-error: the overview has no such field
  parts.lack(["priceToBok"]);
  expect(parts.gaps().missing).toContain("priceToBook");
});
