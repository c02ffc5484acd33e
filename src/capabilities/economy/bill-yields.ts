/** The daily 3-month yields of a year, the rate of Sharpe ratios; `compare_stocks` uses them, and nobody asks for them alone. */
import { defineCapability } from "../../contract/capability.js";
import { always, date, percent } from "../../contract/field.js";
import { timestamp } from "../../contract/fields.js";
import { z } from "../../contract/schema.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { marketErrors, REFERENCE } from "../shapes.js";

/** The first year of which the US Treasury has yields. */
export const FIRST_YEAR = 1990;

/** An ended year changes no more. */
const ENDED_YEAR_SECONDS = 30 * DAY_SECONDS;

export const billYields = defineCapability({
  name: "bill-yields",
  title: "Treasury bill yields",
  route: "/api/v1/market/bill-yields",
  tool: { name: "get_bill_yields", set: "market", description: "3-month yields of the US Treasury in a year." },
  input: z.object({ year: z.number().int().min(FIRST_YEAR) }),
  output: z.object({
    year: z.number().int(),
    days: z.array(z.object({ date: always(date()), m3: always(percent("par yield of 3 months")) })),
    timestamp,
  }),
  freshness: REFERENCE,
  // The last days of a year are out a few days after its end.
  ttlSecondsOf: ({ year, days }) =>
    (days as unknown[]).length > 0 && Date.now() > Date.UTC(Number(year) + 1, 0, 8) ? ENDED_YEAR_SECONDS : undefined,
  currency: null,
  errors: marketErrors,
});
