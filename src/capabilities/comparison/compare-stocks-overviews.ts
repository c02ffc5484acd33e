/** Compares companies by their overviews and price histories. */
import { say, type Sentence, the, forCallers } from "../../contract/sentence.js";
import { currencyOf, isIndex, isPair, toMajorUnit } from "../../contract/currency.js";
import type { BodyOf } from "../../contract/capability.js";
import type { Served } from "../../contract/envelope.js";
import { isRetryable, MarketDataError, toMarketDataError, HINTS } from "../../contract/errors.js";
import type { Derived } from "../../contract/entry.js";
import { SEARCH_ADVICE } from "../../contract/fields.js";
import { toLabel, type ProviderId } from "../../contract/provider-id.js";
import { toRatio, toSixDigits } from "../../contract/values.js";
import { toQuotient } from "../../market/statements/ratio-values.js";
import { toCurrencyNotes } from "../../market/prices/currency-note.js";
import { didYouMean, similarWellKnown } from "../../market/symbols/known-symbols.js";
import { oldBarNotes, toPerformance, VOLATILITY_CLOSES } from "../../market/prices/past-performance.js";
import { findDefects } from "../../market/prices/price-defects.js";
import { compareStocks, concernsFunds, stock, toFundRow, type CompanyRow, type FundFigures } from "./compare-stocks.js";
import type { fund } from "../companies/fund.js";
import type { keyStatistics } from "../companies/key-statistics.js";
import type { overview } from "../companies/overview.js";
import type { peers } from "../companies/peers.js";
import type { priceHistory } from "../prices/price-history.js";

/**
 * Returns the comparison, made of one overview and one price history per symbol, which are cached like those of other
 * questions. Without a history the returns and the volatility of its row are `null`, and a note names the row.
 *
 * `debtToEquity` is a ratio in every row: the value of the provider `inPercent` is a percentage and is divided by 100
 * (six significant digits). `operatingMargin` is of the latest quarter from this provider and of twelve months from
 * other providers.
 *
 * The multiple of EBITDA and the net debt come from the provider `inPercent`, whose statistics and overview are made of
 * the same call; rows of other providers have `null`.
 *
 * One symbol is compared with its peers; without peers its row stands alone, and a note says so.
 *
 * Only what the named `columns` need is asked for: an overview always, and by default everything.
 *
 * @throws {MarketDataError} `not_found` when no symbol is known, else the first other failure when no overview could be
 * fetched.
 */
