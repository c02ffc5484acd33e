import { describe, expect, it } from "vitest";
import { toCut } from "../../../../src/providers/sec/dimensions/cuts.js";
import type { Dimension, FiledFact } from "../../../../src/providers/sec/dimensions/filed-facts.js";

const PRODUCT = "srt:ProductOrServiceAxis";
const SEGMENT = "us-gaap:StatementBusinessSegmentsAxis";
const REGION = "srt:StatementGeographicalAxis";
const CONSOLIDATION = "srt:ConsolidationItemsAxis";
const OPERATING = [CONSOLIDATION, "us-gaap:OperatingSegmentsMember"] as const;

let place = 0;
const fact = (value: number | null, dimensions: readonly Dimension[] = [], decimals = -6): FiledFact => ({
  concept: "us-gaap:Revenues",
  start: "2024-01-01",
  end: "2024-12-31",
  unit: "USD",
  value,
  decimals,
  dimensions: dimensions.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  anchor: `f-${++place}`,
});
const of = (axis: string, member: string, value: number, ...further: Dimension[]) =>
  fact(value, [[axis, member], ...further]);

/** The tables of names; a name that is missing stands in none. */
const inTables = (tables: Readonly<Record<string, readonly number[]>>) => (name: string) => tables[name] ?? [];
const NO_TABLES = inTables({});

function cutOf(facts: readonly FiledFact[], axis: string, tablesOf = NO_TABLES) {
  const cut = toCut(facts, axis, tablesOf);
  const rows = cut?.rows.map(({ member, value, kind }) => `${member.replace(/^.*:|Member$/g, "")} ${value} ${kind}`);
  return cut && { ...cut, rows };
}

