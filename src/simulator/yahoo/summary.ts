/** Yahoo's `v10/finance/quoteSummary`: one object per module; modules without data are absent. */
import { DAY_SECONDS } from "../../lib/day.js";
import { signOf } from "../market/currencies.js";
import { EXCHANGES } from "../market/exchanges.js";
import { calendarEarnings, earningsModules } from "./earnings.js";
import { secFilings } from "./filings.js";
import { fundDetail, fundModules, fundStatistics } from "./funds.js";
import { holderModules } from "./holders.js";
import { insiderModules } from "./insiders.js";
import { analystModules, companyModules } from "./modules.js";
import { findForYahoo, errorBody } from "./lookup.js";
import { betaOf, describe, priceToEarnings } from "../companies/fundamentals.js";
import { marketState, priceHintOf, QUOTE_TYPES } from "./quote-rows.js";
import { calendarDates, detailFields } from "./statistics.js";
import { minorUnitFactor } from "../market/prices.js";
import { round } from "../market/random.js";
import { hasMarketCap, type Security } from "../market/security.js";
import type { SimulatedRequest, SimulatedReply, World } from "../companies/world.js";

type Module = Record<string, unknown>;
type ModuleOf = (world: World, security: Security, at: number) => Module | undefined;

const MODULES: Readonly<Record<string, ModuleOf>> = {
  price: priceModule,
  summaryDetail,
  quoteType: (_world, security) => ({
    exchange: EXCHANGES[security.exchange].yahoo,
    quoteType: QUOTE_TYPES[security.kind],
    symbol: security.yahooSymbol,
    underlyingSymbol: security.yahooSymbol,
    shortName: security.name.slice(0, 31),
    longName: security.name,
    maxAge: 1,
  }),
  assetProfile: (world, security) =>
    security.kind === "stock"
      ? companyModules.assetProfile(world, security)
      : {
          name: security.name,
          description: describe(security, world.market),
          companyOfficers: [],
          maxAge: DAY_SECONDS,
        },
  defaultKeyStatistics: (world, security, at) =>
    fundStatistics(world, security, at) ?? forStocks(companyModules.defaultKeyStatistics)(world, security, at),
  financialData: forStocks(companyModules.financialData),
  calendarEvents: forStocks((world, security, at) => ({
    ...calendarDates(world, security, at),
    ...calendarEarnings(world, security, at),
    maxAge: 1,
  })),
  ...analystModules,
  ...earningsModules,
  ...insiderModules,
  ...holderModules,
  ...fundModules,
  secFilings,
};

function forStocks(make: ModuleOf): ModuleOf {
  return (world, security, at) => (security.kind === "stock" ? make(world, security, at) : undefined);
}

/** Returns the function that replies with the requested modules of one symbol. */
export function createSummaryReply(world: World): (symbol: string, question: SimulatedRequest) => SimulatedReply {
  return (symbol, { query, at }) => {
    const security = findForYahoo(world, symbol);
    if (!security) return notFound(`Quote not found for symbol: ${symbol}`);
    const requested = (query.get("modules") ?? "").split(",");
    const modules: Module = {};
    for (const name of requested) {
      const module = Object.hasOwn(MODULES, name) ? MODULES[name]?.(world, security, at) : undefined;
      if (module) modules[name] = module;
    }
    if (Object.keys(modules).length === 0) {
      return notFound(`No fundamentals data found for any of the summaryTypes=${requested.join(",")}`);
    }
    const result = query.get("formatted") === "false" ? modules : formatted(modules);
    return { status: 200, body: { quoteSummary: { result: [result], error: null } } };
  };
}

function notFound(description: string): SimulatedReply {
  return { status: 404, body: { quoteSummary: errorBody("Not Found", description) } };
}

/** Wraps every number as `{raw, fmt}`, the upstream's default format. */
function formatted(value: unknown): unknown {
  if (typeof value === "number") return { raw: value, fmt: String(value) };
  if (Array.isArray(value)) return value.map(formatted);
  if (typeof value !== "object" || value === null || "raw" in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === "maxAge" ? part : formatted(part)]),
  );
}

/** Returns the module `price`. Its change in percent is a ratio, unlike in a quote row. */
function priceModule(world: World, security: Security, at: number): Module {
  const { market } = world;
  const now = market.snapshot(security, at);
  const exchange = EXCHANGES[security.exchange];
  return {
    maxAge: 1,
    regularMarketChangePercent: now.changePercent / 100,
    regularMarketChange: now.change,
    regularMarketTime: Math.floor(now.tradedAt / 1000),
    priceHint: priceHintOf(security),
    regularMarketPrice: now.price,
    regularMarketDayHigh: now.dayHigh,
    regularMarketDayLow: now.dayLow,
    regularMarketVolume: now.volume,
    averageDailyVolume10Day: now.averageVolume10,
    averageDailyVolume3Month: now.averageVolume,
    regularMarketPreviousClose: now.previousClose,
    regularMarketSource: "FREE_REALTIME",
    regularMarketOpen: now.open,
    exchange: exchange.yahoo,
    exchangeName: exchange.yahooName,
    exchangeDataDelayedBy: 0,
    marketState: marketState(world, security, at),
    quoteType: QUOTE_TYPES[security.kind],
    symbol: security.yahooSymbol,
    underlyingSymbol: null,
    shortName: security.name.slice(0, 31),
    longName: security.kind === "future" ? null : security.name,
    currency: security.currency,
    quoteSourceName: "Simulated",
    currencySymbol: signOf(security.currency),
    fromCurrency: null,
    toCurrency: null,
    lastMarket: null,
    ...(hasMarketCap(security) ? { marketCap: now.marketCap } : {}),
  };
}

function summaryDetail(world: World, security: Security, at: number): Module {
  const { market, books } = world;
  const now = market.snapshot(security, at);
  const fundamentals = security.kind === "stock" ? books.fundamentals(security, at) : undefined;
  const pe = fundamentals ? priceToEarnings(security, now.price, fundamentals) : null;
  const dividend = (fundamentals?.dividend ?? 0) * minorUnitFactor(security);
  const beta = betaOf(security, books, at);
  return {
    maxAge: 1,
    priceHint: priceHintOf(security),
    previousClose: now.previousClose,
    open: now.open,
    dayLow: now.dayLow,
    dayHigh: now.dayHigh,
    ...(dividend > 0 ? { dividendRate: dividend, dividendYield: round(dividend / now.price, 4) } : {}),
    ...(fundamentals && dividend === 0 ? { trailingAnnualDividendRate: 0, trailingAnnualDividendYield: 0 } : {}),
    ...detailFields(world, security, at),
    ...fundDetail(world, security, at),
    ...(beta === null ? {} : { beta }),
    ...(pe === null ? {} : { trailingPE: round(pe, 6) }),
    volume: now.volume,
    averageVolume: now.averageVolume,
    averageVolume10days: now.averageVolume10,
    ...(hasMarketCap(security) ? { marketCap: now.marketCap } : {}),
    fiftyTwoWeekLow: now.yearLow,
    fiftyTwoWeekHigh: now.yearHigh,
    // Like the upstream's, this ratio combines price and sales even when their currencies differ.
    ...(fundamentals
      ? { priceToSalesTrailing12Months: round(now.marketCap / (fundamentals.income["revenue"] ?? 1), 6) }
      : {}),
    fiftyDayAverage: now.average50,
    twoHundredDayAverage: now.average200,
    currency: security.currency,
    fromCurrency: null,
    toCurrency: null,
    lastMarket: null,
    tradeable: false,
  };
}
