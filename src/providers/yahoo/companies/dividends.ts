/** Dividends by Yahoo: payments and splits from its chart, yield and dates from its modules about the company. */
import { say } from "../../../contract/sentence.js";
import {
  dividends,
  NO_FACTS,
  toDividends,
  toFreeCashFlowPayout,
  type DividendFacts,
} from "../../../capabilities/companies/dividends.js";
import { toPaymentNotes, toShareOfPrice } from "../../../market/prices/payment-defects.js";
import { isMinorUnit, partsOf, toMajorUnit } from "../../../contract/currency.js";
import { ProviderError, noSessionNotes } from "../../../contract/errors.js";
import { optional, optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import { toPositive } from "../../../contract/values.js";
import { readChartEvents } from "../calls/candles.js";
import { findCompany } from "../modules/company-parts.js";
import type { Company } from "../modules/company-summary.js";
import { yahooProvider } from "../provider.js";
import { exchangeDay } from "../../../market/sessions/exchange-day.js";
import { toUtcDay } from "../calls/values.js";

const FACTS = Object.keys(NO_FACTS) as (keyof DividendFacts)[];
/** The facts that come from each module. */
const MODULE_FACTS: Readonly<Record<string, readonly (keyof DividendFacts)[]>> = {
  summaryDetail: FACTS,
  calendarEvents: ["exDate", "payDate", "next"],
  defaultKeyStatistics: ["freeCashFlowPayout"],
  financialData: ["freeCashFlowPayout"],
};

/**
 * All payments and splits, from one chart of daily bars over the whole history, whose events have exact dates. Yield,
 * annual rate and coming dates are from the modules that the overview needs as well; without them the answer has only
 * the lists.
 *
 * The ex-date is the latest one of the modules and the payments; `next` is that date while it is after today. `payDate`
 * is `null` if only the day of an earlier payment is known. Days of record, payment and declaration are not in the
 * chart.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol.
 */
export const dividendsFromYahoo = source(yahooProvider, dividends, async ({ symbol }, client, upstream) => {
  const companyPart = findCompany(symbol, client, upstream);
  let failure: unknown;
  companyPart.catch((error: unknown) => void (failure = error));
  const chart = await client.candles(symbol, "1d", Infinity).catch(async (error: unknown) => {
    // Wait for the other call, so that no call continues after its question has ended.
    await optional(companyPart);
    throw error;
  });
  const { currency, dividends: events, splits, closeBefore } = readChartEvents(chart, upstream.now().getTime());
  const parts = optionalParts<typeof dividends>();
  const company = await parts.get(FACTS, companyPart);
  parts.lack(company?.unread.flatMap((name) => MODULE_FACTS[name] ?? []) ?? []);
  const payments = events.map(({ date, ...event }) => ({ exDate: date, ...event }));
  const today = exchangeDay(symbol, upstream.now().getTime());
  const facts = company ? toFacts(company, events[0]?.date ?? null, today) : NO_FACTS;
  return {
    data: toDividends(symbol, currency, facts, { payments, splits }),
    fetchedAt: company?.fetchedAt,
    ...parts.gaps(),
    notes: [
      ...(payments.length > 0 ? [say`Amounts are adjusted for splits.`] : []),
      ...toPaymentNotes(events, [], null, (event) => {
        const close = closeBefore(event.date);
        return close === null ? null : toShareOfPrice(event, close, currency);
      }),
      ...noSessionNotes("provider-b", failure instanceof ProviderError ? failure.reason : undefined),
    ],
    currency,
    currencies: facts.annualRate !== null && company ? { annualRate: rateCurrencyOf(company) } : {},
  };
});

function toFacts(
  { summaryDetail: detail, calendarEvents, defaultKeyStatistics: statistics, financialData }: Company,
  newest: string | null,
  today: string,
): DividendFacts {
  const stated = toUtcDay(Math.max(detail.exDividendDate ?? 0, calendarEvents.exDividendDate ?? 0));
  const exDate = stated !== null && stated > (newest ?? "") ? stated : newest;
  const paid = toUtcDay(calendarEvents.dividendDate);
  // A day before the ex-date is that of the previous payment.
  const payDate = paid !== null && paid >= (exDate ?? "") ? paid : null;
  const payoutRatio = toPositive(detail.payoutRatio);
  const quarter = toUtcDay(statistics.mostRecentQuarter);
  return {
    yield: toPositive(detail.dividendYield ?? detail.yield),
    annualRate: detail.dividendRate,
    payoutRatio,
    freeCashFlowPayout: toFreeCashFlowPayout(payoutRatio, statistics.netIncomeToCommon, financialData.freeCashflow),
    payoutPeriod: payoutRatio === null ? null : `twelve months${quarter === null ? "" : ` to ${quarter}`}`,
    fiveYearAverageYield: detail.fiveYearAvgDividendYield,
    exDate,
    payDate,
    next: exDate !== null && exDate > today ? { exDate, payDate } : null,
  };
}

/**
 * Returns the currency of the annual rate. Where prices are in pence, the rate may be in pounds: the quotient of yield
 * × price and the rate is about 1 for pence and about 100 for pounds (1000 for dinars beside fils); `null` if it is neither.
 */
function rateCurrencyOf({ price, summaryDetail: { dividendRate, dividendYield } }: Company): string | null {
  const { currency, regularMarketPrice } = price;
  if (!isMinorUnit(currency)) return currency;
  const factor = ((dividendYield ?? 0) * (regularMarketPrice ?? 0)) / (dividendRate ?? 0);
  if (factor > 0.67 && factor < 1.5) return currency;
  const ofMajor = factor / partsOf(currency);
  return ofMajor > 0.67 && ofMajor < 1.5 ? toMajorUnit(currency) : null;
}
