/** Calendars by Yahoo's visualization call. */
import { forCallers, say, type Sentence, the } from "../../../contract/sentence.js";
import { daysBefore } from "../../../lib/day.js";
import {
  marketCalendar,
  toCalendarQuestion,
  type CalendarItem,
  type CalendarKind,
  type CalendarQuestion,
} from "../../../capabilities/economy/market-calendar.js";

import { toReleaseFigures } from "../../../market/economy/release-figures.js";
import { source } from "../../../contract/provider.js";
import { asWord, currencyCode, NAME_LENGTH, toPositive, toText } from "../../../contract/values.js";
import { NEW_YORK } from "../../../lib/zone-clock.js";
import { oldestFirst } from "../../../lib/newest-first.js";
import { ownValue } from "../../../lib/own-value.js";
import { badAnswer } from "../calls/envelopes.js";
import { CALENDAR_PAGE, type CalendarRow, type YahooClient } from "../calls/client.js";
import { yahooProvider } from "../provider.js";
import { comparable, toYahooSymbol } from "../calls/symbol.js";
import { raw } from "../calls/values.js";

/** The most pages that are fetched to count the rows of days after the range. */
const MAX_PAGES = 3;

type Operand = Readonly<Record<string, unknown>>;

/** A calendar's name at B, its columns, and the conditions besides the days. */
interface Calendar {
  entity: string;
  columns: readonly string[];
  conditions?(question: CalendarQuestion): Operand[];
  toItem(row: CalendarRow, date: string): CalendarItem;
}

const equal = (field: string, value: unknown): Operand => ({ operator: "EQ", operands: [field, value] });
const atLeast = (field: string, value: unknown): Operand => ({ operator: "GTE", operands: [field, value] });
const oneOf = (field: string, values: readonly unknown[]): Operand => ({
  operator: "OR",
  operands: values.map((value) => equal(field, value)),
});
const ofSymbols = ({ symbols }: CalendarQuestion) => (symbols ? [oneOf("ticker", symbols.map(toYahooSymbol))] : []);
const textOf = (value: unknown) => toText(value, NAME_LENGTH);
/** B writes 0 for an estimate, a surprise or a price that it does not have. */
const notZero = (value: unknown) => raw(value) || null;
const positive = (value: unknown) => toPositive(raw(value));

const WHEN: Readonly<Record<string, string>> = { AMC: "after close", BMO: "before open" };

/** The kinds that B lists for the whole market. */
type MarketKind = Exclude<CalendarKind, "company" | "dividends">;

const CALENDARS: Readonly<Record<MarketKind, Calendar>> = {
  earnings: {
    entity: "sp_earnings",
    columns: [
      "ticker",
      "companyshortname",
      "intradaymarketcap",
      "eventname",
      "startdatetime",
      "startdatetimetype",
      "epsestimate",
      "epsactual",
      "epssurprisepct",
    ],
    conditions: (question) => [
      equal("region", "us"),
      oneOf("eventtype", ["EAD", "ERA"]),
      ...(question.marketCapMin === undefined ? [] : [atLeast("intradaymarketcap", question.marketCapMin)]),
      ...ofSymbols(question),
    ],
    toItem: (row, date) => ({
      date,
      when: ownValue(WHEN, asWord(row["startdatetimetype"])) ?? null,
      symbol: textOf(row["ticker"]),
      name: textOf(row["companyshortname"]),
      marketCap: positive(row["intradaymarketcap"]),
      epsEstimate: notZero(row["epsestimate"]),
      epsActual: notZero(row["epsactual"]),
      surprisePercent: notZero(row["epssurprisepct"]),
    }),
  },
  economic: {
    entity: "economic_event",
    columns: [
      "econ_release",
      "country_code",
      "startdatetime",
      "period",
      "after_release_actual",
      "consensus_estimate",
      "prior_release_actual",
      "originally_reported_actual",
    ],
    conditions: ({ country }) => [equal("country_code", country)],
    toItem: (row, date) => ({
      date,
      time: toTime(row["startdatetime"]),
      event: textOf(row["econ_release"]),
      country: textOf(row["country_code"]),
      period: textOf(row["period"]),
      ...toReleaseFigures({
        actual: row["after_release_actual"],
        estimate: row["consensus_estimate"],
        previous: row["prior_release_actual"],
      }),
    }),
  },
  ipos: {
    entity: "ipo_info",
    columns: [
      "ticker",
      "companyshortname",
      "exchange_short_name",
      "filingdate",
      "startdatetime",
      "amendeddate",
      "pricefrom",
      "priceto",
      "offerprice",
      "currencyname",
      "shares",
      "dealtype",
    ],
    conditions: ofSymbols,
    toItem: (row, date) => ({
      date,
      symbol: textOf(row["ticker"]),
      name: textOf(row["companyshortname"]),
      exchange: textOf(row["exchange_short_name"]),
      priceFrom: positive(row["pricefrom"]),
      priceTo: positive(row["priceto"]),
      price: positive(row["offerprice"]),
      currency: currencyCode.parse(row["currencyname"]),
      shares: positive(row["shares"]),
      status: textOf(row["dealtype"]),
    }),
  },
  splits: {
    entity: "splits",
    columns: ["ticker", "companyshortname", "startdatetime", "optionable", "old_share_worth", "share_worth"],
    conditions: ofSymbols,
    toItem: (row, date) => ({
      date,
      symbol: textOf(row["ticker"]),
      name: textOf(row["companyshortname"]),
      numerator: positive(row["share_worth"]),
      denominator: positive(row["old_share_worth"]),
    }),
  },
};

