import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { filingFactsFromSec } from "../../../../src/providers/sec/facts/filing-facts.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playCompany, type PlayedFacts, type PlayedFiling } from "../facts-play.js";

const internet = useInternet();

/** Asks about a company with these facts; returns the answer and the paths of the calls for facts. */
async function ask(facts: PlayedFacts | null, input: object) {
  const paths = playCompany(internet, { facts });
  const answer = await createAsker().ask(filingFactsFromSec, { symbol: "AAPL", ...input });
  const calls = paths.filter((path) => path.includes("/xbrl/")).map((path) => path.replace("/api/xbrl/", ""));
  return { ...answer, calls };
}

const REPORT_2009: PlayedFiling = ["0001193125-09-214859", "10-K", "2009-10-27", 2009];
const AMENDED_2009: PlayedFiling = ["0001193125-10-012091", "10-K/A", "2010-01-25", 2009];
const REPORT_2010: PlayedFiling = ["0001193125-10-238044", "10-K", "2010-10-27", 2010];
const CONCEPT = "companyconcept/CIK0000320193";
const [FROM, TO] = ["2007-09-30", "2008-09-27"];

/** Apple's revenue of 2008, which the amendment restates, and the cover page of 2009. */
const APPLE: PlayedFacts = {
  SalesRevenueNet: {
    USD: [
      [FROM, TO, 32_479_000_000, REPORT_2009],
      [FROM, TO, 37_491_000_000, AMENDED_2009],
      [FROM, TO, 37_491_000_000, REPORT_2010],
    ],
  },
  "dei:EntityCommonStockSharesOutstanding": {
    shares: [
      ["", "2009-10-16", 900_678_473, REPORT_2009],
      ["", "2009-10-16", 900_678_473, AMENDED_2009],
    ],
  },
};

