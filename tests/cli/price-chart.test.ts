/** The chart of prices over several rows. */
import { describe, expect, it } from "vitest";
import { toPriceChart, type Span } from "../../src/cli/pages/price-chart.js";
import { createReader } from "../../src/cli/pages/reader.js";
import { widthOf } from "../../src/cli/pages/printed-text.js";

const PARTS = { width: 60, price: (value: number) => value.toFixed(2), day: (date: string) => date, paint: String };
const barsOf = (closes: readonly number[]): Span[] =>
  closes.map((close, at) => ({ date: `2026-01-${String(at + 1).padStart(2, "0")}`, close, low: close, high: close }));
const drawn = (closes: readonly number[], parts: Partial<typeof PARTS> = {}) =>
  `\n${toPriceChart(barsOf(closes), { ...PARTS, ...parts }).join("\n")}\n`;

describe("a chart of prices", () => {
  it("has the high, the low and the last price at the right, and days below", () => {
    expect(drawn([10, 14, 12, 20, 16, 8, 11])).toMatchInlineSnapshot(`
      "
                             ⡴⠛⠲⣄⡀                      20.00 high
                           ⣠⠞⠁   ⠙⠲⢤⡀
                         ⢀⡴⠃        ⠉⠳⢤
             ⢀⡀         ⣰⠋            ⠈⠳⣄
          ⢀⣠⠖⠋⠉⠙⠒⠦⢤⣀⡀ ⣠⠞⠁               ⠘⢦⡀
       ⢀⣠⠖⠋         ⠉⠙⠃                   ⠳⣄          ⣀ 11.00 last
      ⠖⠋                                   ⠘⢦⡀    ⣀⡤⠖⠋⠁
                                             ⠹⣄⡤⠖⠋⠁      8.00 low
      2026-01-01         2026-01-04          2026-01-07
      "
    `);
  });

  it("draws the closes alone where a column of dots has several bars", () => {
    const bars = (count: number) => barsOf(Array(count).fill(10)).map((bar) => ({ ...bar, low: 5, high: 15 }));
    const dots = (count: number) =>
      toPriceChart(bars(count), PARTS)
        .join("")
        .match(/[\u2801-\u28ff]/g)!.length;
    expect([dots(50), dots(200)]).toEqual([392, 49]);
  });

  it("says that the last price is the high, and moves it from one that it nearly is", () => {
    expect(drawn([10, 11, 12], { width: 40 })).toMatchInlineSnapshot(`
      "
                          ⣠⠖⠋ 12.00 high, last
                       ⣠⠴⠋⠁
                    ⣀⡴⠋⠁
                 ⣀⡴⠚⠁
              ⢀⡤⠞⠁
           ⢀⡤⠞⠉
        ⢀⡤⠞⠉
      ⡤⠞⠉                     10.00 low
      2026-01-01   2026-01-03
      "
    `);
    expect(drawn([12, 10, 20, 19.9], { width: 40 })).toMatchInlineSnapshot(`
      "
                       ⢀⡼⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉ 20.00 high
                      ⢀⡞            19.90 last
                     ⣠⠏
                    ⣰⠃
                   ⡼⠁
                 ⢀⡞⠁
      ⠒⠦⢤⣀⡀     ⢠⠏
          ⠉⠙⠒⠦⢤⣰⠋                   10.00 low
      2026-01-01         2026-01-04
      "
    `);
  });

  it("is a line in the middle where the price did not move", () => {
    expect(drawn([5, 5, 5], { width: 40 })).toMatchInlineSnapshot(`
      "



      ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀ 5.00 last




      2026-01-01          2026-01-03
      "
    `);
  });

  it("shows the whole span of the days that share a column", () => {
    const bars = Array.from({ length: 2_001 }, (_, at) => at % 50);
    const lines = toPriceChart(barsOf(bars), PARTS);
    expect(lines[0]).toMatch(/49\.00 high$/);
    expect(lines[0]).not.toMatch(/^ {3}/);
  });

  it.each([40, 60, 100, 140])("is as wide as the terminal: %d columns", (width) => {
    const lines = toPriceChart(barsOf([1, 3, 2, 123.45]), { ...PARTS, width });
    expect(lines).toHaveLength(9);
    expect(Math.max(...lines.map(widthOf))).toBe(width);
  });

  it("is left out for one bar, and on a terminal that is too narrow", () => {
    expect(toPriceChart(barsOf([1]), PARTS)).toEqual([]);
    expect(toPriceChart(barsOf([1, 2]), { ...PARTS, width: 25 })).toEqual([]);
  });

  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ LANG: "de_DE.UTF-8" }, true],
    [{ LANG: "de_DE.UTF-8", LC_ALL: "C" }, false],
    [{ LANG: "de_DE" }, false],
    [{ LANG: "C", LC_CTYPE: "C.utf8" }, true],
    [{ LANG: "en_US.UTF-8", TERM: "linux" }, false],
  ])("needs a terminal that shows braille: %j %s", (env, has) => {
    expect(createReader(env).hasBraille).toBe(has);
  });
});