describe("the parts of a figure", () => {
  it("are the members of the table that add up, and a parent on the same axis is a total", () => {
    const parts = [
      of(PRODUCT, "us-gaap:ProductMember", 68_714e6),
      of(PRODUCT, "us-gaap:ServiceMember", 26_645e6),
      of(PRODUCT, "toy:PhoneMember", 46_841e6),
      of(PRODUCT, "toy:ComputerMember", 7_949e6),
      of(PRODUCT, "toy:TabletMember", 6_402e6),
      of(PRODUCT, "toy:WearablesMember", 7_522e6),
    ];
    const tablesOf = inTables({
      [PRODUCT]: [1, 2],
      "us-gaap:ProductMember": [1],
      "us-gaap:ServiceMember": [1, 2],
      "toy:PhoneMember": [2],
      "toy:ComputerMember": [2],
      "toy:TabletMember": [2],
      "toy:WearablesMember": [2],
    });
    for (const tables of [tablesOf, NO_TABLES]) {
      expect(cutOf([fact(95_359e6), ...parts], PRODUCT, tables)).toMatchObject({
        rows: [
          "Service 26645000000 member",
          "Phone 46841000000 member",
          "Computer 7949000000 member",
          "Tablet 6402000000 member",
          "Wearables 7522000000 member",
          "Product 68714000000 total",
        ],
        undimensioned: 95_359e6,
        sum: 95_359e6,
        difference: 0,
        isComplete: true,
        left: 0,
      });
    }
  });

  it("keep the qualifier that they are of the segments, which alone is the total of the segments", () => {
    const facts = [
      fact(13_307e6),
      of(SEGMENT, "toy:CloudMember", 11_389e6, OPERATING),
      of(SEGMENT, "toy:HardwareMember", 655e6, OPERATING),
      of(SEGMENT, "toy:ServicesMember", 1_263e6, OPERATING),
      fact(13_307e6, [OPERATING]),
    ];
    expect(cutOf(facts, SEGMENT)).toMatchObject({
      rows: [
        "Cloud 11389000000 member",
        "Hardware 655000000 member",
        "Services 1263000000 member",
        "OperatingSegments 13307000000 total",
      ],
      sum: 13_307e6,
      isComplete: true,
    });
  });

  it("have the head office and eliminations beside them, which are not added", () => {
    const facts = [
      fact(100e6),
      of(SEGMENT, "toy:AMember", 70e6, OPERATING),
      of(SEGMENT, "toy:BMember", 60e6, OPERATING),
      of(SEGMENT, "toy:EliminationsMember", -10e6),
      fact(-25e6, [[CONSOLIDATION, "us-gaap:IntersegmentEliminationMember"]]),
      fact(5e6, [[CONSOLIDATION, "us-gaap:CorporateNonSegmentMember"]]),
    ];
    expect(cutOf(facts, SEGMENT)).toMatchObject({
      rows: [
        "A 70000000 member",
        "B 60000000 member",
        "Eliminations -10000000 elimination",
        "IntersegmentElimination -25000000 elimination",
        "CorporateNonSegment 5000000 corporate",
      ],
      undimensioned: 100e6,
      sum: 130e6,
      difference: -30e6,
      isComplete: false,
      isReconciled: true,
    });
  });

  it("are those of the table with most members, if several tables add up", () => {
    const facts = [
      fact(30e6),
      of(PRODUCT, "toy:AMember", 10e6),
      of(PRODUCT, "toy:BMember", 20e6),
      of(PRODUCT, "toy:CMember", 5e6),
      of(PRODUCT, "toy:DMember", 12e6),
      of(PRODUCT, "toy:EMember", 13e6),
    ];
    const tables = {
      "toy:AMember": [1],
      "toy:BMember": [1],
      "toy:CMember": [2],
      "toy:DMember": [2],
      "toy:EMember": [2],
    };
    for (const tablesOf of [inTables({ [PRODUCT]: [1, 2], ...tables }), NO_TABLES]) {
      expect(cutOf(facts, PRODUCT, tablesOf)).toMatchObject({
        rows: ["C 5000000 member", "D 12000000 member", "E 13000000 member"],
        sum: 30e6,
        isComplete: true,
        left: 2,
      });
    }
  });

  it("are those of the largest table where none adds up, with totals of neighbours marked and the difference", () => {
    const facts = [
      fact(100e6),
      of(PRODUCT, "toy:AMember", 10e6),
      of(PRODUCT, "toy:BMember", 20e6),
      of(PRODUCT, "toy:TotalMember", 30e6),
      of(PRODUCT, "toy:OtherMember", 7e6),
    ];
    const tables = { "toy:AMember": [1], "toy:BMember": [1], "toy:TotalMember": [1], "toy:OtherMember": [2] };
    expect(cutOf(facts, PRODUCT, inTables({ [PRODUCT]: [1, 2], ...tables }))).toMatchObject({
      rows: ["A 10000000 member", "B 20000000 member", "Total 30000000 total"],
      sum: 30e6,
      difference: 70e6,
      isComplete: false,
      left: 1,
    });
  });

  it("have no sum where nothing says which members are parts of each other", () => {
    const facts = [
      fact(13_307e6),
      of(PRODUCT, "toy:CloudMember", 5_623e6),
      of(PRODUCT, "toy:SupportMember", 4_896e6),
      of(PRODUCT, "toy:ApplicationsMember", 4_769e6),
      of(PRODUCT, "toy:InfrastructureMember", 5_750e6),
    ];
    expect(cutOf(facts, PRODUCT)).toMatchObject({ sum: null, difference: null, isComplete: false });
  });

  it("may differ by half a unit of each rounded value, and by no more", () => {
    const facts = (whole: number, decimals: number) => [
      fact(whole, [], decimals),
      fact(100e6, [[PRODUCT, "toy:AMember"]], decimals),
      fact(300e6, [[PRODUCT, "toy:BMember"]], decimals),
    ];
    // Three values, each within half a million.
    expect(cutOf(facts(401.5e6, -6), PRODUCT)).toMatchObject({ isComplete: true, difference: 1.5e6 });
    expect(cutOf(facts(401.6e6, -6), PRODUCT)).toMatchObject({ isComplete: false });
    // However coarse they are, at most half a percent of the figure.
    expect(cutOf(facts(402e6, -8), PRODUCT)).toMatchObject({ isComplete: true });
    expect(cutOf(facts(402.1e6, -8), PRODUCT)).toMatchObject({ isComplete: false });
  });

  it("are no facts with a further axis, such as forecasts, and none stands for the figure", () => {
    const forecast = ["srt:StatementScenarioAxis", "srt:ScenarioForecastMember"] as const;
    const facts = [
      fact(99e6, [forecast]),
      of(PRODUCT, "toy:AMember", 10e6),
      of(PRODUCT, "toy:AMember", 11e6, forecast),
    ];
    expect(cutOf(facts, PRODUCT)).toMatchObject({
      rows: ["A 10000000 member"],
      undimensioned: null,
      difference: null,
      isComplete: null,
    });
  });

  it("are not mixed with a cross-cut, which counts only where no fact has the axis alone, over one further axis", () => {
    const crossed = [
      of(PRODUCT, "toy:AMember", 10e6, [REGION, "country:US"]),
      of(PRODUCT, "toy:AMember", 20e6, [REGION, "toy:OtherMember"]),
      of(PRODUCT, "toy:BMember", 30e6, [REGION, "country:US"]),
      of(PRODUCT, "toy:BMember", 40e6, [REGION, "toy:OtherMember"]),
      of(PRODUCT, "toy:BMember", 70e6, ["srt:MajorCustomersAxis", "toy:OneMember"]),
    ];
    expect(cutOf([fact(100e6), ...crossed], PRODUCT)).toMatchObject({
      rows: ["A 30000000 member", "B 70000000 member"],
      sum: 100e6,
      over: REGION,
      isComplete: true,
    });
    expect(cutOf([fact(101e6 + 1e6), ...crossed], PRODUCT)).toBeUndefined();
    expect(cutOf([fact(100e6), ...crossed, of(PRODUCT, "toy:AMember", 30e6)], PRODUCT)).toMatchObject({
      rows: ["A 30000000 member"],
      isComplete: false,
    });
  });

  it("are added exactly, and a nil value is null and not 0", () => {
    const facts = [
      fact(0.3, [], 1),
      fact(0.1, [[PRODUCT, "toy:AMember"]], 1),
      fact(0.2, [[PRODUCT, "toy:BMember"]], 1),
      fact(null, [[PRODUCT, "toy:CMember"]]),
    ];
    expect(cutOf(facts, PRODUCT)).toMatchObject({ rows: ["A 0.1 member", "B 0.2 member", "C null member"], sum: 0.3 });
  });

  it.each([
    [1e-7, 1e-7, 2e-7],
    [1.5e-7, 2.25e-7, 3.75e-7],
    [1e-22, 2e-22, 3e-22],
    [0.1, 2e-7, 0.1000002],
    [1e21, 0.5, 1e21],
  ])("are added exactly where they are written with an exponent: %d and %d", (one, other, sum) => {
    const facts = [
      fact(sum, [], 30),
      fact(one, [[PRODUCT, "toy:AMember"]], 30),
      fact(other, [[PRODUCT, "toy:BMember"]], 30),
    ];
    expect(cutOf(facts, PRODUCT)).toMatchObject({ sum, difference: 0, isComplete: true });
  });

  it("are none where no fact has the axis", () => {
    expect(cutOf([fact(1), of(REGION, "country:US", 1)], PRODUCT)).toBeUndefined();
  });
});
