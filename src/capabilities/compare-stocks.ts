/** A comparison of several stocks. */
import { defineCapability } from "../contract/capability.js";
import { listedSymbols, notes, timestamp } from "../contract/fields.js";
import { z } from "../contract/schema.js";
import { failed, stock } from "./compare-stocks-output.js";
import { PEER_KINDS } from "./peers.js";
import { marketErrors, SLOW } from "./shapes.js";

export const compareStocks = defineCapability({
  name: "compare-stocks",
  title: "Stock comparison",
  route: "/api/v1/compare",
  tool: {
    name: "compare_stocks",
    command: "compare",
    set: "core",
    description: "Compares 2 to 5 companies, or one with peers: size, valuation, margins, debt, analysts, returns.",
    picture: "comparison",
    rows: {
      list: "stocks",
      failed: "errors",
      noun: "stocks",
      key: ["symbol", "companyName"],
      unlisted: true,
      rare: ["enterpriseValueToEbitda", "netDebt"],
    },
  },
  input: z.object({ symbols: listedSymbols(1, 5).describe("1 to 5") }),
  output: z.object({
    stocks: z.array(stock).describe("As asked"),
    errors: z.array(failed).describe("Symbols without an answer"),
    peers: z
      .object({
        source: z.string().describe("Who names them, such as PROVIDER_A"),
        kind: z.enum(PEER_KINDS).describe("peers of the same business, or related by interest of readers"),
        symbols: z.array(z.string()).describe("At most four"),
      })
      .nullable()
      .optional()
      .describe("With one symbol: companies beside it; null when none are known"),
    notes,
    timestamp,
  }),
  freshness: SLOW,
  errors: marketErrors,
});
