/** The modules of provider B's summary that make an overview, and what is missing in them. */
import type { OptionalParts } from "../../contract/optional.js";
import { z } from "../../contract/schema.js";
import { currencyCode, prose, text } from "../../contract/values.js";
import type { Summary } from "./client.js";
import { badAnswer, readModule } from "./envelopes.js";
import { list, rawNumber, rawPositive } from "./values.js";

/** The modules requested from `quoteSummary`. */
export const MODULES = ["assetProfile", "summaryDetail", "defaultKeyStatistics", "financialData", "quoteType"];

/**
 * Returns the modules; every field that may be missing is `null` then.
 *
 * A module of another shape counts as missing, and so does an absent or empty one of a share; funds, coins and indices
 * do not have all modules.
 *
 * @throws {ProviderError} `bad_answer` when all modules are missing.
 */
export function readModules({ price, modules }: Summary, parts: OptionalParts) {
  const mayLackModules = price.quoteType !== null && price.quoteType !== "EQUITY";
  let missing = 0;
  const read = <S extends z.ZodTypeAny>(name: keyof typeof MODULE_FIELDS, schema: S): z.output<S> => {
    const fields = parts.read(MODULE_FIELDS[name], () => {
      const module = readModule(schema, modules[name]);
      if (!mayLackModules && Object.values(module ?? {}).every(isNothing)) throw badAnswer();
      return module ?? schema.parse({});
    });
    if (fields === null) missing++;
    return fields ?? schema.parse({});
  };
  const found = {
    assetProfile: read("assetProfile", assetProfile),
    summaryDetail: read("summaryDetail", summaryDetail),
    defaultKeyStatistics: read("defaultKeyStatistics", keyStatistics),
    financialData: read("financialData", financialData),
  };
  if (missing === Object.keys(found).length) throw badAnswer();
  return found;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The overview's fields that come from each module. */
const MODULE_FIELDS = {
  assetProfile: ["industry", "sector", "employees", "description", "website", "headquarters", "founded", "ceo"],
  summaryDetail: ["peRatio", "pegRatio", "priceToSales", "dividendYield", "beta"],
  defaultKeyStatistics: ["priceToBook", "beta", "eps"],
  financialData: [
    "revenue",
    "grossMargin",
    "operatingMargin",
    "netMargin",
    "roe",
    "roa",
    "debtToEquity",
    "currentRatio",
    "recommendationMean",
    "recommendationKey",
    "numberOfAnalystOpinions",
    "targetHighPrice",
    "targetLowPrice",
    "targetMeanPrice",
    "targetMedianPrice",
  ],
} as const;

/** The modules as read. */
export type Modules = ReturnType<typeof readModules>;

const assetProfile = z.object({
  city: text,
  state: text,
  country: text,
  website: text,
  industry: text,
  sector: text,
  longBusinessSummary: z.unknown(),
  description: prose,
  fullTimeEmployees: rawNumber,
  companyOfficers: list,
});

const summaryDetail = z.object({
  trailingPE: rawPositive,
  priceToSalesTrailing12Months: rawPositive,
  dividendYield: rawNumber,
  // The dividend yield of a fund.
  yield: rawNumber,
  beta: rawNumber,
});

const keyStatistics = z.object({
  trailingEps: rawNumber,
  priceToBook: rawNumber,
  pegRatio: rawNumber,
  beta: rawNumber,
});

const financialData = z.object({
  financialCurrency: currencyCode,
  recommendationMean: rawNumber,
  recommendationKey: text,
  numberOfAnalystOpinions: rawNumber,
  targetHighPrice: rawNumber,
  targetLowPrice: rawNumber,
  targetMeanPrice: rawNumber,
  targetMedianPrice: rawNumber,
  totalRevenue: rawNumber,
  grossMargins: rawNumber,
  operatingMargins: rawNumber,
  profitMargins: rawNumber,
  returnOnEquity: rawNumber,
  returnOnAssets: rawNumber,
  debtToEquity: rawNumber,
  currentRatio: rawPositive,
});
