/** The modules about a company that overview, recommendations, key statistics and dividends need. */
import { toFounded } from "../../market/founded.js";
import { link } from "../../contract/link.js";
import { z } from "../../contract/schema.js";
import { prose, text } from "../../contract/values.js";
import { isObject } from "../../lib/is-object.js";
import type { Summary } from "./client.js";
import { COMPANY_MODULES, type ModuleName } from "./company-modules.js";
import { badAnswer, priceModule, readModule } from "./envelopes.js";
import { toChiefExecutive, toHeadquarters } from "./profile.js";
import { isComplete, toTrendCounts } from "./recommendation-trend.js";
import { rawNumber } from "./values.js";

const { assetProfile, ...FIGURES } = COMPANY_MODULES;
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
    counts: z
      .object({ strongBuy: rawNumber, buy: rawNumber, hold: rawNumber, sell: rawNumber, strongSell: rawNumber })
      .nullable(),
    unread: z.boolean(),
  }),
});

/** A company as provider B describes it. Figures are as it sends them; a missing one is `null`. */
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
  const read = <S extends z.AnyZodObject>(name: ModuleName, schema: S, mayLack: boolean): z.output<S> => {
    try {
      const module = readModule(schema, modules[name]);
      if (!mayLack && Object.values(module ?? {}).every(isEmptyValue)) throw badAnswer();
      return module ?? (schema.parse({}) as z.output<S>);
    } catch {
      unread.push(name);
      return schema.parse({}) as z.output<S>;
    }
  };
  const asset = read("assetProfile", assetProfile, !isShare);
  const figures = {
    summaryDetail: read("summaryDetail", FIGURES.summaryDetail, !isShare),
    defaultKeyStatistics: read("defaultKeyStatistics", FIGURES.defaultKeyStatistics, !isShare),
    financialData: read("financialData", FIGURES.financialData, !isShare),
  };
  return {
    fetchedAt,
    price,
    ...figures,
    // May be empty: only its dividend dates are read, and many companies pay no dividends.
    calendarEvents: read("calendarEvents", FIGURES.calendarEvents, true),
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

/** Whether B sent no module, or one without a field. */
function isAbsent(module: unknown): boolean {
  return module === undefined || module === null || (isObject(module) && Object.keys(module).length === 0);
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
