/** Funds by provider B, in one call of its modules about a fund. */
import { dayAfter } from "../../lib/day.js";
import { byWeight, fund, NOT_A_FUND, toFundMultiple, type FundData } from "../../capabilities/fund.js";
import type { Sparse } from "../../contract/absent.js";
import { noCoverage } from "../../contract/errors.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import type { z } from "../../contract/schema.js";
import { isObject } from "../../lib/is-object.js";
import { badAnswer, readModule } from "./envelopes.js";
import {
  annualRow,
  fundPerformance,
  fundProfile,
  holdingRow,
  keyStatistics,
  MODULES,
  SECTOR_NAMES,
  summaryDetail,
  topHoldings,
} from "./fund-modules.js";
import { providerB } from "./provider.js";
import { raw, toFunds, toUtcDay } from "./values.js";

/** B sends ten holdings, and a year for each that the fund exists. */
const MAX_HOLDINGS = 10;
const MAX_YEARS = 60;
const MAX_SECTORS = 40;
const TYPES: Readonly<Record<string, string>> = { ETF: "Exchange Traded Fund", MUTUALFUND: "Mutual Fund" };

/**
 * A fund with its ten largest holdings, sectors, costs and returns.
 *
 * B sends 0 for what it does not know: returns, yield and assets of 0 are `null`, costs and turnover of 0 only if both
 * are. Its multiples of the shares held are inverted. Its returns end with the month before the date that it states.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for one that is no fund.
 */
export const fundFromB = source(providerB, fund, async ({ symbol }, client) => {
  const { price, modules } = await client.summary(symbol, MODULES);
  const parts = optionalParts();
  const read = <S extends z.AnyZodObject>(name: string, schema: S, fields: readonly string[]) =>
    parts.read(fields, () => readModule(schema, modules[name]));
  const detail = read("summaryDetail", summaryDetail, ["nav"]);
  const statistics = read("defaultKeyStatistics", keyStatistics, ["assets", "yield", "inception"]);
  const profile = read("fundProfile", fundProfile, ["family", "category", "type", "expenseRatio", "turnover"]);
  const top = read("topHoldings", topHoldings, ["holdings", "sectors", "allocation", "equity", "bond"]);
  const performance = read("fundPerformance", fundPerformance, ["returns", "annual"]);
  const gaps = parts.gaps();
  const isFund = price.quoteType === null || Object.hasOwn(TYPES, price.quoteType);
  if (!isFund || (profile === null && top === null && performance === null)) {
    throw isFund && gaps.missing.length > 0 ? badAnswer() : noCoverage("provider-b", "fund data", symbol, NOT_A_FUND);
  }
  const costs = toCosts(profile, statistics);
  return {
    data: {
      symbol,
      name: price.longName ?? price.shortName,
      family: profile?.family ?? statistics?.fundFamily ?? null,
      category: profile?.categoryName ?? statistics?.category ?? null,
      type: profile?.legalType ?? TYPES[price.quoteType ?? ""] ?? null,
      currency: price.currency,
      assets: statistics?.totalAssets ?? detail?.totalAssets ?? null,
      nav: detail?.navPrice,
      expenseRatio: costs.expenseRatio,
      yield: statistics?.yield ?? detail?.yield ?? null,
      inception: toUtcDay(statistics?.fundInceptionDate ?? null),
      turnover: costs.turnover,
      ...toReturns(performance),
      ...toContents(top),
    },
    ...gaps,
    currency: price.currency,
    ...toFunds(symbol, price.quoteType),
    notes:
      (top?.holdings.length ?? 0) >= MAX_HOLDINGS
        ? ["These are the ten largest holdings; provider B has no more."]
        : [],
  };
});

/** Returns the costs and the turnover; zeros that stand together mean that neither is known. */
function toCosts(profile: z.output<typeof fundProfile> | null, statistics: z.output<typeof keyStatistics> | null) {
  const { annualReportExpenseRatio: cost = null, annualHoldingsTurnover: sent = null } =
    profile?.feesExpensesInvestment ?? {};
  const isKnown = Boolean(cost) || Boolean(sent);
  return {
    expenseRatio: isKnown ? cost : null,
    turnover: (isKnown ? sent : null) ?? statistics?.annualHoldingsTurnover ?? null,
  };
}

function toReturns(performance: z.output<typeof fundPerformance> | null): Pick<FundData, "returns" | "annual"> {
  const sent = performance?.trailingReturns;
  const of = (field: keyof NonNullable<typeof sent>) => sent?.[field] || null;
  const years = performance?.annualTotalReturns.returns.slice(0, MAX_YEARS);
  return {
    returns: {
      ytd: of("ytd"),
      "1mo": of("oneMonth"),
      "3mo": of("threeMonth"),
      "1y": of("oneYear"),
      "3y": of("threeYear"),
      "5y": of("fiveYear"),
      "10y": of("tenYear"),
      asOf: toMonthEnd(of("asOfDate")),
    },
    annual:
      years?.flatMap((row) => {
        const { data } = annualRow.safeParse(row);
        return data?.year && data.annualValue ? [{ year: data.year, return: data.annualValue }] : [];
      }) ?? null,
  };
}

/** Returns the last day of the month before a time in seconds, or that time's day if it is the last of its month. */
function toMonthEnd(seconds: number | null): string | null {
  const day = toUtcDay(seconds);
  if (day === null) return null;
  const next = new Date(dayAfter(day));
  return new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth(), 0)).toISOString().slice(0, 10);
}

function toContents(
  top: z.output<typeof topHoldings> | null,
): Sparse<Pick<FundData, "holdings" | "sectors" | "allocation" | "equity" | "bond">> {
  const holdings = top?.holdings.slice(0, MAX_HOLDINGS).flatMap((row) => {
    const { data } = holdingRow.safeParse(row);
    return data?.holdingPercent ? [{ symbol: data.symbol, name: data.holdingName, weight: data.holdingPercent }] : [];
  });
  // Each sector is an object of one field.
  const sectors = top?.sectorWeightings.slice(0, MAX_SECTORS).flatMap((row) =>
    Object.entries(isObject(row) ? row : {}).flatMap(([key, weight]) => {
      const name = Object.hasOwn(SECTOR_NAMES, key) ? SECTOR_NAMES[key]! : null;
      return name === null ? [] : [{ sector: name, weight: raw(weight) ?? 0 }];
    }),
  );
  return {
    holdings: holdings ? byWeight(holdings) : null,
    sectors: sectors ? byWeight(sectors) : null,
    allocation: {
      stocks: top?.stockPosition,
      bonds: top?.bondPosition,
      cash: top?.cashPosition,
      preferred: top?.preferredPosition,
      convertible: top?.convertiblePosition,
      other: top?.otherPosition,
    },
    equity: {
      peRatio: toFundMultiple(top?.equityHoldings.priceToEarnings ?? null),
      priceToBook: toFundMultiple(top?.equityHoldings.priceToBook ?? null),
      priceToSales: toFundMultiple(top?.equityHoldings.priceToSales ?? null),
    },
    bond: { duration: top?.bondHoldings.duration ?? null },
  };
}
