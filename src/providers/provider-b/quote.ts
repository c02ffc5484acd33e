/** Quotes by provider B: the full one, the one that needs no crumb, and facts for the quotes of others. */
import { alternativeQuote, shareFacts } from "../../capabilities/quote.js";
import { ProviderError } from "../../contract/errors.js";
import { source, supplier } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { currencyCode, text } from "../../contract/values.js";
import { providerB } from "./provider.js";
import { isDead } from "./quote-row.js";
import { unknownSymbol } from "./unknown-symbol.js";
import { rawNumber, toInstant } from "./values.js";

/**
 * The quote by v7; changes are percent points, a coin's over 24 hours.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol and for a listing that is gone.
 */
export const alternativeQuoteFromB = source(providerB, alternativeQuote, async ({ symbol }, client) => {
  const row = (await client.quotes([symbol])).get(symbol);
  if (!row) throw unknownSymbol(symbol);
  const { regularMarketPrice: price } = row;
  if (price === null) {
    if (isDead(row) || !row.hasPriceField) throw unknownSymbol(symbol);
    throw new ProviderError("provider-b", "bad_answer");
  }
  return {
    data: {
      symbol,
      price,
      change: row.regularMarketChange,
      changesPercentage: row.regularMarketChangePercent,
      dayLow: row.regularMarketDayLow,
      dayHigh: row.regularMarketDayHigh,
      yearHigh: row.fiftyTwoWeekHigh,
      yearLow: row.fiftyTwoWeekLow,
      marketCap: row.marketCap,
      priceAvg50: row.fiftyDayAverage,
      priceAvg200: row.twoHundredDayAverage,
      volume: row.regularMarketVolume,
      avgVolume: row.averageDailyVolume3Month,
      exchange: row.fullExchangeName,
      open: row.regularMarketOpen,
      previousClose: row.regularMarketPreviousClose,
      eps: row.epsTrailingTwelveMonths,
      pe: row.trailingPE,
      sharesOutstanding: row.sharesOutstanding,
    },
    asOf: toInstant(row.regularMarketTime),
    currency: row.currency ?? undefined,
    ...(row.exchangeDataDelayedBy ? { notes: [delayNote(row.exchangeDataDelayedBy)] } : {}),
  };
});

/** Some exchanges give their prices away late only. */
function delayNote(minutes: number): string {
  return `Prices of this exchange come ${minutes} minutes late.`;
}

const CHART_NOTE = "Reduced quote from provider B's chart: what a chart does not carry is null.";

/**
 * What a chart knows of a quote; it needs no crumb.
 *
 * `change` = price - previousClose and `changesPercentage` = change /
 * previousClose × 100, both `null` without a previous close and for coins, whose
 * change B counts over 24 hours.
 *
 * @throws {MarketDataError} `not_found` for an unknown or delisted symbol.
 */
export const alternativeQuoteFromChart = source(providerB, alternativeQuote, async ({ symbol }, client) => {
  const meta = chartMeta.parse(await client.chart(symbol));
  const { regularMarketPrice: price } = meta;
  if (price === null) throw new ProviderError("provider-b", "bad_answer");
  const previousClose = toPreviousClose(meta);
  const comparable = previousClose !== null && previousClose > 0 && meta.instrumentType !== "CRYPTOCURRENCY";
  const change = comparable ? price - previousClose : null;
  return {
    data: {
      symbol,
      price,
      change,
      changesPercentage: comparable && change !== null ? (change / previousClose) * 100 : null,
      dayLow: meta.regularMarketDayLow,
      dayHigh: meta.regularMarketDayHigh,
      yearHigh: meta.fiftyTwoWeekHigh,
      yearLow: meta.fiftyTwoWeekLow,
      marketCap: null,
      priceAvg50: null,
      priceAvg200: null,
      volume: meta.regularMarketVolume,
      avgVolume: null,
      exchange: meta.fullExchangeName,
      open: null,
      previousClose,
      eps: null,
      pe: null,
      sharesOutstanding: null,
    },
    asOf: toInstant(meta.regularMarketTime),
    notes: [CHART_NOTE],
    currency: meta.currency ?? undefined,
  };
});

/** Listings in pence, cents or agorot: B quotes the price in them and the earnings in the whole currency. */
const SUBUNITS = new Set(["GBp", "GBX", "ZAc", "ZAC", "ILA"]);

/**
 * Average volume, EPS and share count of one v7 quote; EPS in the listing's
 * currency, negative for losses, `null` for a listing in pence, where a PE
 * computed from it would be a hundred times too high.
 */
export const shareFactsFromB = supplier(providerB, shareFacts, async (asked, client) => {
  const row = (await client.quotes([asked])).get(asked);
  if (!row) throw new ProviderError("provider-b", "no_data");
  return {
    avgVolume: row.averageDailyVolume3Month,
    eps: SUBUNITS.has(row.currency ?? "") ? null : row.epsTrailingTwelveMonths,
    sharesOutstanding: row.sharesOutstanding,
    currency: row.currency,
  };
});

/** The close before the chart's first day, which is yesterday's only if the chart has one day. */
function toPreviousClose(meta: z.output<typeof chartMeta>): number | null {
  return meta.previousClose ?? (meta.range === "1d" ? meta.chartPreviousClose : null);
}

const chartMeta = z.object({
  currency: currencyCode,
  instrumentType: text,
  fullExchangeName: text,
  range: text,
  regularMarketPrice: rawNumber,
  regularMarketTime: rawNumber,
  regularMarketDayHigh: rawNumber,
  regularMarketDayLow: rawNumber,
  regularMarketVolume: rawNumber,
  fiftyTwoWeekHigh: rawNumber,
  fiftyTwoWeekLow: rawNumber,
  previousClose: rawNumber,
  chartPreviousClose: rawNumber,
});
