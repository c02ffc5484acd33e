/** Calendars by provider B's visualization call. */
import { daysBefore } from "../../lib/day.js";
import {
  marketCalendar,
  toCalendarQuestion,
  type CalendarItem,
  type CalendarKind,
  type CalendarQuestion,
} from "../../capabilities/market-calendar.js";

import { toReleaseFigures } from "../../market/release-figures.js";
import { source } from "../../contract/provider.js";
import { currencyCode, NAME_LENGTH, toPositive, toText } from "../../contract/values.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { oldestFirst } from "../../lib/newest-first.js";
import { badAnswer } from "./envelopes.js";
import { CALENDAR_PAGE, type CalendarRow } from "./client.js";
import { providerB } from "./provider.js";
import { toSymbolB } from "./symbol.js";
import { raw } from "./values.js";

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
const ofSymbols = ({ symbols }: CalendarQuestion) => (symbols ? [oneOf("ticker", symbols.map(toSymbolB))] : []);
const textOf = (value: unknown) => toText(value, NAME_LENGTH);
/** B writes 0 for an estimate, a surprise or a price that it does not have. */
const notZero = (value: unknown) => raw(value) || null;
const positive = (value: unknown) => toPositive(raw(value));

const WHEN: Readonly<Record<string, string>> = { AMC: "after close", BMO: "before open" };

const CALENDARS: Readonly<Record<CalendarKind, Calendar>> = {
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
      when: WHEN[String(row["startdatetimetype"])] ?? null,
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
 * One page of 100 rows from `offset` on. Whether B counts the last day whole is not known, so the day after it is
 * requested as well and left out of the answer, as is every other row outside the days.
 */
export const marketCalendarFromB = source(providerB, marketCalendar, async (input, client) => {
  const question = toCalendarQuestion(input);
  const { entity, columns, conditions, toItem } = CALENDARS[question.kind];
  const dayAfter = daysBefore(question.to, -1);
  const { total, rows } = await client.calendar({
    sortType: "ASC",
    entityIdType: entity,
    sortField: "startdatetime",
    includeFields: columns,
    size: CALENDAR_PAGE,
    offset: input.offset,
    query: {
      operator: "AND",
      operands: [
        atLeast("startdatetime", question.from),
        { operator: "LTE", operands: ["startdatetime", dayAfter] },
        ...(conditions?.(question) ?? []),
      ],
    },
  });
  const read = rows.flatMap((row): CalendarItem[] => {
    const date = toDate(row["startdatetime"], question.kind);
    return date === null ? [] : [toItem(row, date)];
  });
  if (rows.length > 0 && read.every(isNameless)) throw badAnswer();
  const { kind, from, to } = question;
  const isAsked = ({ date }: CalendarItem) => date >= from && date <= to;
  // Shown nonetheless, because an empty list would say that nothing happens on the days.
  const isElsewhere = read.length > 0 && read.every((each) => !isAsked(each) && each.date !== dayAfter);
  const kept = isElsewhere ? read : read.filter(isAsked);
  const items = oldestFirst(kept, ({ date }) => date);
  return {
    data: { kind, from, to, total: Math.max(total - (read.length - items.length), items.length), items },
    notes: [
      ...(kind === "earnings" ? [toScopeNote(question, input.market_cap_min === undefined)] : []),
      ...(isElsewhere ? [`Provider B sent other days than asked: no row below is from ${from} to ${to}.`] : []),
    ],
  };
});

/** Returns what was searched, because an empty list would otherwise say that no company reports. */
function toScopeNote({ marketCapMin }: CalendarQuestion, isDefaultCap: boolean): string {
  if (marketCapMin === undefined || !isDefaultCap) return "Only US listings are searched.";
  return `Only US listings of companies from ${marketCapMin / 1e9} bn USD on are searched; market_cap_min changes that.`;
}

const isNameless = ({ symbol, name, event }: CalendarItem) => (symbol ?? name ?? event ?? null) === null;

/** Returns the day of a row: in New York, where B's rows without a time of day begin; of an economic release, in UTC. */
function toDate(value: unknown, kind: CalendarKind): string | null {
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
