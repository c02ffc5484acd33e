import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import {
  convertedPayments,
  dividends,
  NO_FACTS,
  toDividends,
  type Payment,
} from "../../../src/capabilities/companies/dividends.js";
import { parseInput } from "../../../src/contract/input.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { paymentRatesFromEcb } from "../../../src/providers/ecb/payment-rates.js";
import { atTime } from "../../support/at-time.js";
import { createAsker, FEEDS } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
atTime(Date.UTC(2026, 2, 5, 12));

/** Units for one euro by day; the 11th of May 2025 is a Sunday. */
const RATES: Readonly<Record<string, Record<string, string>>> = {
  "2025-11-13": { USD: "1.1619", GBP: "0.88253" },
  "2025-08-14": { USD: "1.1655", GBP: "0.8609" },
  "2025-05-09": { USD: "1.1106", GBP: "0.84245" },
};

const payment = (exDate: string, amount: number, more: Partial<Payment> = {}): Payment => ({
  exDate,
  amount,
  currency: "USD",
  recordDate: null,
  payDate: null,
  declared: null,
  ...more,
});
const PAYMENTS = [
  payment("2025-11-10", 0.26, { payDate: "2025-11-13" }),
  payment("2025-08-11", 0.26, { payDate: "2025-08-14" }),
  // Without a day of payment.
  payment("2025-05-11", 0.25),
];

/** Returns the answer in a currency, and the paths of the calls to the bank. */
async function convertTo(convert: string | undefined, payments: readonly Payment[] = PAYMENTS, raw: object = {}) {
  const calls: string[] = [];
  internet.use(
    http.get(`${FEEDS.ecbDataUrl}/*`, ({ request }) => {
      const { pathname, search } = new URL(request.url);
      calls.push(pathname.split("/").at(-1)! + search);
      const rows = Object.entries(RATES).flatMap(([day, rates]) =>
        Object.entries(rates).map(([code, rate]) => `EXR.D.${code}.EUR.SP00.A,D,${code},EUR,SP00,A,${day},${rate}`),
      );
      const head = "KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE";
      return HttpResponse.text([head, ...rows].join("\r\n"));
    }),
  );
  const input = parseInput(dividends, { symbol: "ACME", ...raw, ...(convert ? { convert } : {}) });
  const data = toDividends("ACME", "USD", NO_FACTS, { payments, splits: [] });
  const asked = convertedPayments.ask(data, input);
  const found = asked === null ? undefined : (await createAsker().supply(paymentRatesFromEcb, asked)).facts;
  const applied = found ? convertedPayments.apply(data, found) : { data };
  const whole = { ...applied.data, timestamp: "2026-03-05T12:00:00.000000" };
  const shown = dividends.view!(whole, input);
  return { shown, calls, notes: dividends.viewNotes!(shown, input, whole).map(toPlainText) };
}

const converted = ({ dividends: rows }: { dividends: readonly Payment[] }) =>
  rows.map((each) => [each.convertedAmount, each.rate, each.rateDate]);

describe("payments in another currency", () => {
  // Right values by python3: float(f"{1 / 1.1619:.6g}"), float(f"{0.26 * 0.860659:.6g}") and so on; their sum is 0.671955.
  it("have the bank's rate of the day of payment, else of the ex-date or the last day before, by one call", async () => {
    const { shown, calls, notes } = await convertTo("EUR");
    expect(converted(shown)).toEqual([
      [0.223771, 0.860659, "2025-11-13"],
      [0.22308, 0.858001, "2025-08-14"],
      [0.225104, 0.900414, "2025-05-09"],
    ]);
    expect(shown.paidTwelveMonths).toEqual({ amount: 0.77, currency: "USD", payments: 3, convertedAmount: 0.671955 });
    expect(calls).toEqual([
      "D.USD.EUR.SP00.A?startPeriod=2025-05-01&endPeriod=2025-11-13&detail=dataonly&format=csvdata",
    ]);
    expect(notes.join(" ")).toContain(
      "convertedAmount is in EUR; rates are the European Central Bank's reference rates",
    );
  });

  it("are divided by 100 where they are in pence", async () => {
    // python3: float(f"{4.2 / 100 * 1.31656:.6g}"), where 1.31656 is 1.1619 / 0.88253.
    const { shown, notes } = await convertTo("USD", [
      payment("2025-11-10", 4.2, { payDate: "2025-11-13", currency: "GBp" }),
    ]);
    expect(converted(shown)).toEqual([[0.0552955, 1.31656, "2025-11-13"]]);
    expect(notes.join(" ")).toContain("amounts in GBp (pence) are divided by 100 first");
  });

  it("have the rate of the ex-date while the day of payment is to come", async () => {
    const { shown } = await convertTo("EUR", [payment("2025-11-13", 0.26, { payDate: "2026-03-06" })]);
    expect(converted(shown)).toEqual([[0.223771, 0.860659, "2025-11-13"]]);
  });

  it("are the amounts themselves, without a call, in their own currency", async () => {
    const { shown, calls } = await convertTo("USD");
    expect(converted(shown)[0]).toEqual([0.26, 1, null]);
    expect([shown.paidTwelveMonths?.convertedAmount, calls]).toEqual([0.77, []]);
  });

  it("are null where the bank has no rate within ten days, and the note counts them", async () => {
    const early = [payment("2025-05-19", 1), payment("2025-05-20", 1), payment("1998-12-31", 1)];
    const { shown, notes } = await convertTo("EUR", early);
    expect(converted(shown)).toEqual([
      [null, null, null],
      [0.900414, 0.900414, "2025-05-09"],
      [null, null, null],
    ]);
    expect(shown.paidTwelveMonths?.convertedAmount).toBeNull();
    expect(notes.join(" ")).toContain("it is null for 2 of 3, of which no rate is known (rates begin in 1999)");
  });

  it("are only in answers to questions with the parameter, which must be a currency", async () => {
    const { shown, calls } = await convertTo(undefined);
    expect([Object.keys(shown.dividends[0]!), calls]).toEqual([Object.keys(PAYMENTS[0]!), []]);
    expect(shown.paidTwelveMonths).toEqual({ amount: 0.77, currency: "USD", payments: 3 });
    expect(() => parseInput(dividends, { symbol: "ACME", convert: "XX1" })).toThrow("an ISO 4217 currency code");
  });
});