export async function compareByOverview({
  symbols: named,
  alone = false,
  columns,
  inPercent,
  askOverview,
  askHistory,
  askPeers,
  askStatistics,
  askFund,
}: Asked): Promise<Derived<typeof compareStocks>> {
  const found = named.length === 1 && !alone ? await findPeers(named[0]!, askPeers) : undefined;
  const asked = [...named, ...(found?.peers?.symbols ?? [])];
  const shows = (names: readonly string[]) => columns?.some((name) => names.includes(name)) ?? true;
  const [showsHistory, showsStatistics] = [shows([...FROM_HISTORY, "price", "pricesTo"]), shows(FROM_STATISTICS)];
  const overviews = asked.map(askOverview);
  const [ended, histories, statistics] = await Promise.all([
    Promise.allSettled(overviews),
    Promise.allSettled(asked.map(async (symbol) => (showsHistory ? askHistory(symbol) : undefined))),
    Promise.allSettled(
      overviews.map(async (overview) => {
        const { envelope } = await overview;
        const isAsked = showsStatistics && envelope.provider === inPercent;
        return isAsked ? askStatistics(String(envelope.body["symbol"])) : undefined;
      }),
    ),
  ]);
  const stocks: CompanyRow[] = [];
  const errors: BodyOf<typeof compareStocks>["errors"] = [];
  const parts: Served[] = [];
  const figures: Served[] = [];
  const failures: MarketDataError[] = [];
  const unpriced: string[] = [];
  for (const [index, end] of ended.entries()) {
    const symbol = asked[index]!;
    if (end.status === "rejected") {
      const failure = toMarketDataError(end.reason);
      failures.push(failure);
      errors.push({ symbol, error: toRowError(symbol, failure) });
    } else {
      const history = histories[index]!;
      parts.push(end.value);
      if (history.status === "fulfilled") parts.push(...(history.value ? [history.value] : []));
      else {
        failures.push(toMarketDataError(history.reason));
        unpriced.push(symbol);
      }
      const counted = statistics[index]!;
      if (counted.status === "fulfilled" && counted.value) figures.push(counted.value);
      if (counted.status === "rejected") failures.push(...temporary(toMarketDataError(counted.reason)));
      const row = toStock(end.value, inPercent, history.status === "fulfilled" ? history.value : undefined);
      stocks.push({ ...row, ...toStatistics(end.value, counted.status === "fulfilled" ? counted.value : undefined) });
    }
  }
  if (stocks.length === 0) throw failures.find(({ kind }) => kind !== "not_found") ?? unknown(asked);
  const mayBeFunds = found === undefined && errors.length === 0 && concernsFunds(columns);
  const funds = mayBeFunds ? await findFunds(stocks, askFund) : undefined;
  const lateFunds = (funds ?? []).filter((each) => each.status === "rejected");
  figures.push(...(funds ?? []).flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])));
  failures.push(...lateFunds.map(({ reason }) => toMarketDataError(reason)));
  const remarks = [
    ...(found?.peers === null
      ? [say`No peers of ${asked[0]} are known${forCallers`; name up to ten symbols to compare it with`}.`]
      : []),
    ...(shows(AMOUNTS) ? toCurrencyNotes(stocks) : []),
    ...(shows(["operatingMargin"]) ? toMarginNotes(stocks, toLabel(inPercent)) : []),
    ...(unpriced.length > 0
      ? [say`No price history of ${unpriced.join(", ")} this time: returns and volatility are ${the.absent}.`]
      : []),
    ...(shows(["volatility20"]) ? parts.flatMap(toShortNotes) : []),
    ...parts.flatMap(toDefectNotes),
    // A note of a source concerns one row only, so begin it with the row's symbol.
    ...parts.flatMap(({ envelope: { body, notes: own } }) => {
      return [...own, ...oldBarNotes(body)].map((note) => say`${String(body["symbol"])}: ${note}`);
    }),
  ];
  const missing = parts.flatMap(({ envelope }) => (isCutHistory(envelope) ? FROM_HISTORY : envelope.missing));
  const ofFunds = lateFunds.slice(0, 1).flatMap((late) => Object.keys(toFigures(late)));
  const inRows = [...missing, ...ofFunds].filter((field) => field in stock.shape);
  const peersField = found === undefined ? {} : { peers: found.peers };
  // A single answer about a fund says what kind of security all rows are of.
  const areFunds = funds && lateFunds.length < funds.length;
  const rows = areFunds ? stocks.map((row, at) => toFundRow(row, toFigures(funds[at]!))) : stocks;
  const data = { stocks: rows, errors, ...peersField, notes: remarks };
  return { data, parts: [...parts, ...figures], failures, missing: inRows, notes: [] };
}

/** The companies to compare, and how each part of a row is asked for. */
interface Asked {
  symbols: readonly string[];
  /** Whether one symbol is compared with nothing. */
  alone?: boolean | undefined;
  /** The columns that the caller named; `undefined` for all. */
  columns?: readonly string[] | undefined;
  /** The provider whose `debtToEquity` is a percentage. */
  inPercent: ProviderId;
  askOverview: AskAbout;
  askHistory: AskAbout;
  askPeers: AskAbout;
  askStatistics: AskAbout;
  askFund: AskAbout;
}
type AskAbout = (symbol: string) => Promise<Served>;

type Peers = NonNullable<BodyOf<typeof compareStocks>["peers"]>;

/**
 * Returns the answers about the funds, or why one is not there this time, if all rows may be of funds; `undefined` otherwise.
 * Only rows without anything of a company's business are asked about, as those of coins are, too.
 */
