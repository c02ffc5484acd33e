/** The value of a share according to a discounted cash flow model. */
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { answerSymbol, figure, source, symbol, timestamp, words, SYMBOL_ALIASES } from "../contract/fields.js";
import { SLOW } from "./shapes.js";

export const dcf = defineCapability({
  name: "dcf",
  title: "DCF valuation",
  route: "/api/v1/provider-a/stock/{symbol}/dcf",
  tool: {
    name: "provider_a_get_dcf_valuation",
    set: "core",
    aliases: SYMBOL_ALIASES,
    units: "the rates are ratios (0.08 is 8 %).",
    description: "Discounted cash flow value per share beside the price, with the growth and discount rates.",
  },
  input: z.object({ symbol }),
  output: z
    .object({
      symbol: answerSymbol,
      date: words("Day of calculation"),
      dcf: figure("Per share, listing currency; negative for some loss makers; provider A"),
      stock_price: figure("Per share, listing currency; at calculation"),
      revenue_growth_rate: figure("Annual ratio; (last projected revenue / last reported)^(1/years) - 1"),
      discount_rate: figure("Annual ratio (0.09 = 9 %); WACC: A's percentage / 100"),
      terminal_growth_rate: figure("Annual ratio; A's percentage / 100"),
      years_of_projection: figure("Years; counted from A's projection"),
      source,
      timestamp,
    })
    .describe("Per share, listing currency; annual ratios"),
  freshness: SLOW,
  errors: {
    style: "detail",
    retryField: null,
    unavailable: 500,
    notFound: (asked) => ({ error: `404: Failed to fetch DCF valuation for ${asked}` }),
    also: ["insufficient_history"],
  },
});
