/** Compares the returns of stocks between two days, as rows and as one portfolio. */
import { joinSentences, say, type Sentence, the } from "../../contract/sentence.js";
import type { BodyOf, InputOf } from "../../contract/capability.js";
import { isIndex, toMajorUnit } from "../../contract/currency.js";
import type { Derived } from "../../contract/entry.js";
import type { Served } from "../../contract/envelope.js";
import { isRetryable, toMarketDataError, type MarketDataError } from "../../contract/errors.js";
import { sumOfWeights, toScaledNotes } from "../../contract/fields.js";
import { invalidInput } from "../../contract/input.js";
import { toSixDigits } from "../../contract/values.js";
import { nextTurn } from "../../lib/next-turn.js";
import { daysBefore, daysBetween } from "../../lib/day.js";
import { joinWithAnd } from "../../lib/join-words.js";
import { adjustedCloses } from "../../market/prices/adjusted-closes.js";
import type { DatedClose } from "../../market/prices/range-returns.js";
import { correlate, LEAST_COMMON_DAYS } from "../../market/holdings/correlation.js";
import { exchangeDay, latestDay } from "../../market/sessions/exchange-day.js";
import { toRateSymbol } from "../../market/economy/exchange-rates.js";
import { daysAYear, isOld, VOLATILITY_CLOSES } from "../../market/prices/past-performance.js";
import { dayOf } from "../../market/prices/price-bars.js";
import { findDefects } from "../../market/prices/price-defects.js";
import { toPortfolio } from "../../market/holdings/portfolio.js";
import { returnsBetween, type RangeReturns } from "../../market/prices/range-returns.js";
import { LEAST_DAYS, LEAST_RETURNS, toAnnualReturn, toRisk } from "../../market/prices/risk-figures.js";
import { FIRST_YEAR, type billYields } from "../economy/bill-yields.js";
import type { compareStocks, RangeRow } from "./compare-stocks.js";
import { toRowError, unknown } from "./compare-stocks-overviews.js";
import type { priceHistory } from "../prices/price-history.js";

/** The money of a portfolio, if the caller names none. */
const USUAL_AMOUNT = 10_000;
/** Days before the first one in which its close is searched: holidays close no market for longer, and suspensions rarely. */
const SPARE_DAYS = 92;
/** Calendar years of which the yields are asked for, each in a call. */
const MOST_YEARS = 6;

/** `columns` are those that the caller named; `undefined` for all. */
type Input = InputOf<typeof compareStocks> & { from: string; columns?: readonly string[] };
type History = BodyOf<typeof priceHistory>;
type AskHistory = (symbol: string, from: string, to: string | undefined) => Promise<Served>;
type AskYields = (year: number) => Promise<Served>;

/** A stock with prices on both days. */
interface Compared {
  symbol: string;
  history: History;
  returns: RangeReturns;
  closes: DatedClose[];
  /** The currency of its prices; never a minor unit. */
  currency: string | null;
}

/**
 * Returns the rows of the returns, the portfolio and the correlation, made of one price history per symbol, and one of the
 * rate for each further currency. Sharpe ratios take the yields of each calendar year of the range, and are left out if
 * the caller named other columns.
 *
 * @throws {MarketDataError} `invalid_input` when a portfolio was asked for by its weights or its amount and a stock has no
 * price on its first day; `not_found` when no symbol is known, else the first other failure when no history could be
 * fetched.
 */