/**
 * One page of 100 rows from `offset` on. Whether B counts the last day whole, in New York or in UTC, is not known, so two
 * days more are requested; their rows are left out of the answer and of `total`, as is every row of other days or symbols:
 * B may ignore a condition. Where rows follow the page, the last page is fetched as well, to count those of the two days.
 */
export const marketCalendarFromYahoo = source(
  yahooProvider,
  marketCalendar,
  async (input, client) => {
    const question = toCalendarQuestion(input);
    const { from, to, symbols } = question;
    const kind = question.kind as MarketKind;
    const end = daysBefore(to, -2);
    const { total, rows } = await client.calendar(toQuery(question, from, end, input.offset));
    const read = toItems(rows, kind);
    if (rows.length > 0 && read.every(isNameless)) throw badAnswer();
    const asked = symbols && new Set(symbols.map((each) => comparable(toYahooSymbol(each))));
    const isAsked = ({ date, symbol }: CalendarItem) =>
      date >= from && date <= to && (!asked || asked.has(comparable(symbol ?? "")));
    const items = oldestFirst(read.filter(isAsked), ({ date }) => date);
    const isIgnored = items.length === 0 && read.some((each) => !isAsked(each) && each.date <= to);
    let outside = read.length - items.length;
    // Rows are in the order of days, so those of the days after the range are on the last pages.
    const lastPage = input.offset + Math.floor((total - 1 - input.offset) / CALENDAR_PAGE) * CALENDAR_PAGE;
    for (let page = lastPage, left = MAX_PAGES; page > input.offset && left > 0; page -= CALENDAR_PAGE, left--) {
      const further = toItems((await client.calendar(toQuery(question, from, end, page))).rows, kind);
      const others = further.filter((each) => !isAsked(each)).length;
      outside += others;
      if (others < further.length) break;
    }
    return {
      data: { kind, from, to, total: Math.max(isIgnored ? 0 : total - outside, items.length), items },
      notes: [
        ...(kind === "earnings" ? [toScopeNote(question, input.market_cap_min === undefined)] : []),
        ...(isIgnored
          ? [say`${the.source("provider-b")} sent rows of other days or symbols only, which are left out.`]
          : []),
      ],
    };
  },
  { cannot: ({ kind }) => (isOfCompanies(kind) ? ["kind"] : []) },
);

/** Returns the economic releases of the US of these days, oldest first. */
export async function fetchReleases(client: YahooClient, from: string, to: string): Promise<CalendarItem[]> {
  const question = toCalendarQuestion({ kind: "economic", from, to, limit: CALENDAR_PAGE, offset: 0 });
  const items: CalendarItem[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const { total, rows } = await client.calendar(toQuery(question, from, to, page * CALENDAR_PAGE));
    items.push(...toItems(rows, "economic"));
    if ((page + 1) * CALENDAR_PAGE >= total) break;
  }
  return oldestFirst(
    items.filter(({ country }) => country === "US"),
    ({ date }) => date,
  );
}

/** Whether a calendar is of named companies, of which B has no list. */
function isOfCompanies(kind: CalendarKind): boolean {
  return kind === "company" || kind === "dividends";
}

/** Returns the body of a call for the rows of a question from one day to another, both at midnight in UTC. */
function toQuery(question: CalendarQuestion, from: string, end: string, offset: number) {
  const { entity, columns, conditions } = CALENDARS[question.kind as MarketKind];
  return {
    sortType: "ASC",
    entityIdType: entity,
    sortField: "startdatetime",
    includeFields: columns,
    size: CALENDAR_PAGE,
    offset,
    query: {
      operator: "AND",
      operands: [
        atLeast("startdatetime", from),
        { operator: "LTE", operands: ["startdatetime", end] },
        ...(conditions?.(question) ?? []),
      ],
    },
  };
}

/** Returns the rows that have a day. */
function toItems(rows: readonly CalendarRow[], kind: MarketKind): CalendarItem[] {
  return rows.flatMap((row) => {
    const date = toDate(row["startdatetime"], kind);
    return date === null ? [] : [CALENDARS[kind].toItem(row, date)];
  });
}

/** Returns what was searched, because an empty list would otherwise say that no company reports. */
function toScopeNote({ marketCapMin }: CalendarQuestion, isDefaultCap: boolean): Sentence {
  if (marketCapMin === undefined) return say`Only US listings are searched.`;
  if (!isDefaultCap) {
    return say`Only US listings of companies with a market cap of at least ${the.figure(`${marketCapMin} USD`)} are searched.`;
  }
  return say`Only US listings of companies from ${marketCapMin / 1e9} bn USD on are searched${forCallers`; ${the.parameter("market_cap_min")} changes that`}.`;
}

const isNameless = ({ symbol, name, event }: CalendarItem) => (symbol ?? name ?? event ?? null) === null;

/** Returns the day of a row: in New York, where B's rows without a time of day begin; of an economic release, in UTC. */
function toDate(value: unknown, kind: MarketKind): string | null {
  const time = toTime(value);
  if (time === null) return null;
  return kind === "economic" ? time.slice(0, 10) : NEW_YORK.day(Date.parse(time) / 1000);
}

/** Returns a time such as `2026-06-10T20:00:00Z`; `null` for anything else. */
function toTime(value: unknown): string | null {
  return typeof value === "string" &&
    /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
    ? value
    : null;
}
