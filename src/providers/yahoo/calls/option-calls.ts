/** Yahoo's call for the options of one security. */
import { z } from "../../../contract/schema.js";
import { currencyCode, text } from "../../../contract/values.js";
import type { Send } from "./call.js";
import { badAnswer, checkSymbol, parse, toResult, unknownSymbol } from "./envelopes.js";
import { toYahooSymbol } from "./symbol.js";
import { flag, list, rawNumber, rawPositive } from "./values.js";

/** The options of one expiration as B sends them; `options` is `null` for a security that has none. */
export interface OptionsAnswer {
  quote: z.output<typeof quote>;
  /** Seconds since the epoch, midnight UTC of each listed expiration. */
  expirationDates: readonly unknown[];
  options: z.output<typeof options> | null;
}

const quote = z.object({
  currency: currencyCode,
  regularMarketPrice: rawPositive,
  regularMarketTime: rawNumber,
  marketState: text,
  // The next report: one moment, or the ends of a window.
  earningsTimestampStart: rawPositive,
  earningsTimestampEnd: rawPositive,
  isEarningsDateEstimate: flag,
});
const options = z.object({ expirationDate: rawNumber, calls: list, puts: list });
const result = z.object({ underlyingSymbol: text, expirationDates: list, quote, options: list });

/** B lists the options on the S&P 500 under the exchange's name of the index, and all else of it under its own. */
const toOptionSymbol = (yahooSymbol: string) => (yahooSymbol === "^GSPC" ? "^SPX" : yahooSymbol);

/** Creates the call from the client's `send`. */
export function createOptionCalls(send: Send) {
  return {
    /**
     * Returns the options of one expiration in seconds since the epoch, by default the nearest. For one that is not listed,
     * B sends empty lists.
     */
    async options(symbol: string, expiration?: number): Promise<OptionsAnswer> {
      const yahooSymbol = toOptionSymbol(toYahooSymbol(symbol));
      const { found, body } = await send({
        path: `/v7/finance/options/${encodeURIComponent(yahooSymbol)}`,
        params: { formatted: "false", ...(expiration === undefined ? {} : { date: String(expiration) }) },
      });
      // As for quotes, an unknown symbol is missing from the result.
      const [sent] = found ? toResult(body, "optionChain") : [];
      if (sent === undefined) throw unknownSymbol(symbol);
      const { underlyingSymbol, options: sides, ...rest } = parse(result, sent);
      checkSymbol(underlyingSymbol, yahooSymbol);
      if (rest.expirationDates.length > 0 && sides.length === 0) throw badAnswer();
      return { ...rest, options: sides.length === 0 ? null : parse(options, sides[0]) };
    },
  };
}
