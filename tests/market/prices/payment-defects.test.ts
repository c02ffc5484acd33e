import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import { oddPayments, toPaymentNotes, toRateNotes } from "../../../src/market/prices/payment-defects.js";

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
    expect(texts(toPaymentNotes(payments, payments, [], shareOf(0.972)))).toEqual([LARGE("2023-05-22")]);
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

describe("an annual rate", () => {
  const TODAY = "2026-09-10";
  const YEARLY = paid(["2026-04-20", 3.1, "CHF"], ["2025-04-22", 3.05, "CHF"], ["2024-04-22", 3, "CHF"]);
  const quarters = (amounts: number[], currency: string) =>
    paid(
      ...["2026-08-13", "2026-05-14", "2026-02-12", "2025-11-13", "2025-08-14"].map(
        (day, at): [string, number, string] => [day, amounts[at] ?? amounts.at(-1)!, currency],
      ),
    );
  const DOUBT = (rate: number, come: string) =>
    `annualRate, ${rate}, does not fit the payments of the latest year, which come to ${come} a year: one of them may be a mistake of the source or in another currency. yield is made of annualRate.`;

  it("is named that takes one payment a year for a quarterly one (NESN.SW)", () => {
    expect(texts(toRateNotes(12.4, "CHF", YEARLY, TODAY))).toEqual([DOUBT(12.4, "3.1")]);
  });

  it("is named beside payments that are sent in another currency under the same name (EQNR.OL)", () => {
    expect(texts(toRateNotes(15.32, "NOK", quarters([0.39, 0.37], "NOK"), TODAY))).toEqual([
      DOUBT(15.32, "1.48 to 1.56"),
    ]);
  });

  it("is named that is from after a split, beside payments from before it", () => {
    expect(texts(toRateNotes(0.1, "USD", quarters([0.25], "USD"), TODAY))).toEqual([DOUBT(0.1, "1")]);
  });

  it("is not compared with a year without payments, as after an overdue one", () => {
    const yearly = paid(["2024-05-10", 2, "USD"], ["2023-05-10", 2, "USD"], ["2022-05-10", 2, "USD"]);
    expect(toRateNotes(2, "USD", yearly, "2025-07-10")).toEqual([]);
  });

  it("may be in pounds beside prices in pence", () => {
    const pence = paid(["2026-08-13", 4.1, "GBp"], ["2026-02-12", 9.6, "GBp"], ["2025-08-14", 4, "GBp"]);
    expect(toRateNotes(0.137, "GBp", pence, TODAY)).toEqual([]);
    expect(texts(toRateNotes(13.7, "GBp", pence, TODAY))).toEqual([]);
    expect(texts(toRateNotes(54.8, "GBp", pence, TODAY))).toEqual([DOUBT(54.8, "8.2 to 19.2")]);
    const pounds = pence.map((each) => ({ ...each, amount: each.amount / 100, currency: "GBP" }));
    expect(toRateNotes(13.7, "GBp", pounds, TODAY)).toEqual([]);
    expect(texts(toRateNotes(54.8, "GBp", pounds, TODAY))).toEqual([DOUBT(54.8, "8.2 to 19.2")]);
  });

  it.each([
    ["is four quarterly payments", 1.48, "NOK", quarters([0.37], "NOK")],
    ["has been raised", 1.7, "USD", quarters([0.37], "USD")],
    ["has been cut like the newest payment", 0.5, "USD", quarters([0.125, 0.365], "USD")],
    ["leaves a special payment out", 4.68, "USD", quarters([1.17, 1.17, 16.17, 1.02], "USD")],
    ["leaves the newest payment out, which is special", 4.08, "USD", quarters([15, 1.02], "USD")],
    ["is unknown", null, "CHF", YEARLY],
    ["is in a currency that is unknown", 12.4, null, YEARLY],
    ["is in another currency than the payments", 12.4, "USD", YEARLY],
    ["is beside too few payments to know how often", 12.4, "CHF", YEARLY.slice(0, 2)],
    [
      "is beside payments that have stopped",
      12.4,
      "CHF",
      YEARLY.map((each) => ({ ...each, date: each.date.replace("202", "201") })),
    ],
  ])("stays without a word where it %s", (_what, rate, currency, payments) => {
    expect(toRateNotes(rate, currency, payments, TODAY)).toEqual([]);
  });
});
