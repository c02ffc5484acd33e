import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCommit } from "../../src/store/lmdb-commit.js";
import { errorOf } from "../support/gate.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What lmdb rejects with: an error that has a second, rejected promise with it. */
function failure(): Error {
  return Object.assign(new Error("Commit failed"), { commitError: Promise.reject(new Error("no space left")) });
}

const fails = () => Promise.reject(failure());

describe("commit", () => {
  it("hands on what was written", async () => {
    expect(await createCommit()(async () => "written")).toBe("written");
  });

  it("hands on a failure, and leaves no rejection behind that nobody hears", async () => {
    expect((await errorOf(createCommit()(fails))).message).toBe("Commit failed");
  });

  it("writes nothing for ten seconds after a failure, then tries again", async () => {
    const commit = createCommit();
    await errorOf(commit(fails));
    const write = vi.fn<() => Promise<string>>(async () => "written");
    vi.advanceTimersByTime(9_999);
    expect((await errorOf(commit(write))).message).toContain("no write");
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await commit(write)).toBe("written");
  });
});
