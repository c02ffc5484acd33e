import { toPlainText } from "../../src/contract/sentence.js";
import { describe, expect, it, vi } from "vitest";
import {
  dividends,
  NO_FACTS,
  paymentDays,
  toDividends,
  type Payment,
} from "../../src/capabilities/companies/dividends.js";
import { frequencyOf } from "../../src/market/payments/payment-frequency.js";
import { parseInput } from "../../src/contract/input.js";
import { atTime } from "../support/at-time.js";

atTime(Date.UTC(2026, 2, 5, 12));

const DAY_MS = 24 * 3600 * 1000;
/** Days with these distances between them in days, newest first. */
function daysApart(...gaps: number[]): string[] {
  let at = Date.UTC(2026, 1, 10);
  return [0, ...gaps].map((gap) => new Date((at -= gap * DAY_MS)).toISOString().slice(0, 10));
}

describe("the frequency of payments", () => {
  it.each([
    ["weekly", [7, 7, 6, 8]],
    ["monthly", [28, 31, 30, 33, 29]],
    ["quarterly", [91, 92, 87, 91]],
    ["semi-annual", [210, 155, 211, 154]],
    ["annual", [364, 371]],
  ])("is %s for gaps of %j days", (frequency, gaps) => {
    expect(frequencyOf(daysApart(...gaps))).toBe(frequency);
  });

  it.each([
    ["between two regular payments", [91, 30, 61, 91, 91, 92, 90, 91, 91, 91, 92]],
    ["a few days after a regular one", [91, 84, 7, 91, 92, 91]],
    ["on the day of a regular one", [91, 0, 91, 92, 91]],
  ])("is still quarterly with a special dividend %s", (_when, gaps) => {
    expect(frequencyOf(daysApart(...gaps))).toBe("quarterly");
  });

  it("is that of the newest three years after a change", () => {
    expect(frequencyOf(daysApart(30, 31, 30, 31, 30, 31, ...Array.from({ length: 30 }, () => 30), 365, 365))).toBe(
      "monthly",
    );
  });

  it.each([
    ["one payment", []],
    ["two payments", [91]],
    ["irregular payments", [20, 300, 60, 500]],
    ["payments of which four of seven are a quarter apart", [91, 20, 91, 50, 91, 300, 91]],
    ["payments of ten years apart", [3650, 3650]],
  ])("is null for %s", (_what, gaps) => {
    expect(frequencyOf(daysApart(...gaps))).toBeNull();
  });

  it("is null without payments", () => {
    expect(frequencyOf([])).toBeNull();
  });
});

const payment = (exDate: string, amount = 0.5): Payment => ({
  exDate,
  amount,
  currency: "USD",
  recordDate: null,
  payDate: null,
  declared: null,
});
const EX_DATES = ["2025-05-12", "2026-02-10", "2025-11-10", "2025-08-11"];
const FACTS = { ...NO_FACTS, yield: 0.004, annualRate: 2, exDate: "2026-05-11", payDate: "2026-05-14" };
const BODY = {
  ...toDividends(
    "ACME",
    "USD",
    { ...FACTS, next: { exDate: "2026-05-11", payDate: "2026-05-14" } },
    {
      payments: EX_DATES.map((day) => payment(day)),
      splits: [
        { date: "2014-06-09", numerator: 7, denominator: 1 },
        { date: "2025-08-31", numerator: 4, denominator: 1 },
      ],
    },
  ),
  timestamp: "2026-03-05T12:00:00.000000",
};
const show = (raw: object) => dividends.view!(BODY, parseInput(dividends, { symbol: "ACME", ...raw }));

