/** The error for a symbol that provider B does not know. */
import { MarketDataError, HINTS } from "../../contract/errors.js";

/**
 * Creates the error, after which no other source is tried: B lists every market, so a symbol that it does not know is
 * most likely misspelt.
 */
export function unknownSymbol(symbol: string): MarketDataError {
  return new MarketDataError("not_found", `Cannot find "${symbol}": provider B does not know this symbol.`, {
    hints: [HINTS.findSymbol],
  });
}
