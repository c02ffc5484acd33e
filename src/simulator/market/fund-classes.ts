/** The classes of funds: their holdings, and their usual costs and income, which are invented. */
import type { Security } from "./security.js";

export interface FundClass {
  /** Morningstar's name for it. */
  category: string;
  /** Symbol of the index, future or coin whose price path its funds have; by default they share one of their own. */
  follows?: string;
  /** The multiple of those moves. */
  times?: number;
  /** Which stocks its funds hold; absent for a fund without stocks. */
  holds?: (stock: Security) => boolean;
  /** Its holdings beside stocks, or instead of them. */
  other?: "bonds" | "goods";
  /** The name of those goods. */
  good?: string;
  /** Share of stocks in a fund that also has bonds. */
  stocks?: number;
  /** Income of a year, as a part of the price; 0 for a fund without payments. */
  yield: number;
  /** Payments a year. */
  payments: 1 | 2 | 4 | 12;
  /** The usual costs and turnover of a year, as parts of the assets. */
  cost: number;
  turnover: number;
  /** Mean duration of the bonds in years. */
  duration?: number;
}

const inDollars = ({ currency }: Security) => currency === "USD";
const isLarge = (stock: Security) => inDollars(stock) && (stock.size === "mega" || stock.size === "large");
const hasSector = (...sectors: readonly string[]) => {
  const wanted = new Set(sectors);
  return (stock: Security) => inDollars(stock) && wanted.has(stock.sector);
};
const hasIndustry = (beginning: string) => (stock: Security) =>
  inDollars(stock) && stock.industry.startsWith(beginning);
const isIn = (...countries: readonly Security["country"][]) => {
  const wanted = new Set<string>(countries);
  return (stock: Security) => !inDollars(stock) && wanted.has(stock.country);
};

const EMERGING = ["CN", "HK", "IN", "KR", "TW", "TR", "BR", "PL"] as const;
const EUROPE = ["GB", "DE", "FR", "NL", "IT", "CH", "ES", "SE", "DK", "NO", "FI", "BE", "PT", "AT"] as const;
const DEVELOPED = [...EUROPE, "JP", "CA", "AU", "SG"] as const;
const isDeveloped = isIn(...DEVELOPED);
const isAbroad = isIn(...DEVELOPED, ...EMERGING);

/** Broad funds that follow an index cost next to nothing and trade little. */
const INDEXED = { payments: 4, cost: 0.0007, turnover: 0.05 } as const;
const SECTOR = { yield: 0.014, payments: 4, cost: 0.0012, turnover: 0.08 } as const;
const BONDS = { other: "bonds", follows: "bonds", payments: 12, cost: 0.0008, turnover: 0.4 } as const;
const NO_INCOME = { yield: 0, payments: 1, turnover: 0 } as const;

/** Returns the class of bonds with a duration, which are moved in proportion to it. */
function bonds(category: string, duration: number, income: number, more: Partial<FundClass> = {}): FundClass {
  return { category, ...BONDS, duration, times: duration / 16, yield: income, ...more };
}

