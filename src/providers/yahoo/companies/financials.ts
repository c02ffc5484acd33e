/** Financial statements by Yahoo. */
import { say, the } from "../../../contract/sentence.js";
import {
  financials,
  isSegmentsType,
  toAccountsCurrency,
  toReachNotes,
  type StatementRecord,
  withoutSegments,
} from "../../../capabilities/companies/financials.js";
import { NO_FUND_STATEMENTS } from "../../../capabilities/companies/fund.js";
import { STATEMENT_OF } from "../../../market/statements/ratios.js";
import { figuresBeside, toKeptName, YEAR_END } from "../../../market/statements/statement-books.js";
import { toShareJumpNotes } from "../../../market/statements/statement-sentences.js";
import { noCoverage, ProviderError } from "../../../contract/errors.js";
import { source } from "../../../contract/provider.js";
import { daysBetween } from "../../../lib/day.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { yahooProvider } from "../provider.js";
import { STATEMENT_FIELDS } from "./statement-fields.js";
import type { Point, Series } from "../calls/timeseries.js";

/**
 * Start of the requested period in Unix seconds, as B's public clients send it; B has about four years or five
 * quarters.
 */
const SINCE = Date.UTC(2016, 11, 31) / 1000;

const DATE_NOTE = say`${the.source("provider-b")} dates a period by the last day of its month.`;

/**
 * Statements in the reporting currency, newest first, from B's list of figures.
 *
 * Balance and cash records have FMP's field names; a figure without a counterpart at B is `null`. The same call has
 * the figures of other statements from which ratios are computed; records keep them.
 *
 * @throws {ProviderError} `not_covered` when B knows the symbol but has no figure of this statement.
 * @throws {MarketDataError} `not_found` when B does not know the symbol.
 */
export const financialsFromYahoo = source(
  yahooProvider,
  financials,
  async (input, client, upstream) => {
    const { symbol, statement_type, period } = input;
    if (isSegmentsType(statement_type)) throw new ProviderError("provider-b", "not_covered");
    const prefix = period === "annual" ? "annual" : "quarterly";
    const fields = Object.entries(STATEMENT_FIELDS[statement_type]);
    const own = fields.flatMap(([, type]) => (type === null ? [] : [prefix + type]));
    const beside = figuresBeside(statement_type).flatMap((figure) => {
      const type = STATEMENT_FIELDS[STATEMENT_OF[figure]][figure];
      return type ? [{ kept: toKeptName(figure), type: prefix + type }] : [];
    });
    const types = new Set([...own, ...beside.map(({ type }) => type)]);
    const now = Math.ceil(upstream.now().getTime() / 1000);
    if (period === "quarter") types.add(YEARS);
    const series = await client.timeseries(symbol, [...types], SINCE, now);
    const yearEnds = (series.get(YEARS) ?? []).map(({ date }) => date);
    const periods = newestFirst([...toCurrencies(series, own)], ([date]) => date);
    const data = periods.map(([date, reportedCurrency]) => {
      const record: StatementRecord = { date, symbol, reportedCurrency };
      for (const [field, type] of fields)
        record[field] = type === null ? null : findFigure(series, prefix + type, date);
      for (const { kept, type } of beside) {
        const point = findPoint(series, type, date);
        record[kept] = point && point.currency === reportedCurrency ? point.value : null;
      }
      if (period === "quarter") record[YEAR_END] = findYearEnd(date, yearEnds);
      return record;
    });
    if (data.length === 0) {
      // B's answers for a fund and for an unknown symbol are equal; the chart throws `not_found` for the latter.
      const { instrumentType } = await client.chart(symbol);
      if (instrumentType === "ETF" || instrumentType === "MUTUALFUND") {
        throw noCoverage("provider-b", "financial statements", symbol, NO_FUND_STATEMENTS);
      }
      throw new ProviderError("provider-b", "not_covered");
    }
    return {
      data: { symbol, statement_type, period, data },
      accounts: toAccountsCurrency(data),
      notes: [DATE_NOTE, ...toShareJumpNotes(data), ...toReachNotes(data)],
    };
  },
  { cannot: withoutSegments },
);

/** The figure whose years show when fiscal years end: every company has it. */
const YEARS = "annualNetIncome";

/**
 * Returns the end of the fiscal year of a quarter, from the ends of known years, oldest first; that of the present year is a
 * year after the newest. It is `null` for a quarter more than a year from any.
 */
function findYearEnd(date: string, ends: readonly string[]): string | null {
  const newest = ends.at(-1);
  const next = newest && `${Number(newest.slice(0, 4)) + 1}${newest.slice(4).replace("-02-29", "-02-28")}`;
  const found = [...ends, ...(next ? [next] : [])].find((end) => end >= date);
  return found !== undefined && daysBetween(date, found) < 350 ? found : null;
}

/** Returns the currency of each period of these types: that of the first figure that has one. */
function toCurrencies(series: Series, types: readonly string[]): Map<string, string | null> {
  const currencies = new Map<string, string | null>();
  for (const type of types) {
    for (const { date, currency } of series.get(type) ?? []) currencies.set(date, currencies.get(date) ?? currency);
  }
  return currencies;
}

function findFigure(series: Series, type: string, date: string): number | null {
  return findPoint(series, type, date)?.value ?? null;
}

function findPoint(series: Series, type: string, date: string): Point | undefined {
  return series.get(type)?.find((point) => point.date === date);
}
