/** Option contracts of one security for one expiration. */
import { defineCapability } from "../contract/capability.js";
import { always, count, date, days, group, label, multiple, price, ratio, signed, time } from "../contract/field.js";
import { answerSymbol, choice, dayOrMonth, symbol, timestamp, wholeNumber } from "../contract/fields.js";
import { object, z } from "../contract/schema.js";
import { DAY_MS } from "../lib/day.js";
import { exchangeDay } from "../market/exchange-day.js";
import { nearestStrikes, strikesOf, withoutAdjusted } from "../market/option-figures.js";
import { symbolErrors } from "./shapes.js";
import { MARKET_STATES } from "../contract/envelope.js";

const optionContract = object("One contract, usually of 100 shares", {
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
  adjusted: z.literal(true).optional().describe("For another deliverable than 100 shares, as after a split or merger"),
});

/** One call or put. */
export type Contract = z.output<typeof optionContract>;

const SIDES = ["calls", "puts", "both"] as const;
/** The most strikes over MCP: their calls and puts fit into the longest result. */
const MOST_SHOWN = 60;
const SHOWN = 12;
/** The most strikes of a question; no expiration has as many. */
const MAX_STRIKES = 2_000;

export const optionsChain = defineCapability({
  name: "options-chain",
  title: "Option chain",
  route: "/api/v1/stock/{symbol}/options",
  tool: {
    name: "get_options_chain",
    set: "options",
    aliases: { date: "expiration", limit: "strikes" },
    description:
      "Calls and puts of a US stock or fund for one expiration, with prices, volume, open interest, volatility; impliedMove: the move priced in until then.",
    extras: { strikes: wholeNumber(1, MOST_SHOWN).default(SHOWN).describe("Nearest to price") },
    rows: {
      list: "calls",
      noun: "contracts",
      key: ["strike", "contract"],
      format: "csv",
      unlisted: true,
      sizedBy: "strikes",
      rare: ["adjusted"],
      joined: {
        lists: ["puts"],
        key: ["side", "contract"],
        rows: ({ calls, puts }) => [...withSide("call", calls), ...withSide("put", puts)],
      },
    },
    picture: "options",
  },
  input: z.object({
    symbol,
    expiration: dayOrMonth.optional().describe("Default: next"),
    side: choice(SIDES).default("both").describe("Side"),
    strikes: wholeNumber(1, MAX_STRIKES).optional().describe("Nearest to the price; default all"),
  }),
  output: z.object({
    symbol: answerSymbol,
    currency: label("Of all prices"),
    underlyingPrice: price("of the share or fund, regular session", "Price"),
    underlyingTime: time("of underlyingPrice"),
    marketState: z.enum(MARKET_STATES).nullable().describe("State of its market"),
    expiration: always(date("of these contracts")),
    daysToExpiration: days("calendar days from today; null when past", "Time left"),
    expirations: z.array(z.string()).describe("All listed, ascending"),
    calls: z.array(optionContract).describe("By ascending strike"),
    puts: z.array(optionContract).describe("By ascending strike"),
    totals: group(
      "Totals",
      {
        callVolume: count("contracts", "Calls traded"),
        putVolume: count("contracts", "Puts traded"),
        callOpenInterest: count("contracts"),
        putOpenInterest: count("contracts"),
        putCallRatio: multiple("putVolume / callVolume", "Puts / calls"),
      },
      "over all strikes, without adjusted contracts",
    ),
    impliedMove: ratio(
      "until expiration, up or down; (mid of bid and ask of call + put at the strike nearest the price) / underlyingPrice; null without valid quotes",
    ),
    quotesValid: z.boolean().describe("At least half of the contracts have a bid or ask"),
    timestamp,
  }),
  freshness: { ttlSeconds: 60, staleSeconds: 15 * 60, followsUsMarket: true },
  viewParameters: ["side", "strikes"],
  view(body, { side, strikes }) {
    const all = strikesOf(withoutAdjusted(body));
    const shown = new Set(nearestStrikes(all, body.underlyingPrice, strikes ?? all.length));
    const near = (contracts: readonly Contract[]) =>
      strikes === undefined ? [...contracts] : contracts.filter(({ strike }) => shown.has(strike));
    return {
      ...body,
      daysToExpiration: daysUntil(body.expiration, exchangeDay(body.symbol)),
      calls: side === "puts" ? [] : near(body.calls),
      puts: side === "calls" ? [] : near(body.puts),
    };
  },
  viewNotes(_shown, { strikes }, whole) {
    const usual = withoutAdjusted(whole);
    const total = strikesOf(usual).length;
    const adjusted = whole.calls.length + whole.puts.length - usual.calls.length - usual.puts.length;
    return [
      ...(strikes === undefined || strikes >= total
        ? []
        : [`${strikes} of ${total} strikes shown, those nearest to the price.`]),
      ...(adjusted === 0
        ? []
        : [
            `Contracts for another deliverable, as after a split or merger: ${adjusted}, marked adjusted, and in neither the totals nor the implied move.`,
          ]),
    ];
  },
  errors: symbolErrors("fetch options", "no_coverage"),
});

function withSide(side: "call" | "put", contracts: unknown) {
  return Array.isArray(contracts) ? (contracts as Contract[]).map((contract) => ({ side, ...contract })) : [];
}

/** Returns the days from one day to a later one, or the same; `null` to an earlier one. */
function daysUntil(last: string, from: string): number | null {
  const left = (Date.parse(last) - Date.parse(from)) / DAY_MS;
  return left >= 0 ? left : null;
}
