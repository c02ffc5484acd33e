/**
 * The securities of the simulated market.
 *
 * Names, sectors and exchanges are real; every number in the simulator is invented. Besides the well-known companies
 * there are invented ones ("Simulated Company A" …), so that lists of fifty rows can be filled.
 */
import { COINS, COMPANIES, type Row } from "./companies.js";
import { type Currency, perDollar } from "./currencies.js";
import type { ExchangeName } from "./exchanges.js";
import { FUND_CLASSES } from "./fund-classes.js";
import { createFunds } from "./funds.js";
import { INVENTED_FIELDS } from "./invention.js";
import { createListings } from "./listings.js";
import { security, type Draft, type Security, type Trait } from "./security.js";

/** Number of invented companies. */
const INVENTED = 120;

function company([symbol, name, exchange, size, sector, industry]: Row, more: Partial<Draft> = {}): Security {
  return security({ symbol, name, exchange, size, sector, industry, ...more });
}

/** Returns `A` … `Z`, then `AA` … like the columns of a spreadsheet. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

function invented(index: number): Security {
  const letter = letters(index);
  const [sector, industry] = INVENTED_FIELDS[index % INVENTED_FIELDS.length] ?? INVENTED_FIELDS[0];
  const country = index % 12 === 7 ? "CA" : index % 12 === 11 ? "GB" : "US";
  const traits: Trait[] = index % 5 === 3 ? ["loses money"] : [];
  // The letters Y and Z stand for recently listed companies, which lack some data.
  if (letter === "Y" || letter === "Z") traits.push("no analysts");
  if (letter === "Z") traits.push("too young for a valuation");
  return security({
    symbol: `SIM${letter}`,
    name: `Simulated Company ${letter}`,
    exchange: index % 3 === 0 ? "NYSE" : "NASDAQ",
    size: index % 3 === 1 ? "mid" : "small",
    sector,
    industry,
    country,
    traits,
  });
}

function coin([symbol, name, size]: (typeof COINS)[number]): Security {
  return security({
    symbol: `${symbol}USD`,
    yahooSymbol: `${symbol}-USD`,
    name: `${name} USD`,
    kind: "coin",
    exchange: "CRYPTO",
    size,
    traits: symbol.startsWith("USD") ? ["stable"] : [],
  });
}

/** Large companies of India, each listed on both exchanges; its traits. */
const INDIAN: readonly [root: string, name: string, sector: string, industry: string, traits?: Trait[]][] = [
  ["RELIANCE", "Reliance Industries Limited", "Energy", "Oil & Gas Refining & Marketing"],
  ["TCS", "Tata Consultancy Services Limited", "Technology", "Information Technology Services"],
  ["INFY", "Infosys Limited", "Technology", "Information Technology Services"],
  ["HDFCBANK", "HDFC Bank Limited", "Financial Services", "Banks - Regional", ["bank"]],
  ["ITC", "ITC Limited", "Consumer Defensive", "Tobacco"],
  ["SUNPHARMA", "Sun Pharmaceutical Industries Limited", "Healthcare", "Drug Manufacturers - Specialty & Generic"],
];

function indian([root, name, sector, industry, traits = []]: (typeof INDIAN)[number]): Security[] {
  const place = { country: "IN", currency: "INR", reporting: "INR", traits: ["no insiders", ...traits] } as const;
  const row = (suffix: string, exchange: ExchangeName): Row => [root + suffix, name, exchange, "mid", sector, industry];
  return [company(row(".NS", "NSE"), place), company(row(".BO", "BSE"), { ...place, company: `${root}.NS` })];
}

type Level = readonly [number, number];

function marketIndex(symbol: string, name: string, exchange: ExchangeName, level: Level, more: Partial<Draft> = {}) {
  return security({ symbol, name, exchange, level, kind: "index", size: "large", ...more });
}

/** Returns an index whose level is a yield in percent. */
function treasuryYield(symbol: string, name: string, level: Level): Security {
  return marketIndex(symbol, name, "CBOE_INDEX", level, { decimals: 3, traits: ["no volume"] });
}

