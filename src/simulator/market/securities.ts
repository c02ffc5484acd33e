/**
 * The securities of the simulated market.
 *
 * Names, sectors and exchanges are real; every number in the simulator is invented. Besides the
 * well-known companies there are invented ones ("Simulated Company A" …), so that lists of fifty
 * can be full.
 */
import { COINS, COMPANIES, type Row, type Size } from "./companies.js";
import type { Country, ExchangeName } from "./exchanges.js";

export type Kind = "stock" | "etf" | "index" | "coin";

export interface Security {
  /** Provider A's spelling. */
  symbol: string;
  /** Provider B's spelling; differs for coins. */
  symbolB: string;
  name: string;
  kind: Kind;
  exchange: ExchangeName;
  size: Size;
  sector: string;
  industry: string;
  country: Country;
  /** Currency of the price; GBp is pence. */
  currency: "USD" | "GBp" | "JPY";
  /** Currency of the accounts. */
  reporting: "USD" | "CNY" | "EUR" | "GBP" | "JPY";
  /** Symbol of the company whose accounts, analysts and price path it shares; by default its own. */
  company: string;
  traits: ReadonlySet<Trait>;
}

/** Special cases that a client must support. */
type Trait = "loses money" | "no insiders" | "no analysts" | "too young for a valuation" | "stable" | "bank";

/** Number of invented companies. */
const INVENTED = 120;
const INVENTED_FIELDS = [
  ["Technology", "Software - Application"],
  ["Healthcare", "Biotechnology"],
  ["Industrials", "Engineering & Construction"],
  ["Consumer Cyclical", "Specialty Retail"],
  ["Energy", "Oil & Gas Exploration & Production"],
  ["Financial Services", "Banks - Regional"],
  ["Basic Materials", "Gold"],
  ["Real Estate", "REIT - Retail"],
  ["Consumer Defensive", "Packaged Foods"],
  ["Utilities", "Regulated Water"],
  ["Communication Services", "Advertising Agencies"],
] as const;

const PLAIN = {
  kind: "stock",
  country: "US",
  currency: "USD",
  reporting: "USD",
  sector: "",
  industry: "",
  traits: [],
} as const;

type Draft = Omit<Partial<Security>, "traits"> &
  Pick<Security, "symbol" | "name" | "exchange" | "size"> & { traits?: readonly Trait[] };

function security(draft: Draft): Security {
  const full = { ...PLAIN, symbolB: draft.symbol, company: draft.symbol, ...draft };
  return { ...full, traits: new Set<Trait>(full.traits) };
}

function company([symbol, name, exchange, size, sector, industry]: Row, more: Partial<Draft> = {}): Security {
  return security({ symbol, name, exchange, size, sector, industry, ...more });
}

/** `A` … `Z`, then `AA` … as in a spreadsheet's columns. */
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
    symbolB: `${symbol}-USD`,
    name: `${name} USD`,
    kind: "coin",
    exchange: "CRYPTO",
    size,
    traits: symbol.startsWith("USD") ? ["stable"] : [],
  });
}

function fund(symbol: string, name: string, exchange: ExchangeName): Security {
  return security({
    symbol,
    name,
    exchange,
    kind: "etf",
    size: "large",
    sector: "Financial Services",
    industry: "Asset Management",
  });
}

/** All listed securities; any other symbol is unknown. */
export const SECURITIES: readonly Security[] = [
  ...COMPANIES.map((row) => company(row)),
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
  company(["7203.T", "Toyota Motor Corporation", "JPX", "mid", "Consumer Cyclical", "Auto Manufacturers"], {
    country: "JP",
    currency: "JPY",
    reporting: "JPY",
    traits: ["no insiders"],
  }),
  ...Array.from({ length: INVENTED }, (_, index) => invented(index)),
  fund("SPY", "SPDR S&P 500 ETF Trust", "AMEX"),
  fund("QQQ", "Invesco QQQ Trust", "NASDAQ"),
  fund("VTI", "Vanguard Total Stock Market Index Fund ETF Shares", "AMEX"),
  security({ symbol: "^GSPC", name: "S&P 500", kind: "index", exchange: "INDEX", size: "large" }),
  ...COINS.map(coin),
];