describe("the values of a tag by provider D", () => {
  it("are each value of a period with the filing that stated it first, and take one call", async () => {
    const { data, calls, notes } = await ask(APPLE, { concept: "SalesRevenueNet" });
    const common = { start: FROM, end: TO, unit: "USD", fiscalYear: 2009, fiscalPeriod: "FY" };
    const folder = "https://www.sec.gov/Archives/edgar/data/320193";
    expect(data).toMatchObject({ filer: "Apple Inc.", cik: "0000320193", concept: "us-gaap:SalesRevenueNet" });
    expect(data.facts).toEqual([
      {
        ...common,
        value: 37_491_000_000,
        restated: false,
        form: "10-K/A",
        filed: "2010-01-25",
        accession: "0001193125-10-012091",
        url: `${folder}/000119312510012091/0001193125-10-012091-index.htm`,
      },
      {
        ...common,
        value: 32_479_000_000,
        restated: true,
        form: "10-K",
        filed: "2009-10-27",
        accession: "0001193125-09-214859",
        url: `${folder}/000119312509214859/0001193125-09-214859-index.htm`,
      },
    ]);
    expect(calls).toEqual([`${CONCEPT}/us-gaap/SalesRevenueNet.json`]);
    expect(notes).toContainEqual(expect.stringMatching(/^1 of 2 values are restated/));
  });

  it("are those that were public on a past day", async () => {
    const { data } = await ask(APPLE, { concept: "us-gaap:SalesRevenueNet", as_of: "2010-01-24" });
    expect(data.facts).toMatchObject([{ value: 32_479_000_000, restated: false }]);
    await expect(ask(APPLE, { concept: "SalesRevenueNet", as_of: "2009-10-26" })).rejects.toMatchObject({
      reason: "not_covered",
      says: 'has no value of "us-gaap:SalesRevenueNet" that was public by 2009-10-26; the first filing with one is of 2009-10-27',
    });
  });

  it("are those of the cover page, at a day", async () => {
    const { data } = await ask(APPLE, { concept: "dei:EntityCommonStockSharesOutstanding" });
    expect(data.facts).toMatchObject([{ start: null, end: "2009-10-16", value: 900_678_473, unit: "shares" }]);
  });

  it("are null in a wrong scale, also where the filing begins the period a day later", async () => {
    const first: PlayedFiling = ["0001045810-09-000024", "10-Q", "2009-08-20", 2009];
    const later: PlayedFiling = ["0001045810-10-000029", "10-Q", "2010-08-30", 2010];
    const shares: PlayedFacts[string] = {
      shares: [
        ["2009-04-27", "2009-07-26", 546_639_000, first],
        ["2009-04-27", "2009-07-26", 546_639, later],
        ["2009-01-25", "2009-07-26", 544_463_000, first],
        ["2009-01-26", "2009-07-26", 544_463, later],
      ],
    };
    const tag = "WeightedAverageNumberOfDilutedSharesOutstanding";
    const { data, notes } = await ask({ [tag]: shares }, { concept: tag });
    expect(data.facts!.map(({ start, value, filed }) => [start, value, filed])).toEqual([
      ["2009-04-27", null, "2010-08-30"],
      ["2009-04-27", 546_639_000, "2009-08-20"],
      ["2009-01-26", null, "2010-08-30"],
      ["2009-01-25", 544_463_000, "2009-08-20"],
    ]);
    expect(notes).toEqual([
      "Two filings state a figure a thousand or a million times apart, so one is a slip: the value of the half-year to 2009-07-26 is 544463000, filed on 2009-08-20, and not 544463, filed on 2010-08-30; the value of the quarter to 2009-07-26 is 546639000, filed on 2009-08-20, and not 546639, filed on 2010-08-30.",
    ]);
  });

  it("of a foreign company are found in its taxonomy, in each unit", async () => {
    const report: PlayedFiling = ["0001193125-21-118512", "20-F", "2021-04-16", 2020];
    const profit: PlayedFacts[string] = {
      TWD: [["2020-01-01", "2020-12-31", 511_008_000_000, report]],
      USD: [["2020-01-01", "2020-12-31", 18_198_300_000, report]],
    };
    const { data, calls, notes } = await ask({ "ifrs-full:ProfitLoss": profit }, { concept: "ProfitLoss" });
    expect(data.concept).toBe("ifrs-full:ProfitLoss");
    expect(data.facts).toMatchObject([
      { value: 511_008_000_000, unit: "TWD", form: "20-F" },
      { value: 18_198_300_000, unit: "USD", form: "20-F" },
    ]);
    const direct = `${CONCEPT}/us-gaap/ProfitLoss.json`;
    expect(calls).toEqual([direct, "companyfacts/CIK0000320193.json", `${CONCEPT}/ifrs-full/ProfitLoss.json`]);
    expect(notes).toContainEqual(expect.stringContaining("2 units"));
  });

  it.each(["10-QT", "10-QT/A", "10-KT/A", "8-K/A", "6-K/A"])("of a %s are restated by a later report", async (form) => {
    const first: PlayedFiling = ["0001336917-22-000028", form, "2022-05-09", 2022];
    const later: PlayedFiling = ["0001336917-24-000051", "10-K", "2024-05-29", 2024];
    const loss: PlayedFacts[string] = {
      USD: [
        ["2022-01-01", "2022-03-31", -59_610_000, first],
        ["2022-01-01", "2022-03-31", -63_146_000, later],
      ],
    };
    const { data } = await ask({ NetIncomeLoss: loss }, { concept: "NetIncomeLoss" });
    expect(data.facts).toMatchObject([
      { value: -63_146_000, form: "10-K", restated: false },
      { value: -59_610_000, form, restated: true },
    ]);
  });

  it("are not restated by those of a longer period with the same end", async () => {
    const report: PlayedFiling = ["0001045810-09-000024", "10-Q", "2009-08-20", 2009];
    const loss: PlayedFacts[string] = {
      USD: [
        ["2009-04-27", "2009-07-26", -105_302_000, report],
        ["2009-01-26", "2009-07-26", -306_640_000, report],
      ],
    };
    const { data } = await ask({ NetIncomeLoss: loss }, { concept: "NetIncomeLoss" });
    expect(data.facts!.map(({ restated }) => restated)).toEqual([false, false]);
  });

  it("are not restated by a form that is no report", async () => {
    const proxy: PlayedFiling = ["0001308179-26-000008", "DEF 14A", "2026-01-08", 2025];
    const report: PlayedFiling = ["0000320193-25-000079", "10-K", "2025-10-31", 2025];
    const income: PlayedFacts[string] = {
      USD: [
        ["2024-09-29", "2025-09-27", 112_010_000_000, report],
        ["2024-09-29", "2025-09-27", 112_000, proxy],
      ],
    };
    const { data } = await ask({ NetIncomeLoss: income }, { concept: "NetIncomeLoss" });
    expect(data.facts).toMatchObject([
      { value: 112_000, form: "DEF 14A", restated: false },
      { value: 112_010_000_000, form: "10-K", restated: false },
    ]);
  });

  it("have the length that was asked for, or none", async () => {
    const report: PlayedFiling = ["0000320193-25-000057", "10-Q", "2025-05-02", 2025];
    const income: PlayedFacts[string] = {
      pure: [
        ["2024-12-29", "2025-03-29", 0.155, report],
        ["2024-09-29", "2025-03-29", 0.15, report],
        ["", "2025-03-29", 0.2, report],
      ],
    };
    const valuesOf = async (period: object) => {
      const { data } = await ask({ EffectiveRate: income }, { concept: "EffectiveRate", ...period });
      return data.facts!.map(({ value }) => value);
    };
    expect(await valuesOf({})).toEqual([0.155, 0.15, 0.2]);
    expect(await valuesOf({ period: "quarter" })).toEqual([0.155, 0.2]);
    expect(await valuesOf({ period: "annual" })).toEqual([0.2]);
    const flows = { EffectiveRate: { pure: income["pure"]!.slice(0, 2) } };
    await expect(ask(flows, { concept: "EffectiveRate", period: "annual" })).rejects.toMatchObject({
      says: 'has values of "us-gaap:EffectiveRate" and none over a year; all are had without period',
    });
  });
});

