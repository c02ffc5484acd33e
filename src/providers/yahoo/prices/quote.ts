/**
 * Quotes by Yahoo: full ones from its quote call (`v7`), reduced ones from its chart, which needs no crumb, and
 * facts that enrich the quotes of other providers.
 */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import { OVER_24_HOURS } from "../../../capabilities/prices/crypto.js";
import { alternativeQuote, quote, shareFacts } from "../../../capabilities/prices/quote.js";
import { toConverted } from "../../../market/prices/converted-price.js";
import { toHoursSentences } from "../../../capabilities/prices/extended-hours.js";
import type { DataOf, InputOf } from "../../../contract/capability.js";
import { isMinorUnit, toMajorUnit } from "../../../contract/currency.js";
import { toVolume } from "../../../market/statements/impossible-zeros.js";
import { mayBeNegative, withPrices } from "../../../market/prices/negative-prices.js";
import { toChanges } from "../../../market/prices/previous-close.js";
import { withNulls } from "../../../contract/absent.js";
import { ProviderError } from "../../../contract/errors.js";
import { source, type SourceAnswer } from "../../../contract/provider.js";
import { enricher } from "../../../contract/enrichment.js";
import { optionalParts } from "../../../contract/optional.js";
import type { z } from "../../../contract/schema.js";
import type { Upstream } from "../../../contract/upstream.js";
import { currencyCode, text, toPastInstant, toSixDigits } from "../../../contract/values.js";
import { readCandles } from "../calls/candles.js";
import type { YahooClient } from "../calls/client.js";
import { badAnswer, noData, unknownSymbol } from "../calls/envelopes.js";
import { toMarketState, toSessionState, tradingPeriod } from "./market-state.js";
import { yahooProvider } from "../provider.js";
import { isDelisted, toExtendedHours, type QuoteRow } from "../calls/quote-row.js";
import { fetchRates, toUsualRates } from "./rates.js";
import { chartPrice, pick, raw, rawNumber, renamed, toFunds } from "../calls/values.js";

/** Quotes by v7, for callers that ask Yahoo explicitly. */
export const alternativeQuoteFromYahoo = source(yahooProvider, alternativeQuote, async (input, client, upstream) => {
  const { symbol, convert: to } = input;
  const rows = await client.quotes([symbol, ...(to === undefined ? [] : toUsualRates([symbol], to))]);
  const row = rows.get(symbol);
  const answer = row?.isUnpriced ? await fetchLastClose(symbol, client, upstream, row.name) : toQuote(symbol, row);
  if (to === undefined) return answer;
  const parts = optionalParts<typeof alternativeQuote>();
  const rates = await fetchRates([{ symbol, currency: answer.currency ?? null }], to, rows, client, parts);
  const gaps = parts.gaps();
  const converted = toConverted({ ...answer.data, currency: answer.currency ?? null }, to, rates);
  const data = converted.convertedPrice === null ? answer.data : { ...answer.data, ...converted };
  return { ...answer, data, ...gaps, missing: [...(answer.missing ?? []), ...gaps.missing] };
});

/** Quotes by v7, in place of FMP's: prices outside the regular session are in a note. */
export const quoteFromYahoo = source(
  yahooProvider,
  quote,
  async ({ symbol }, client, upstream) => {
    const row = (await client.quotes([symbol])).get(symbol);
    if (row?.isUnpriced) return toInterface(await fetchLastClose(symbol, client, upstream, row.name));
    const { data, notes = [], ...answer } = toQuote(symbol, row);
    return {
      ...answer,
      data: pick(quote.output.shape, data),
      notes: [...toHoursSentences(data), ...notes],
    };
  },
  { complete: true },
);

/**
 * Returns the quote by v7; changes are in percent points, a coin's over 24 hours.
 *
 * @throws {MarketDataError} `not_found` for an unknown or delisted symbol.
 */
