/** Calendars by FMP, whose rows of earnings and splits have no names and no market cap. */
import { say, the } from "../../contract/sentence.js";
import {
  marketCalendar,
  MAX_CALENDAR,
  toCalendarQuestion,
  type CalendarItem,
  type CalendarKind,
  type CalendarQuestion,
} from "../../capabilities/economy/market-calendar.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { isDay, number, positive, text, toNumber } from "../../contract/values.js";
import { oldestFirst } from "../../lib/newest-first.js";
import { fmpProvider, badAnswer, type FmpClient } from "./provider.js";
import { toFmpSymbol } from "./symbol.js";

const earningsRow = z.object({
  symbol: text,
  date: text,
  epsActual: number,
  epsEstimated: number,
  revenueEstimated: positive,
});
const economicRow = z.object({
  date: text,
  country: text,
  event: text,
  previous: number,
  estimate: number,
  actual: number,
  unit: text,
});
const ipoRow = z.object({
  symbol: text,
  date: text,
  company: text,
  exchange: text,
  actions: text,
  shares: positive,
  priceRange: text,
});
const dividendRow = z.object({ symbol: text, date: text, dividend: positive, paymentDate: text });
const splitRow = z.object({ symbol: text, date: text, numerator: positive, denominator: positive });

const EARNINGS_NOTE = say`${the.source("provider-a")}'s calendar has no names and no market caps: of the US listings the ${MAX_CALENDAR} with the highest expected revenue are listed.`;

/** US listings have no suffix of an exchange; others are listed only when they are asked for by symbol. */
const isUs = (symbol: string | null) => symbol !== null && !symbol.includes(".");

/** The rows of the range, first day first. */
export const marketCalendarFromFmp = source(
  fmpProvider,
  marketCalendar,
  async (input, client) => {
    const question = toCalendarQuestion(input);
    const { kind, from, to, symbols } = question;
    const rows = await READERS[kind as Exclude<CalendarKind, "company">](client, question);
    const wanted = symbols?.map(toFmpSymbol);
    const inRange = rows.filter(
      ({ date, symbol }) =>
        isDay(date) && date >= from && date <= to && (!wanted || wanted.includes(String(symbol).toUpperCase())),
    );
    if (rows.length > 0 && rows.every(({ date }) => !isDay(date))) throw badAnswer();
    const isOfAll = kind === "earnings" && !wanted;
    const kept = isOfAll ? inRange.slice(0, MAX_CALENDAR) : inRange;
    const ordered = oldestFirst(kept, keyOf);
    const items = ordered.slice(input.offset, input.offset + MAX_CALENDAR);
    return {
      data: { kind, from, to, total: inRange.length, items },
      ...(isOfAll ? { notes: [EARNINGS_NOTE] } : {}),
    };
  },
  { cannot: ({ kind }) => (kind === "company" ? ["kind"] : []) },
);

const keyOf = ({ date, time, symbol, event }: CalendarItem) => `${time ?? date} ${symbol ?? event ?? ""}`;

const READERS: Readonly<
  Record<Exclude<CalendarKind, "company">, (client: FmpClient, question: CalendarQuestion) => Promise<CalendarItem[]>>
> = {
  async earnings(client, { from, to, symbols }) {
    const rows = await client.rows(earningsRow, "earnings-calendar", { from, to });
    // Of the rows that do not fit, the last ones are left out: those with the lowest revenue.
    const byRevenue = () => rows.toSorted((one, other) => (other.revenueEstimated ?? 0) - (one.revenueEstimated ?? 0));
    const listed = symbols ? rows : byRevenue().filter(({ symbol }) => isUs(symbol));
    return listed.map(({ symbol, date, epsActual, epsEstimated }) => ({
      date: date ?? "",
      when: null,
      symbol,
      name: null,
      marketCap: null,
      epsEstimate: epsEstimated,
      epsActual,
      surprisePercent: null,
    }));
  },
  async economic(client, { from, to, country }) {
    const rows = await client.rows(economicRow, "economic-calendar", { from, to });
    // FMP writes UK for GB.
    const wanted = country === "GB" ? "UK" : country;
    return rows
      .filter((row) => row.country === wanted)
      .map(({ date, event, actual, estimate, previous, unit }) => ({
        date: date?.slice(0, 10) ?? "",
        time: date !== null && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(date) ? `${date.replace(" ", "T")}Z` : null,
        event,
        country: country ?? null,
        period: null,
        actual,
        estimate,
        previous,
        unit,
      }));
  },
  async ipos(client, { from, to }) {
    const rows = await client.rows(ipoRow, "ipos-calendar", { from, to });
    return rows.map(({ symbol, date, company, exchange, actions, shares, priceRange }) => {
      const [low, high] = (priceRange ?? "").split(" - ").map(toNumber);
      return {
        date: date ?? "",
        symbol,
        name: company,
        exchange,
        priceFrom: low ?? null,
        priceTo: high ?? low ?? null,
        price: null,
        currency: null,
        shares,
        status: actions,
      };
    });
  },
  async dividends(client, { from, to }) {
    const rows = await client.rows(dividendRow, "dividends-calendar", { from, to });
    return rows
      .filter(({ symbol }) => isUs(symbol))
      .map(({ symbol, date, dividend, paymentDate }) => ({
        date: date ?? "",
        symbol,
        name: null,
        event: "ex-dividend",
        amount: dividend,
        payDate: paymentDate !== null && isDay(paymentDate) ? paymentDate : null,
      }));
  },
  async splits(client, { from, to }) {
    const rows = await client.rows(splitRow, "splits-calendar", { from, to });
    return rows.map(({ symbol, date, numerator, denominator }) => ({
      date: date ?? "",
      symbol,
      name: null,
      numerator,
      denominator,
    }));
  },
};
