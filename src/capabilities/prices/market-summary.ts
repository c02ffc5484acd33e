/** The US market at a glance: session, indices, yields, volatility, currencies, commodities, coins, sectors. */
import { say } from "../../contract/sentence.js";
import { defineCapability } from "../../contract/capability.js";
import { enrichment } from "../../contract/enrichment.js";
import { always, date, figure, group, label, list, percent, signed, time as instant } from "../../contract/field.js";
import { asOf, timestamp } from "../../contract/fields.js";
import { object, z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { SPLIT_FACTOR, timesApart } from "../../market/statements/times-apart.js";
import { nextRegularHours, usDate, usMarketDay, usMarketSession } from "../../market/sessions/us-market-hours.js";
import { ALWAYS_TRADED, marketErrors } from "../shapes.js";

type Listed = readonly (readonly [symbol: string, name: string])[];

const INDICES: Listed = [
  ["^GSPC", "S&P 500"],
  ["^DJI", "Dow Jones Industrial Average"],
  ["^IXIC", "Nasdaq Composite"],
  ["^RUT", "Russell 2000"],
];
const CURRENCIES: Listed = [
  ["EURUSD=X", "Euro in dollars"],
  ["GBPUSD=X", "Pound in dollars"],
  ["JPY=X", "Dollar in yen"],
];
const COMMODITIES: Listed = [
  ["CL=F", "Crude oil, barrel"],
  ["GC=F", "Gold, ounce"],
];
const COINS: Listed = [["BTC-USD", "Bitcoin"]];
const VOLATILITY = "^VIX";
/** The indices of Treasury yields, in percent. */
const YIELDS = { m3: "^IRX", y5: "^FVX", y10: "^TNX", y30: "^TYX" } as const;

/** The funds of the eleven sectors of the S&P 500. */
export const SECTOR_FUNDS = [
  ["XLK", "Technology"],
  ["XLF", "Financials"],
  ["XLV", "Health Care"],
  ["XLY", "Consumer Discretionary"],
  ["XLC", "Communication Services"],
  ["XLI", "Industrials"],
  ["XLP", "Consumer Staples"],
  ["XLE", "Energy"],
  ["XLU", "Utilities"],
  ["XLB", "Materials"],
  ["XLRE", "Real Estate"],
] as const satisfies Listed;

/** The symbols of the summary without those of the sector funds. */
export const SUMMARY_SYMBOLS: readonly string[] = [
  ...[...INDICES, ...CURRENCIES, ...COMMODITIES, ...COINS].map(([symbol]) => symbol),
  VOLATILITY,
  ...Object.values(YIELDS),
];

const priced = z.object({
  symbol: z.string(),
  name: always(label("What it is")),
  price: figure(["Index points", "currencies: rate; commodities, coins: USD"]),
  change: signed(figure(["As price", "since previous close, coins: over 24 hours"])),
  changesPercentage: signed(percent("since previous close, coins: over 24 hours", "Change %")),
  time: asOf("of the price, UTC"),
});

const sector = z.object({
  name: always(label("Sector")),
  fund: always(label("The fund that stands for it")),
  today: signed(percent("since previous close", "1D")),
  month: signed(percent("price / close before range 1mo - 1, without dividends", "1M")),
  year: signed(percent("price / close before range 1y - 1, without dividends", "1Y")),
});

export const marketSummary = defineCapability({
  name: "market-summary",
  title: "Market summary",
  route: "/api/v1/market/summary",
  tool: {
    name: "get_market_summary",
    alsoCalled: ["sectors", "indices", "yields", "open", "hours", "market-hours", "market-status", "is-open"],
    set: "market",
    description:
      "US stock market today: session, indices (S&P 500, Dow, Nasdaq), yields, VIX, currencies, oil, gold, Bitcoin, sectors.",
    picture: "summary",
  },
  resource: { path: "summary", description: "Indices, yields, currencies, commodities and sectors of the US market." },
  input: z.object({}),
  output: z.object({
    session: object("When this answer was fetched", {
      state: always(label("pre-market, regular, after-hours or closed")),
      exchange: always(label("Whose hours")),
      opens: instant("today's regular opening; null without trading"),
      closes: instant("today's regular closing"),
      nextOpen: always(instant("next regular opening")),
      holiday: label("Name of today's holiday or half day"),
    }),
    indices: list("Indices", priced, "US indices"),
    yields: group(
      "Treasury yields",
      {
        m3: percent("13 weeks", "3 months"),
        y2: percent("2 years; null without the Treasury", "2 years"),
        y5: percent("5 years", "5 years"),
        y10: percent("10 years", "10 years"),
        y30: percent("30 years", "30 years"),
        date: date("of the US Treasury's par yields; null: yields are indices of the exchange, now", "Day"),
      },
      "a year; US Treasury",
    ),
    volatility: percent("a year, implied by options on the S&P 500; the points of the index VIX", "VIX"),
    currencies: list("Currencies", priced, "Exchange rates"),
    commodities: list("Commodities, USD", priced, "USD; next future"),
    crypto: list("Coins, USD", priced, "USD"),
    sectors: list("Sectors", sector, "Sectors of the S&P 500, by their funds"),
    timestamp,
  }),
  firstNotes: ({ yields, volatility }) => [
    ...(volatility === null ? [] : [say`volatility: the VIX, in percent a year.`]),
    ...(yields?.date ? [say`Yields: US Treasury, par yields of ${yields.date}.`] : []),
  ],
  publishers: { "provider-d": "US Treasury" },
  freshness: ALWAYS_TRADED,
  currency: null,
  errors: marketErrors,
});

/** The par yields of a day in percent. */
type TreasuryYields = Record<"m3" | "y2" | "y5" | "y10" | "y30", number | null> & { date: string };

/**
 * Enrichment with the par yields of the US Treasury. They replace the indices of all maturities: an index is a discount
 * rate for three months, and differs from the curve by the day.
 */
export const treasuryYields = enrichment(marketSummary, {
  name: "treasury-yields",
  fields: ["yields"],
  lacking: () => ["y2"],
  ask: () => "yields",
  askEarly: () => "yields",
  apply(data, { date: day, ...yields }: TreasuryYields) {
    return { data: { ...data, yields: { ...yields, date: day } }, fields: ["yields"] };
  },
});

/** The price of a symbol as a source sent it. */
export interface SummaryPrice {
  price: number | null;
  change: number | null;
  changesPercentage: number | null;
  previousClose: number | null;
  time: string | null;
}

/** Earlier closes of a sector fund: the latest one, and those before the ranges 1mo and 1y of the day they were fetched. */
export interface FundCloses {
  last: number;
  month: number | null;
  year: number | null;
}

/** Returns the answer; a symbol without a price has nulls. */
export function toMarketSummary(
  prices: ReadonlyMap<string, SummaryPrice>,
  closes: ReadonlyMap<string, FundCloses>,
  now: Date,
) {
  const toRows = (listed: Listed) =>
    listed.map(([symbol, name]) => {
      const { price = null, change = null, changesPercentage = null, time = null } = prices.get(symbol) ?? {};
      return { symbol, name, price, change, changesPercentage, time };
    });
  const levelOf = (symbol: string) => prices.get(symbol)?.price ?? null;
  return {
    session: toSession(now),
    indices: toRows(INDICES),
    yields: {
      m3: levelOf(YIELDS.m3),
      y2: null,
      y5: levelOf(YIELDS.y5),
      y10: levelOf(YIELDS.y10),
      y30: levelOf(YIELDS.y30),
      date: null,
    },
    volatility: levelOf(VOLATILITY),
    currencies: toRows(CURRENCIES),
    commodities: toRows(COMMODITIES),
    crypto: toRows(COINS),
    sectors: SECTOR_FUNDS.map(([fund, name]) => ({ name, fund, ...toReturns(prices.get(fund), closes.get(fund)) })),
  };
}

/** Returns the day of the session at an instant: the day in New York, `YYYY-MM-DD`. */
export const sessionDay = usDate;

/** Returns a fund's changes in percent; without a price, up to its latest close. */
function toReturns(now: SummaryPrice | undefined, closes: FundCloses | undefined) {
  const price = now?.price ?? closes?.last ?? null;
  const before = now?.previousClose ?? closes?.last;
  // A split between the closes and the price now would be a change.
  const isComparable = before !== undefined && closes !== undefined && timesApart(before, closes.last) < SPLIT_FACTOR;
  const since = (close: number | null | undefined) =>
    price === null || close == null || !isComparable ? null : toSixDigits((price / close - 1) * 100);
  return { today: now?.changesPercentage ?? null, month: since(closes?.month), year: since(closes?.year) };
}

function toSession(now: Date) {
  const { name, opens, closes } = usMarketDay(usDate(now));
  return {
    state: usMarketSession(now),
    exchange: "NYSE and Nasdaq",
    opens,
    closes,
    nextOpen: nextRegularHours(now).opens,
    holiday: name,
  };
}
