/** Yahoo's modules about funds: what they hold and cost, and returns that follow from their prices and payments. */
import { classOf, figuresOf, membersOf, partsOf, returnsOf, sectorsOf, type Member } from "../companies/funds.js";
import { priceToEarnings } from "../companies/fundamentals.js";
import { fundBeta } from "../market/character.js";
import { familyOf } from "../market/funds.js";
import { minorUnitFactor } from "../market/prices.js";
import { round, toKey, uniform } from "../market/random.js";
import { isFund, type Security } from "../market/security.js";
import { DAY_SECONDS } from "../../lib/day.js";
import type { World } from "../companies/world.js";

const SECTOR_KEYS: Readonly<Record<string, string>> = {
  Technology: "technology",
  Healthcare: "healthcare",
  "Financial Services": "financial_services",
  "Consumer Cyclical": "consumer_cyclical",
  "Consumer Defensive": "consumer_defensive",
  Energy: "energy",
  Utilities: "utilities",
  Industrials: "industrials",
  "Basic Materials": "basic_materials",
  "Real Estate": "realestate",
  "Communication Services": "communication_services",
};
const HOLDINGS = 10;
/** Bonds mature later than half of their payments come. */
const MATURITY = 1.35;

const forFunds =
  <T>(make: (world: World, security: Security, at: number) => T) =>
  (world: World, security: Security, at: number) =>
    isFund(security) ? make(world, security, at) : undefined;

/** Returns fields of `summaryDetail` that only funds have. */
export const fundDetail = forFunds(({ market }, security, at) => {
  const figures = figuresOf(market, security, at);
  return {
    navPrice: market.tick(security, at).price,
    ...(figures.paid > 0
      ? {
          yield: figures.yield,
          trailingAnnualDividendRate: figures.paid,
          trailingAnnualDividendYield: figures.yield,
        }
      : { yield: 0 }),
    totalAssets: figures.assets,
  };
});

/** Returns fields of a quote row that only funds have. */
export const fundQuote = forFunds(({ market }, security, at) => {
  const { paid, yield: income, assets, cost } = figuresOf(market, security, at);
  return {
    netAssets: assets,
    netExpenseRatio: round(cost * 100, 2),
    ...(paid > 0
      ? { dividendYield: round(income * 100, 2), trailingAnnualDividendRate: paid, trailingAnnualDividendYield: income }
      : {}),
  };
});

/** Returns the module of statistics, which of a fund has its assets, first day and risk. */
export const fundStatistics = forFunds(({ market }, security, at) => {
  const { assets, yield: income, turnover } = figuresOf(market, security, at);
  const { trailing } = returnsOf(market, security, at);
  return {
    maxAge: 1,
    priceHint: 2,
    legalType: legalTypeOf(security),
    fundFamily: familyOf(security),
    category: classOf(security).category,
    totalAssets: assets,
    yield: income,
    ytdReturn: trailing["ytd"],
    beta3Year: fundBeta(security),
    threeYearAverageReturn: trailing["threeYear"],
    fiveYearAverageReturn: trailing["fiveYear"],
    annualHoldingsTurnover: turnover,
    ...(security.fund ? { fundInceptionDate: security.fund.firstDay * DAY_SECONDS } : {}),
  };
});

/** Mutual funds have none. */
function legalTypeOf({ kind }: Security): string | null {
  return kind === "etf" ? "Exchange Traded Fund" : null;
}

export const fundModules = {
  fundProfile: forFunds(({ market }, security, at) => {
    const { cost, turnover } = figuresOf(market, security, at);
    return {
      maxAge: 1,
      family: familyOf(security),
      categoryName: classOf(security).category,
      legalType: legalTypeOf(security),
      feesExpensesInvestment: {
        annualReportExpenseRatio: cost,
        annualHoldingsTurnover: turnover,
        // Like the upstream's, this is not the fund's.
        totalNetAssets: 521_778.34,
      },
    };
  }),

  topHoldings: forFunds((world, security, at) => {
    const members = membersOf(world.market, security, at);
    const { stocks, bonds, other, cash } = partsOf(security);
    const { duration } = classOf(security);
    return {
      maxAge: 1,
      cashPosition: cash,
      stockPosition: stocks,
      bondPosition: bonds,
      otherPosition: other,
      preferredPosition: 0,
      convertiblePosition: 0,
      holdings: [...members.slice(0, HOLDINGS).map(toHolding), ...withoutSymbol(world, security)]
        .toSorted((one, next) => next.holdingPercent - one.holdingPercent)
        .slice(0, HOLDINGS),
      equityHoldings: members.length > 0 ? inverses(world, members, at) : {},
      bondHoldings: duration === undefined ? {} : { maturity: round(duration * MATURITY, 2), duration },
      sectorWeightings: sectorsOf(members).map(([name, weight]) => ({ [SECTOR_KEYS[name] ?? name]: round(weight, 4) })),
    };
  }),

  fundPerformance: forFunds(({ market }, security, at) => {
    const { end, trailing, years } = returnsOf(market, security, at);
    return {
      maxAge: 1,
      trailingReturns: { asOfDate: end * DAY_SECONDS, ...trailing },
      annualTotalReturns: {
        returns: years.map(({ year, value }) => ({ year: String(year), annualValue: value })),
      },
    };
  }),
};

function toHolding({ company, weight }: Member) {
  return { symbol: company.yahooSymbol, holdingName: company.name, holdingPercent: weight };
}

/** Returns what a fund holds that has no symbol: bonds of different years, or the goods whose price it has. */
function withoutSymbol({ market }: World, security: Security): ReturnType<typeof toHolding>[] {
  const { bonds, other } = partsOf(security);
  const { category, good } = classOf(security);
  if (good !== undefined) return [{ symbol: "", holdingName: good, holdingPercent: other }];
  if (bonds === 0) return [];
  const key = toKey(`bonds of ${category}`, market.seed);
  return Array.from({ length: HOLDINGS }, (_, place) => ({
    symbol: "",
    holdingName: `Simulated bond ${(2 + 3 * uniform(key, place)).toFixed(2)}% ${2028 + Math.floor(20 * uniform(key, place + 20))}`,
    holdingPercent: round((bonds * 0.02) / (1 + place / 3), 7),
  }));
}

/** Returns the inverses of the multiples of the largest companies, as the upstream sends them. */
function inverses({ market, books }: World, members: readonly Member[], at: number) {
  const largest = members.slice(0, HOLDINGS);
  const total = largest.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (of: (company: Security) => number) =>
    round(largest.reduce((sum, { company, weight }) => sum + of(company) * weight, 0) / total, 5);
  const perPrice =
    (pick: (accounts: ReturnType<typeof books.fundamentals>) => number | undefined) => (one: Security) => {
      const accounts = books.fundamentals(one, at);
      const price = market.tick(one, at).price / minorUnitFactor(one);
      return (pick(accounts) ?? 0) / accounts.economics.shares / accounts.rate / price;
    };
  return {
    priceToEarnings: mean(
      (one) => 1 / (priceToEarnings(one, market.tick(one, at).price, books.fundamentals(one, at)) ?? Infinity),
    ),
    priceToBook: mean(perPrice(({ balance }) => balance["totalEquity"])),
    priceToSales: mean(perPrice(({ income }) => income["revenue"])),
    priceToCashflow: mean(perPrice(({ cash }) => cash["operatingCashFlow"])),
  };
}
