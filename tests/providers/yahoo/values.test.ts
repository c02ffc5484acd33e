import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { text } from "../../../src/contract/values.js";
import {
  chartPrice,
  list,
  part,
  pick,
  raw,
  rawNumber,
  renamed,
  required,
  toPastDay,
  toShortestFloat,
} from "../../../src/providers/yahoo/calls/values.js";

describe("a number of provider B", () => {
  it.each([
    [1.5, 1.5],
    [{ raw: 0, fmt: "0" }, 0],
    [{ raw: -2.5, fmt: "-2.5", longFmt: "-2.5" }, -2.5],
    ["12.5", 12.5],
    [{ raw: "12.5" }, 12.5],
    [{}, null],
    [null, null],
    [undefined, null],
    ["Infinity", null],
    ["NaN", null],
    [Number.POSITIVE_INFINITY, null],
    [[5], null],
    [{ raw: { raw: 1 } }, null],
    [{ raw: null }, null],
    [true, null],
  ])("reads %j as %j", (value, expected) => {
    expect(raw(value)).toBe(expected);
  });

  it("is finite or null for any value", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const read = rawNumber.parse(value);
        expect(read === null || Number.isFinite(read)).toBe(true);
      }),
    );
  });

  it("is not read from the prototype", () => {
    expect(raw(Object.create({ raw: 1 }))).toBeNull();
  });
});

describe("a price in a chart of provider B", () => {
  it.each([
    [129.0399932861328, 129.04],
    [75.0875015258789, 75.0875],
    [164.32000732421875, 164.32],
    [11887.099609375, 11887.1],
    [Math.fround(0.00002137), 0.00002137],
    [129.04, 129.04],
    [0.1 + 0.2, 0.1 + 0.2],
    [2_062_638_120_606, 2_062_638_120_606],
    [16_777_216, 16_777_216],
    [0.5, 0.5],
  ])("is written in the shortest form that is the same 32-bit float: %d is %d", (sent, expected) => {
    expect(toShortestFloat(sent)).toBe(expected);
  });

  it("is the same 32-bit float, and any other number stays unchanged", () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Math.fround(toShortestFloat(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const isWidened = Math.fround(value) === value;
        expect(isWidened || toShortestFloat(value) === value).toBe(true);
      }),
    );
  });

  it("is null when it is not a price", () => {
    expect([0, null, {}, "x"].map((value) => chartPrice.parse(value))).toEqual([null, null, null, null]);
    expect(chartPrice.parse({ raw: 129.0399932861328 })).toBe(129.04);
  });
});

describe("a list of provider B", () => {
  it.each([[null], [{}], ["text"], [undefined]])("is empty for %j", (value) => {
    expect(list.parse(value)).toEqual([]);
  });
});

describe("a time of provider B", () => {
  it("is parsed as seconds in UTC", () => {
    expect(toPastDay(1740171602)).toBe("2025-02-21");
  });

  it.each([null, 0, -1, 1e15, Number.MAX_VALUE])("is null for %j", (seconds) => {
    expect(toPastDay(seconds)).toBeNull();
  });
});

describe("an object whose fields get our names", () => {
  const row = renamed({ name: ["organization", required(text)], shares: ["position", rawNumber] });

  it("has each field of the table and no other", () => {
    expect(row.parse({ organization: "Fund", position: { raw: 5 }, other: 1 })).toEqual({ name: "Fund", shares: 5 });
  });

  it("has null for a missing field, and cannot be read without a required one", () => {
    expect(row.parse({ organization: "Fund" })).toEqual({ name: "Fund", shares: null });
    expect(row.safeParse({ position: 5 }).success).toBe(false);
  });

  it("may be missing as a part", () => {
    expect(part(renamed({ days7: ["7daysAgo", rawNumber] })).parse(undefined)).toEqual({ days7: null });
  });
});

describe("the values that an answer takes", () => {
  it("are those of its schema, in its order", () => {
    const taken = pick({ price: 0, change: 0, absent: 0 }, { change: 2, other: 3, price: 1 });
    expect(JSON.stringify(taken)).toBe('{"price":1,"change":2}');
  });
});
