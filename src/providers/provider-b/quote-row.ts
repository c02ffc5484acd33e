/** A security in provider B's quotes and screeners. */
import { z } from "../../contract/schema.js";
import { toChange, toVolume } from "../../market/impossible-zeros.js";
import type { ExtendedHours } from "../../capabilities/extended-hours.js";
import { currencyCode, text, toPastInstant } from "../../contract/values.js";
import { raw, rawNumber, rawPositive } from "./values.js";

// Money is in `currency` (`GBp` is pence), changes in percent points, times in seconds.
const quoteRow = z.object({
  symbol: text,
  shortName: text,
  longName: text,
  quoteType: text,
  exchange: text,
  fullExchangeName: text,
  currency: currencyCode,
  regularMarketPrice: rawPositive,
  regularMarketChange: rawNumber,
  regularMarketChangePercent: rawNumber,
  regularMarketDayLow: rawPositive,
  regularMarketDayHigh: rawPositive,
  regularMarketOpen: rawPositive,
  regularMarketPreviousClose: rawPositive,
  regularMarketVolume: rawNumber,
  regularMarketTime: rawNumber,
  marketState: text,
  exchangeDataDelayedBy: rawNumber,
  volume24Hr: rawNumber,
  fiftyTwoWeekHigh: rawPositive,
  fiftyTwoWeekLow: rawPositive,
  // Ratios to the low and to the high; the second is negative below the high.
  fiftyTwoWeekLowChangePercent: rawNumber,
  fiftyTwoWeekHighChangePercent: rawNumber,
  fiftyDayAverage: rawPositive,
  twoHundredDayAverage: rawPositive,
  averageDailyVolume3Month: rawNumber,
  marketCap: rawPositive,
  trailingPE: rawPositive,
  // In percent.
  dividendYield: rawPositive,
  epsTrailingTwelveMonths: rawNumber,
  sharesOutstanding: rawPositive,
  preMarketPrice: rawPositive,
  preMarketChange: rawNumber,
  preMarketChangePercent: rawNumber,
  preMarketTime: rawNumber,
  postMarketPrice: rawPositive,
  postMarketChange: rawNumber,
  postMarketChangePercent: rawNumber,
  postMarketTime: rawNumber,
  beta: rawNumber,
});

/** A row with its symbol. `hasPriceField` distinguishes an unreadable price from a missing one. */
export type QuoteRow = z.output<typeof quoteRow> & { symbol: string; hasPriceField: boolean };

/** The readable rows among the first `max`, in their order. */
export function toRows(rows: readonly unknown[], max: number): QuoteRow[] {
  return rows.slice(0, max).flatMap((row) => {
    const parsed = quoteRow.safeParse(row);
    if (!parsed.success || parsed.data.symbol === null) return [];
    const hasPriceField = Object.hasOwn(row as object, "regularMarketPrice");
    const { symbol, regularMarketChange: change, regularMarketChangePercent: percent } = parsed.data;
    const previousClose = raw((row as Record<string, unknown>)["regularMarketPreviousClose"]);
    return [
      {
        ...parsed.data,
        symbol,
        hasPriceField,
        regularMarketVolume: toVolume(parsed.data.regularMarketVolume, parsed.data.quoteType),
        averageDailyVolume3Month: toVolume(parsed.data.averageDailyVolume3Month, parsed.data.quoteType),
        regularMarketChange: toChange(change, previousClose),
        regularMarketChangePercent: toChange(percent, previousClose),
      },
    ];
  });
}

/** Returns the prices outside the regular session; one that is not newer than the regular price is of an earlier day. */
export function toExtendedHours(row: QuoteRow): ExtendedHours {
  const [before, after] = [row.preMarketTime, row.postMarketTime].map((at) =>
    at !== null && row.regularMarketTime !== null && at > row.regularMarketTime ? toPastInstant(at) : undefined,
  );
  return {
    preMarketPrice: before ? row.preMarketPrice : null,
    preMarketChange: before ? row.preMarketChange : null,
    preMarketChangesPercentage: before ? row.preMarketChangePercent : null,
    preMarketTime: before ?? null,
    postMarketPrice: after ? row.postMarketPrice : null,
    postMarketChange: after ? row.postMarketChange : null,
    postMarketChangesPercentage: after ? row.postMarketChangePercent : null,
    postMarketTime: after ?? null,
  };
}

/** Whether a listing without a usable price is delisted: B still sends it, with a placeholder for type or exchange. */
export function isDelisted(listing: { quoteType: string | null; exchange: string | null }): boolean {
  return listing.quoteType === "NONE" || listing.exchange === "YHD";
}
