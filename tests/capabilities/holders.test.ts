import { texts } from "../support/texts.js";
import { describe, expect, it } from "vitest";
import { holders, type Holder } from "../../src/capabilities/companies/holders.js";
import { parseInput } from "../../src/contract/input.js";

const holder = (name: string, percentHeld: number | null): Holder => ({
  name,
  shares: 1000,
  value: 2000,
  percentHeld,
  sharesChange: null,
  isNew: false,
  reported: "2026-03-31",
});
const BODY = {
  symbol: "ACME",
  currency: "USD",
  insidersPercent: 0.01,
  institutionsPercent: 0.6,
  institutionsPercentOfFloat: 0.7,
  institutionsCount: 400,
  valueDate: "2026-06-05",
  institutions: [holder("Alder", 0.08), holder("Birch", 0.05), holder("Cedar", null)],
  funds: [holder("Damson", 0.03)],
  insiders: [
    {
      name: "Elder",
      relation: "Director",
      shares: 10,
      sharesIndirect: null,
      percentHeld: 0.02,
      transaction: null,
      reported: null,
    },
  ],
  timestamp: "2026-06-08T12:00:00.000000",
};
const ask = (raw: object, body = BODY) => {
  const input = parseInput(holders, { symbol: "ACME", ...raw });
  const shown = holders.view!(body, input);
  return { shown, notes: holders.viewNotes!(shown, input, body) };
};

describe("the holders of a company", () => {
  it("are institutions and funds, or those of the kind that is asked for", () => {
    const { insiders: _insiders, ...both } = BODY;
    const { funds: _funds, ...institutions } = both;
    expect(ask({}).shown).toEqual(both);
    expect(ask({ kind: "institutions" }).shown).toEqual(institutions);
    expect(ask({ kind: "funds" }).shown).toMatchObject({ funds: BODY.funds });
    expect(ask({ kind: "insiders" }).shown).toMatchObject({ insiders: BODY.insiders });
    for (const kind of ["funds", "insiders"]) expect(ask({ kind }).shown).not.toHaveProperty("institutions");
  });

  it("are at most as many of each kind as asked for; the sentence on the least part counts all", () => {
    const { shown, notes } = ask({ limit: 1, min_percent: 4 });
    expect([shown.institutions, shown.funds]).toEqual([[BODY.institutions[0]], []]);
    expect(texts(notes)).toContain("2 of the 3 known institutions hold at least 4 %.");
    expect(() => ask({ limit: 11 })).toThrow('Invalid "limit": got 11. Allowed: a whole number from 1 to 10.');
  });

  it("are null when not known", () => {
    expect(ask({ kind: "funds" }, { ...BODY, funds: null as never }).shown).toMatchObject({ funds: null });
  });

  it("say the day of value, and of how many institutions they are the largest", () => {
    expect(texts(ask({}).notes)).toEqual([
      "3 of 400 institutions are known: the largest of those that report to the SEC.",
      "value is at the price of 2026-06-05, not of the day of reported.",
    ]);
    expect(texts(ask({ kind: "funds" }, { ...BODY, valueDate: null as never }).notes)).toEqual([
      "The source does not say at the price of which day value is.",
    ]);
    expect(ask({ kind: "insiders" }).notes).toEqual([]);
  });

  it.each([
    ["2025-10-11", []],
    [
      "2025-10-10",
      ["The newest of these reports is of 2025-10-10, more than 240 days ago: holdings may be others now."],
    ],
  ])("say so where no report is newer than %s", (reported, expected) => {
    const rows = [
      { ...holder("Alder", 0.08), reported },
      { ...holder("Birch", 0.05), reported: null },
    ];
    const { notes } = ask({ kind: "funds" }, { ...BODY, funds: rows as never });
    expect(notes.slice(1)).toEqual(expected);
  });

  it("with a least part are those that hold as much", () => {
    const { shown, notes } = ask({ min_percent: 5 });
    expect(shown.institutions?.map(({ name }) => name)).toEqual(["Alder", "Birch"]);
    expect(texts(notes[1])).toEqual("2 of the 3 known institutions hold at least 5 %.");
    expect(texts(ask({ kind: "funds", min_percent: 1 }).notes[0])).toEqual(
      "1 of the 1 known funds holds at least 1 %; others, which are not known, may hold as much.",
    );
    expect(() => ask({ min_percent: 101 })).toThrow("min_percent");
    expect(() => ask({ kind: "whales" })).toThrow("institutions, funds, insiders, large");
  });

  it("of 5 % and more are the only ones of a past day, of a number or of a name, and at most thirty", () => {
    const parse = (raw: object) => parseInput(holders, { symbol: "ACME", ...raw });
    const large = { kind: "large" };
    expect(parse({ ...large, symbol: " vanguard 500  Index Fund" }).symbol).toBe("VANGUARD 500 INDEX FUND");
    expect(parse({ ...large, symbol: "cik 320193" }).symbol).toBe("CIK0000320193");
    expect(parse({ ...large, symbol: "BRK/B" }).symbol).toBe(parse({ symbol: "BRK/B" }).symbol);
    expect(() => parse({ symbol: "Vanguard 500 Index Fund" })).toThrow('Invalid "symbol"');
    expect(() => parse({ ...large, symbol: "<b>x</b>" })).toThrow('Invalid "symbol"');
    expect(parse({ ...large, as_of: "2026-01-31", limit: 30 })).toMatchObject({ as_of: "2026-01-31", limit: 30 });
    expect(() => parse({ as_of: "2026-01-31" })).toThrow('"as_of" needs "kind" large');
    expect(() => parse({ ...large, as_of: "2099-01-31" })).toThrow("which is in the future");
    expect(() => parse({ ...large, limit: 31 })).toThrow("1 to 30");
    const key = (raw: object) => holders.cacheKey!(parse(raw));
    expect([key({}), key({ kind: "funds" }), key(large)]).toEqual(["ACME", "ACME", "ACME large "]);
  });

  it("of 5 % and more stand alone, also with a least percentage of the class", () => {
    const row = (person: string, percentOfClass: number | null) => ({ person, percentOfClass });
    const body = {
      symbol: "ACME",
      filer: "Acme",
      cik: "1",
      large: [row("A", 9), row("B", null)],
      ended: [],
      unread: [],
    };
    const { shown, notes } = ask({ kind: "large", min_percent: 6 }, { ...body, timestamp: BODY.timestamp } as never);
    expect(shown).toEqual({ ...body, large: [row("A", 9)], timestamp: BODY.timestamp });
    expect(texts(notes)).toEqual(["1 of the 2 known large holders holds at least 6 %."]);
    expect(holders.ttlSecondsOf!(body)).toBe(3600);
    expect(holders.ttlSecondsOf!(BODY)).toBeUndefined();
  });
});