export async function compareOverDays(
  input: Input,
  askHistory: AskHistory,
  askYields: AskYields,
): Promise<Derived<typeof compareStocks>> {
  const { symbols, from, to, columns } = input;
  const start = daysBefore(from, SPARE_DAYS);
  const last = to ?? symbols.map(latestDay).toSorted().at(-1)!;
  const asksRate = columns === undefined || columns.includes("sharpe");
  const [ended, lent] = await Promise.all([
    Promise.allSettled(symbols.map((symbol) => askHistory(symbol, start, to))),
    asksRate ? findRate(from, last, askYields) : undefined,
  ]);
  await nextTurn();
  const parts: Served[] = [];
  const failures: MarketDataError[] = [];
  const errors: BodyOf<typeof compareStocks>["errors"] = [];
  const compared: Compared[] = [];
  for (const [at, end] of ended.entries()) {
    const symbol = symbols[at]!;
    if (end.status === "rejected") {
      const failure = toMarketDataError(end.reason);
      failures.push(failure);
      errors.push({ symbol, error: toRowError(symbol, failure) });
      continue;
    }
    parts.push(end.value);
    const history = toHistory(end.value);
    const returns = returnsBetween(history, from, to ?? latestDay(symbol));
    if (returns.from === null || returns.to === null) {
      if (input.weights !== undefined || input.amount !== undefined) throw tooEarly(input, symbol, returns);
      errors.push({ symbol, error: say`${returns.reason}.` });
      continue;
    }
    compared.push({
      symbol,
      history,
      returns,
      closes: adjustedCloses(history, from, to ?? latestDay(symbol)),
      currency: toMajorUnit(history.currency),
    });
  }
  if (parts.length === 0) throw failures.find(({ kind }) => kind !== "not_found") ?? unknown(symbols);
  const held = await hold(input, compared, errors, askHistory, lent);
  const correlated = toCorrelation(compared);
  const stocks = compared.map((each) => toRow(each, held, lent));
  const data = {
    stocks,
    errors,
    portfolio: held.portfolio,
    correlation: correlated.correlation,
    notes: [
      ...held.notes,
      ...toRateNotes(lent, [...stocks, ...(held.portfolio ? [held.portfolio] : [])]),
      ...toShortNotes(compared, held.portfolio, asksRate),
      ...correlated.notes,
      ...compared.flatMap(toDefectNotes),
      ...compared.flatMap(({ symbol, returns: { reason } }) => (reason === null ? [] : [say`${symbol}: ${reason}.`])),
      ...toEndNotes(input, compared),
    ],
  };
  const all = [...parts, ...held.parts];
  const isCut = parts.some(({ envelope }) => envelope.missing.includes("bars"));
  const missing = isCut ? ["priceReturnPercent", "totalReturnPercent"] : [];
  return { data, parts: all, failures: [...failures, ...held.failures, ...(lent?.failures ?? [])], missing, notes: [] };
}

/** The rate of Sharpe ratios in percent a year, or the reason for which there is none. */
interface Lent {
  rate: number | null;
  why?: Sentence;
  failures: MarketDataError[];
}

/**
 * Returns the mean of the 3-month yields on the days of the range, six significant digits. Their age does not matter: the
 * yields of past days do not change.
 */
async function findRate(from: string, to: string, ask: AskYields): Promise<Lent> {
  const without = (why: Sentence, failures: MarketDataError[] = []): Lent => ({ rate: null, why, failures });
  // Not even a coin has enough returns for a ratio, so that nobody misses the rate.
  if (daysBetween(from, to) < LEAST_RETURNS) return { rate: null, failures: [] };
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const count = last - first + 1;
  if (count > MOST_YEARS) {
    return without(say`the range has days of ${count} years, and the yields of at most ${MOST_YEARS} are read.`);
  }
  if (first < FIRST_YEAR) return without(say`the yields of the US Treasury begin in ${FIRST_YEAR}.`);
  const ended = await Promise.allSettled(Array.from({ length: count }, (_, at) => ask(first + at)));
  const failure = ended.flatMap((end) => (end.status === "rejected" ? [toMarketDataError(end.reason)] : []))[0];
  if (failure?.kind === "cancelled") throw failure;
  if (failure) return without(failure.sentence, isRetryable(failure) ? [failure] : []);
  const days = ended.flatMap((end) => (end.status === "fulfilled" ? toYields(end.value).days : []));
  const known = days.flatMap(({ date, m3 }) => (date >= from && date <= to ? [m3] : []));
  if (known.length === 0) return without(say`the US Treasury has no yields of these days.`);
  return { rate: toSixDigits(known.reduce((sum, each) => sum + each, 0) / known.length), failures: [] };
}

const toYields = ({ envelope }: Served) => envelope.body as BodyOf<typeof billYields>;

/** Returns a sentence on the rate of the Sharpe ratios, or on the reason for which there is none. */
function toRateNotes(lent: Lent | undefined, all: readonly { sharpe?: number | null | undefined }[]): Sentence[] {
  if (lent?.why) return [say`${the.field("sharpe")} is ${the.absent}: ${lent.why}`];
  if (!lent || all.every(({ sharpe }) => typeof sharpe !== "number")) return [];
  return [
    say`${the.field("sharpe")}: over ${the.figure(`${lent.rate} %`)} a year, the mean 3-month yield of the US Treasury.`,
  ];
}

/** Returns a sentence on the figures of a row or of the portfolio for which the range is too short. */
function toShortNotes(
  compared: readonly Compared[],
  portfolio: BodyOf<typeof compareStocks>["portfolio"],
  asksRate: boolean,
): Sentence[] {
  const ranges = compared.flatMap(({ returns, closes }) =>
    closes.length === 0 ? [] : [{ days: daysBetween(returns.from!.date, returns.to!.date), closes: closes.length }],
  );
  if (portfolio) ranges.push({ days: daysBetween(portfolio.from, portfolio.to), closes: portfolio.days });
  const needs = [
    ...(ranges.some(({ days }) => days < LEAST_DAYS)
      ? [say`${the.field("annualReturnPercent")} needs ${LEAST_DAYS} days`]
      : []),
    ...(ranges.some(({ closes }) => closes < VOLATILITY_CLOSES)
      ? [say`${the.field("volatility")} needs ${VOLATILITY_CLOSES} closes`]
      : []),
    ...(asksRate && ranges.some(({ closes }) => closes <= LEAST_RETURNS)
      ? [say`${the.field("sharpe")} needs ${LEAST_RETURNS} returns`]
      : []),
  ];
  return needs.length === 0 ? [] : [say`${joinSentences(needs)}; with fewer, the figure is ${the.absent}.`];
}