describe("an answer about dividends", () => {
  it("names a shown payment that is out of line on the day of a split", () => {
    const days = ["2026-02-10", "2025-11-10", "2025-08-11"];
    const odd = {
      ...BODY,
      dividends: days.map((exDate, at) => payment(exDate, at === 1 ? 2 : 0.5)),
      splits: [{ date: "2025-11-10", numerator: 4, denominator: 1 }],
    };
    const notesFor = (raw: object) => {
      const input = parseInput(dividends, { symbol: "ACME", ...raw });
      return dividends.viewNotes!(dividends.view!(odd, input), input, odd);
    };
    expect(notesFor({})).toEqual([
      "Payments of 2025-11-10, the day of a split, are out of line with those before and after, perhaps not adjusted for it: no figure is computed from them.",
    ]);
    expect(notesFor({ limit: 1 })).toEqual([]);
  });

  it("lists payments and splits newest first, however they came", () => {
    expect(BODY.dividends.map(({ exDate }) => exDate)).toEqual(EX_DATES.toSorted().toReversed());
    expect(BODY.splits?.map(({ date }) => date)).toEqual(["2025-08-31", "2014-06-09"]);
    expect(BODY).toMatchObject({ total: 4, frequency: "quarterly" });
  });

  it("shows the newest payments, and how many there are", () => {
    const { dividends: shown, total } = show({ limit: 2 });
    expect([shown.map(({ exDate }) => exDate), total]).toEqual([["2026-02-10", "2025-11-10"], 4]);
  });

  it("has no frequency once more than one payment is overdue, and says when the last one was", () => {
    expect(show({}).frequency).toBe("quarterly");
    vi.setSystemTime(Date.UTC(2026, 6, 20));
    expect(show({}).frequency).toBe("quarterly");
    vi.setSystemTime(Date.UTC(2026, 9, 1));
    expect(show({}).frequency).toBeNull();
    vi.setSystemTime(Date.UTC(2027, 8, 1));
    const input = parseInput(dividends, { symbol: "ACME" });
    expect(dividends.viewNotes!(show({}), input, BODY)).toContain("The last known payment went ex on 2026-05-11.");
  });

  it("has no next payment once its ex-date has come", () => {
    expect(show({}).next).toEqual({ exDate: "2026-05-11", payDate: "2026-05-14" });
    // 21:00 on the day before in New York, where it is still to come.
    vi.setSystemTime(Date.UTC(2026, 4, 11, 1));
    expect(show({}).next).toEqual({ exDate: "2026-05-11", payDate: "2026-05-14" });
    vi.setSystemTime(Date.UTC(2026, 4, 11, 4));
    expect(show({}).next).toBeNull();
  });

  it("of a past day has the payments and splits until then, and nothing that describes the present", () => {
    expect(show({ as_of: "2025-08-11" })).toEqual({
      ...BODY,
      ...NO_FACTS,
      exDate: "2025-08-11",
      frequency: null,
      dividends: [payment("2025-08-11"), payment("2025-05-12")],
      total: 2,
      paidTwelveMonths: { amount: 1, currency: "USD", payments: 2 },
      years: [{ year: 2025, amount: 1, payments: 2, complete: false }],
      paidSince: "2025-05-12",
      yearsPaid: 0,
      yearsRaised: 0,
      growth: { 1: null, 3: null, 5: null, 10: null },
      splits: [{ date: "2014-06-09", numerator: 7, denominator: 1 }],
    });
  });

  it("of a past day says in a note what it contains, and that of now has no note", () => {
    const notesOf = (raw: object) => {
      const input = parseInput(dividends, { symbol: "ACME", ...raw });
      return dividends.viewNotes!(dividends.view!(BODY, input), input, BODY);
    };
    expect(notesOf({ as_of: "2025-08-11", limit: 1 })).toEqual([
      "As known on 2025-08-11: 2 of 4 payments had gone ex by then. Yields, rate and payout exist only as of now and are left out.",
    ]);
    expect([notesOf({}), notesOf({ as_of: "2026-03-05" })]).toEqual([[], []]);
  });

  it("says that its annual rate does not fit the payments, unless it is of a past day", () => {
    const annualised = { ...BODY, annualRate: 8 };
    const notesOf = (raw: object) => {
      const input = parseInput(dividends, { symbol: "ACME", ...raw });
      return dividends.viewNotes!(dividends.view!(annualised, input), input, annualised).map(toPlainText).join();
    };
    const sentence = "annualRate, 8, does not fit the payments of the latest year, which come to 2 a year";
    expect(notesOf({ limit: 1 })).toContain(sentence);
    expect(notesOf({ as_of: "2025-08-11" })).not.toContain("annualRate, 8");
  });

  it("shows eight payments and eleven years, or the years of all payments shown", () => {
    const rows = Array.from({ length: 15 }, (_, at) =>
      ["02-10", "05-10", "08-10", "11-10"].map((day) => payment(`${2011 + at}-${day}`, 1 + at / 10)),
    ).flat();
    const body = { ...BODY, ...toDividends("ACME", "USD", { ...FACTS, next: null }, { payments: rows, splits: [] }) };
    const shown = (raw: object) => dividends.view!(body, parseInput(dividends, { symbol: "ACME", ...raw }));
    expect([shown({}).dividends.length, shown({}).years?.length]).toEqual([8, 11]);
    expect(shown({ limit: 400 }).years?.length).toBe(16);
    expect(shown({})).toMatchObject({ paidSince: "2011-02-10", yearsPaid: 15, yearsRaised: 14 });
    expect(shown({ as_of: "2020-03-01" })).toMatchObject({ yearsPaid: 9, yearsRaised: 8, growth: { 1: 0.0588235 } });
  });

  it("says of a regular payer without an announced date when its last payments were", () => {
    const days = ["2025-05-12", "2025-08-11", "2025-11-10", "2026-02-09"];
    const payments = ["2025-02-10", ...days].map((day) => payment(day));
    const notesOf = (next: { exDate: string; payDate: null } | null, raw: object = {}) => {
      const body = { ...BODY, ...toDividends("ACME", "USD", { ...FACTS, next }, { payments, splits: [] }) };
      const input = parseInput(dividends, { symbol: "ACME", ...raw });
      return dividends.viewNotes!(dividends.view!(body, input), input, body);
    };
    const note = "No next dividend is announced; the last ex-date was 2026-02-09.";
    expect(notesOf(null)).toContain(note);
    expect(notesOf(null, { limit: 4 })).toContain(note);
    // Rows that are not shown are named.
    expect(notesOf(null, { limit: 3 })).toContain(
      "No next dividend is announced; the last ex-dates were 2025-05-12, 2025-08-11, 2025-11-10, and 2026-02-09.",
    );
    expect(notesOf({ exDate: "2026-05-11", payDate: null })).not.toContain(note);
    expect(notesOf(null, { as_of: "2026-02-20" }).join()).not.toContain("No next dividend");
  });

  it.each([
    ["2026-02-17", "2026-03-05", true],
    ["2026-02-18", "2026-03-05", false],
    ["2026-03-04", "2026-03-05", false],
    ["2026-03-05", "2026-03-05", true],
  ])("sums payments up to 2026-02-10 where the latest is known to be of %s, on %s: %s", (exDate, day, isSummed) => {
    vi.setSystemTime(Date.parse(`${day}T12:00:00Z`));
    const input = parseInput(dividends, { symbol: "ACME" });
    const body = { ...BODY, exDate, next: null };
    const shown = dividends.view!(body, input);
    const sums = [shown.years, shown.yearsPaid, shown.growth, shown.paidTwelveMonths].map((each) => each !== null);
    expect(sums).toEqual(Array(4).fill(isSummed));
    const note = `The source lacks the payment of ${exDate}, and perhaps others: sums of years, growth and raises are null.`;
    expect(dividends.viewNotes!(shown, input, body).map(toPlainText).includes(note)).toBe(!isSummed);
  });

  it("has no sums without a list beside a known payment, and those of a non-payer without one", () => {
    const input = parseInput(dividends, { symbol: "ACME" });
    const none = { ...BODY, dividends: [], total: 0, next: null };
    expect(dividends.view!({ ...none, exDate: "2025-02-10" }, input)).toMatchObject({ years: null, growth: null });
    expect(dividends.view!({ ...none, exDate: null }, input)).toMatchObject({ years: [] });
  });

  it("names special payments of the shown years", () => {
    const rows = [2023, 2024, 2025].flatMap((year) =>
      ["02-10", "05-10", "08-10", "11-10"].map((day) => payment(`${year}-${day}`)),
    );
    const payments = [...rows, payment("2024-12-27", 15)];
    const body = { ...BODY, ...toDividends("ACME", "USD", { ...FACTS, next: null }, { payments, splits: [] }) };
    const notesOf = (raw: object) => {
      const input = parseInput(dividends, { symbol: "ACME", ...raw });
      return dividends.viewNotes!(dividends.view!(body, input), input, body).join();
    };
    expect(notesOf({})).toContain("Left out of growth and raises as special: 15 (2024-12-27).");
    expect(notesOf({ as_of: "2024-12-26" })).not.toContain("special");
  });

  it("of today is that of now, and of a future day is refused", () => {
    expect(show({ as_of: "2026-03-05" })).toEqual(show({}));
    expect(() => parseInput(dividends, { symbol: "ACME", as_of: "2026-03-06" })).toThrow(
      'Invalid "as_of": got 2026-03-06, which is in the future. Allowed: days up to 2026-03-05.',
    );
  });

  it("of the day in New York is that of now while it is already tomorrow in UTC", () => {
    const timestamp = "2026-03-06T02:00:00.000000";
    const input = parseInput(dividends, { symbol: "ACME", as_of: "2026-03-05" });
    expect(dividends.view!({ ...BODY, timestamp }, input)).toEqual({ ...show({}), timestamp });
  });

  it("takes days of a payment from another source by its ex-date alone", () => {
    const days = { recordDate: "2026-02-10", payDate: "2026-02-13", declared: "2026-01-29" };
    const { data, fields } = paymentDays.apply(BODY, [
      { exDate: "2026-02-10", ...days },
      { exDate: "2025-11-11", ...days, declared: null },
    ]);
    expect(data.dividends.slice(0, 2)).toEqual([{ ...payment("2026-02-10"), ...days }, payment("2025-11-10")]);
    expect(fields).toEqual(["recordDate", "payDate", "declared"]);
    expect(paymentDays.ask({ ...BODY, dividends: [] }, parseInput(dividends, { symbol: "ACME" }))).toBeNull();
  });
});
