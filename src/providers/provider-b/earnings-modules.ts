/** Schemas of the modules about earnings in provider B's summary. */
import { z } from "../../contract/schema.js";
import { currencyCode, lenient, text } from "../../contract/values.js";
import { entries } from "./envelopes.js";
import { list, rawCount, rawNumber, rawPositive } from "./values.js";

/** The modules requested from `quoteSummary`, beside `price`. */
export const MODULES = ["calendarEvents", "earnings", "earningsHistory", "earningsTrend"];

const flag = lenient((value) => (typeof value === "boolean" ? value : null));
/** Schema of an object that may be missing; then its fields are `null`. */
const part = <S extends z.ZodRawShape>(shape: S) => z.preprocess((value) => value ?? {}, z.object(shape));

export const calendarEvents = z.object({
  earnings: part({
    earningsDate: list,
    isEarningsDateEstimate: flag,
    earningsAverage: rawNumber,
    earningsLow: rawNumber,
    earningsHigh: rawNumber,
    // A revenue of 0 means that no analyst estimates it.
    revenueAverage: rawPositive,
    revenueLow: rawPositive,
    revenueHigh: rawPositive,
  }),
});

export const earningsModule = z.object({
  earningsChart: part({ quarterly: list, earningsDate: list, isEarningsDateEstimate: flag }),
  financialsChart: part({ quarterly: list }),
  financialCurrency: currencyCode,
});

/** A quarter of the charts, of EPS or of revenue; `date` is its name, such as 4Q2024. */
export const chartQuarter = z.object({ date: text, fiscalQuarter: text, actual: rawNumber, revenue: rawPositive });

export const earningsHistory = z.object({ history: entries });

export const historyRow = z.object({
  quarter: rawNumber,
  epsActual: rawNumber,
  epsEstimate: rawNumber,
  currency: currencyCode,
});

export const earningsTrend = z.object({ trend: entries });

const estimate = { avg: rawNumber, low: rawNumber, high: rawNumber, numberOfAnalysts: rawCount, growth: rawNumber };

export const trendRow = z.object({
  period: text,
  endDate: text,
  earningsEstimate: part({ ...estimate, yearAgoEps: rawNumber, earningsCurrency: currencyCode }),
  revenueEstimate: part({
    ...estimate,
    avg: rawPositive,
    low: rawPositive,
    high: rawPositive,
    yearAgoRevenue: rawPositive,
    revenueCurrency: currencyCode,
  }),
  epsTrend: part({
    current: rawNumber,
    "7daysAgo": rawNumber,
    "30daysAgo": rawNumber,
    "60daysAgo": rawNumber,
    "90daysAgo": rawNumber,
  }),
  epsRevisions: part({
    upLast7days: rawCount,
    upLast30days: rawCount,
    // B spells this field with a capital D.
    downLast7Days: rawCount,
    downLast30days: rawCount,
  }),
});
