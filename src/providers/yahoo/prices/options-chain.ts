/** Option chains by Yahoo. */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import { exchangeDay } from "../../../market/sessions/exchange-day.js";
import {
  AFTER_EARNINGS,
  type Contract,
  optionsChain,
  type OptionsInput,
} from "../../../capabilities/prices/options-chain.js";
import { expirationAfter, expirationOf, type ComingReport } from "../../../market/options/option-expirations.js";
import {
  hasQuotes,
  impliedMoveOf,
  isAdjustedRoot,
  totalsOf,
  withoutAdjusted,
} from "../../../market/options/option-figures.js";
import { isIndex } from "../../../contract/currency.js";
import { noCoverage } from "../../../contract/errors.js";
import { invalidInput, quoted } from "../../../contract/input.js";
import { optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import type { Upstream } from "../../../contract/upstream.js";
import { isDay, toCount, toPastInstant, toPositive, toText } from "../../../contract/values.js";
import { DAY_SECONDS, daysBefore } from "../../../lib/day.js";
import { isObject } from "../../../lib/is-object.js";
import type { YahooClient } from "../calls/client.js";
import { badAnswer } from "../calls/envelopes.js";
import { findCompany } from "../modules/company-parts.js";
import { toDates, toDayIn } from "../companies/earnings-days.js";
import { toMarketState } from "./market-state.js";
import type { OptionsAnswer } from "../calls/option-calls.js";
import { yahooProvider } from "../provider.js";
import { raw, toUtcDay } from "../calls/values.js";

/** The most contracts of a side, and the most expirations; no recorded answer has as many. */
const MAX_CONTRACTS = 2_000;
const MAX_EXPIRATIONS = 200;
/** Days for which B may still list an expiration that is over. */
const RECENT_DAYS = 7;
const NO_OPTIONS =
  " but has no options for it; most shares outside the US, most indices, currencies and coins have none.";
const NO_QUOTES = say`Most contracts have no bid and ask, as outside trading hours: what is no quote is ${the.absent}, and only last, of ${the.field("lastTrade")}, and volume stand.`;

/**
 * The chain of one expiration, by default the nearest one after today.
 *
 * Outside trading hours B sends 0 as bid and ask, the first guesses of its solver as implied volatility, and 0 as open
 * interest and change of every contract. They become `null`: per contract without bid and ask, and for a figure that is 0
 * in the whole chain.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for one without options, `invalid_input` for
 * an expiration that is not listed, which names the listed ones, and for a month with several of which none is the standard
 * one, which names these.
 */
export const optionsChainFromYahoo = source(
  yahooProvider,
  optionsChain,
  async ({ symbol, expiration, greeks = false }: OptionsInput, client, upstream) => {
    const first = await client.options(
      symbol,
      expiration === undefined || !isDay(expiration) ? undefined : toSeconds(expiration),
    );
    const expirations = toDays(first);
    if (expirations.length === 0) throw noCoverage("provider-b", "options", symbol, NO_OPTIONS);
    const nearest = dayOf(first);
    const today = exchangeDay(symbol, upstream.now().getTime());
    const isAfterReport = expiration === AFTER_EARNINGS;
    const isMonth = expiration !== undefined && !isAfterReport && !isDay(expiration);
    const future = expirations.filter((day) => day >= today);
    const report = isAfterReport ? toReport(first, today, upstream.now()) : null;
    const afterReport = report ? expirationAfter(report, future) : undefined;
    if (isAfterReport && afterReport === undefined) throw noneAfterReport(symbol, report, future);
    const asked = isMonth ? expirationOf(expiration, future) : (afterReport ?? expiration);
    if (expiration !== undefined && (asked === undefined || !expirations.includes(asked))) {
      throw notListed(expiration, isMonth ? future : expirations);
    }
    const isOver = nearest !== null && nearest <= today && nearest >= daysBefore(today, RECENT_DAYS);
    const chosen = asked ?? (isOver ? expirations.find((day) => day > today) : undefined) ?? nearest;
    if (chosen === null) throw badAnswer();
    const answer = chosen === nearest ? first : await client.options(symbol, toSeconds(chosen));
    if (dayOf(answer) !== chosen) throw badAnswer();
    const { currency, regularMarketPrice: underlyingPrice, regularMarketTime, marketState } = answer.quote;
    const sides = toSides(answer);
    const asOf = toPastInstant(regularMarketTime);
    const market = toMarketState(marketState);
    const usual = withoutAdjusted(sides);
    const quotesValid = hasQuotes(usual);
    const inputs = greeks ? await findInputs(symbol, client, upstream) : undefined;
    return {
      data: {
        symbol,
        currency,
        underlyingPrice,
        underlyingTime: asOf ?? null,
        marketState: market ?? null,
        expiration: chosen,
        expirations,
        ...sides,
        totals: totalsOf(usual),
        impliedMove: impliedMoveOf(usual, underlyingPrice),
        ...inputs?.data,
        quotesValid,
      },
      ...inputs?.gaps,
      asOf,
      market,
      currency,
      notes: [
        ...(isMonth ? [toMonthNote(expiration, chosen, future)] : []),
        ...(report ? [toReportNote(report, chosen)] : []),
        ...(quotesValid ? [] : [NO_QUOTES]),
      ],
    };
  },
);

/** Milliseconds for which a question for greeks waits for the company's figures. */
const INPUTS_WAIT_MS = 5_000;

/**
 * Returns the dividend yield with which greeks are computed, from the modules that the overview needs as well: 0 if nothing
 * was paid in twelve months, `null` if it is unknown, as for an index.
 */
async function findInputs(symbol: string, client: YahooClient, upstream: Upstream) {
  if (isIndex(symbol)) return { data: { greekInputs: {} }, gaps: {} };
  const parts = optionalParts<typeof optionsChain>();
  const company = await parts.get(["dividendYield"], findCompany(symbol, client, upstream), INPUTS_WAIT_MS);
  if (company?.unread.includes("summaryDetail")) parts.lack(["dividendYield"]);
  const detail = company?.summaryDetail;
  const paid = detail?.dividendYield ?? detail?.yield;
  const dividendYield = paid ?? (detail?.trailingAnnualDividendYield === 0 ? 0 : null);
  return { data: { greekInputs: { dividendYield } }, gaps: parts.gaps() };
}

const toSeconds = (day: string) => Date.parse(day) / 1000;

/** Returns the listed days, ascending. */
function toDays({ expirationDates }: OptionsAnswer): string[] {
  const days = expirationDates.slice(0, MAX_EXPIRATIONS).flatMap((seconds) => toUtcDay(raw(seconds)) ?? []);
  return [...new Set(days)].toSorted();
}

/** Returns the day on which the contracts of an answer expire. */
function dayOf({ options }: OptionsAnswer): string | null {
  return toUtcDay(options?.expirationDate ?? null);
}

function notListed(asked: string, listed: readonly string[]) {
  const ofMonth = listed.filter((each) => each.startsWith(asked));
  const allowed = ofMonth.length > 0 ? ofMonth : listed;
  return invalidInput(`Invalid "expiration": got ${quoted(asked)}. Allowed: ${allowed.join(", ")}.`);
}

function toMonthNote(month: string, chosen: string, listed: readonly string[]): Sentence {
  const { length } = listed.filter((day) => day.startsWith(month));
  return say`${month} was read as ${chosen}, ${length === 1 ? "the only expiration" : `the standard one of ${length} expirations`} of that month.`;
}

/**
 * Returns the next report that B names beside the options; `null` if none is to come. Its moment is known only if the day
 * is confirmed: B's hours of expected days are invented, and midnight UTC stands for a day.
 */
function toReport({ quote }: OptionsAnswer, today: string, now: Date): ComingReport | null {
  const { earningsTimestampStart: first, earningsTimestampEnd: last, isEarningsDateEstimate: isEstimate } = quote;
  const moments = [first, last].filter((at) => at !== null);
  const dates = toDates({ earningsDate: moments, isEarningsDateEstimate: isEstimate }, null, NEW_YORK_DAY);
  if (!dates) return null;
  const end = Math.max(...moments);
  const at = dates.estimated === false && end % DAY_SECONDS !== 0 ? end : null;
  const isPast = at === null ? dates.to < today : at * 1000 < now.getTime();
  return isPast ? null : { from: dates.from, to: dates.to, at, isEstimate: dates.estimated !== false };
}

/** Only securities of the United States have options. */
const NEW_YORK_DAY = toDayIn("NYQ");

function noneAfterReport(symbol: string, report: ComingReport | null, listed: readonly string[]) {
  const why = report
    ? `No listed expiration is after the next report of ${symbol}, ${report.to}.`
    : `No coming report of ${symbol} is known.`;
  return invalidInput(`Invalid "expiration": got ${quoted(AFTER_EARNINGS)}. ${why} Allowed: ${listed.join(", ")}.`);
}

function toReportNote({ from, to, isEstimate }: ComingReport, chosen: string): Sentence {
  const when = from === to ? `${from}${isEstimate ? ", an estimate" : ""}` : `expected from ${from} to ${to}`;
  return say`${chosen} is the first expiration after the next report (${when}), so that ${the.field("impliedMove")} contains it.`;
}

/** Returns the contracts of each side by ascending strike. */
function toSides({ options }: OptionsAnswer) {
  const calls = toContracts(options?.calls ?? []);
  const puts = toContracts(options?.puts ?? []);
  const all = [...calls, ...puts];
  const unknown = (["change", "openInterest"] as const).filter((field) => all.every((each) => !each[field]));
  const cleaned = (side: Contract[]) =>
    unknown.length === 0
      ? side
      : side.map((each) => ({ ...each, ...Object.fromEntries(unknown.map((f) => [f, null])) }));
  return { calls: cleaned(calls), puts: cleaned(puts) };
}

/** @throws {ProviderError} `bad_answer` when no contract can be read. */
function toContracts(rows: readonly unknown[]): Contract[] {
  const contracts: Contract[] = [];
  for (const row of rows.slice(0, MAX_CONTRACTS)) {
    const contract = isObject(row) ? toContract(row) : undefined;
    if (contract) contracts.push(contract);
  }
  if (rows.length > 0 && contracts.length === 0) throw badAnswer();
  return contracts.toSorted((one, other) => one.strike - other.strike);
}

/**
 * Returns a contract; `undefined` without a strike. The fields are read one by one, because an object schema would take
 * three times as long for the two thousand contracts that an expiration can have.
 */
function toContract(row: Record<string, unknown>): Contract | undefined {
  const strike = toPositive(raw(row["strike"]));
  if (strike === null) return undefined;
  const [bid, ask] = [notNegative(raw(row["bid"])), notNegative(raw(row["ask"]))];
  const isQuoted = Boolean(bid) || Boolean(ask);
  const { inTheMoney } = row;
  const contract = toText(row["contractSymbol"]);
  return {
    contract,
    strike,
    bid: isQuoted ? bid : null,
    ask: isQuoted ? ask : null,
    last: toPositive(raw(row["lastPrice"])),
    lastTrade: toPastInstant(raw(row["lastTradeDate"])) ?? null,
    change: raw(row["change"]),
    volume: toCount(raw(row["volume"])),
    openInterest: toCount(raw(row["openInterest"])),
    impliedVolatility: isQuoted ? toPositive(raw(row["impliedVolatility"])) : null,
    inTheMoney: typeof inTheMoney === "boolean" ? inTheMoney : null,
    ...(isAdjustedRoot(contract) ? { adjusted: true as const } : {}),
  };
}

function notNegative(value: number | null): number | null {
  return value !== null && value >= 0 ? value : null;
}