async function findFunds(stocks: readonly CompanyRow[], ask: AskAbout) {
  const mayBe = ({ symbol, sector, netMargin, roe }: CompanyRow) =>
    sector === null && netMargin === null && roe === null && !isIndex(symbol) && !isPair(symbol);
  if (!stocks.every(mayBe)) return undefined;
  const ended = await Promise.allSettled(stocks.map(({ symbol }) => ask(symbol)));
  const refused = ended.flatMap((end) => (end.status === "rejected" ? [toMarketDataError(end.reason)] : []));
  const cancelled = refused.find(({ kind }) => kind === "cancelled");
  if (cancelled) throw cancelled;
  return refused.every(isRetryable) ? ended : undefined;
}

function toFigures(end: PromiseSettledResult<Served>): FundFigures {
  const body = end.status === "fulfilled" ? (end.value.envelope.body as BodyOf<typeof fund>) : undefined;
  const { assets = null, expenseRatio = null, yield: distributionYield = null, returns } = body ?? {};
  const {
    "1y": fundReturn1y = null,
    "3y": fundReturn3y = null,
    "5y": fundReturn5y = null,
    asOf: returnsTo = null,
  } = returns ?? {};
  return { assets, expenseRatio, distributionYield, fundReturn1y, fundReturn3y, fundReturn5y, returnsTo };
}

/** Returns the peers of a symbol, `null` if none can be found. Their age does not matter to the figures. */
async function findPeers(symbol: string, ask: AskAbout): Promise<{ peers: Peers | null }> {
  try {
    const answer = await ask(symbol);
    const { kind, symbols: found } = answer.envelope.body as BodyOf<typeof peers>;
    return { peers: { source: toLabel(answer.envelope.provider as ProviderId), kind, symbols: found } };
  } catch (error) {
    if (toMarketDataError(error).kind === "cancelled") throw error;
    return { peers: null };
  }
}

const historyIn = ({ envelope }: Served) => envelope.body as BodyOf<typeof priceHistory>;

/** Returns notes on the prices of a part that is a price history, with its symbol in front. */
function toDefectNotes(part: Served): Sentence[] {
  const history = historyIn(part);
  if (!Array.isArray(history.bars)) return [];
  return findDefects(history.bars, history).notes.map((note) => say`${history.symbol}: ${note}`);
}

/** Returns a sentence on a part that is a price history too short for a volatility. */
function toShortNotes(part: Served): Sentence[] {
  const { bars, symbol } = historyIn(part);
  if (!Array.isArray(bars) || bars.length >= VOLATILITY_CLOSES) return [];
  return [
    say`${symbol}: ${the.field("volatility20")} is ${the.absent}, because it needs ${VOLATILITY_CLOSES} closes and there ${bars.length === 1 ? "is 1" : `are ${bars.length}`}.`,
  ];
}

/** The fields of a row that are made of its price history. */
const FROM_HISTORY = ["return1mo", "returnYtd", "return1y", "volatility20"];
/** The fields of a row that are in its currency. */
const AMOUNTS = ["price", "marketCap", "netDebt", "targetMeanPrice", "assets", "currency", "marketCapCurrency"];
/** The fields of a row that are made of its statistics. */
const FROM_STATISTICS = [
  "enterpriseValueToEbitda",
  "netDebt",
  "forwardPE",
  "evToRevenue",
  "revenueGrowth",
  "ebitdaMargin",
  "freeCashFlowYield",
  "payoutRatio",
] as const satisfies readonly (keyof ReturnType<typeof toStatistics>)[];

const isCutHistory = ({ body, missing }: Served["envelope"]): boolean => "bars" in body && missing.includes("bars");

/** The error for a comparison without a known symbol. */
export function unknown(asked: readonly string[]): MarketDataError {
  const verdict =
    asked.length === 1
      ? `${asked[0]} is not known`
      : `none of the ${asked.length} symbols is known: ${asked.join(", ")}`;
  const message = `${compareStocks.title}: ${verdict}.`;
  return new MarketDataError("not_found", message, { hints: [HINTS.findSymbols] });
}

