import { describe, expect, it } from "vitest";
import { toJsonText, toOneLine, withoutControls } from "../../src/cli/plain-text.js";

const HOSTILE = "a\u001b[2J\u009bb\u202ec\r\u0007\u{e0041}\tä任\n";

describe("text for a terminal", () => {
  it("has no control characters except line ends and tabs", () => {
    expect(withoutControls(HOSTILE)).toBe("a[2Jbc\tä任\n");
  });

  it("has none at all in one line", () => {
    expect(toOneLine(HOSTILE)).toBe("a [2J b c    ä任 ");
  });

  it("has them escaped in JSON, which keeps its value", () => {
    const value = { [HOSTILE]: [HOSTILE, 1] };
    const text = toJsonText(value);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(JSON.parse(text)).toEqual(value);
  });
});