/** Returns an exchange rate against the dollar; Yahoo adds `=X` to FMP's symbol. */
function exchangeRate(
  pair: string,
  level: Level,
  { yahooSymbol = `${pair}=X`, decimals = 5, currency = "USD" }: Partial<Security> = {},
): Security {
  const name = `${pair.slice(0, 3)}/${pair.slice(3)}`;
  const more = { exchange: "FOREX", kind: "currency", size: "mega", traits: ["no volume"] } as const;
  return security({ symbol: pair, yahooSymbol, name, level, decimals, currency, ...more });
}

/** Currencies of listings with a rate as units for a dollar, in the range around the invented one. */
const FOR_A_DOLLAR = ["CAD", "HKD", "KRW", "TWD", "TRY", "BRL", "SEK", "DKK", "NOK", "PLN", "SGD", "MXN"] as const;

function forADollar(currency: Currency): Security {
  const rate = perDollar(currency);
  const own = { yahooSymbol: `${currency}=X`, currency, decimals: rate > 100 ? 2 : 4 };
  return exchangeRate(`USD${currency}`, [rate * 0.97, rate * 1.03], own);
}

function future(
  symbol: string,
  yahooSymbol: string,
  name: string,
  exchange: ExchangeName,
  level: Level,
  currency: Security["currency"] = "USD",
): Security {
  return security({ symbol, yahooSymbol, name, exchange, level, currency, kind: "future", size: "large" });
}

const STOCKS: readonly Security[] = [
  ...COMPANIES.map((row) => company(row)),
  company(["BAC", "Bank of America Corporation", "NYSE", "large", "Financial Services", "Banks - Diversified"], {
    traits: ["bank"],
  }),
  company(["GOOG", "Alphabet Inc.", "NASDAQ", "mega", "Communication Services", "Internet Content & Information"], {
    company: "GOOGL",
  }),
  company(["JPM", "JPMorgan Chase & Co.", "NYSE", "mega", "Financial Services", "Banks - Diversified"], {
    traits: ["bank"],
  }),
  company(["RIVN", "Rivian Automotive, Inc.", "NASDAQ", "mid", "Consumer Cyclical", "Auto Manufacturers"], {
    traits: ["loses money"],
  }),
  company(["BABA", "Alibaba Group Holding Limited", "NYSE", "large", "Consumer Cyclical", "Specialty Retail"], {
    country: "CN",
    reporting: "CNY",
    traits: ["no insiders"],
  }),
  company(
    ["SPOT", "Spotify Technology S.A.", "NYSE", "large", "Communication Services", "Internet Content & Information"],
    {
      country: "LU",
      reporting: "EUR",
      traits: ["no insiders"],
    },
  ),
  company(["TSCO.L", "Tesco PLC", "LSE", "mid", "Consumer Defensive", "Grocery Stores"], {
    country: "GB",
    currency: "GBp",
    reporting: "GBP",
    traits: ["no insiders"],
  }),
  company(["7203.T", "Toyota Motor Corporation", "JPX", "large", "Consumer Cyclical", "Auto Manufacturers"], {
    country: "JP",
    currency: "JPY",
    reporting: "JPY",
    traits: ["no insiders"],
  }),
  company(["NESN.SW", "Nestlé S.A.", "SIX", "large", "Consumer Defensive", "Packaged Foods"], {
    country: "CH",
    currency: "CHF",
    reporting: "CHF",
    traits: ["no insiders"],
  }),
  ...INDIAN.flatMap(indian),
  ...Array.from({ length: INVENTED }, (_, index) => invented(index)),
];