const CLASSES = {
  sp500: { category: "Large Blend", follows: "^GSPC", holds: isLarge, yield: 0.013, ...INDEXED },
  us: { category: "Large Blend", holds: inDollars, yield: 0.013, ...INDEXED },
  equal: { category: "Large Blend", holds: isLarge, yield: 0.016, ...INDEXED, cost: 0.002, turnover: 0.2 },
  nasdaq: {
    category: "Large Growth",
    follows: "^IXIC",
    holds: (stock: Security) =>
      inDollars(stock) && stock.exchange === "NASDAQ" && stock.sector !== "Financial Services",
    yield: 0.006,
    ...INDEXED,
    cost: 0.0018,
  },
  dow: {
    category: "Large Value",
    follows: "^DJI",
    holds: isLarge,
    yield: 0.016,
    ...INDEXED,
    payments: 12,
    cost: 0.0016,
  },
  growth: {
    category: "Large Growth",
    holds: hasSector("Technology", "Communication Services", "Consumer Cyclical"),
    yield: 0.005,
    ...INDEXED,
  },
  value: {
    category: "Large Value",
    holds: hasSector("Financial Services", "Healthcare", "Industrials", "Consumer Defensive", "Energy", "Utilities"),
    yield: 0.024,
    ...INDEXED,
  },
  dividends: {
    category: "Large Value",
    holds: hasSector("Consumer Defensive", "Healthcare", "Energy", "Financial Services", "Utilities"),
    yield: 0.033,
    ...INDEXED,
  },
  income: { category: "Derivative Income", holds: isLarge, yield: 0.075, payments: 12, cost: 0.0035, turnover: 1.7 },
  active: { category: "Large Growth", holds: isLarge, yield: 0.004, payments: 2, cost: 0.006, turnover: 0.3 },
  innovation: {
    category: "Mid-Cap Growth",
    holds: hasSector("Technology", "Healthcare"),
    ...NO_INCOME,
    cost: 0.0075,
    turnover: 0.4,
  },
  mid: {
    category: "Mid-Cap Blend",
    holds: (stock: Security) => inDollars(stock) && stock.size === "mid",
    yield: 0.015,
    ...INDEXED,
  },
  small: {
    category: "Small Blend",
    follows: "^RUT",
    holds: (stock: Security) => inDollars(stock) && stock.size === "small",
    yield: 0.014,
    ...INDEXED,
  },
  technology: { category: "Technology", holds: hasSector("Technology"), ...SECTOR, yield: 0.006 },
  semiconductors: {
    category: "Technology",
    holds: hasIndustry("Semiconductors"),
    ...SECTOR,
    yield: 0.005,
    cost: 0.0035,
  },
  financial: { category: "Financial", holds: hasSector("Financial Services"), ...SECTOR },
  health: { category: "Health", holds: hasSector("Healthcare"), ...SECTOR },
  biotechnology: { category: "Health", holds: hasIndustry("Biotechnology"), ...SECTOR, yield: 0.002, cost: 0.004 },
  energy: { category: "Equity Energy", holds: hasSector("Energy"), ...SECTOR, yield: 0.033 },
  cyclical: { category: "Consumer Cyclical", holds: hasSector("Consumer Cyclical"), ...SECTOR },
  staples: { category: "Consumer Defensive", holds: hasSector("Consumer Defensive"), ...SECTOR, yield: 0.025 },
  industrials: { category: "Industrials", holds: hasSector("Industrials"), ...SECTOR },
  materials: { category: "Natural Resources", holds: hasSector("Basic Materials"), ...SECTOR, yield: 0.019 },
  utilities: { category: "Utilities", holds: hasSector("Utilities"), ...SECTOR, yield: 0.028 },
  realEstate: { category: "Real Estate", holds: hasSector("Real Estate"), ...SECTOR, yield: 0.037 },
  communication: { category: "Communications", holds: hasSector("Communication Services"), ...SECTOR, yield: 0.009 },
  mines: { category: "Equity Precious Metals", holds: hasIndustry("Gold"), ...SECTOR, payments: 1, cost: 0.0051 },
  world: {
    category: "Global Large-Stock Blend",
    holds: (stock: Security) => isLarge(stock) || isDeveloped(stock),
    yield: 0.017,
    ...INDEXED,
    cost: 0.0016,
  },
  allWorld: {
    category: "Global Large-Stock Blend",
    holds: (stock: Security) => isLarge(stock) || isAbroad(stock),
    yield: 0.018,
    ...INDEXED,
    cost: 0.0017,
  },
  developed: { category: "Foreign Large Blend", holds: isDeveloped, yield: 0.029, ...INDEXED },
  foreign: { category: "Foreign Large Blend", holds: isAbroad, yield: 0.028, ...INDEXED },
  emerging: { category: "Diversified Emerging Mkts", holds: isIn(...EMERGING), yield: 0.027, ...INDEXED, cost: 0.0011 },
  europe: { category: "Europe Stock", holds: isIn(...EUROPE), yield: 0.029, ...INDEXED, cost: 0.0012 },
  japan: { category: "Japan Stock", holds: isIn("JP"), yield: 0.021, ...INDEXED, payments: 2, cost: 0.003 },
  china: { category: "China Region", holds: isIn("CN", "HK"), yield: 0.022, ...INDEXED, payments: 2, cost: 0.0059 },
  india: { category: "India Equity", holds: isIn("IN"), yield: 0.007, ...INDEXED, payments: 2, cost: 0.0061 },
  brazil: { category: "Latin America Stock", holds: isIn("BR"), yield: 0.061, ...INDEXED, payments: 2, cost: 0.0059 },
  korea: { category: "Miscellaneous Region", holds: isIn("KR"), yield: 0.02, ...INDEXED, payments: 1, cost: 0.0059 },
  taiwan: { category: "Miscellaneous Region", holds: isIn("TW"), yield: 0.026, ...INDEXED, payments: 1, cost: 0.0059 },
  turkey: { category: "Miscellaneous Region", holds: isIn("TR"), yield: 0.024, ...INDEXED, payments: 2, cost: 0.0059 },
  germany: { category: "Miscellaneous Region", holds: isIn("DE"), yield: 0.025, ...INDEXED, payments: 1, cost: 0.005 },
  britain: { category: "Miscellaneous Region", holds: isIn("GB"), yield: 0.035, ...INDEXED, cost: 0.002 },
  balanced: {
    category: "Moderate Allocation",
    holds: isLarge,
    other: "bonds",
    stocks: 0.6,
    times: 0.65,
    yield: 0.022,
    payments: 4,
    cost: 0.0018,
    turnover: 0.15,
    duration: 6.1,
  },
  bonds: bonds("Intermediate Core Bond", 6.1, 0.036),
  bondsAbroad: bonds("Global Bond-USD Hedged", 7.2, 0.041),
  // Its price is always 1.
  money: bonds("Money Market-Taxable", 0.01, 0.042),
  bills: bonds("Ultrashort Bond", 0.15, 0.044),
  shortBonds: bonds("Short-Term Bond", 2.6, 0.038),
  treasuries: bonds("Intermediate Government", 7.4, 0.037),
  longTreasuries: bonds("Long Government", 16.4, 0.043),
  linkers: bonds("Inflation-Protected Bond", 6.5, 0.03),
  corporates: bonds("Corporate Bond", 8.2, 0.045, { cost: 0.0014 }),
  highYield: bonds("High Yield Bond", 3.1, 0.059, { cost: 0.0045 }),
  municipals: bonds("Muni National Interm", 6.3, 0.031),
  gold: {
    category: "Commodities Focused",
    follows: "GCUSD",
    other: "goods",
    good: "Gold bullion",
    ...NO_INCOME,
    cost: 0.0028,
  },
  oil: {
    category: "Commodities Focused",
    follows: "CLUSD",
    other: "goods",
    good: "Crude oil futures",
    ...NO_INCOME,
    cost: 0.006,
  },
  silver: {
    category: "Commodities Focused",
    other: "goods",
    good: "Silver bullion",
    follows: "GCUSD",
    times: 1.6,
    ...NO_INCOME,
    cost: 0.005,
  },
  bitcoin: {
    category: "Digital Assets",
    follows: "BTCUSD",
    other: "goods",
    good: "Bitcoin",
    ...NO_INCOME,
    cost: 0.0025,
  },
  ether: { category: "Digital Assets", follows: "ETHUSD", other: "goods", good: "Ether", ...NO_INCOME, cost: 0.0025 },
  triple: {
    category: "Trading--Leveraged Equity",
    follows: "^IXIC",
    times: 3,
    holds: isLarge,
    yield: 0.009,
    payments: 4,
    cost: 0.0084,
    turnover: 0.5,
  },
  inverse: {
    category: "Trading--Inverse Equity",
    follows: "^IXIC",
    times: -3,
    other: "goods",
    yield: 0.04,
    payments: 4,
    cost: 0.0095,
    turnover: 0,
  },
} as const satisfies Readonly<Record<string, FundClass>>;

export type FundClassId = keyof typeof CLASSES;

export const FUND_CLASSES: Readonly<Record<FundClassId, FundClass>> = CLASSES;