/** Returns the history of an answer; the whole cached one where the answer has only the newest of more than 10,000 bars. */
function toHistory({ envelope, whole }: Served): History {
  const shown = envelope.body as History;
  return whole && shown.total_bars > shown.bars.length ? (whole as History) : shown;
}

/** The error for a portfolio with a stock that has no price on its first day. */
function tooEarly({ from }: Input, symbol: string, { reason }: RangeReturns): MarketDataError {
  return invalidInput(
    `Invalid "from": got ${from}. ${symbol} cannot be bought then: ${reason}. Allowed: a day on which all stocks of the portfolio have prices.`,
  );
}

interface Held {
  portfolio: Exclude<BodyOf<typeof compareStocks>["portfolio"], undefined>;
  /** The parts of the holdings, their value and their returns in the portfolio's currency, by symbol. */
  bySymbol: ReadonlyMap<string, Pick<RangeRow, "weightPercent" | "value" | "convertedReturnPercent">>;
  notes: Sentence[];
  parts: Served[];
  failures: MarketDataError[];
}

/** Returns the portfolio of all stocks, `null` with a note on the reason if one cannot be in it. */
async function hold(
  input: Input,
  compared: readonly Compared[],
  errors: readonly { symbol: string }[],
  askHistory: AskHistory,
  lent: Lent | undefined,
): Promise<Held> {
  const { symbols, from, to, amount = USUAL_AMOUNT } = input;
  const without = (why: string | Sentence, parts: Served[] = [], failures: MarketDataError[] = []): Held => ({
    portfolio: null,
    bySymbol: new Map(),
    notes: [say`${the.field("portfolio")} is ${the.absent}, because ${why}.`],
    parts,
    failures,
  });
  const lacking = [
    ...errors.map(({ symbol }) => symbol),
    ...compared.filter(({ closes }) => closes.length === 0).map(({ symbol }) => symbol),
  ];
  if (lacking.length > 0)
    return without(say`${joinWithAnd(lacking)} cannot be in it; see ${the.field("errors")} and ${the.field("notes")}`);
  const priced = compared.filter(({ symbol }) => !isIndex(symbol));
  const currency = input.convert ?? priced[0]?.currency ?? null;
  const others = priced.filter((each) => each.currency !== currency);
  const unstated = currency === null || others.some((each) => each.currency === null);
  if (others.length > 0 && unstated) return without("the currency of some prices is not known");
  const codes = [...new Set(others.map((each) => each.currency!))];
  const start = daysBefore(from, SPARE_DAYS);
  const ended = await Promise.allSettled(codes.map((code) => askHistory(toRateSymbol(code, currency!), start, to)));
  const parts = ended.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  const failures = ended.flatMap((end) => (end.status === "rejected" ? [toMarketDataError(end.reason)] : []));
  const last = to ?? symbols.map(latestDay).toSorted().at(-1)!;
  const rates = new Map(
    ended.map((end, at) => [
      codes[at]!,
      end.status === "fulfilled" ? adjustedCloses(end.value.envelope.body as History, from, last) : [],
    ]),
  );
  const sum = input.weights === undefined ? symbols.length : sumOfWeights(input.weights);
  const percents = symbols.map((_, at) => ((input.weights?.[at] ?? 1) / sum) * 100);
  const yearDays = Math.max(...compared.map(({ history }) => daysAYear(history.bars)));
  const found = toPortfolio(
    compared.map(({ symbol, closes, currency: own }, at) => {
      return {
        symbol,
        closes,
        part: percents[at]! / 100,
        rates: own === currency || isIndex(symbol) ? null : rates.get(own!)!,
      };
    }),
    amount,
    { from, to: last, yearDays, rate: lent?.rate ?? null },
  );
  if (!found) {
    const unknownRates = codes.filter((code) => rates.get(code)![0] === undefined);
    return without(`no rate from ${joinWithAnd(unknownRates)} to ${currency} is known for the range`, parts, failures);
  }
  const { holdings, from: first, to: end, days, sharpe, ...figures } = found;
  const hasIndex = priced.length < compared.length;
  // Points are no money: nothing converts them, so that a portfolio of them is in no currency that was asked for.
  const isWhole = !hasIndex || input.convert === undefined;
  const bySymbol = new Map(
    holdings.map(({ symbol, value, totalReturnPercent }, at) => [
      symbol,
      {
        ...(codes.length > 0 ? { convertedReturnPercent: isIndex(symbol) ? null : totalReturnPercent } : {}),
        ...(isWhole ? { weightPercent: toSixDigits(percents[at]!), value } : {}),
      },
    ]),
  );
  const converted = the.field("convertedReturnPercent");
  const toConvertedNotes = (what: Sentence): Sentence[] =>
    codes.length === 0
      ? []
      : [
          say`Returns of the rows are each in its own currency; ${what} in ${currency}, at the rates of each day.`,
          ...(hasIndex ? [say`${converted} of an index is ${the.absent}.`] : []),
        ];
  if (!isWhole) {
    const why = say`points of an index cannot be converted to ${currency}; a fund on it, such as SPY, can`;
    const none = without(why, parts, failures);
    return { ...none, bySymbol, notes: [...none.notes, ...toConvertedNotes(say`${converted} is`)] };
  }
  return {
    portfolio: { currency, from: first, to: end, days, invested: amount, ...figures, ...(lent && { sharpe }) },
    bySymbol,
    notes: [
      ...(input.weights === undefined && symbols.length > 1 ? [say`${the.field("portfolio")} has equal parts.`] : []),
      ...(input.weights ? toScaledNotes(input.weights) : []),
      ...toConvertedNotes(say`portfolio, value and ${converted} are`),
      ...(hasIndex && currency !== null ? [say`The points of an index count in portfolio as ${currency}.`] : []),
    ],
    parts,
    failures,
  };
}

