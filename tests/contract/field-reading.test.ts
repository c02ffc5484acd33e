/** How the trade reads a figure, by the rule of its field. */
import { describe, expect, it } from "vitest";
import { technicals } from "../../src/capabilities/prices/technicals.js";
import { fieldsOf, figure, readBy } from "../../src/contract/field.js";
import { toReadingWords, type Reading } from "../../src/contract/field-facts.js";
import { createHumanNumbers } from "../../src/lib/human-number.js";

const numbers = createHumanNumbers("en");

describe("a reading", () => {
  const band: Reading = { low: -80, high: -20 };
  it.each<[Reading, number, string | undefined]>([
    [{ low: 30, high: 70 }, 31.7, "neutral, 30 to 70"],
    [{ low: 30, high: 70 }, 30, "neutral, 30 to 70"],
    [{ low: 30, high: 70 }, 29.99, "oversold, below 30"],
    [{ low: 30, high: 70 }, 70.01, "overbought, above 70"],
    [band, -100, "oversold, below −80"],
    [band, -3, "overbought, above −20"],
    [{ comparedWith: "close", name: "close" }, 120, "close below"],
    [{ comparedWith: "close", name: "close" }, 90, "close above"],
    [{ comparedWith: "close", name: "close" }, 100, "close at it"],
    [{ comparedWith: "macd.line", name: "MACD" }, 1, undefined],
  ])("by %j of %d is %s", (reading, value, words) => {
    const valueAt = (path: string) => (path === "close" ? 100 : null);
    expect(toReadingWords(reading, value, valueAt, numbers)).toBe(words);
  });

  it("changes nothing in the description of a field", () => {
    expect(readBy(band, figure("0 to 100")).description).toBe(figure("0 to 100").description);
  });

  it("compares with a figure that the answer has", () => {
    const fields = fieldsOf(technicals.output);
    const others = [...fields.values()].flatMap(({ reading }) =>
      reading && "comparedWith" in reading ? [reading.comparedWith] : [],
    );
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((path) => !fields.has(path))).toEqual([]);
  });
});
