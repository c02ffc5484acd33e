/** The value of a share according to a discounted cash flow model. */
import { date, price, ratio, signed, years } from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { object, z } from "../../contract/schema.js";
import { answerSymbol, source, symbol, timestamp } from "../../contract/fields.js";
import { SLOW, symbolErrors } from "../shapes.js";

export const dcf = defineCapability({
  name: "dcf",
  title: "DCF valuation",
  route: "/api/v1/provider-a/stock/{symbol}/dcf",
  tool: {
    name: "provider_a_get_dcf_valuation",
    set: "core",
    description: "Intrinsic value (fair value) per share by discounted cash flow, with growth and discount rates.",
  },
  input: z.object({ symbol }),
  output: object(["Per share, listing currency", "annual ratios"], {
    symbol: answerSymbol,
    date: date("of the calculation"),
    dcf: price("negative for some loss makers; provider A"),
    stock_price: price("at calculation"),
    revenue_growth_rate: signed(ratio("annual; (last projected revenue / last reported)^(1/years) - 1")),
    discount_rate: ratio("annual; WACC: A's percentage / 100"),
    terminal_growth_rate: ratio("annual; A's percentage / 100"),
    years_of_projection: years("counted from A's projection"),
    source,
    timestamp,
  }),
  freshness: SLOW,
  errors: {
    ...symbolErrors("fetch DCF valuation", "insufficient_history"),
    retryField: null,
    notFound: (asked) => ({ error: `404: Failed to fetch DCF valuation for ${asked}` }),
  },
});
