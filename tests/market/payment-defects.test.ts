import { describe, expect, it } from "vitest";
import { oddPayments, toPaymentNotes } from "../../src/market/payment-defects.js";

const paid = (...rows: [date: string, amount: number, currency?: string][]) =>
  rows.map(([date, amount, currency = "JPY"]) => ({ date, amount, currency }));
const split = (date: string, numerator: number, denominator: number) => ({ date, numerator, denominator });
const SHIN_ETSU = paid(["2024-03-28", 50], ["2023-09-28", 50], ["2023-03-30", 275], ["2022-09-29", 45]);
const SPLIT_DAY = (days: string) =>
  `Payments of ${days}, the day of a split, are out of line with those before and after, perhaps not adjusted for it: no figure is computed from them.`;
const shareOf =
  (price: number) =>
  ({ amount }: { amount: number }) =>
    amount / price;
const LARGE = (days: string) =>
  `Payments of ${days} are more than 15 % of the price before them, perhaps a mistake of the source.`;

describe("a payment on the day of a split", () => {
  it("is named where it is that many times as high as its neighbours (4063.T)", () => {
    expect(oddPayments(SHIN_ETSU, [split("2023-03-30", 5, 1)])).toEqual(["2023-03-30"]);
    expect(toPaymentNotes(SHIN_ETSU, SHIN_ETSU, [split("2023-03-30", 5, 1)])).toEqual([SPLIT_DAY("2023-03-30")]);
  });

  it("is named where it is too low for a reverse split", () => {
    const payments = paid(["2024-03-28", 5], ["2023-03-30", 0.5], ["2022-09-29", 4.5]);
    expect(oddPayments(payments, [split("2023-03-30", 1, 10)])).toEqual(["2023-03-30"]);
  });

  it("is named by its only neighbour", () => {
    expect(oddPayments(paid(["2025-10-28", 24], ["2025-04-28", 73]), [split("2025-04-28", 3, 1)])).toEqual([
      "2025-04-28",
    ]);
  });

  it.each([
    ["is adjusted", paid(["2024-03-28", 50], ["2023-03-30", 55], ["2022-09-29", 45]), [split("2023-03-30", 5, 1)]],
    [
      "is as high as one of its neighbours",
      paid(["2024-03-28", 270], ["2023-03-30", 275], ["2022-09-29", 45]),
      [split("2023-03-30", 5, 1)],
    ],
    ["is high on another day", SHIN_ETSU, [split("2023-03-31", 5, 1)]],
    [
      "is beside payments in another currency",
      paid(["2024-03-28", 0.5, "USD"], ["2023-03-30", 275], ["2022-09-29", 0.45, "USD"]),
      [split("2023-03-30", 5, 1)],
    ],
    ["is the only one", paid(["2023-03-30", 275]), [split("2023-03-30", 5, 1)]],
    ["is on the day of a small split", SHIN_ETSU, [split("2023-03-30", 11, 10)]],
    ["is paid by a company whose splits are unknown", SHIN_ETSU, null],
  ])("is not named where it %s", (_when, payments, splits) => {
    expect(oddPayments(payments, splits)).toEqual([]);
  });
});

describe("thousands of payments and splits", () => {
  it("are compared once each", () => {
    let reads = 0;
    const payments = Array.from({ length: 2_000 }, (_, at) => {
      const date = new Date(Date.UTC(2000, 0, 1) + at * 86_400_000).toISOString().slice(0, 10);
      return {
        get date() {
          reads++;
          return date;
        },
        amount: 1,
        currency: "USD",
      };
    });
    oddPayments(
      payments,
      payments.map(({ date }) => split(date, 2, 1)),
    );
    expect(reads).toBeLessThan(100 * payments.length);
  });
});

describe("a payment above 15 % of the price before it", () => {
  const payments = paid(["2023-05-22", 0.21723, "EUR"], ["2022-05-23", 0.002, "EUR"]);

  it("is named (KME.MI)", () => {
    expect(toPaymentNotes(payments, payments, [], shareOf(0.972))).toEqual([LARGE("2023-05-22")]);
  });

  it.each([
    ["the price is unknown", () => null],
    ["it is smaller", shareOf(1.5)],
  ])("is not named where %s", (_when, share) => {
    expect(toPaymentNotes(payments, payments, [], share)).toEqual([]);
  });

  it("is named only among the shown payments, while the hidden ones are neighbours", () => {
    expect(toPaymentNotes(payments.slice(1), payments, [], shareOf(0.972))).toEqual([]);
    expect(toPaymentNotes(SHIN_ETSU.slice(2, 3), SHIN_ETSU, [split("2023-03-30", 5, 1)])).toEqual([
      SPLIT_DAY("2023-03-30"),
    ]);
  });
});
