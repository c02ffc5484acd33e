/** Earnings by Yahoo, in one call of five modules. */
import { say } from "../../../contract/sentence.js";
import { newestFirst } from "../../../lib/newest-first.js";
import {
  earnings,
  QUARTERS,
  toSurprise,
  type EarningsQuarter,
  type NextEarnings,
} from "../../../capabilities/companies/earnings.js";
import { toReaction, type ReportedWhen, type Reaction } from "../../../market/statements/earnings-reactions.js";
import { followsUsSession } from "../../../market/symbols/symbol.js";
import { exchangeDay } from "../../../market/sessions/exchange-day.js";
import { isInQuarterAfter } from "../../../market/statements/announcements.js";
import { noCoverage } from "../../../contract/errors.js";
import { optional, optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import { z } from "../../../contract/schema.js";
import { eachOnce } from "../../../lib/each-once.js";
import { isObject } from "../../../lib/is-object.js";
import { currencyCode, lenient } from "../../../contract/values.js";
import { badAnswer, entries, isAbsent, readableRows, readModule } from "../calls/envelopes.js";
import { checkExpectedRevenue, toEstimates, type Estimates } from "./earnings-estimates.js";
import { earningsModule, joinCharts, type Charts } from "./earnings-charts.js";
import { toDates, toDayIn } from "./earnings-days.js";
import { findReports, whenOf } from "./earnings-reports.js";
import { yahooProvider } from "../provider.js";
import { flag, list, part, raw, rawNumber, rawPositive, renamed, required, toPastDay } from "../calls/values.js";

const MODULES = ["calendarEvents", "earnings", "earningsHistory", "earningsTrend"];
/** Limit of rows that are parsed; no recorded answer has as many. */
const MAX_ROWS = 40;
/** Time limit of the reports in milliseconds: B is called about once a second, and this takes two further calls. */
const REPORTS_MS = 5_000;
const REACTION = ["when", "reactionPercent"] as const;
const NO_EARNINGS = " but has no earnings for it; funds, indices, currencies and coins have none.";
const NO_ESTIMATES: Estimates = { periods: [], epsCurrencies: [], revenueCurrencies: [] };

/**
 * The next announcement, the last four quarters with the reaction to each, and the estimates of four periods.
 *
 * Amounts are in the currency of the accounts, which may differ from the listing's. If B's date is past, there is no
 * next announcement, and a date that B had confirmed is the day on which the newest quarter was announced. Surprises
 * are computed by us, because B sends a rounded difference and a ratio under the name of a percentage. Fields that no
 * module has are `null`.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for one without earnings, such as a fund.
 */
export const earningsFromYahoo = source(yahooProvider, earnings, async ({ symbol }, client, upstream) => {
  const parts = optionalParts<typeof earnings>();
  // B's calendar of announcements has companies of the United States only.
  const reported = followsUsSession(symbol) ? findReports(symbol, client, upstream) : undefined;
  reported?.catch(() => {});
  const { price, modules } = await client.summary(symbol, MODULES).catch(async (error: unknown) => {
    // Wait for the other calls, so that none continues after its question has ended.
    if (reported) await optional(reported);
    throw error;
  });
  const calendar = parts.read(["next"], () => readModule(calendarEvents, modules["calendarEvents"]))?.earnings ?? null;
  const charts = parts.read(["fiscalQuarter", "revenueActual"], () => readModule(earningsModule, modules["earnings"]));
  const sent = parts.read(["history"], () => toHistory(modules["earningsHistory"], charts));
  const past = sent ?? [];
  const trend = parts.read(["estimates"], () => toEstimates(modules["earningsTrend"]));
  const estimates = trend ?? NO_ESTIMATES;
  const dates = toDates(calendar, charts, toDayIn(price.exchange));
  const today = exchangeDay(symbol, upstream.now().getTime());
  const isPast = dates !== null && dates.to < today;
  const when = dates?.estimated === false && followsUsSession(symbol) ? toWhen(dates.from, calendar) : null;
  const expected = dates === null || isPast ? null : { ...dates, when, ...toExpected(calendar, estimates) };
  const { next, periods, notes: revenueNotes } = checkExpectedRevenue(expected, estimates.periods);
  const reports = reported && past.length > 0 ? await parts.get(REACTION, reported, REPORTS_MS) : null;
  const history = past.map(({ quarter }, index) => {
    const isNewest = index === 0 && isPast && dates.estimated === false;
    const announced = isNewest ? announcedOn(dates.to, quarter.periodEnd) : null;
    return { ...quarter, ...toReaction({ announced, periodEnd: quarter.periodEnd }, reports ?? []) };
  });
  const gaps = parts.gaps();
  if (next === null && history.length === 0 && periods.length === 0) {
    throw gaps.missing.length > 0 ? badAnswer() : noCoverage("provider-b", "earnings", symbol, NO_EARNINGS);
  }
  const { reportingCurrency, notes } = toCurrency(past, { ...estimates, periods }, charts?.financialCurrency ?? null);
  return {
    data: {
      symbol,
      currency: price.currency,
      reportingCurrency,
      next,
      history: sent && history,
      estimates: trend && periods,
    },
    ...gaps,
    notes: [...revenueNotes, ...notes],
  };
});

type Calendar = z.output<typeof calendarEvents>["earnings"] | null;

type Expected = Omit<NextEarnings, "date" | "from" | "to" | "estimated" | "when">;

/** Returns the time of a confirmed day in relation to the US session; the hour of an estimated one says nothing. */
function toWhen(day: string, calendar: Calendar): ReportedWhen | null {
  const times = (calendar?.earningsDate ?? []).map((at) => whenOf(day, (raw(at) ?? 0) * 1000));
  return times.every((time) => time === times[0]) ? (times[0] ?? null) : null;
}

/** Returns the estimates for the next announcement. Zeros mean that no analyst estimates it and become `null`. */
function toExpected(calendar: Calendar, { periods }: Estimates): Expected {
  const { earningsAverage = null, earningsLow = null, earningsHigh = null } = calendar ?? {};
  const isEmpty = ![earningsAverage, earningsLow, earningsHigh].some((figure) => figure);
  const hasNoEstimate = isEmpty && (periods[0]?.eps.avg ?? null) === null;
  return {
    epsEstimate: hasNoEstimate ? null : earningsAverage,
    epsLow: hasNoEstimate ? null : earningsLow,
    epsHigh: hasNoEstimate ? null : earningsHigh,
    revenueEstimate: calendar?.revenueAverage ?? null,
    revenueLow: calendar?.revenueLow ?? null,
    revenueHigh: calendar?.revenueHigh ?? null,
  };
}

interface PastQuarter {
  quarter: Omit<EarningsQuarter, "announced" | "revenueEstimate" | keyof Reaction>;
  /** Currency of the EPS. */
  currency: string | null;
}

/**
 * Returns the quarters with figures, newest first; `null` when B sends no list. B sends rows without fields for a
 * company that it does not cover.
 *
 * @throws {ProviderError} `bad_answer` when no row can be read.
 */
function toHistory(module: unknown, charts: Charts): PastQuarter[] | null {
  const sent = readModule(earningsHistory, module)?.history;
  if (sent === undefined) return null;
  const rows = readableRows(historyRow, sent, MAX_ROWS);
  if (rows.length === 0 && !sent.slice(0, MAX_ROWS).every(isWithoutFields)) throw badAnswer();
  const quarters = eachOnce(
    newestFirst(rows, ({ periodEnd }) => periodEnd),
    ({ periodEnd }) => periodEnd,
  );
  const facts = joinCharts(quarters, charts);
  return quarters
    .map(({ periodEnd, epsActual, epsEstimate, currency }, at) => ({
      currency,
      quarter: {
        periodEnd,
        fiscalQuarter: facts[at]!.fiscalQuarter,
        epsActual,
        epsEstimate,
        ...toSurprise(epsActual, epsEstimate),
        revenueActual: facts[at]!.revenueActual,
      },
    }))
    .filter(({ quarter: { epsActual, epsEstimate } }) => Boolean(epsActual || epsEstimate))
    .slice(0, QUARTERS);
}

/** Whether a row is `{}`, or has only its place in the list and fields that are `{}` or `null`. */
function isWithoutFields(row: unknown): boolean {
  if (!isObject(row)) return false;
  const fields = Object.entries(row).filter(([name]) => name !== "maxAge" && name !== "period");
  return fields.every(([, value]) => isAbsent(value));
}

/** Returns the day if it is in the quarter after `periodEnd`, and therefore the day of its announcement. */
function announcedOn(day: string, periodEnd: string | null): string | null {
  return periodEnd !== null && isInQuarterAfter(periodEnd, day) ? day : null;
}

/**
 * Returns the currency of all figures; if there are several, `null` and a note that lists them. The currency of a group
 * counts only with one of its figures; without any figure in a known currency all groups count.
 */
function toCurrency(past: readonly PastQuarter[], estimates: Estimates, accountsCurrency: string | null) {
  const { periods, epsCurrencies, revenueCurrencies } = estimates;
  const hasRevenue = past.some(({ quarter }) => quarter.revenueActual !== null);
  const groups = [
    { what: "past EPS", codes: past.map(({ currency }) => currency), isGiven: past.length > 0 },
    { what: "estimated EPS", codes: epsCurrencies, isGiven: periods.some(({ eps }) => eps.avg !== null) },
    {
      what: "estimated revenue",
      codes: revenueCurrencies,
      isGiven: periods.some(({ revenue }) => revenue.avg !== null),
    },
    { what: "past revenue", codes: [accountsCurrency], isGiven: hasRevenue },
  ];
  const labelled = groups.flatMap(({ what, codes, isGiven }) => {
    const distinct = [...new Set(codes.filter((code) => code !== null))];
    return distinct.length > 0 ? [{ what, known: distinct, isGiven }] : [];
  });
  const given = labelled.filter(({ isGiven }) => isGiven);
  const named = given.length > 0 ? given : labelled;
  const all = new Set(named.flatMap(({ known }) => known));
  if (all.size <= 1) return { reportingCurrency: [...all][0] ?? null, notes: [] };
  const listed = named.map(({ what, known }) => `${what} in ${known.join(" and ")}`).join(", ");
  return { reportingCurrency: null, notes: [say`The amounts are in several currencies: ${listed}.`] };
}

const calendarEvents = z.object({
  earnings: part(
    z.object({
      earningsDate: list,
      isEarningsDateEstimate: flag,
      earningsAverage: rawNumber,
      earningsLow: rawNumber,
      earningsHigh: rawNumber,
      // A revenue of 0 means that no analyst estimates it.
      revenueAverage: rawPositive,
      revenueLow: rawPositive,
      revenueHigh: rawPositive,
    }),
  ),
});

const earningsHistory = z.object({ history: entries });

const historyRow = renamed({
  periodEnd: ["quarter", required(lenient((value) => toPastDay(raw(value))))],
  epsActual: ["epsActual", rawNumber],
  epsEstimate: ["epsEstimate", rawNumber],
  currency: ["currency", currencyCode],
});
