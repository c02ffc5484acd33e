import { describe, expect, it } from "vitest";
import { kindOfFigure } from "../../../src/capabilities/companies/financials.js";
import { compareFigures } from "../../../src/market/statements/filed-figures.js";

type Figures = Record<string, number | null>;
const verdictsOf = (ours: Figures, filed: Figures) => {
  const { figures, commonFactor } = compareFigures(Object.keys(filed), ours, filed, kindOfFigure);
  return [Object.fromEntries(figures.map(({ field, verdict }) => [field, verdict])), commonFactor];
};

describe("a provider's figures beside the filed ones", () => {
  it("are equal, rounded, different or on one side only", () => {
    const filed = { revenue: 416_161_000_000, netIncome: 1_234_567_000, grossProfit: 5, goodwill: null, inventory: 7 };
    const ours = { revenue: 416_161_000_000, netIncome: 1_234_600_000, grossProfit: 6, goodwill: 0, inventory: null };
    expect(verdictsOf(ours, filed)).toEqual([
      {
        revenue: "equal",
        netIncome: "rounding",
        grossProfit: "differs",
        goodwill: "notInFiling",
        inventory: "notAtProvider",
      },
      null,
    ]);
  });

  it("are not listed where neither side has one", () => {
    expect(compareFigures(["goodwill"], { goodwill: null }, { goodwill: null }, kindOfFigure).figures).toEqual([]);
  });

  it.each([
    [7.46, 7.47, "differs"],
    [7.46, 7.4634, "rounding"],
    [37_491_000_000, 37_492_000_000, "differs"],
    [37_491_400_000, 37_491_000_000, "rounding"],
    [37_000_000_000, 37_491_000_000, "differs"],
    [-5, 5, "differs"],
    [416_161, 416_161_000, "differs"],
  ])("of %d and %d: %s", (ours, filed, verdict) => {
    expect(verdictsOf({ eps: ours }, { eps: filed })[0]).toEqual({ eps: verdict });
  });

  it("show a split where shares and earnings a share differ by one factor and its inverse", () => {
    const filed = {
      revenue: 100,
      eps: 58.61,
      epsdiluted: 58.12,
      weightedAverageShsOut: 680,
      weightedAverageShsOutDil: 690,
    };
    const ours = {
      revenue: 100,
      eps: 2.93,
      epsdiluted: 2.91,
      weightedAverageShsOut: 13_600,
      weightedAverageShsOutDil: 13_800,
    };
    expect(verdictsOf(ours, filed)).toEqual([
      {
        revenue: "equal",
        eps: "split",
        epsdiluted: "split",
        weightedAverageShsOut: "split",
        weightedAverageShsOutDil: "split",
      },
      { kind: "split", factor: 20, fields: 4 },
    ]);
  });

  it("show another scale where amounts are in thousands", () => {
    const filed = { revenue: 416_161_000_000, netIncome: 112_010_000_000, grossProfit: 195_201_000_000, eps: 7.49 };
    const ours = { revenue: 416_161_000, netIncome: 112_010_000, grossProfit: 195_201_000, eps: 7.49 };
    expect(verdictsOf(ours, filed)).toEqual([
      { revenue: "scale", netIncome: "scale", grossProfit: "scale", eps: "equal" },
      { kind: "scale", factor: 0.001, fields: 3 },
    ]);
  });

  it("show another currency where nearly all amounts differ by one factor, but not the shares", () => {
    const filed = {
      revenue: 2_894_308,
      costOfRevenue: 1_269_954,
      netIncome: 1_173_268,
      eps: 45.25,
      weightedAverageShsOut: 25_929,
    };
    const ours = {
      revenue: 88_275,
      costOfRevenue: 38_734,
      netIncome: 35_785,
      eps: 1.38,
      weightedAverageShsOut: 25_929,
    };
    expect(verdictsOf(ours, filed)).toEqual([
      {
        revenue: "currency",
        costOfRevenue: "currency",
        netIncome: "currency",
        eps: "currency",
        weightedAverageShsOut: "equal",
      },
      { kind: "currency", factor: 0.0305003, fields: 4 },
    ]);
  });

  it("have no common factor where they differ by several, or only one figure differs", () => {
    expect(verdictsOf({ revenue: 110, netIncome: 30, eps: 9 }, { revenue: 100, netIncome: 20, eps: 1 })[1]).toBeNull();
    expect(verdictsOf({ revenue: 100_000, netIncome: 20 }, { revenue: 100, netIncome: 20 })[1]).toBeNull();
  });
});
