/** A security in Yahoo's quotes and screeners. */
import { z } from "../../../contract/schema.js";
import { toVolume } from "../../../market/statements/impossible-zeros.js";
import { mayBeNegative, toPrice, withPrices } from "../../../market/prices/negative-prices.js";
import { toChanges } from "../../../market/prices/previous-close.js";
import type { ExtendedHours } from "../../../capabilities/prices/extended-hours.js";
import { currencyCode, text, toPastInstant, toRatio, toSixDigits } from "../../../contract/values.js";
import { readableRows } from "./envelopes.js";
import { raw, rawNumber, rawPositive, renamed, required } from "./values.js";

// Money is in `currency` (`GBp` is pence), changes in percent points, times in seconds.
const quoteRow = renamed({
  symbol: ["symbol", required(text)],
  shortName: ["shortName", text],
  longName: ["longName", text],
  quoteType: ["quoteType", text],
  exchangeCode: ["exchange", text],
  exchange: ["fullExchangeName", text],
  currency: ["currency", currencyCode],
  price: ["regularMarketPrice", z.unknown()],
  change: ["regularMarketChange", rawNumber],
  changesPercentage: ["regularMarketChangePercent", rawNumber],
  dayLow: ["regularMarketDayLow", rawNumber],
  dayHigh: ["regularMarketDayHigh", rawNumber],
  open: ["regularMarketOpen", rawNumber],
  previousClose: ["regularMarketPreviousClose", rawNumber],
  volume: ["regularMarketVolume", rawNumber],
  time: ["regularMarketTime", rawNumber],
  marketState: ["marketState", text],
  delayMinutes: ["exchangeDataDelayedBy", rawNumber],
  volume24Hours: ["volume24Hr", rawNumber],
  yearHigh: ["fiftyTwoWeekHigh", rawNumber],
  yearLow: ["fiftyTwoWeekLow", rawNumber],
  // Ratios to the low and to the high; the second is negative below the high.
  aboveYearLow: ["fiftyTwoWeekLowChangePercent", rawNumber],
  belowYearHigh: ["fiftyTwoWeekHighChangePercent", rawNumber],
  yearChangePercent: ["fiftyTwoWeekChangePercent", rawNumber],
  priceAvg50: ["fiftyDayAverage", rawNumber],
  priceAvg200: ["twoHundredDayAverage", rawNumber],
  avgVolume: ["averageDailyVolume3Month", rawNumber],
  marketCap: ["marketCap", rawPositive],
  pe: ["trailingPE", rawPositive],
  priceToBook: ["priceToBook", rawNumber],
  accountsCurrency: ["financialCurrency", currencyCode],
  // In percent.
  dividendYield: ["dividendYield", rawPositive],
  eps: ["epsTrailingTwelveMonths", rawNumber],
  sharesOutstanding: ["sharesOutstanding", rawPositive],
  preMarketPrice: ["preMarketPrice", rawNumber],
  preMarketChange: ["preMarketChange", rawNumber],
  preMarketChangesPercentage: ["preMarketChangePercent", rawNumber],
  preMarketTime: ["preMarketTime", rawNumber],
  postMarketPrice: ["postMarketPrice", rawNumber],
  postMarketChange: ["postMarketChange", rawNumber],
  postMarketChangesPercentage: ["postMarketChangePercent", rawNumber],
  postMarketTime: ["postMarketTime", rawNumber],
  beta: ["beta", rawNumber],
  // 0 while none is quoted.
  bid: ["bid", rawNumber],
  ask: ["ask", rawNumber],
  bidSize: ["bidSize", rawPositive],
  askSize: ["askSize", rawPositive],
});

/** The prices of a row beside that of now and the previous close. */
const PRICES = [
  "dayLow",
  "dayHigh",
  "open",
  "yearHigh",
  "yearLow",
  "priceAvg50",
  "priceAvg200",
  "preMarketPrice",
  "postMarketPrice",
  "bid",
  "ask",
] as const;

export type QuoteRow = ReturnType<typeof toRow>;

/** The readable rows among the first `max`, in their order. */
export function toRows(rows: readonly unknown[], max: number): QuoteRow[] {
  return readableRows(quoteRow, rows, max).map(toRow);
}

function toRow({ shortName, longName, ...sent }: z.output<typeof quoteRow>) {
  const { quoteType, exchangeCode } = sent;
  const isSigned = mayBeNegative(sent.symbol, quoteType);
  const row = withPrices(sent, PRICES, isSigned);
  const price = toPrice(raw(row.price), isSigned);
  const { notes, ...changes } = toChanges(row.symbol, { ...row, price }, isSigned);
  return {
    ...row,
    ...changes,
    /** Sentences on figures of the row that others contradict. */
    notes,
    name: longName ?? shortName,
    isDelisted: isDelisted({ quoteType, exchange: exchangeCode }),
    price,
    /** B sends 0 where a listing has no price now, such as a fund before the price of its day. */
    isUnpriced: raw(row.price) === 0 && !isDelisted({ quoteType, exchange: exchangeCode }),
    /** Distinguishes an unreadable price from a missing one. */
    hasPriceField: row.price !== undefined,
    volume: toVolume(row.volume, quoteType),
    avgVolume: toVolume(row.avgVolume, quoteType),
    dividendYield: toRatio(row.dividendYield),
    // B divides a price in one currency, or in pence, by a book value in another.
    priceToBook: row.currency === row.accountsCurrency ? row.priceToBook || null : null,
    bidSize: row.bid === null ? null : row.bidSize,
    askSize: row.ask === null ? null : row.askSize,
  };
}

/** Returns the difference of ask and bid in percent of their mean; `null` without both, below 0, and if they cross. */
export function toSpreadPercent({ bid, ask }: Pick<QuoteRow, "bid" | "ask">): number | null {
  return bid === null || ask === null || ask < bid || ask + bid <= 0
    ? null
    : toSixDigits(((ask - bid) / ((ask + bid) / 2)) * 100);
}

/** Returns the prices outside the regular session; one that is not newer than the regular price is of an earlier day. */
export function toExtendedHours(row: QuoteRow): ExtendedHours {
  const [before, after] = [row.preMarketTime, row.postMarketTime].map((at) =>
    at !== null && row.time !== null && at > row.time ? toPastInstant(at) : undefined,
  );
  return {
    preMarketPrice: before ? row.preMarketPrice : null,
    preMarketChange: before ? row.preMarketChange : null,
    preMarketChangesPercentage: before ? row.preMarketChangesPercentage : null,
    preMarketTime: before ?? null,
    postMarketPrice: after ? row.postMarketPrice : null,
    postMarketChange: after ? row.postMarketChange : null,
    postMarketChangesPercentage: after ? row.postMarketChangesPercentage : null,
    postMarketTime: after ?? null,
  };
}

/** Whether a listing without a usable price is delisted: B still sends it, with a placeholder for type or exchange. */
export function isDelisted(listing: { quoteType: string | null; exchange: string | null }): boolean {
  return listing.quoteType === "NONE" || listing.exchange === "YHD";
}
