/** The fields of an option chain. */
import { always, count, date, days, group, label, multiple, price, ratio, signed, time } from "../contract/field.js";
import { answerSymbol, timestamp } from "../contract/fields.js";
import { MARKET_STATES } from "../contract/market-state.js";
import { object, z } from "../contract/schema.js";

const contract = object("One contract, usually of 100 shares", {
  contract: label("Code; root, expiration, C or P, strike × 1000"),
  strike: always(price()),
  bid: price("a share; null where there is no quote"),
  ask: price("a share; null where there is no quote"),
  last: price("a share; of lastTrade, which may be weeks ago"),
  lastTrade: time(),
  change: signed(price("on the day before")),
  volume: count("contracts of the latest day; null if none was sent"),
  openInterest: count("contracts; null where the source has none for the whole chain"),
  impliedVolatility: ratio("a year; null where there is no quote", "Volatility"),
  inTheMoney: z.boolean().nullable().describe("Strike below the price for calls, above it for puts"),
});

export const optionsOutput = z.object({
  symbol: answerSymbol,
  currency: label("Of all prices"),
  underlyingPrice: price("of the share or fund, regular session", "Price"),
  underlyingTime: time("of underlyingPrice"),
  marketState: z.enum(MARKET_STATES).nullable().describe("State of its market"),
  expiration: always(date("of these contracts")),
  daysToExpiration: days("calendar days from today; null when past", "Time left"),
  expirations: z.array(z.string()).describe("All listed, ascending"),
  calls: z.array(contract).describe("By ascending strike"),
  puts: z.array(contract).describe("By ascending strike"),
  totals: group(
    "Totals",
    {
      callVolume: count("contracts", "Calls traded"),
      putVolume: count("contracts", "Puts traded"),
      callOpenInterest: count("contracts"),
      putOpenInterest: count("contracts"),
      putCallRatio: multiple("putVolume / callVolume", "Puts / calls"),
    },
    "over all strikes",
  ),
  impliedMove: ratio(
    "until expiration, up or down; (mid of bid and ask of call + put at the strike nearest the price) / underlyingPrice; null without valid quotes",
  ),
  quotesValid: z.boolean().describe("At least half of the contracts have a bid or ask"),
  timestamp,
});

/** One call or put. */
export type Contract = z.output<typeof contract>;
