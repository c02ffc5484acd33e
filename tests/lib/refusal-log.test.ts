/** Log lines on what was refused. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createRefusalLog } from "../../src/lib/refusal-log.js";

afterEach(() => void vi.useRealTimers());

describe("the reason of a refusal", () => {
  it("is logged once per kind and minute, whatever words of the caller it quotes", () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    vi.advanceTimersByTime(1_000);
    const warn = vi.fn<(line: object) => void>();
    const log = createRefusalLog({ warn: warn as never });
    log("/mcp", 'Unknown toolset "a".', 400);
    log("/mcp", 'Unknown toolset "b \\" c".', 400);
    log("/mcp", "Unsupported version.", 400);
    log("stdio", "Unsupported version.");
    expect(warn.mock.calls.map(([line]) => line)).toEqual([
      { event: "refused", where: "/mcp", status: 400, reason: 'Unknown toolset "a".' },
      { event: "refused", where: "/mcp", status: 400, reason: "Unsupported version." },
      { event: "refused", where: "stdio", reason: "Unsupported version." },
    ]);
    vi.advanceTimersByTime(62_000);
    log("/mcp", 'Unknown toolset "c".', 400);
    expect(warn).toHaveBeenCalledTimes(4);
  });
});
