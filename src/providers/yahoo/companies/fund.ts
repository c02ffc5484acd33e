/** Funds by Yahoo, in one call of its modules about a fund. */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import { dayAfter } from "../../../lib/day.js";
import {
  byWeight,
  fund,
  MAX_HOLDINGS,
  NOT_A_FUND,
  onlyFiled,
  toFundMultiples,
} from "../../../capabilities/companies/fund.js";
import type { FieldName } from "../../../contract/capability.js";
import { MarketDataError, noCoverage } from "../../../contract/errors.js";
import { invalidInput } from "../../../contract/input.js";
import { optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import { z } from "../../../contract/schema.js";
import { lenient, text, toSixDigits } from "../../../contract/values.js";
import { isObject } from "../../../lib/is-object.js";
import { joinWithAnd } from "../../../lib/join-words.js";
import { contradictions, RULES } from "../../../market/consistency.js";
import { toOverlap } from "../../../market/holdings/fund-overlap.js";
import { SECTORS, toUpstreamSector } from "../../../market/symbols/sector-names.js";
import type { YahooClient } from "../calls/client.js";
import { badAnswer, readableRows, readModule } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { list, part, raw, rawNumber, rawPositive, renamed, required, toFunds, toUtcDay } from "../calls/values.js";

/** The modules requested from `quoteSummary`, beside `price`. */
const MODULES = ["summaryDetail", "defaultKeyStatistics", "fundProfile", "topHoldings", "fundPerformance"];
/** B sends a year for each that the fund exists. */
const MAX_YEARS = 60;
const MAX_SECTORS = 40;
const TYPES: Readonly<Record<string, string>> = { ETF: "Exchange Traded Fund", MUTUALFUND: "Mutual Fund" };

/**
 * A fund with its ten largest holdings, sectors, costs and returns.
 *
 * B sends 0 for what it does not know: returns, yield and assets of 0 are `null`, costs and turnover of 0 only if both
 * are. Its multiples of the shares held may be inverses. Its returns end with the month before the date that it states. A first
 * day that its annual returns contradict is `null`.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for one that is no fund, `invalid_input` if the
 * other one is no fund.
 */
export const fundFromYahoo = source(
  yahooProvider,
  fund,
  async ({ symbol, with: asked, holdings: all }, client) => {
    const [own, other] = await Promise.allSettled([
      client.summary(symbol, MODULES),
      asked === undefined ? undefined : findOther(asked, client),
    ]);
    if (own.status === "rejected") throw own.reason;
    if (other.status === "rejected") throw other.reason;
    const { price, modules } = own.value;
    const parts = optionalParts<typeof fund>();
    const read = <S extends z.ZodTypeAny>(name: string, schema: S, fields: readonly FieldName<typeof fund>[]) =>
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
    const holdings = top && byWeight(readableRows(holdingRow, top.holdings, MAX_HOLDINGS));
    const overlap = other.value && { ...other.value.named, ...toOverlap(holdings, other.value.holdings) };
    const inception = toUtcDay(statistics?.fundInceptionDate ?? null);
    const annual = performance ? readableRows(annualRow, performance.annualTotalReturns.returns, MAX_YEARS) : null;
    const firstYear = annual?.length ? Math.min(...annual.map(({ year }) => year)) : null;
    const contradicted = contradictions(RULES.inception, { inception, firstYear });
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
        inception: contradicted.length > 0 ? null : inception,
        turnover: costs.turnover,
        returns: performance?.trailingReturns ?? {},
        annual,
        holdings,
        sectors: top && byWeight(toSectors(top.sectorWeightings)),
        allocation: top ? positions.parse(modules["topHoldings"]) : {},
        equity: top?.equityHoldings ? toFundMultiples(top.equityHoldings) : {},
        ...(overlap && { overlap }),
        bond: top?.bondHoldings ?? {},
      },
      ...gaps,
      currency: price.currency,
      ...toFunds(symbol, price.quoteType),
      notes: [
        ...contradicted,
        ...toYearlyNotes(performance?.trailingReturns ?? {}),
        ...(all === undefined && (top?.holdings.length ?? 0) >= MAX_HOLDINGS
          ? [say`These are the ten largest holdings; ${the.source("provider-b")} has no more.`]
          : []),
        ...(all === undefined && overlap?.atLeast && overlap.weight !== null
          ? [say`The overlap with ${overlap.with} is at least this: only the largest holdings of both are known.`]
          : []),
      ],
    };
  },
  { cannot: onlyFiled },
);

/**
 * Returns the name and the holdings of the fund to compare with.
 *
 * @throws {MarketDataError} `invalid_input` for a symbol that is unknown or no fund, because errors about a symbol name
 * the fund itself.
 */
