/** Dividends by FMP, and the payment days that enrich dividends of other providers. */
import { say } from "../../contract/sentence.js";
import { newestFirst } from "../../lib/newest-first.js";
import {
  dividends,
  NO_FACTS,
  paymentDays,
  toDividends,
  toFreeCashFlowPayout,
  type DividendFacts,
  type PaymentDays,
} from "../../capabilities/companies/dividends.js";
import { oddPayments, toPaid } from "../../market/prices/payment-defects.js";
import { paymentsOfYear } from "../../market/payments/payment-frequency.js";
import { enricher } from "../../contract/enrichment.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { positive, toPositive, toSixDigits } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { exchangeDay } from "../../market/sessions/exchange-day.js";
import { day } from "./dates.js";
import { findProfile, unknownSymbol } from "./profile.js";
import { badAnswer, fmpProvider, type FmpClient } from "./provider.js";
import { fetchRatios, type Ratios } from "./ratios.js";

const dividendRow = z.object({
  date: day,
  recordDate: day,
  paymentDate: day,
  declarationDate: day,
  // Adjusted for splits, unlike `dividend`. The row's `yield` is not used: it is the yield on the payment's day.
  adjDividend: positive,
});
const splitRow = z.object({ date: day, numerator: positive, denominator: positive });

/** A payment; FMP sends an empty text for a day that it does not know. */
interface Row extends PaymentDays {
  amount: number | null;
}

/**
 * Payments and splits. `annualRate` = sum of the payments of the latest year, six significant digits; `null` when one
 * of their amounts is unknown.
 *
 * @throws {MarketDataError} `not_found` for a symbol A does not know.
 */
export const dividendsFromFmp = source(
  fmpProvider,
  dividends,
  async ({ symbol }, client) => {
    const [rows, profile] = await Promise.all([fetchRows(symbol, client), findProfile(symbol, client)]);
    if (rows.length === 0 && !profile) throw unknownSymbol("dividends", symbol);
    const parts = optionalParts<typeof dividends>();
    const [splitRows, ratios] = await Promise.all([
      parts.get(["splits"], client.rows(splitRow, "splits", { symbol })),
      rows.length === 0 ? null : parts.get(["yield", "payoutRatio", "freeCashFlowPayout"], fetchRatios(symbol, client)),
    ]);
    const currency = profile?.currency ?? null;
    const now = exchangeDay(symbol, client.upstream.now().getTime());
    // A list without any readable amount does not mean that nothing was paid.
    if (rows.length > 0 && rows.every(({ amount }) => amount === null)) throw badAnswer();
    const payments = rows.flatMap(({ amount, exDate, ...days }) =>
      amount === null || exDate > now ? [] : [{ exDate, amount, currency, ...days }],
    );
    const splits =
      splitRows?.flatMap(({ date, numerator, denominator }) =>
        date === null || numerator === null || denominator === null ? [] : [{ date, numerator, denominator }],
      ) ?? null;
    const odd = oddPayments(payments.map(toPaid), splits);
    return {
      data: toDividends(symbol, currency, toFacts(rows, ratios, odd, now), { payments, splits }),
      ...parts.gaps(),
      notes: payments.length > 0 ? [say`Amounts are adjusted for splits.`] : [],
      currency,
    };
  },
  { complete: true },
);

/** The days of all payments. */
export const paymentDaysFromFmp = enricher(fmpProvider, paymentDays, async (symbol, client) => {
  const rows = await fetchRows(symbol, client);
  return { facts: rows.map(({ amount: _amount, ...days }) => days) };
});

/** Returns all payments, including announced ones, newest first. */
async function fetchRows(symbol: string, client: FmpClient): Promise<Row[]> {
  const rows = await client.rows(dividendRow, "dividends", { symbol });
  const read = rows.flatMap(({ date: exDate, recordDate, paymentDate, declarationDate, adjDividend: amount }): Row[] =>
    exDate === null ? [] : [{ exDate, recordDate, payDate: paymentDate, declared: declarationDate, amount }],
  );
  if (rows.length > 0 && read.length === 0) throw badAnswer();
  const distinct = eachOnce(read, ({ exDate, amount }) => `${exDate} ${amount}`);
  return newestFirst(distinct, ({ exDate }) => exDate);
}

/** Returns the facts; a year with one of the `odd` payments, on ex-dates that a split contradicts, has no sum. */
function toFacts(rows: readonly Row[], ratios: Ratios | null, odd: readonly string[], now: string): DividendFacts {
  const [latest] = rows;
  if (!latest) return NO_FACTS;
  const paid = rows.filter(({ exDate }) => exDate <= now);
  const year = paymentsOfYear(paid, now);
  const payoutRatio = toPositive(ratios?.dividendPayoutRatioTTM ?? null);
  const next = rows.findLast(({ exDate }) => exDate > now);
  return {
    ...NO_FACTS,
    yield: toPositive(ratios?.dividendYieldTTM ?? null),
    annualRate: year.some(({ exDate }) => odd.includes(exDate)) ? null : toPositive(toSixDigits(sumOf(year))),
    payoutRatio,
    freeCashFlowPayout: toFreeCashFlowPayout(
      payoutRatio,
      ratios?.netIncomePerShareTTM ?? null,
      ratios?.freeCashFlowPerShareTTM ?? null,
    ),
    payoutPeriod: payoutRatio === null ? null : "twelve months",
    exDate: latest.exDate,
    payDate: latest.payDate,
    next: next ? { exDate: next.exDate, payDate: next.payDate } : null,
  };
}

function sumOf(rows: readonly Row[]): number | null {
  return rows.reduce<number | null>((sum, { amount }) => (sum === null || amount === null ? null : sum + amount), 0);
}
