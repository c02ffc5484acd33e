/** Yahoo's modules about a company and its analysts. */
import { DAY_SECONDS } from "../../lib/day.js";
import { isFollowed, meanRating, monthStart, type AnalystNote } from "../companies/analysts.js";
import { COUNTRIES } from "../market/exchanges.js";
import { ratingWord } from "./quote-rows.js";
import { describe, traitsOf } from "../companies/fundamentals.js";
import { round } from "../market/random.js";
import type { Security } from "../market/security.js";
import { incomeOver } from "../companies/statements.js";
import { accountFields, keyFields } from "./statistics.js";
import type { World } from "../companies/world.js";

/** Modules about a company and its accounts. Ratios are fractions (0.1 is 10 %), but `debtToEquity` is percent. */
export const companyModules = {
  assetProfile({ market }: World, security: Security) {
    const facts = traitsOf(security, market);
    return {
      address1: "1 Example Street",
      city: "Sampletown",
      ...(security.country === "US" ? { state: "CA" } : {}),
      zip: "00000",
      country: COUNTRIES[security.country],
      website: "https://www.example.com",
      industry: security.industry,
      sector: security.sector,
      longBusinessSummary: describe(security, market),
      fullTimeEmployees: facts.employees,
      companyOfficers: [
        officer("Ms. Jane  Sample", "CEO & Director"),
        officer("Mr. John  Example", "Chief Financial Officer"),
      ],
      overallRisk: facts.risk,
      maxAge: DAY_SECONDS,
    };
  },

  defaultKeyStatistics(world: World, security: Security, at: number) {
    const { market, books } = world;
    const fundamentals = books.fundamentals(security, at);
    const bookValue = round((fundamentals.balance["totalEquity"] ?? 0) / fundamentals.economics.shares, 3);
    return {
      maxAge: 1,
      priceHint: 2,
      floatShares: Math.round(market.shares(security) * 0.9),
      sharesOutstanding: market.shares(security),
      beta: fundamentals.beta,
      category: null,
      bookValue,
      priceToBook: round(market.tick(security, at).price / bookValue, 6),
      fundFamily: null,
      netIncomeToCommon: fundamentals.income["netIncome"],
      trailingEps: fundamentals.eps,
      ...keyFields(world, security, at),
    };
  },

  financialData(world: World, security: Security, at: number) {
    const { market, books, analysts } = world;
    const { income, balance, cash, quarter, economics } = books.fundamentals(security, at);
    const of = (figures: Record<string, number>, field: string) => figures[field] ?? 0;
    const latest = incomeOver(economics, quarter, 1);
    const equity = of(balance, "totalEquity");
    const revenue = of(income, "revenue");
    const targets = analysts.targets(security, at);
    const mean = isFollowed(security) ? meanRating(analysts.counts(security, monthStart(at, 0))) : undefined;
    const firms = analysts.counts(security, at).reduce((sum, count) => sum + count, 0);
    return {
      maxAge: DAY_SECONDS,
      currentPrice: market.tick(security, at).price,
      ...(targets && {
        targetHighPrice: targets.high,
        targetLowPrice: targets.low,
        targetMeanPrice: targets.mean,
        targetMedianPrice: targets.median,
      }),
      ...(mean === undefined ? {} : { recommendationMean: round(mean, 5), numberOfAnalystOpinions: firms }),
      recommendationKey: mean === undefined ? "none" : ratingWord(mean).toLowerCase().replace(" ", "_"),
      totalCash: of(balance, "cashAndShortTermInvestments"),
      ebitda: of(income, "ebitda"),
      totalDebt: of(balance, "totalDebt"),
      // Banks do not separate current from other liabilities.
      ...(security.traits.has("bank")
        ? {}
        : { currentRatio: round(of(balance, "totalCurrentAssets") / of(balance, "totalCurrentLiabilities"), 3) }),
      totalRevenue: revenue,
      debtToEquity: round((of(balance, "totalDebt") / equity) * 100, 3),
      revenuePerShare: round(revenue / economics.shares, 3),
      returnOnAssets: round(of(income, "netIncome") / of(balance, "totalAssets"), 5),
      returnOnEquity: round(of(income, "netIncome") / equity, 5),
      freeCashflow: of(cash, "freeCashFlow"),
      operatingCashflow: of(cash, "operatingCashFlow"),
      grossMargins: round(of(income, "grossProfit") / revenue, 5),
      ebitdaMargins: round(of(income, "ebitda") / revenue, 5),
      // Like the upstream's, this margin is of the latest quarter.
      operatingMargins: round(of(latest, "operatingIncome") / of(latest, "revenue"), 5),
      profitMargins: round(of(income, "netIncome") / revenue, 5),
      ...accountFields(world, security, at),
      financialCurrency: security.reporting,
    };
  },
};

function officer(name: string, title: string) {
  return { maxAge: 1, name, title, fiscalYear: 2024, totalPay: { raw: 1_000_000, fmt: "1M", longFmt: "1,000,000" } };
}

const ACTIONS = { upgrade: "up", downgrade: "down", init: "init", maintain: "main" } as const;

/** Analysts' ratings and targets; absent for a security without analysts. */
export const analystModules = {
  recommendationTrend({ analysts }: World, security: Security, at: number) {
    if (!isFollowed(security)) return undefined;
    const trend = [0, 1, 2, 3].map((back) => {
      const [strongBuy, buy, hold, sell, strongSell] = analysts.counts(security, monthStart(at, back));
      return { period: back === 0 ? "0m" : `-${back}m`, strongBuy, buy, hold, sell, strongSell };
    });
    return { trend, maxAge: DAY_SECONDS };
  },

  upgradeDowngradeHistory({ analysts }: World, security: Security, at: number) {
    const notes = analysts.notes(security, at);
    if (notes.length === 0) return undefined;
    const history = notes.map((note) => ({
      epochGradeDate: Math.floor(note.at / 1000),
      firm: note.firm,
      toGrade: note.grade,
      fromGrade: note.previousGrade,
      action: ACTIONS[note.action],
      priceTargetAction: targetAction(note),
      currentPriceTarget: note.target,
      // 0 means that there was no earlier target.
      priorPriceTarget: note.previousTarget ?? 0,
    }));
    return { history, maxAge: DAY_SECONDS };
  },
};

function targetAction({ target, previousTarget }: AnalystNote): string {
  if (previousTarget === null) return "Announces";
  if (target === previousTarget) return "Maintains";
  return target > previousTarget ? "Raises" : "Lowers";
}
