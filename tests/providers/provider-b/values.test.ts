import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { list, raw, rawNumber, toDay } from "../../../src/providers/provider-b/values.js";

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

  it("is finite or null whatever comes", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const read = rawNumber.parse(value);
        expect(read === null || Number.isFinite(read)).toBe(true);
      }),
    );
  });

  it("does not look for its value on the prototype", () => {
    expect(raw(Object.create({ raw: 1 }))).toBeNull();
  });
});

describe("a list of provider B", () => {
  it.each([[null], [{}], ["text"], [undefined]])("is empty for %j", (value) => {
    expect(list.parse(value)).toEqual([]);
  });
});

describe("a time of provider B", () => {
  it("is read as seconds in UTC", () => {
    expect(toDay(1740171602)).toBe("2025-02-21");
  });

  it.each([null, 0, -1, 1e15, Number.MAX_VALUE])("is nothing for %j", (seconds) => {
    expect(toDay(seconds)).toBeNull();
  });
});
