/** An ordinary question for a source: the required parameters, or others where the source cannot apply these. */
import { parseInput } from "../../src/contract/input.js";
import type { Source } from "../../src/contract/provider.js";
import { requiredValues } from "./required-values.js";

/** Questions for sources that cannot answer the ordinary one of their capability. */
const OTHERS: Readonly<Record<string, Record<string, unknown>>> = {
  quote: { symbol: "EURUSD=X" },
  quotes: { symbols: ["EURUSD=X"] },
  "market-calendar": { kind: "company", symbols: ["AAPL"] },
};

export function ordinaryQuestion({ capability, cannot }: Source): Record<string, unknown> {
  // Recommendations are of a symbol or of a sector, the text of a filing of a symbol or an address, and filed facts of a
  // symbol or of all companies: none is required.
  const ofSymbol = ["recommendations", "filing-text", "filing-facts"].includes(capability.name);
  const question = ofSymbol ? { symbol: "AAPL" } : requiredValues(capability.input.shape);
  const asked = "symbol" in question ? { ...question, symbol: "AAPL" } : question;
  const isRefused = (cannot?.(parseInput(capability, asked) as never) ?? []).length > 0;
  if (!isRefused) return question;
  // A source that answers questions about a symbol only.
  return OTHERS[capability.name] ?? ("symbol" in capability.input.shape ? { ...asked, symbol: "AAPL" } : question);
}
