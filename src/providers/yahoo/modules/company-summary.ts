/** The modules about a company that overview, recommendations, key statistics and dividends need. */
import { toFounded } from "../../../market/symbols/founded.js";
import { perCount } from "../../../contract/fields.js";
import { link } from "../../../contract/link.js";
import { z } from "../../../contract/schema.js";
import { currencyCode, prose, text } from "../../../contract/values.js";
import type { Summary } from "../calls/client.js";
import { badAnswer, isAbsent, priceModule, readModule } from "../calls/envelopes.js";
import { toChiefExecutive, toHeadquarters } from "./profile.js";
import { isComplete, toTrendCounts } from "./recommendation-trend.js";
import { list, rawCount, rawNumber, rawPositive } from "../calls/values.js";

/** The modules that are requested, with the fields of each; a missing field is `null`. */
const COMPANY_MODULES = {
  assetProfile: z.object({
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
  }),
  summaryDetail: z.object({
    trailingPE: rawPositive,
    forwardPE: rawPositive,
    priceToSalesTrailing12Months: rawPositive,
    dividendRate: rawPositive,
    // Absent, or 0, if the security pays nothing.
    dividendYield: rawNumber,
    // Of the payments of twelve months; 0 if there was none.
    trailingAnnualDividendYield: rawNumber,
    // The dividend yield of a fund.
    yield: rawNumber,
    payoutRatio: rawNumber,
    // In percent; all other yields are ratios.
    fiveYearAvgDividendYield: rawPositive,
    exDividendDate: rawPositive,
    beta: rawNumber,
    fiftyDayAverage: rawPositive,
    twoHundredDayAverage: rawPositive,
  }),
  defaultKeyStatistics: z.object({
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
  }),
  financialData: z.object({
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
  }),
  calendarEvents: z.object({ exDividendDate: rawPositive, dividendDate: rawPositive }),
};
type ModuleName = keyof typeof COMPANY_MODULES;
type Module<Name extends ModuleName> = z.output<(typeof COMPANY_MODULES)[Name]>;

const { assetProfile: _, ...FIGURES } = COMPANY_MODULES;
/** Modules that every share has; some shares lack the other modules. */
export const MODULES_OF_EVERY_SHARE: readonly ModuleName[] = [
  "assetProfile",
  "summaryDetail",
  "defaultKeyStatistics",
  "financialData",
];

/** Every field is lenient: parsing a cached company gives each field its type. */
const company = z.object({
  /** Milliseconds since the epoch. */
  fetchedAt: z.number(),
  /** Modules that are missing or have another shape. */
  unread: z.array(z.string()),
  /** Whether none of the modules that every share has was sent. */
  hasPriceOnly: z.boolean().default(false),
  price: priceModule,
  profile: z.object({
    industry: text,
    sector: text,
    employees: rawNumber,
    description: prose,
    website: link,
    headquarters: text,
    founded: text,
    ceo: text,
  }),
  ...FIGURES,
  /** The counts of analysts' ratings; `null` when there are none, `unread` when the module has another shape. */
  ratings: z.object({
    counts: z.object(perCount(rawNumber)).nullable(),
    unread: z.boolean(),
  }),
});

/** A company as Yahoo describes it. Figures are as it sends them; a missing one is `null`. */
export type Company = z.output<typeof company>;

/** A company and the counts of its ratings; not cached if a module cannot be read. */
export const companyPart = {
  name: "company",
  modules: [...Object.keys(COMPANY_MODULES), "recommendationTrend"],
  schema: company as z.ZodType<Company>,
  isGood: ({ unread, ratings }: Company) =>
    unread.length === 0 && !ratings.unread && (ratings.counts === null || isComplete(ratings.counts)),
  read: readCompany,
};

/**
 * Reads the modules. One of another shape is listed in `unread`. For a share, so is an absent or empty one; funds,
 * coins and indices do not have all modules.
 */
function readCompany({ price, modules }: Summary, fetchedAt: number): Company {
  const isShare = price.quoteType === null || price.quoteType === "EQUITY";
  const unread: ModuleName[] = [];
  const read = <Name extends ModuleName>(name: Name, mayLack = !isShare): Module<Name> => {
    const schema: z.AnyZodObject = COMPANY_MODULES[name];
    try {
      const module = readModule(schema, modules[name]) ?? schema.parse({});
      if (!mayLack && Object.values(module).every(isEmptyValue)) throw badAnswer();
      return module as Module<Name>;
    } catch {
      unread.push(name);
      return schema.parse({}) as Module<Name>;
    }
  };
  const asset = read("assetProfile");
  return {
    fetchedAt,
    price,
    summaryDetail: read("summaryDetail"),
    defaultKeyStatistics: read("defaultKeyStatistics"),
    financialData: read("financialData"),
    // May be empty: only its dividend dates are read, and many companies pay no dividends.
    calendarEvents: read("calendarEvents", true),
    profile: {
      industry: asset.industry,
      sector: asset.sector,
      employees: asset.fullTimeEmployees,
      description: prose.parse(asset.longBusinessSummary) ?? asset.description,
      website: asset.website,
      headquarters: toHeadquarters(asset.city, asset.state, asset.country),
      founded: toFounded(asset.longBusinessSummary),
      ceo: toChiefExecutive(asset.companyOfficers),
    },
    ratings: readRatings(modules["recommendationTrend"]),
    unread,
    hasPriceOnly: MODULES_OF_EVERY_SHARE.every((name) => isAbsent(modules[name])),
  };
}

function readRatings(module: unknown): Company["ratings"] {
  try {
    return { counts: toTrendCounts(module), unread: false };
  } catch {
    return { counts: null, unread: true };
  }
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
