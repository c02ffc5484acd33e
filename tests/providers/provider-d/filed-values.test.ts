import { describe, expect, it } from "vitest";
import { toValues } from "../../../src/providers/provider-d/filed-values.js";
import type { OwnershipLine } from "../../../src/providers/provider-d/ownership-document.js";

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
/** Each line's value, with its note if it has one. */
const valuesOf = (...lines: OwnershipLine[]) =>
  toValues(lines).map(({ value, note }) => (note === null ? value : `${value} ${note}`));

describe("values of transactions by provider D", () => {
  it("are price times shares, to six digits", () => {
    expect(toValues([line(7.12345, 1234567)])).toEqual([{ cost: 7.12345, value: 8794380, note: null }]);
  });

  it("are unknown without a price, or without a number of shares", () => {
    expect(valuesOf(line(0, 5), line(null, 5), line(-3, 5), line(7, null))).toEqual([null, null, null, null]);
    expect(toValues([line(0, 5)])[0]!.cost).toBeNull();
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
      const [value] = toValues([line(3.45, 2_501_582_400, { ...ads, adsRatio: 43_200 })]);
      expect(value).toEqual({ cost: 3.45, value: 199_779, note: "per ADS" });
    });

    it("are unknown without their number", () => {
      expect(valuesOf(line(3.45, 2_501_582_400, ads))).toEqual(["null per ADS"]);
    });
  });
});
