/** The declared fields of answers, for their pictures; the build replaces this module by its value. */
import { compareStocks } from "../../capabilities/comparison/compare-stocks.js";
import { dividends } from "../../capabilities/companies/dividends.js";
import { economicSeries } from "../../capabilities/economy/economic-series.js";
import { financials } from "../../capabilities/companies/financials.js";
import { earnings } from "../../capabilities/companies/earnings.js";
import { fund } from "../../capabilities/companies/fund.js";
import { historyOutput } from "../../capabilities/prices/history-output.js";
import { holders } from "../../capabilities/companies/holders.js";
import { insiderTransactions } from "../../capabilities/companies/insider-transactions.js";
import { keyStatistics } from "../../capabilities/companies/key-statistics.js";
import { managerHoldings } from "../../capabilities/filings/manager-holdings.js";
import { marketCalendar } from "../../capabilities/economy/market-calendar.js";
import { marketSummary } from "../../capabilities/prices/market-summary.js";
import { active, gainers, losers } from "../../capabilities/prices/movers.js";
import { optionsChain } from "../../capabilities/prices/options-chain.js";
import { priceTargets } from "../../capabilities/companies/price-targets.js";
import { alternativeQuote } from "../../capabilities/prices/quote.js";
import { screener } from "../../capabilities/companies/screener.js";
import { technicalsOutput } from "../../capabilities/prices/technicals-output.js";
import { fieldsOf } from "../../contract/field.js";
import type { Field, Owner } from "../../contract/field-facts.js";
import type { z } from "../../contract/schema.js";

/** A declared field with its path, such as `stocks.marketCap`: texts, because the page has all of them as one table. */
export type Declared = readonly [
  path: string,
  kind: Field["kind"],
  label?: string,
  signed?: "" | "+",
  owner?: Field["owner"] | "",
  percentFrom?: Field["percentFrom"] | "",
  /** Both levels of a figure that is read by them, such as `30 70`. */
  band?: string,
];

const bandOf = (reading: Field["reading"]) => (reading && "low" in reading ? `${reading.low} ${reading.high}` : "");

/** Fields that pictures read by their names. */
const TEXTS: ReadonlySet<string> = new Set(["text", "label", "time"]);

/** Owners whose currency stands beside an amount; that of the prices, and US dollars, stand in the heading. */
const OTHERS: ReadonlySet<Owner | undefined> = new Set<Owner>(["major", "accounts"]);

/**
 * Returns the figures, days and groups without what pictures do not read: what they show by its declaration. `within`
 * selects the groups.
 */
const declared = (output: z.ZodTypeAny, within = /(?:)/) =>
  [...fieldsOf(output)].flatMap(([path, { kind, label, signed, owner, percentFrom, reading }]): Declared[] => {
    if (TEXTS.has(kind) || !within.test(path)) return [];
    const facts = [
      label ?? "",
      signed ? "+" : "",
      owner && OTHERS.has(owner) ? owner : "",
      percentFrom ?? "",
      bandOf(reading),
    ];
    return [[path, kind, ...facts.slice(0, facts.findLastIndex((fact) => fact !== "") + 1)] as unknown as Declared];
  });

export const STATISTICS_FIELDS = declared(keyStatistics.output, /^(?!pePast|history)/);
export const FUND_FIELDS = declared(
  fund.output,
  /^(?!annual|allocation|bond|overlap\.(?:returns|.*Date)|mix\.(?:weight|other)|holdings\.(?!weight)|report$)/,
);
export const PORTFOLIO_FIELDS = declared(
  managerHoldings.output,
  /^(?:filed|before|positions|total\.(?:value|difference)|holdings\.(?:shares|value|percent|sharesChange))$/,
);
export const HOLDERS_FIELDS = declared(
  holders.output,
  /^(?!ended|unread|.*\.(?:reported|sharesIndirect|amendment|filed|event))/,
);
export const FINANCIALS_FIELDS = declared(
  financials.output,
  /^data\.(?:revenue|operatingIncome|netIncome|total(?:Assets|Liabilities|StockholdersEquity|Debt)|operatingCashFlow|capitalExpenditure|freeCashFlow|grossProfit|epsdiluted|cashAndCashEquivalents|commonStockRepurchased|netDividendsPaid|revenueGrowth|(?:gross|operating|net)Margin)$/,
);
export const COMPARISON_FIELDS = declared(
  compareStocks.output,
  /^(?:stocks\.(?!pricesTo|returnsTo|startDate|endDate)|portfolio\.(?!days|from|to$|.*\.(?:peak|trough)))/,
);
export const SCREENER_FIELDS = declared(screener.output, /^results\./);
/** The fields of movers, each once: their three lists have nearly the same ones. */
export const MOVERS_FIELDS = [
  ...new Map(
    [gainers, losers, active]
      .flatMap(({ output }) => declared(output, /\./))
      .map(([path, ...facts]): Declared => [path.replace(/^\w+/, "rows"), ...facts])
      .map((field) => [field[0], field]),
  ).values(),
];
export const QUOTE_FIELDS = declared(
  alternativeQuote.output,
  /^(?!converted|rate|(?:change|price|day|year)(?!Avg)|(?:pre|post)Market(?!Price))/,
);
export const TARGETS_FIELDS = declared(priceTargets.output, /^(?:priceTarget|(?:strong)?(?:buy|sell)|hold)/i);
export const SUMMARY_FIELDS = declared(marketSummary.output, /^(?!(?:indices|currencies|commodities|crypto)\.)/);
export const CALENDAR_FIELDS = declared(marketCalendar.output, /^items\.(?!date|surprisePercent|payDate|price$)/);
export const INDICATORS_FIELDS = declared(
  technicalsOutput,
  /^(?!date|bars|crossing|windows|signals|needs|returns$|bollinger20\.middle)/,
);
export const OPTIONS_FIELDS = declared(
  optionsChain.output,
  /^(?:impliedMove|atmImpliedVolatility|maxPain|underlyingPrice|daysToExpiration|totals\.(?:callV|putV|putC).*|calls\.(?:strike|bid|ask|last|impliedVolatility|volume|openInterest))$/,
);
export const INSIDERS_FIELDS = declared(insiderTransactions.output, /^insider_transactions\.(?:shares|cost|value)$/);
export const EARNINGS_FIELDS = declared(
  earnings.output,
  /^(?:next\.(?:eps|revenue)Estimate|history\.(?:periodEnd|surprisePercent|reactionPercent|(?:eps|revenue)(?:Actual|Estimate)))$/,
);
export const DIVIDENDS_FIELDS = declared(
  dividends.output,
  /^(?!total|(?:growth|paidTwelveMonths)$)(?:[a-z]+|dividends\.(?:exDate|amount|payDate)|years\.amount|growth\.\w+|paidTwelveMonths\.(?:amount|payments))$/i,
);
export const SERIES_FIELDS = declared(economicSeries.output, /^values\.(?:value|change|yearChange|growthPercent)$/);
export const HISTORY_FIELDS = declared(
  historyOutput,
  /^(?:bars\.(?:open|high|low|close|volume)|summary\.(?:high|low|averageVolume|totalReturnPercent|(?:best|worst)Day\.changePercent|maxDrawdown\.percent))$/,
);
