import { describe, expect, it } from "vitest";
import { toValues } from "../../../../src/providers/sec/ownership/filed-values.js";
import type { OwnershipLine } from "../../../../src/providers/sec/text/ownership-document.js";

const line = (price: number | null, shares: number | null, more: Partial<OwnershipLine> = {}): OwnershipLine => ({
  security: "Common Stock",
  derivative: false,
  date: "2026-04-15",
  code: "S",
  shares,
  acquired: false,
  price,
  priceNote: null,
  adsRatio: null,
  owned: null,
  direct: true,
  ...more,
});
/** The values of the lines of one form. */
const inForm = (lines: readonly OwnershipLine[], form = {}) => toValues(lines.map((each) => ({ form, line: each })));
/** Each line's value, with its note if it has one. */
const inForms = (...forms: OwnershipLine[][]) =>
  toValues(forms.flatMap((form) => form.map((each) => ({ form, line: each })))).map(({ value, note }) =>
    note === null ? value : `${value} ${note}`,
  );

const valuesOf = (...lines: OwnershipLine[]) => inForms(lines);

describe("values of transactions by provider D", () => {
  it("are price times shares, to six digits", () => {
    expect(inForm([line(7.12345, 1234567)])).toEqual([{ cost: 7.12345, value: 8794380, note: null }]);
  });

  it("are unknown without a price, or without a number of shares", () => {
    expect(valuesOf(line(0, 5), line(null, 5), line(-3, 5), line(7, null))).toEqual([null, null, null, null]);
    expect(inForm([line(0, 5)])[0]!.cost).toBeNull();
  });

  it("say that a price is an average or has a footnote", () => {
    expect(valuesOf(line(7, 1, { priceNote: "average" }), line(7, 1, { priceNote: "footnote" }))).toEqual([
      "7 weighted average",
      "7 footnote",
    ]);
  });

  describe("of ordinary shares at the price of an ADS", () => {
    const ads = { security: "Ordinary Shares", priceNote: "ads" } as const;

    it("count the ADSs", () => {
      const [value] = inForm([line(3.45, 2_501_582_400, { ...ads, adsRatio: 43_200 })]);
      expect(value).toEqual({ cost: 3.45, value: 199_779, note: "per ADS" });
    });

    it("are unknown without their number", () => {
      expect(valuesOf(line(3.45, 2_501_582_400, ads))).toEqual(["null per ADS"]);
    });
  });

  describe("at a price that others contradict", () => {
    it("are the amount that stands in its place", () => {
      const [value] = inForm([line(24_035_774.4, 100_149_060), line(0.25, 10_000, { date: "2026-02-10" })]);
      expect(value).toEqual({ cost: null, value: 24_035_774.4, note: "amount" });
    });

    it("are the amounts of all lines that have one", () => {
      const lines = [line(24_035_774.4, 100_149_060), line(11_990_000, 50_000_000), line(0.25, 10_000)];
      expect(valuesOf(...lines)).toEqual(["24035774.4 amount", "11990000 amount", 2500]);
    });

    it("are unknown where the price is in cents", () => {
      expect(valuesOf(line(11_790, 10_000), line(117.95, 2_000))).toEqual(["null implausible", 235_900]);
      expect(inForms([line(11_790, 10_000)], [line(117.95, 2_000)])).toEqual(["null implausible", 235_900]);
    });

    it("are all unknown where several whole prices of one form are a hundred times another one", () => {
      const values = Array.from({ length: 3 }, () => "null implausible");
      expect(valuesOf(line(11_790, 10_000), line(11_802, 10), line(117.95, 2_000))).toEqual(values);
    });

    it("are known where whole prices of two forms are a hundred times another one", () => {
      expect(inForms([line(20, 10)], [line(21, 10)], [line(0.2, 10)])).toEqual([200, 210, "null implausible"]);
    });

    it.each([[5_000], [0.2]])("are unknown at %s beside three at 117", (price) => {
      expect(valuesOf(line(price, 10), line(117, 1), line(118, 1), line(116, 1))).toEqual([
        "null implausible",
        117,
        118,
        116,
      ]);
    });

    it("are all unknown where two prices contradict one another", () => {
      expect(valuesOf(line(1.1795, 10_000), line(117.95, 2_000))).toEqual(["null implausible", "null implausible"]);
    });

    it("are known where two forms before a split agree", () => {
      const before = { date: "2026-03-01" };
      expect(valuesOf(line(2_800, 1, before), line(2_900, 1, before), line(7.1, 1), line(7.2, 1))).toEqual([
        2_800, 2_900, 7.1, 7.2,
      ]);
    });

    it("are known where the other price is of another security, another year, or an option", () => {
      expect(valuesOf(line(11_790, 10), line(117.95, 1, { security: "Series A Preferred Stock" }))).toEqual([
        117_900, 117.95,
      ]);
      expect(valuesOf(line(11_790, 10), line(117.95, 1, { date: "2025-04-15" }))).toEqual([117_900, 117.95]);
      expect(valuesOf(line(1.1, 10, { derivative: true }), line(117.95, 1))).toEqual([11, 117.95]);
    });

    it.each([
      ["COMMON STOCK, par value $.01 per share"],
      ["Common Shares"],
      ["Ordinary Shares ($0.10)"],
      ["Shares of Common Stock"],
    ])("are compared with those of %s", (security) => {
      expect(valuesOf(line(11_790, 10, { security }), line(117.95, 1))[0]).toBe("null implausible");
    });

    it.each([["Class B Common Stock"], ["Series A Preferred Stock"]])(
      "are not compared with those of %s",
      (security) => {
        expect(valuesOf(line(11_790, 10, { security }), line(117.95, 1))[0]).toBe(117_900);
      },
    );
  });

  it("of an exercise are known at a price far below the market's, not far above it", () => {
    expect(valuesOf(line(1.5, 1_000, { code: "M" }), line(117.95, 1))).toEqual([1_500, 117.95]);
    expect(valuesOf(line(5_000, 1_000, { code: "M" }), line(117.95, 1))[0]).toBe("null implausible");
  });

  it("are unknown above a trillion, also without another price", () => {
    expect(valuesOf(line(11_000_689.5, 1_000_000))).toEqual(["null implausible"]);
    expect(valuesOf(line(750_000, 10))).toEqual([7_500_000]);
  });
});