/** Returns sentences on doubtful closes between both days. The notes of the history are about its own range and summary. */
function toDefectNotes({ symbol, history, returns: { from, to } }: Compared): Sentence[] {
  const between = history.bars.filter((bar) => dayOf(bar) >= from!.date && dayOf(bar) <= to!.date);
  return findDefects(between, history).notes.map((note) => say`${symbol}: ${note}`);
}

function toRow({ symbol, history, returns, closes }: Compared, { bySymbol }: Held, lent: Lent | undefined): RangeRow {
  const days = daysBetween(returns.from!.date, returns.to!.date);
  const risk = toRisk(closes, { yearDays: daysAYear(history.bars), rate: lent?.rate ?? null });
  return {
    symbol,
    currency: history.currency,
    startDate: returns.from!.date,
    startClose: returns.from!.close,
    endDate: returns.to!.date,
    endClose: returns.to!.close,
    priceReturnPercent: returns.priceReturnPercent,
    totalReturnPercent: returns.totalReturnPercent,
    annualReturnPercent: toAnnualReturn(returns.totalReturnPercent, days),
    volatility: risk.volatility,
    // Of closes that never fall, the deepest fall is none.
    maxDrawdown: risk.maxDrawdown?.percent ?? (closes.length > 0 ? 0 : null),
    sharpe: risk.sharpe,
    ...bySymbol.get(symbol),
  };
}

/** Returns the correlation of the stocks that have adjusted closes, `null` with a note where they have too few in common. */
function toCorrelation(compared: readonly Compared[]): {
  correlation: Exclude<BodyOf<typeof compareStocks>["correlation"], undefined>;
  notes: Sentence[];
} {
  const known = compared.filter(({ closes }) => closes.length > 0);
  if (known.length < 2) return { correlation: null, notes: [] };
  const { days, from, to, matrix } = correlate(known.map(({ closes }) => closes));
  if (matrix === null) {
    const common = days === 1 ? "one day has" : `${days} days have`;
    return {
      correlation: null,
      notes: [say`correlation is ${the.absent}: ${common} a close of all stocks, and ${LEAST_COMMON_DAYS} are needed.`],
    };
  }
  const symbols = known.map(({ symbol }) => symbol);
  return { correlation: { from: from!, to: to!, days, symbols, matrix }, notes: [] };
}

/** Returns sentences on last prices that are of a running session, or of more than a week before the last day. */
function toEndNotes({ to }: Input, compared: readonly Compared[]): Sentence[] {
  const isRunning = ({ history: { bars, lastBarComplete }, returns }: Compared) =>
    lastBarComplete === false && bars[0] !== undefined && dayOf(bars[0]) === returns.to!.date;
  const running = compared.filter(isRunning).map(({ symbol }) => symbol);
  const old = compared.filter(({ symbol, returns }) => isOld(returns.to!, to ?? exchangeDay(symbol)));
  return [
    ...(running.length > 0 ? [say`The session of the last price of ${joinWithAnd(running)} is not over.`] : []),
    ...old.map(
      ({ symbol, returns }) => say`${symbol}: The last price is of ${returns.to!.date}, and its returns end there.`,
    ),
  ];
}