/** Returns a note if the operating margins of the rows are of different periods. */
function toMarginNotes(stocks: readonly { source: string }[], quarterly: string): Sentence[] {
  const yearly = [...new Set(stocks.map(({ source }) => source))].filter((source) => source !== quarterly);
  if (yearly.length === 0 || stocks.every(({ source }) => source !== quarterly)) return [];
  return [
    say`${the.field("operatingMargin")} is of the latest quarter from ${quarterly} and of twelve months from ${yearly.join(" and ")}; see ${the.field("source")} of each stock.`,
  ];
}

/** Returns the failure, unless it says that there are no statistics, as for indices. */
function temporary(failure: MarketDataError): MarketDataError[] {
  return failure.kind === "not_found" || failure.kind === "no_coverage" ? [] : [failure];
}

/** Returns a row's figures that are made of the statistics; all `null` without them. */
function toStatistics({ envelope }: Served, served: Served | undefined) {
  const statistics = (served?.envelope.body ?? {}) as Partial<BodyOf<typeof keyStatistics>>;
  const { valuation, growth, profit, balance } = statistics;
  const { marketCap, financialMetrics } = envelope.body as BodyOf<typeof overview>;
  const [debt, cash] = [balance?.debt ?? null, balance?.cash ?? null];
  const accounts = currencyOf(envelope.currency, "revenue");
  const isOneCurrency = accounts !== null && accounts === toMajorUnit(currencyOf(envelope.currency, "marketCap"));
  return {
    enterpriseValueToEbitda: valuation?.evToEbitda ?? null,
    netDebt: debt !== null && cash !== null ? toSixDigits(debt - cash) : null,
    forwardPE: valuation?.forwardPE ?? null,
    evToRevenue: valuation?.evToRevenue ?? null,
    revenueGrowth: growth?.revenue ?? null,
    ebitdaMargin: toQuotient(profit?.ebitda, financialMetrics.revenue),
    freeCashFlowYield: isOneCurrency ? toQuotient(profit?.freeCashFlow, marketCap) : null,
    payoutRatio: profit?.payoutRatio ?? null,
  };
}

function toStock(
  { envelope }: Served,
  inPercent: ProviderId,
  history: Served | undefined,
): Omit<CompanyRow, keyof ReturnType<typeof toStatistics>> {
  const { financialMetrics: metrics, analystData: analysts, ...body } = envelope.body as BodyOf<typeof overview>;
  const { currency, provider } = envelope;
  const debt = metrics.debtToEquity;
  const series = history ? historyIn(history) : { bars: [], splits: [], currency: null };
  return {
    symbol: body.symbol,
    companyName: body.companyName,
    sector: body.sector,
    marketCap: body.marketCap,
    peRatio: metrics.peRatio,
    priceToBook: metrics.priceToBook,
    dividendYield: metrics.dividendYield,
    beta: metrics.beta,
    grossMargin: metrics.grossMargin,
    operatingMargin: metrics.operatingMargin,
    netMargin: metrics.netMargin,
    roe: metrics.roe,
    debtToEquity: provider === inPercent ? toRatio(debt) : debt,
    targetMeanPrice: analysts.targetMeanPrice,
    recommendationKey: analysts.recommendationKey,
    ...toPerformance(body.symbol, series),
    price: series.bars[0]?.close ?? null,
    currency: currency.price,
    marketCapCurrency: toMajorUnit(currencyOf(currency, "marketCap")),
    reportingCurrency: currencyOf(currency, "revenue"),
    targetCurrency: currencyOf(currency, "targetMeanPrice"),
    source: toLabel(envelope.provider as ProviderId),
  };
}

/** Returns the failure as a row states it: without hints, because rows are the same on each surface. */
export function toRowError(symbol: string, { kind, sentence }: MarketDataError): Sentence {
  if (kind !== "not_found") return sentence;
  return say`${sentence} ${didYouMean(similarWellKnown(symbol)) ?? SEARCH_ADVICE}`;
}