async function findOther(symbol: string, client: YahooClient) {
  const { price, modules } = await client.summary(symbol, MODULES).catch((error: unknown) => {
    if (error instanceof MarketDataError && error.kind === "not_found") throw notAFund(symbol);
    throw error;
  });
  const top = readModule(topHoldings, modules["topHoldings"]);
  if (!top) throw notAFund(symbol);
  const readPart = <S extends z.ZodTypeAny>(name: string, schema: S): z.output<S> | null => {
    try {
      return readModule(schema, modules[name]);
    } catch {
      // A part that cannot be read is one that is not known.
      return null;
    }
  };
  const statistics = readPart("defaultKeyStatistics", keyStatistics);
  const detail = readPart("summaryDetail", summaryDetail);
  return {
    named: {
      with: symbol,
      name: price.longName ?? price.shortName,
      expenseRatio: toCosts(readPart("fundProfile", fundProfile), statistics).expenseRatio,
      yield: statistics?.yield ?? detail?.yield ?? null,
      assets: statistics?.totalAssets ?? detail?.totalAssets ?? null,
      returns: readPart("fundPerformance", fundPerformance)?.trailingReturns ?? {},
    },
    holdings: byWeight(readableRows(holdingRow, top.holdings, MAX_HOLDINGS)),
  };
}

const notAFund = (symbol: string) =>
  invalidInput(
    say`Invalid "with": got ${symbol}, which ${the.source("provider-b")} does not know as a fund. Allowed: another fund.`,
  );

/** Returns a note on the returns of several years, which are rates of one year: readers take them for those of all. */
function toYearlyNotes(returns: { [period: string]: unknown }): Sentence[] {
  const known = ["3y", "5y", "10y"].filter((period) => typeof returns[period] === "number");
  return known.length > 0 ? [say`Returns of ${joinWithAnd(known)} are per year.`] : [];
}

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

/** Returns the last day of the month before a time in seconds, or that time's day if it is the last of its month. */
function toMonthEnd(seconds: number | null): string | null {
  const day = toUtcDay(seconds);
  if (day === null) return null;
  const next = new Date(dayAfter(day));
  return new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth(), 0)).toISOString().slice(0, 10);
}

/** Returns the weights of the sectors; each is an object of one field. */
function toSectors(sent: readonly unknown[]) {
  return sent.slice(0, MAX_SECTORS).flatMap((row) =>
    Object.entries(isObject(row) ? row : {}).flatMap(([key, weight]) => {
      const sector = SECTOR_NAMES.get(key.replace("_", ""));
      return sector === undefined ? [] : [{ sector, weight: raw(weight) ?? 0 }];
    }),
  );
}

const nonZero = lenient((value) => raw(value) || null);
/** Schema part for a return, which B sends as a ratio. */
const nonZeroPercent = lenient((value) => toSixDigits((raw(value) ?? 0) * 100) || null);

const summaryDetail = z.object({ navPrice: rawPositive, yield: rawPositive, totalAssets: rawPositive });

const keyStatistics = z.object({
  totalAssets: rawPositive,
  yield: rawPositive,
  fundInceptionDate: rawNumber,
  fundFamily: text,
  category: text,
  annualHoldingsTurnover: rawPositive,
});

const fundProfile = z.object({
  family: text,
  categoryName: text,
  legalType: text,
  // Its totalNetAssets is not the fund's.
  feesExpensesInvestment: part(z.object({ annualReportExpenseRatio: rawNumber, annualHoldingsTurnover: rawNumber })),
});

const topHoldings = z.object({
  holdings: list,
  sectorWeightings: list,
  equityHoldings: part(
    renamed({
      peRatio: ["priceToEarnings", rawNumber],
      priceToBook: ["priceToBook", rawNumber],
      priceToSales: ["priceToSales", rawNumber],
    }),
  ),
  bondHoldings: part(z.object({ duration: rawPositive })),
});

/** The rest of the module `topHoldings`. */
const positions = renamed({
  stocks: ["stockPosition", rawNumber],
  bonds: ["bondPosition", rawNumber],
  cash: ["cashPosition", rawNumber],
  preferred: ["preferredPosition", rawNumber],
  convertible: ["convertiblePosition", rawNumber],
  other: ["otherPosition", rawNumber],
});

const holdingRow = renamed({
  symbol: ["symbol", text],
  name: ["holdingName", text],
  weight: ["holdingPercent", required(rawPositive)],
});

const fundPerformance = z.object({
  trailingReturns: part(
    renamed({
      ytd: ["ytd", nonZeroPercent],
      "1mo": ["oneMonth", nonZeroPercent],
      "3mo": ["threeMonth", nonZeroPercent],
      "1y": ["oneYear", nonZeroPercent],
      "3y": ["threeYear", nonZeroPercent],
      "5y": ["fiveYear", nonZeroPercent],
      "10y": ["tenYear", nonZeroPercent],
      asOf: ["asOfDate", lenient((value) => toMonthEnd(raw(value)))],
    }),
  ),
  annualTotalReturns: part(z.object({ returns: list })),
});

const annualRow = renamed({ year: ["year", required(nonZero)], return: ["annualValue", required(nonZeroPercent)] });

/** Our names of B's sectors, such as `financial_services` and `realestate`, without the mark between words. */
const SECTOR_NAMES = new Map(SECTORS.map((name) => [toUpstreamSector(name).toLowerCase().replace(" ", ""), name]));
