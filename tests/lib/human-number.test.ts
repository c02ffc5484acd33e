import { describe, expect, it } from "vitest";
import { createHumanNumbers, rateDecimals } from "../../src/lib/human-number.js";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("numbers for people", () => {
  const en = createHumanNumbers("en-US");

  it.each([
    [2_062_638_120_606, "2.06 T"],
    [79_512_345, "79.5 M"],
    [391_035_000_000, "391 B"],
    [-2_345_678, "−2.35 M"],
    [999_999, "999,999"],
    [12_345.678, "12,345.68"],
    [19.164473684210524, "19.16"],
    [0.0043712, "0.004371"],
    [0, "0"],
    [-0, "0"],
  ])("format %d as %s", (value, text) => expect(plain(en.number(value))).toBe(text));

  it.each([
    [129.0399932861328, "129.04"],
    [5, "5.00"],
    [0.5, "0.50"],
    [0.01, "0.01"],
    [-0.8, "−0.80"],
    [0.1373, "0.1373"],
    [0.00002137, "0.00002137"],
    [96_107.57, "96,107.57"],
  ])("format the price %d as %s", (value, text) => expect(plain(en.price(value))).toBe(text));

  it("changes have a sign, and percentages two decimals", () => {
    expect([1.5, -1.5, 0].map(en.change)).toEqual(["+1.50", "−1.50", "0.00"]);
    expect([-1.7489, 116.78049, 0].map(en.percent).map(plain)).toEqual(["−1.75 %", "+116.78 %", "0.00 %"]);
    expect([24.3567, 34.2, 0.0042].map(en.share).map(plain)).toEqual(["24.36 %", "34.20 %", "0.0042 %"]);
  });

  it("have no sign where they round to 0, and ticks below 1 keep their digits", () => {
    expect([-0.001, -0].map(en.percent).map(plain)).toEqual(["0.00 %", "0.00 %"]);
    expect([-0.0004, 0, 0.25, 400_000_000].map(en.tick).map(plain)).toEqual(["−0.0004", "0", "0.25", "400 M"]);
  });

  it("write rates of currencies with five significant digits", () => {
    const rates = [1.13371, 145.5912, 0.83571, 1789.123];
    expect(rates.map(en.rate)).toEqual(["1.1337", "145.59", "0.83571", "1,789.1"]);
    expect(rates.map((each) => en.fixed(rateDecimals(each))(each))).toEqual(rates.map(en.rate));
  });

  it("keep every digit in the exact form", () => {
    expect(en.exact(19.164473684210524)).toBe("19.164473684210524");
    expect(en.exact(2_062_638_120_606)).toBe("2,062,638,120,606");
  });

  it("follow the reader's language, but for the units, which are English as the labels are", () => {
    const de = createHumanNumbers("de-DE");
    expect(plain(de.number(2_062_638_120_606))).toBe("2,06 T");
    expect(plain(de.tick(-2_500_000))).toBe("−2,5 M");
    expect(plain(createHumanNumbers("ja-JP").number(2_062_638_120_606))).toBe("2.06 T");
    expect(plain(de.percent(-1.7489))).toBe("−1,75 %");
    expect(de.price(1234.5)).toBe("1.234,50");
  });
});
