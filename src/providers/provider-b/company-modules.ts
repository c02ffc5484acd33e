/** Schemas of provider B's modules about a company, with the fields that we need; a missing field is `null`. */
import { link } from "../../contract/link.js";
import { z } from "../../contract/schema.js";
import { currencyCode, prose, text } from "../../contract/values.js";
import { list, rawCount, rawNumber, rawPositive } from "./values.js";

/** Names of the modules. */
export type ModuleName = keyof typeof COMPANY_MODULES;

const assetProfile = z.object({
  city: text,
  state: text,
  country: text,
  website: link,
  industry: text,
  sector: text,
  // Not parsed here: the founding year is searched in the whole text, while answers contain a shortened one.
  longBusinessSummary: z.unknown(),
  description: prose,
  fullTimeEmployees: rawCount,
  companyOfficers: list,
});

const summaryDetail = z.object({
  trailingPE: rawPositive,
  forwardPE: rawPositive,
  priceToSalesTrailing12Months: rawPositive,
  dividendRate: rawPositive,
  // Absent, or 0, if the security pays nothing.
  dividendYield: rawNumber,
  // The dividend yield of a fund.
  yield: rawNumber,
  payoutRatio: rawNumber,
  // In percent; all other yields are ratios.
  fiveYearAvgDividendYield: rawPositive,
  exDividendDate: rawPositive,
  beta: rawNumber,
  fiftyDayAverage: rawPositive,
  twoHundredDayAverage: rawPositive,
});

const defaultKeyStatistics = z.object({
  trailingEps: rawNumber,
  // Of twelve months.
  netIncomeToCommon: rawNumber,
  enterpriseValue: rawNumber,
  enterpriseToRevenue: rawNumber,
  enterpriseToEbitda: rawNumber,
  bookValue: rawNumber,
  priceToBook: rawNumber,
  pegRatio: rawNumber,
  beta: rawNumber,
  floatShares: rawPositive,
  sharesOutstanding: rawPositive,
  // The shares of all classes; absent in some answers.
  impliedSharesOutstanding: rawPositive,
  sharesShort: rawPositive,
  shortRatio: rawPositive,
  shortPercentOfFloat: rawPositive,
  dateShortInterest: rawPositive,
  heldPercentInsiders: rawNumber,
  heldPercentInstitutions: rawNumber,
  "52WeekChange": rawNumber,
  SandP52WeekChange: rawNumber,
  lastFiscalYearEnd: rawPositive,
  nextFiscalYearEnd: rawPositive,
  mostRecentQuarter: rawPositive,
});

const financialData = z.object({
  financialCurrency: currencyCode,
  recommendationMean: rawPositive,
  recommendationKey: text,
  numberOfAnalystOpinions: rawCount,
  targetHighPrice: rawPositive,
  targetLowPrice: rawPositive,
  targetMeanPrice: rawPositive,
  targetMedianPrice: rawPositive,
  totalRevenue: rawNumber,
  revenueGrowth: rawNumber,
  earningsGrowth: rawNumber,
  ebitda: rawNumber,
  grossProfits: rawNumber,
  freeCashflow: rawNumber,
  operatingCashflow: rawNumber,
  totalCash: rawPositive,
  totalDebt: rawNumber,
  grossMargins: rawNumber,
  operatingMargins: rawNumber,
  profitMargins: rawNumber,
  returnOnEquity: rawNumber,
  returnOnAssets: rawNumber,
  debtToEquity: rawNumber,
  currentRatio: rawPositive,
  quickRatio: rawPositive,
});

const calendarEvents = z.object({ exDividendDate: rawPositive, dividendDate: rawPositive });

/** The modules that are requested, with the fields of each. */
export const COMPANY_MODULES = {
  assetProfile,
  summaryDetail,
  defaultKeyStatistics,
  financialData,
  calendarEvents,
} as const;