function toQuote(symbol: string, row: QuoteRow | undefined): SourceAnswer<DataOf<typeof alternativeQuote>> {
  if (!row) throw unknownSymbol(symbol);
  const { price, currency } = row;
  if (price === null) {
    if (row.isDelisted || !row.hasPriceField) throw unknownSymbol(symbol);
    throw badAnswer();
  }
  const notes = [
    ...row.notes,
    ...(row.quoteType === "CRYPTOCURRENCY" && row.change !== null ? [OVER_24_HOURS] : []),
    ...(row.delayMinutes ? [say`Prices of this exchange come ${row.delayMinutes} minutes late.`] : []),
  ];
  const asOf = toPastInstant(row.time);
  return {
    data: pick(alternativeQuote.output.shape, {
      ...row,
      ...toExtendedHours(row),
      symbol,
      price,
      as_of: asOf ?? null,
    }),
    ...(row.previousClose === null && row.notes.length === 0 ? { missing: ["previousClose"] } : {}),
    asOf,
    market: toMarketState(row.marketState),
    currency,
    // Where B sends prices in pence, earnings are in pounds.
    ...(isMinorUnit(currency) ? { currencies: { eps: toMajorUnit(currency) } } : {}),
    ...toFunds(symbol, row.quoteType),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

type LastClose = SourceAnswer<DataOf<typeof alternativeQuote>> & { notes: Sentence[] };

/** Days in which a listing without a price now has had a last one. */
const RECENT_DAYS = 31;

/**
 * Returns the last close of a listing for which B has no price now, from the chart of a month, with its day in a note. It
 * is a quote in which all other figures are `null`.
 *
 * @throws {ProviderError} `no_price` without a close in that month.
 */
export async function fetchLastClose(
  symbol: string,
  client: YahooClient,
  upstream: Upstream,
  name: string | null = null,
): Promise<LastClose> {
  const chart = await client.candles(symbol, "1d", RECENT_DAYS);
  const { bars, currency, instrumentType } = await readCandles(chart, {
    intraday: false,
    now: upstream.now().getTime(),
  });
  const [last] = bars;
  if (!last) throw new ProviderError("provider-b", "no_price");
  return {
    data: withNulls<LastClose["data"]>(alternativeQuote.output, { symbol, price: last.close, name, currency }),
    asOf: undefined,
    market: undefined,
    notes: [say`${symbol} has no price now: this is its last close, of ${last.date}.`],
    ...toFunds(symbol, instrumentType),
    currency,
  };
}

/** Returns the last close with the fields of the interface's quote only. */
function toInterface({ data, ...answer }: LastClose) {
  return { ...answer, data: pick(quote.output.shape, data) };
}

const CHART_NOTE = say`Reduced quote from ${the.source("provider-b")}'s chart: what a chart does not carry is ${the.absent}.`;

/** Quotes by the chart, for callers that ask Yahoo explicitly. */
export const alternativeQuoteFromChart = source(
  yahooProvider,
  alternativeQuote,
  async (...question) => (await fetchChartQuote(...question)).answer,
);
/** Quotes by the chart, when neither FMP nor v7 can serve. */
export const quoteFromChart = source(
  yahooProvider,
  quote,
  async (...question) => (await fetchChartQuote(...question)).answer,
  { complete: true },
);

/**
 * Returns a quote from the chart's data, the name of the security, and the notes on its figures; it needs no crumb.
 *
 * `change` = price - previousClose and `changesPercentage` = change / previousClose × 100, with six significant digits,
 * both `null` without a previous close and for coins, whose change B counts over 24 hours, and as `toChanges` says.
 *
 * @throws {MarketDataError} `not_found` for an unknown or delisted symbol.
 */
export async function fetchChartQuote({ symbol }: InputOf<typeof quote>, client: YahooClient, upstream: Upstream) {
  const sent = await client.chart(symbol);
  const read = chartMeta.parse(sent);
  const { instrumentType } = read;
  const isSigned = mayBeNegative(symbol, instrumentType);
  const meta = withPrices(read, CHART_PRICES, isSigned);
  const { price } = meta;
  const name = meta.longName ?? meta.shortName;
  if (price === null) {
    if (isDelisted({ quoteType: instrumentType, exchange: meta.exchangeCode })) throw unknownSymbol(symbol);
    const unread = sent["regularMarketPrice"];
    if (unread !== undefined && unread !== null && raw(unread) !== 0) throw badAnswer();
    const answer = toInterface(await fetchLastClose(symbol, client, upstream, name));
    return { answer, name, doubts: answer.notes };
  }
  const before = toPreviousClose(meta);
  const change = before === null || instrumentType === "CRYPTOCURRENCY" ? null : price - before;
  const changesPercentage = change === null ? null : toSixDigits((change / before!) * 100);
  const computed = { change: toSixDigits(change), changesPercentage };
  const { notes: doubts, ...changes } = toChanges(symbol, { ...meta, ...computed, previousClose: before }, isSigned);
  const asOf = toPastInstant(meta.time);
  const answer = {
    data: pick(quote.output.shape, {
      ...meta,
      symbol,
      name,
      as_of: asOf ?? null,
      price,
      ...changes,
      volume: toVolume(meta.volume, instrumentType),
    }),
    asOf,
    market: toSessionState(meta.currentTradingPeriod, meta.time, upstream.now()),
    notes: [CHART_NOTE, ...doubts],
    ...toFunds(symbol, instrumentType),
    currency: meta.currency,
  };
  return { answer, name, doubts };
}

/**
 * Average volume, EPS and share count of one v7 quote; EPS in the listing's currency, negative for losses, `null` for a
 * listing in pence, where a PE computed from it would be a hundred times too high.
 *
 * An EPS withheld because of pence counts as missing, so that another source is tried for it. A share has all three
 * facts, so an unreadable one is missing; currencies, indices and mutual funds may have none, other securities have at
 * least a volume.
 *
 * @throws {ProviderError} `no_data` for an unknown symbol, and for a row that lacks all three although it has some.
 */
export const shareFactsFromYahoo = enricher(yahooProvider, shareFacts, async (symbol, client) => {
  const row = (await client.quotes([symbol])).get(symbol);
  if (!row) throw noData();
  const { avgVolume, eps, sharesOutstanding, price, currency } = row;
  const isEmpty = avgVolume === null && eps === null && sharesOutstanding === null;
  if (isEmpty && !WITHOUT_FACTS.has(row.quoteType ?? "")) throw noData();
  // Where B sends prices in pence, earnings are in pounds.
  const listingEps = isMinorUnit(currency) ? null : eps;
  const isShare = row.quoteType === "EQUITY";
  const missing = Object.entries({
    ...(isEmpty ? {} : { avgVolume }),
    ...(isShare ? { eps: listingEps, sharesOutstanding } : {}),
  })
    .filter(([, figure]) => figure === null)
    .map(([field]) => field);
  return {
    facts: { avgVolume, eps: listingEps, sharesOutstanding, price, currency },
    missing,
    // A later call would find the EPS in pounds as well.
    ...(missing.length === 1 && eps !== null && listingEps === null ? { permanentlyMissing: true } : {}),
  };
});

/** Types of securities that may have neither a volume nor earnings nor shares. */
const WITHOUT_FACTS: ReadonlySet<string> = new Set(["CURRENCY", "INDEX", "MUTUALFUND"]);

/** Returns the previous close. The close before the chart's first day is yesterday's only if the chart has one day. */
function toPreviousClose(meta: z.output<typeof chartMeta>): number | null {
  return meta.previousClose ?? (meta.range === "1d" ? meta.chartPreviousClose : null);
}

/** The quote in a chart, under our names. */
export const chartMeta = renamed({
  currency: ["currency", currencyCode],
  instrumentType: ["instrumentType", text],
  longName: ["longName", text],
  shortName: ["shortName", text],
  exchange: ["fullExchangeName", text],
  exchangeCode: ["exchangeName", text],
  range: ["range", text],
  price: ["regularMarketPrice", chartPrice],
  time: ["regularMarketTime", rawNumber],
  dayHigh: ["regularMarketDayHigh", chartPrice],
  dayLow: ["regularMarketDayLow", chartPrice],
  volume: ["regularMarketVolume", rawNumber],
  yearHigh: ["fiftyTwoWeekHigh", chartPrice],
  yearLow: ["fiftyTwoWeekLow", chartPrice],
  previousClose: ["previousClose", chartPrice],
  chartPreviousClose: ["chartPreviousClose", chartPrice],
  open: ["open", chartPrice],
  currentTradingPeriod: ["currentTradingPeriod", tradingPeriod],
});

const CHART_PRICES = [
  "price",
  "dayHigh",
  "dayLow",
  "yearHigh",
  "yearLow",
  "previousClose",
  "chartPreviousClose",
  "open",
] as const;
