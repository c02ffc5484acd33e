import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/apps/parts/answer.js";
import { ticksOf, toScale } from "../../src/apps/charts/scale.js";
import { timeLabels } from "../../src/apps/charts/time-axis.js";
import { kindOf } from "../../src/apps/parts/transaction-kind.js";
import { changeFormats, createFormats, evenFormats } from "../../src/apps/parts/format.js";
import { priceTick } from "../../src/apps/charts/time-chart.js";

describe("numbers in a chart", () => {
  const formats = createFormats();

  it("keep every digit in their exact form, which is the title", () => {
    expect(formats.exact(19.164473684210524)).toBe("19.164473684210524");
    expect(formats.number(19.164473684210524)).toBe("19.16");
    const values = fc.double({ min: 1e-3, max: 1e15, noNaN: true });
    fc.assert(fc.property(values, (value) => Number(formats.exact(value).replaceAll(",", "")) === value));
  });

  it.each([
    [
      [12.5, 3],
      ["12.50", "3.00"],
    ],
    [
      [0.2525, 0.23],
      ["0.2525", "0.2300"],
    ],
    // A price below a hundredth is not 0.
    [
      [12.5, 0.0034, 0],
      ["12.50", "0.0034", "0.00"],
    ],
    [
      [2.5e-7, 1e-6],
      ["0.00000025", "0.00000100"],
    ],
    [[1.234e-9], ["0.000000001234"]],
  ])("have the same number of decimals in a column, unless one would read as 0: %j", (values, texts) => {
    const even = evenFormats(formats, values);
    expect(values.map(even.price)).toEqual(texts);
  });

  it("leave a text that is not a day unchanged", () => {
    expect([formats.day("2026-03-01"), formats.day("soon")]).toEqual(["Mar 1, 2026", "soon"]);
  });
});

describe("axes", () => {
  it("have round numbers that cover all figures", () => {
    expect(ticksOf([0, 718_583_000_000], 4)).toEqual([0, 2e11, 4e11, 6e11, 8e11]);
    expect(ticksOf([-3.4, 16], 4)).toEqual([-5, 0, 5, 10, 15, 20]);
    expect(ticksOf([0, 0], 4)).toEqual([0]);
  });

  it("show a single figure in the middle", () => {
    expect(toScale([5, 5], [0, 100])(5)).toBe(50);
  });
});

describe("the axis of time", () => {
  const formats = createFormats();
  const labels = (dates: string[], width: number) => timeLabels(dates, width, formats).map(({ text }) => text);
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) => new Date(Date.UTC(2025, 10, 3 + at)).toISOString().slice(0, 10));

  it("names the finest unit that fits: days, weeks, months, quarters or years", () => {
    expect(labels(days(5), 400)).toEqual(["Nov 4", "Nov 5", "Nov 6", "Nov 7"]);
    expect(labels(days(30), 400)).toEqual(["Nov 10", "Nov 17", "Nov 24", "Dec 1"]);
    expect(labels(days(100), 400)).toEqual(["Dec", "2026", "Feb"]);
    expect(labels(days(365), 200)).toEqual(["2026", "Apr", "Jul", "Oct"]);
    expect(labels(days(1500), 200)).toEqual(["2026", "2027", "2028", "2029"]);
  });

  it("names some hours of a day in the zone of the exchange", () => {
    const times = ["09:30", "10:00", "11:00", "12:00", "13:00"].map((time) => `2026-03-05T${time}:00-05:00`);
    expect(labels(times, 150)).toEqual(["10:00 AM", "12:00 PM"]);
    expect(labels(times, 600)).toHaveLength(4);
    expect(
      labels(
        ["08:00", "09:00"].map((time) => `2026-03-05T${time}:00-05:00`),
        600,
      ),
    ).toEqual(["9:00 AM"]);
  });
});

describe("transactions", () => {
  it.each([
    ["Purchase", "bought"],
    ["Sale", "sold"],
    ["Purchase of derivative", "other"],
    ["Option Exercise", "other"],
    ["Stock Award(Grant)", "other"],
    ["Stock Gift", "other"],
    [null, "other"],
  ])("%s is %s", (transaction, kind) => expect(kindOf(transaction)).toBe(kind));
});

describe("an answer", () => {
  it.each([undefined, null, 7, "text", [], { content: 7 }, { content: [null, { text: 7 }] }, { _meta: [] }])(
    "is empty when it is %j",
    (result) => {
      expect(readAnswer(result)).toMatchObject({ body: {}, isError: false, text: "", remarks: [], sources: [] });
    },
  );
});

describe("prices with their change", () => {
  const formats = createFormats();

  it.each([
    [6.9312, -0.0143, "6.9312", "−0.0143"],
    // The source sends no third decimal.
    [5.12, 0.0343, "5.12", "+0.0343"],
    // Shares at a high price have two.
    [230.4501, 0.35, "230.45", "+0.35"],
    [6.9312, 2.31, "6.93", "+2.31"],
    [6.9312, null, "6.93", ""],
  ])("%f, changed by %f, reads %s and %s", (price, change, text, changed) => {
    const own = changeFormats(formats, price, change);
    expect(own.price(price)).toBe(text);
    expect(change === null ? "" : own.change(change)).toBe(changed);
  });

  it("have labels at the axis that never repeat", () => {
    const spans = fc.record({
      low: fc.double({ min: 1e-4, max: 1e8, noNaN: true }),
      part: fc.double({ min: 1e-4, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 5 }), ({ low, part }, count) => {
        const extent = [low, low * (1 + part)] as const;
        const texts = ticksOf(extent, count).map(priceTick(extent, formats));
        expect(new Set(texts).size).toBe(texts.length);
      }),
    );
  });
});
