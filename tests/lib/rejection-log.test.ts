/** Log lines on what was rejected. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createRejectionLog } from "../../src/lib/rejection-log.js";

afterEach(() => void vi.useRealTimers());

describe("the reason of a rejection", () => {
  it("is logged once per kind and minute", () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    vi.advanceTimersByTime(1_000);
    const warn = vi.fn<(line: object) => void>();
    const log = createRejectionLog({ warn: warn as never });
    log("/mcp", "Unknown toolset.", 400);
    log("/mcp", "Unknown toolset.", 400);
    log("/mcp", "Unsupported version.", 400);
    log("stdio", "Unsupported version.");
    expect(warn.mock.calls.map(([line]) => line)).toEqual([
      { event: "rejected", where: "/mcp", status: 400, reason: "Unknown toolset." },
      { event: "rejected", where: "/mcp", status: 400, reason: "Unsupported version." },
      { event: "rejected", where: "stdio", reason: "Unsupported version." },
    ]);
    vi.advanceTimersByTime(62_000);
    log("/mcp", "Unknown toolset.", 400);
    expect(warn).toHaveBeenCalledTimes(4);
  });
});
