import { describe, expect, it } from "vitest";
import { specialPayments, toPaymentRecord } from "../../../src/market/payments/payment-record.js";

interface Row {
  exDate: string;
  amount: number;
  currency: string | null;
  capitalGains?: number;
}
const pay = (exDate: string, amount: number, more: Partial<Row> = {}): Row => ({
  exDate,
  amount,
  currency: "USD",
  ...more,
});
/** Payments of each year on these days of it, newest first; the amounts are one a year. */
const yearly = (first: number, amounts: readonly number[], days: readonly string[]) =>
  amounts.flatMap((amount, at) => days.map((day) => pay(`${first + at}-${day}`, amount))).toReversed();
const QUARTERS = ["02-10", "05-10", "08-10", "11-10"];
const TODAY = "2026-03-05";
const record = (rows: readonly Row[], odd: readonly string[] = [], today = TODAY) => toPaymentRecord(rows, odd, today);

describe("the record of a payer", () => {
  // Apple's payments by ex-date, adjusted for its split: the present year has one of four.
  const rows = [
    pay("2026-02-09", 0.26),
    ...["11-10", "08-11", "05-12"].map((day) => pay(`2025-${day}`, 0.26)),
    pay("2025-02-10", 0.25),
    ...["11-08", "08-12", "05-10"].map((day) => pay(`2024-${day}`, 0.25)),
    pay("2024-02-09", 0.24),
    ...["11-10", "08-11", "05-12"].map((day) => pay(`2023-${day}`, 0.24)),
    pay("2023-02-10", 0.23),
    ...["11-04", "08-05", "05-06"].map((day) => pay(`2022-${day}`, 0.23)),
  ];

  it("has the sum of the 365 days to today", () => {
    // By hand: 0.26 * 4 from 2025-05-12 to 2026-02-09.
    expect(record(rows).paidTwelveMonths).toEqual({ amount: 1.04, currency: "USD", payments: 4 });
  });

  it.each([
    // The ex-date of a year before is 364 or 365 days ago.
    ["2026-02-09", 5, 1.29],
    ["2026-02-10", 4, 1.04],
  ])("sums the payments less than 365 days before %s", (day, payments, amount) => {
    expect(record(rows, [], day).paidTwelveMonths).toEqual({ amount, currency: "USD", payments });
  });

  it("has no sum of twelve months in several currencies, with a payment that a split contradicts, or without any", () => {
    const [newest, ...older] = rows;
    const sumOf = (...args: Parameters<typeof record>) => record(...args).paidTwelveMonths;
    expect(sumOf([{ ...newest!, currency: "EUR" }, ...older])).toEqual({ amount: null, currency: "EUR", payments: 4 });
    expect(sumOf(rows, ["2025-08-11"])).toMatchObject({ amount: null, payments: 4 });
    expect(sumOf(rows, ["2024-08-12"])).toMatchObject({ amount: 1.04 });
    expect(sumOf([])).toBeNull();
    expect(sumOf(rows, [], "2028-01-01")).toEqual({ amount: 0, currency: "USD", payments: 0 });
  });

  it("has a sum for each year, and says which years are complete", () => {
    expect(record(rows).years).toEqual([
      { year: 2026, amount: 0.26, payments: 1, complete: false },
      { year: 2025, amount: 1.03, payments: 4, complete: true },
      { year: 2024, amount: 0.99, payments: 4, complete: true },
      { year: 2023, amount: 0.95, payments: 4, complete: true },
      { year: 2022, amount: 0.69, payments: 3, complete: false },
    ]);
  });

  it("has growth of complete years, and null where one is not", () => {
    expect(record(rows).growth).toEqual({ 1: 0.040404, 3: null, 5: null, 10: null });
    expect(record(rows, [], "2025-03-05").growth[1]).toBe(0.0421053);
  });

  it("counts the years with a payment and with a raise", () => {
    expect(record(rows)).toMatchObject({ paidSince: "2022-05-06", yearsPaid: 3, yearsRaised: 3 });
    expect(record(yearly(2015, [1, 1.1, 1.2, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9], QUARTERS))).toMatchObject({
      yearsPaid: 11,
      yearsRaised: 7,
      growth: { 1: 0.0555556, 3: 0.0589559, 5: 0.06298, 10: 0.0662901 },
    });
  });

  it("has a year without payments, which ends both counts", () => {
    const paused = [...yearly(2024, [1, 1.2], QUARTERS), ...yearly(2020, [1, 1.1, 1.2], QUARTERS)];
    const { years, yearsPaid, yearsRaised, growth } = record(paused);
    expect(years[3]).toEqual({ year: 2023, amount: 0, payments: 0, complete: true });
    expect([yearsPaid, yearsRaised, growth[1], growth[3]]).toEqual([2, 1, 0.2, 0]);
    expect(record(yearly(2015, [1, 1.1], QUARTERS))).toMatchObject({ yearsPaid: 0, yearsRaised: 0 });
  });

  it("takes no year of five quarters for a raise, nor one of three for a cut", () => {
    const moved = [
      ...yearly(2025, [1.2], QUARTERS),
      ...["03-28", "06-28", "09-28"].map((day) => pay(`2024-${day}`, 1.1)).toReversed(),
      ...["01-02", "03-29", "06-29", "09-29", "12-29"].map((day) => pay(`2023-${day}`, 1)).toReversed(),
      ...yearly(2020, [0.8, 0.9, 0.95], QUARTERS),
    ];
    const { years, yearsRaised, growth } = record(moved);
    expect(years.map(({ payments, complete }) => [payments, complete])).toEqual([
      [0, false],
      [4, true],
      [3, false],
      [5, false],
      [4, true],
      [4, true],
      [4, true],
    ]);
    expect([yearsRaised, growth[1], growth[3]]).toEqual([5, null, 0.0809839]);
  });

  it("names special payments and leaves them out of growth and raises", () => {
    const rich = [...yearly(2020, [1, 1.1, 1.2, 1.3, 1.4, 1.5], QUARTERS), pay("2023-12-27", 15)].toSorted((a, b) =>
      a.exDate < b.exDate ? 1 : -1,
    );
    expect(specialPayments(rich).map(({ exDate }) => exDate)).toEqual(["2023-12-27"]);
    const { years, yearsRaised, growth } = record(rich);
    expect(years[3]).toEqual({ year: 2023, amount: 20.2, payments: 5, special: 15, complete: true });
    expect([yearsRaised, growth[1]]).toEqual([5, 0.0714286]);
  });

  it.each([
    ["on the day of a regular one", pay("2023-11-10", 3)],
    ["a few days after one", pay("2023-11-17", 2)],
    ["that replaces a regular one, far above those around it", null],
  ])("knows a special payment %s", (_where, extra) => {
    const regular = yearly(2020, [1, 1, 1, 1, 1, 1], QUARTERS);
    const mixed = extra
      ? [...regular, extra].toSorted((a, b) => (a.exDate < b.exDate ? 1 : -1))
      : regular.map((each) => (each.exDate === "2023-11-10" ? { ...each, amount: 4 } : each));
    expect(specialPayments(mixed).map(({ amount }) => amount)).toEqual([extra?.amount ?? 4]);
  });

  it("takes no raise, no uneven fund and no monthly payer for special payments", () => {
    expect(specialPayments(yearly(2020, [1, 1, 3, 3, 3, 3], QUARTERS))).toEqual([]);
    const uneven = yearly(2020, [1, 1, 1], QUARTERS).map((each, at) => ({
      ...each,
      amount: [0.9, 0.3, 0.5, 0.2][at % 4]!,
    }));
    expect(specialPayments(uneven)).toEqual([]);
    const months = Array.from({ length: 12 }, (_, at) => `${String(at + 1).padStart(2, "0")}-15`);
    expect(specialPayments(yearly(2022, [1, 1.1, 1.2], months))).toEqual([]);
  });

  it("counts capital gains of a fund as special", () => {
    const gains = yearly(2023, [1, 1.1, 1.2], QUARTERS).map((each) =>
      each.exDate === "2024-11-10" ? { ...each, amount: 3, capitalGains: 1.9 } : each,
    );
    expect(record(gains).years[2]).toMatchObject({ amount: 6.3, special: 1.9 });
  });

  it("takes the income of a payment with gains for a regular payment", () => {
    const gains = yearly(2019, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], QUARTERS).map((each) =>
      each.exDate.endsWith("11-10") ? { ...each, amount: 1.5, capitalGains: 1 } : each,
    );
    const { years, yearsRaised, growth } = record(gains);
    expect(years[1]).toEqual({ year: 2025, amount: 3, payments: 4, special: 1, complete: true });
    expect([yearsRaised, growth[1], growth[5]]).toEqual([0, 0, 0]);
  });

  it("computes growth from sums that are not rounded", () => {
    expect(record(yearly(2024, [0.0946429, 0.1017857], QUARTERS)).growth[1]).toBe(0.0754711);
  });

  it("states no special part of a sum that it does not state", () => {
    const withExtra = [...yearly(2022, [1, 1, 1, 1], QUARTERS), pay("2024-06-28", 3)].toSorted((a, b) =>
      a.exDate < b.exDate ? 1 : -1,
    );
    const year = record(withExtra, ["2024-06-28"]).years.find(({ year: each }) => each === 2024);
    expect(year).toEqual({ year: 2024, amount: null, payments: 5, complete: true });
  });

  it("has no sum with another currency, or with a payment that a split contradicts", () => {
    const mixed = yearly(2023, [1, 1.1, 1.2], QUARTERS).map((each) =>
      each.exDate.startsWith("2023-02") ? { ...each, currency: "GBP" } : each,
    );
    const { years, growth } = record(mixed, ["2024-05-10"]);
    expect(years.map(({ amount }) => amount)).toEqual([0, 4.8, null, null]);
    expect(growth).toEqual({ 1: null, 3: null, 5: null, 10: null });
  });

  it("is empty without payments", () => {
    expect(record([])).toEqual({
      paidTwelveMonths: null,
      years: [],
      paidSince: null,
      yearsPaid: null,
      yearsRaised: null,
      growth: { 1: null, 3: null, 5: null, 10: null },
    });
  });

  it("of an irregular payer takes each year as complete, except the first and the present one", () => {
    const uk = yearly(2021, [1, 1.1, 1.2, 1.3, 1.4], ["03-01", "05-10"]);
    expect(record(uk).years.map(({ complete }) => complete)).toEqual([false, true, true, true, true, false]);
  });
});
