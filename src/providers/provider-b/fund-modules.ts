/** Schemas of the modules about funds in provider B's summary, and the names of its sectors. */
import { z } from "../../contract/schema.js";
import { text } from "../../contract/values.js";
import { list, rawNumber, rawPositive } from "./values.js";

/** The modules requested from `quoteSummary`, beside `price`. */
export const MODULES = ["summaryDetail", "defaultKeyStatistics", "fundProfile", "topHoldings", "fundPerformance"];

/** Schema of an object that may be missing; then its fields are `null`. */
const part = <S extends z.ZodRawShape>(shape: S) => z.preprocess((value) => value ?? {}, z.object(shape));

export const summaryDetail = z.object({ navPrice: rawPositive, yield: rawPositive, totalAssets: rawPositive });

export const keyStatistics = z.object({
  totalAssets: rawPositive,
  yield: rawPositive,
  fundInceptionDate: rawNumber,
  fundFamily: text,
  category: text,
  annualHoldingsTurnover: rawPositive,
});

export const fundProfile = z.object({
  family: text,
  categoryName: text,
  legalType: text,
  // Its totalNetAssets is not the fund's.
  feesExpensesInvestment: part({ annualReportExpenseRatio: rawNumber, annualHoldingsTurnover: rawNumber }),
});

export const topHoldings = z.object({
  stockPosition: rawNumber,
  bondPosition: rawNumber,
  cashPosition: rawNumber,
  preferredPosition: rawNumber,
  convertiblePosition: rawNumber,
  otherPosition: rawNumber,
  holdings: list,
  sectorWeightings: list,
  equityHoldings: part({ priceToEarnings: rawNumber, priceToBook: rawNumber, priceToSales: rawNumber }),
  bondHoldings: part({ duration: rawPositive }),
});

export const holdingRow = z.object({ symbol: text, holdingName: text, holdingPercent: rawPositive });

export const fundPerformance = z.object({
  trailingReturns: part({
    asOfDate: rawNumber,
    ytd: rawNumber,
    oneMonth: rawNumber,
    threeMonth: rawNumber,
    oneYear: rawNumber,
    threeYear: rawNumber,
    fiveYear: rawNumber,
    tenYear: rawNumber,
  }),
  annualTotalReturns: part({ returns: list }),
});

export const annualRow = z.object({ year: rawNumber, annualValue: rawNumber });

/** Our names of B's sectors. */
export const SECTOR_NAMES: Readonly<Record<string, string>> = {
  technology: "Technology",
  healthcare: "Healthcare",
  financial_services: "Financial Services",
  consumer_cyclical: "Consumer Cyclical",
  consumer_defensive: "Consumer Defensive",
  energy: "Energy",
  utilities: "Utilities",
  industrials: "Industrial",
  basic_materials: "Materials",
  realestate: "Real Estate",
  communication_services: "Communication Services",
};
