/** Economic series that people ask for and that `get_economic_series` does not have: where they are. */
import { byName, toKey } from "./economic-series.js";

/** Publishers of series that people ask for and that are not to be had here, each with their names and ids at FRED. */
const OTHER_OFFICES: Readonly<Record<string, string>> = {
  "the Bureau of Economic Analysis": "PCE, PCEC96, personal spending, trade balance, BOPGSTB",
  "the Census Bureau":
    "retail sales, RSAFS, housing starts, HOUST, building permits, PERMIT, durable goods, durable goods orders, DGORDER, new home sales, HSN1F",
  "the Federal Reserve": "money supply, M1, M1SL, M2, M2SL, WALCL, consumer credit, TOTALSL",
  "the Employment and Training Administration": "jobless claims, initial claims, ICSA, continuing claims, CCSA",
  "the University of Michigan": "consumer sentiment, UMCSENT",
  "the Conference Board": "consumer confidence",
  "the Institute for Supply Management": "PMI, ISM, NAPM",
  "Freddie Mac": "mortgage rate, mortgage rates, 30 year mortgage rate, MORTGAGE30US, MORTGAGE15US",
  "S&P Dow Jones Indices": "home prices, Case-Shiller, CSUSHPISA, CSUSHPINSA",
};

/** Rates that `get_reference_rates` has, by its fields. */
const REFERENCE_RATES: Readonly<Record<string, string>> = {
  "m1 to y30": "treasury yields, treasury rates, yield curve",
  m1: "DGS1MO",
  m3: "DGS3MO",
  m6: "DGS6MO",
  y1: "DGS1, GS1",
  y2: "DGS2, GS2, 2 year treasury, 2 year yield",
  y3: "DGS3",
  y5: "DGS5, GS5",
  y7: "DGS7",
  y10: "DGS10, GS10, 10 year treasury, 10 year yield",
  y20: "DGS20",
  y30: "DGS30, GS30, 30 year treasury, 30 year yield",
  s2s10: "T10Y2Y",
  m3y10: "T10Y3M",
  targetFrom: "DFEDTARL",
  targetTo: "DFEDTARU",
  effective:
    "DFF, EFFR, FEDFUNDS, fed funds, fed funds rate, federal funds, federal funds rate, policy rate, interest rate, interest rates",
  sofr: "SOFR",
};
/** Ids at FRED of means of a month. */
const MONTHLY = /^(?:FEDFUNDS|GS\d+)$/;

const OFFICES = byName(OTHER_OFFICES);
const RATES = byName(REFERENCE_RATES);

/** Returns where a series is that is not to be had here; `undefined` for any other text. */
export function toAbsence(text: string): string | undefined {
  const rate = RATES.get(toKey(text));
  const office = OFFICES.get(toKey(text));
  if (office) return `${office.name}: published by ${office.of}, and not to be had here`;
  if (!rate) return undefined;
  const mean = MONTHLY.test(rate.name) ? `, for each day and not as the mean of a month, which ${rate.name} is` : "";
  return `${rate.name}: a rate, which get_reference_rates from="YYYY-MM-DD" has as ${rate.of}${mean}`;
}
