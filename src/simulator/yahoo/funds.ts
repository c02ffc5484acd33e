/** Yahoo's modules about funds: holdings and sectors from the simulated companies, returns from the fund's prices. */
import { SECTOR_FUNDS } from "../market/companies.js";
import { round, toKey, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { createMemo, type World } from "../companies/world.js";

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
/** The sectors of companies by the names that sector funds have. */
const OF_FUND: Readonly<Record<string, string>> = {
  Financial: "Financial Services",
  "Health Care": "Healthcare",
  "Consumer Discretionary": "Consumer Cyclical",
  "Consumer Staples": "Consumer Defensive",
  Industrial: "Industrials",
  Materials: "Basic Materials",
};
const HOLDINGS = 10;
const YEARS = 12;

const memo = createMemo<{ company: Security; weight: number }[]>(100);

/** Returns the US companies of a fund with their weights by market value, largest first. */
function membersOf({ market }: World, security: Security, at: number) {
  const day = Math.floor(at / DAY_MS);
  return memo(`${market.seed} ${security.symbol} ${day}`, () => {
    const named = SECTOR_FUNDS.find(([symbol]) => symbol === security.symbol)?.[1];
    const sector = named === undefined ? undefined : (OF_FUND[named] ?? named);
    const members = market.stocks
      .filter((stock) => stock.currency === "USD" && (sector === undefined || stock.sector === sector))
      .map((company) => ({ company, value: market.closeOn(company, day - 1) * market.shares(company) }));
    const total = members.reduce((sum, { value }) => sum + value, 0);
    return members
      .map(({ company, value }) => ({ company, weight: round((value / total) * 0.998, 7) }))
      .toSorted((one, other) => other.weight - one.weight);
  });
}

const keyOf = ({ market }: World, { symbol }: Security) => toKey(`fund ${symbol}`, market.seed);
const forFunds =
  <T>(make: (world: World, security: Security, at: number) => T) =>
  (world: World, security: Security, at: number) =>
    security.kind === "etf" ? make(world, security, at) : undefined;

/** Returns fields of `summaryDetail` that only funds have. */
export const fundDetail = forFunds((world, security, at) => ({
  navPrice: world.market.tick(security, at).price,
  yield: round(0.005 + 0.02 * uniform(keyOf(world, security), 1), 4),
  totalAssets: world.market.snapshot(security, at).marketCap,
}));

export const fundModules = {
  fundProfile: forFunds((world, security) => ({
    maxAge: 1,
    family: "Simulated Funds",
    categoryName: "Large Blend",
    legalType: "Exchange Traded Fund",
    feesExpensesInvestment: {
      annualReportExpenseRatio: round(0.0003 + 0.002 * uniform(keyOf(world, security), 2), 4),
      annualHoldingsTurnover: round(0.02 + 0.1 * uniform(keyOf(world, security), 3), 3),
      // Like the upstream's, this is not the fund's.
      totalNetAssets: 521_778.34,
    },
  })),

  topHoldings: forFunds((world, security, at) => {
    const members = membersOf(world, security, at);
    const bySector = new Map<string, number>();
    for (const { company, weight } of members) {
      bySector.set(company.sector, (bySector.get(company.sector) ?? 0) + weight);
    }
    return {
      maxAge: 1,
      cashPosition: 0.002,
      stockPosition: 0.998,
      bondPosition: 0,
      otherPosition: 0,
      preferredPosition: 0,
      convertiblePosition: 0,
      holdings: members.slice(0, HOLDINGS).map(({ company, weight }) => ({
        symbol: company.yahooSymbol,
        holdingName: company.name,
        holdingPercent: weight,
      })),
      // The inverse of the multiples, as at the upstream.
      equityHoldings: { priceToEarnings: 0.04, priceToBook: 0.2, priceToSales: 0.35, priceToCashflow: 0.06 },
      bondHoldings: {},
      sectorWeightings: [...bySector].map(([name, weight]) => ({ [SECTOR_KEYS[name] ?? name]: round(weight, 4) })),
    };
  }),

  fundPerformance: forFunds(({ market }, security, at) => {
    const now = new Date(at);
    const endOf = (year: number, month: number) => Math.floor(Date.UTC(year, month, 0) / DAY_MS);
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    const end = endOf(year, month);
    const since = (day: number, years = 1) =>
      round((market.closeOn(security, end) / market.closeOn(security, day)) ** (1 / years) - 1, 7);
    return {
      maxAge: 1,
      trailingReturns: {
        asOfDate: Math.floor(at / DAY_MS) * (DAY_MS / 1000),
        ytd: since(endOf(month === 0 ? year - 1 : year, 0)),
        oneMonth: since(endOf(year, month - 1)),
        threeMonth: since(endOf(year, month - 3)),
        oneYear: since(endOf(year - 1, month)),
        threeYear: since(endOf(year - 3, month), 3),
        fiveYear: since(endOf(year - 5, month), 5),
        tenYear: since(endOf(year - 10, month), 10),
      },
      annualTotalReturns: {
        returns: Array.from({ length: YEARS }, (_, index) => {
          const last = year - 1 - index;
          const value = market.closeOn(security, endOf(last + 1, 0)) / market.closeOn(security, endOf(last, 0)) - 1;
          return { year: String(last), annualValue: round(value, 7) };
        }),
      },
    };
  }),
};
