/** Official interest rates and exchange rates of the last day that each office has published. */
import { always, date, percent, figure } from "../contract/field.js";
import { defineCapability } from "../contract/capability.js";
import { timestamp } from "../contract/fields.js";
import { z } from "../contract/schema.js";
import { DAY_SECONDS } from "../lib/day.js";
import { marketErrors } from "./shapes.js";

/** The maturities of the yield curve, in months (`m`) and years (`y`). */
export const MATURITIES = [
  "m1",
  "m1_5",
  "m2",
  "m3",
  "m4",
  "m6",
  "y1",
  "y2",
  "y3",
  "y5",
  "y7",
  "y10",
  "y20",
  "y30",
] as const;

/** The parts of an answer, each from one office. */
export const RATE_PARTS = ["yields", "federalFunds", "sofr", "euro"] as const;

const yields = z.object({
  date: always(date("of the yields")),
  ...(Object.fromEntries(MATURITIES.map((maturity) => [maturity, percent("par yield")])) as Record<
    (typeof MATURITIES)[number],
    ReturnType<typeof percent>
  >),
});

export const referenceRates = defineCapability({
  name: "reference-rates",
  title: "Reference rates",
  route: "/api/v1/market/reference-rates",
  tool: {
    name: "get_reference_rates",
    set: "market",
    description:
      "Official rates: US Treasury yields of all maturities, federal funds rate and target, SOFR, and the ECB's euro exchange rates.",
  },
  input: z.object({}),
  output: z.object({
    yields: yields.nullable().describe("US Treasury, par yields; percent"),
    federalFunds: z
      .object({
        date: always(date("of the rate")),
        targetFrom: percent("lower end of the target range"),
        targetTo: percent("upper end of the target range"),
        effective: percent("effective rate"),
      })
      .nullable()
      .describe("New York Fed; percent"),
    sofr: z
      .object({ date: always(date("of the rate")), rate: percent("secured overnight rate") })
      .nullable()
      .describe("New York Fed; percent"),
    euro: z
      .object({
        date: always(date("of the rates")),
        rates: z.record(always(figure("units of the currency for one euro"))).describe("By currency, for one euro"),
      })
      .nullable()
      .describe("ECB, reference exchange rates"),
    missing: z.array(z.enum(RATE_PARTS)).describe("Parts that could not be had"),
    timestamp,
  }),
  freshness: { ttlSeconds: 30 * 60, staleSeconds: 7 * DAY_SECONDS },
  currency: null,
  publishers: { "provider-d": "US Treasury, New York Fed and ECB" },
  errors: marketErrors,
});