describe("the tags of a company by provider D", () => {
  const report: PlayedFiling = ["0000077476-23-000007", "10-K", "2023-02-09", 2022];
  const year: PlayedFacts[string] = { USD: [["2021-12-26", "2022-12-31", 411_000_000, report]] };
  const PEPSI: PlayedFacts = {
    RestructuringCharges: year,
    RestructuringReserve: { USD: [["", "2022-12-31", 109_000_000, report]] },
    PaymentsForRestructuring: year,
    "pep:NumberOfBrands": { Brand: [["", "2021-12-25", 23, report]] },
  };

  it("are listed without concept, newest first, with their units", async () => {
    const { data, calls, notes } = await ask(PEPSI, {});
    expect(data.concepts!.map(({ concept, unit, facts, newest }) => [concept, unit, facts, newest])).toEqual([
      ["us-gaap:RestructuringCharges", "USD", 1, "2022-12-31"],
      ["us-gaap:RestructuringReserve", "USD", 1, "2022-12-31"],
      ["us-gaap:PaymentsForRestructuring", "USD", 1, "2022-12-31"],
      ["pep:NumberOfBrands", "Brand", 1, "2021-12-25"],
    ]);
    expect(data.concepts![0]!.label).toBe('A "label" with {braces} and \\ of RestructuringCharges');
    expect(data).not.toHaveProperty("facts");
    expect(calls).toEqual(["companyfacts/CIK0000320193.json"]);
    expect(notes).toEqual([
      "The company has filed 4 tags; concept takes one, its label, or a usual word such as revenue.",
    ]);
  });

  it("are found by words: one that has just these is answered, others are listed, the nearest first", async () => {
    const one = await ask(PEPSI, { concept: "restructuring charges" });
    expect(one.data).toMatchObject({ concept: "us-gaap:RestructuringCharges", facts: [{ value: 411_000_000 }] });
    expect((await ask(PEPSI, { concept: "number of brands" })).data.concept).toBe("pep:NumberOfBrands");
    const several = await ask(PEPSI, { concept: "restructuring" });
    expect(several.data.concepts).toHaveLength(3);
    expect(several.data.concepts![0]!.concept).toBe("us-gaap:RestructuringCharges");
    expect(several.notes).toEqual([
      'No tag of the newest reports is surely "restructuring"; the nearest stand first, and concept with one of them has its values.',
    ]);
    const partly = await ask(PEPSI, { concept: "restructuring costs of 2022" });
    expect(partly.data.concepts).toHaveLength(3);
  });

  it("with words of a question are at most forty", async () => {
    const named = Array.from({ length: 41 }, (_, index) => [
      `Charge${"ABCDEFGHIJ"[Math.floor(index / 10)]}${index}`,
      year,
    ]);
    const { data } = await ask(Object.fromEntries(named), { concept: "charge" });
    expect(data.concepts).toHaveLength(40);
  });

  it("whose only one that fits has no values say so, instead of naming it again", async () => {
    playCompany(internet, { facts: PEPSI });
    internet.use(http.get("*/companyconcept/*", () => new HttpResponse(null, { status: 404 })));
    const asked = createAsker().ask(filingFactsFromSec, { symbol: "AAPL", concept: "restructuring charges" });
    await expect(asked).rejects.toMatchObject({
      reason: "not_covered",
      says: expect.stringContaining('has no value of "us-gaap:RestructuringCharges" of this company'),
    });
  });

  it("that have less than half of the words are not listed", async () => {
    await expect(ask(PEPSI, { concept: "costs of restructuring and exit" })).rejects.toMatchObject({
      reason: "not_covered",
    });
  });

  it("of a past day have no counts, which are those of today", async () => {
    const { data, notes } = await ask(PEPSI, { as_of: "2023-02-09" });
    expect(data.concepts).toHaveLength(4);
    expect(data.concepts![0]).toMatchObject({ facts: null, newest: null });
    expect(notes).toContain("These tags were in filings up to 2023-02-09.");
    await expect(ask(PEPSI, { as_of: "2023-02-08" })).rejects.toMatchObject({ reason: "not_covered" });
  });

  it("that the company never used are no data, and the sentence says how to list those it used", async () => {
    const asked = ask(PEPSI, { concept: "us-gaap:Goodwill" });
    await expect(asked).rejects.toMatchObject({
      kind: "no_coverage",
      says: expect.stringContaining('no tag that fits "us-gaap:Goodwill"; the list of its tags is had without concept'),
    });
    await expect(ask(null, { concept: "Goodwill" })).rejects.toMatchObject({ reason: "no_figures" });
  });

  it("of another taxonomy are listed and not taken for the asked one", async () => {
    const { data } = await ask(PEPSI, { concept: "ifrs-full:RestructuringCharges" });
    expect(data.concepts![0]).toMatchObject({ concept: "us-gaap:RestructuringCharges" });
    expect(data.facts).toBeUndefined();
  });

  it.each(["../../submissions", "Net/Income", "us-gaap:Net/../x", "a:b:NetIncome", "Net Income (Loss)", "us gaap:Net"])(
    "are in an address only with letters and digits: %s",
    async (concept) => {
      const paths = playCompany(internet, { facts: PEPSI });
      await createAsker()
        .ask(filingFactsFromSec, { symbol: "AAPL", concept })
        .catch(() => undefined);
      expect(paths.filter((path) => path.includes("companyconcept"))).toEqual([]);
    },
  );
});