const OTHERS: readonly Security[] = [
  marketIndex("^GSPC", "S&P 500", "INDEX", [3_000, 7_000]),
  marketIndex("^IXIC", "NASDAQ Composite", "NASDAQ_INDEX", [12_000, 25_000]),
  marketIndex("^DJI", "Dow Jones Industrial Average", "DOW_INDEX", [30_000, 50_000]),
  marketIndex("^VIX", "CBOE Volatility Index", "CBOE_INDEX", [10, 35], { traits: ["no volume"] }),
  marketIndex("^RUT", "Russell 2000 Index", "CBOE_INDEX", [1_800, 2_600]),
  marketIndex("^NSEI", "NIFTY 50", "NSE", [20_000, 27_000], { currency: "INR" }),
  marketIndex("^NDX", "NASDAQ 100", "NASDAQ_INDEX", [17_000, 27_000]),
  marketIndex("^FTSE", "FTSE 100", "LSE", [7_500, 10_000], { currency: "GBP" }),
  marketIndex("^GDAXI", "DAX P", "XETRA", [17_000, 25_000], { currency: "EUR" }),
  marketIndex("^FCHI", "CAC 40", "PARIS", [7_000, 8_500], { currency: "EUR" }),
  marketIndex("^STOXX50E", "EURO STOXX 50 I", "XETRA", [4_500, 6_000], { currency: "EUR" }),
  marketIndex("^SSMI", "SMI PR", "SIX", [11_000, 13_500], { currency: "CHF" }),
  marketIndex("^N225", "Nikkei 225", "JPX", [33_000, 52_000], { currency: "JPY" }),
  marketIndex("^HSI", "HANG SENG INDEX", "HONG_KONG", [18_000, 27_000], { currency: "HKD" }),
  marketIndex("000001.SS", "SSE Composite Index", "SHANGHAI", [3_000, 4_000], { currency: "CNY" }),
  marketIndex("^KS11", "KOSPI Composite Index", "KOREA", [2_500, 4_000], { currency: "KRW" }),
  marketIndex("^TWII", "TWSE Capitalization Weighted Stock Index", "TAIPEI", [20_000, 28_000], { currency: "TWD" }),
  marketIndex("XU100.IS", "BIST 100", "ISTANBUL", [9_000, 12_000], { currency: "TRY" }),
  marketIndex("^BVSP", "IBOVESPA", "SAO_PAULO", [120_000, 160_000], { currency: "BRL" }),
  treasuryYield("^TNX", "CBOE Interest Rate 10 Year T Note", [3.5, 5]),
  treasuryYield("^IRX", "13 WEEK TREASURY BILL", [3.4, 4.4]),
  treasuryYield("^FVX", "Treasury Yield 5 Years", [3.4, 4.6]),
  treasuryYield("^TYX", "Treasury Yield 30 Years", [4.2, 5.2]),
  exchangeRate("EURUSD", [1.05, 1.2]),
  exchangeRate("GBPUSD", [1.22, 1.38]),
  exchangeRate("USDJPY", [135, 155], { yahooSymbol: "JPY=X", decimals: 3, currency: "JPY" }),
  exchangeRate("USDCHF", [0.78, 0.92], { yahooSymbol: "CHF=X", currency: "CHF" }),
  exchangeRate("USDCNY", [6.9, 7.3], { yahooSymbol: "CNY=X", currency: "CNY" }),
  exchangeRate("USDINR", [82, 88], { yahooSymbol: "INR=X", decimals: 4, currency: "INR" }),
  exchangeRate("AUDUSD", [0.62, 0.7]),
  ...FOR_A_DOLLAR.map(forADollar),
  future("GCUSD", "GC=F", "Gold", "COMEX", [2_000, 4_000]),
  future("CLUSD", "CL=F", "Crude Oil", "NYMEX", [55, 90]),
  future("ZCUSX", "ZC=F", "Corn Futures", "CBOT", [380, 480], "USX"),
  ...COINS.map(coin),
];

const find = (symbol: string) => OTHERS.find((each) => each.symbol === symbol);

/** The S&P 500 with reinvested dividends: it grows beyond the index by what the funds of the index pay. */
const TOTAL_RETURN = marketIndex("^SP500TR", "S&P 500 (TR)", "INDEX", [6_600, 15_400], {
  follows: find("^GSPC")!,
  trend: FUND_CLASSES.sp500.yield,
});

/** All listed securities; other symbols are invented on request or unknown, see `invention.ts`. */
export const SECURITIES: readonly Security[] = [
  ...STOCKS,
  ...createListings(),
  ...createFunds(find),
  ...OTHERS,
  TOTAL_RETURN,
];
