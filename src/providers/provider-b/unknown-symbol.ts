/** The error for a symbol that provider B does not know. */
import { MarketDataError } from "../../contract/errors.js";

/** Final: B lists every market, so a symbol it does not know is most likely misspelt. */
export function unknownSymbol(asked: string): MarketDataError {
  return new MarketDataError(
    "not_found",
    `Cannot find "${asked}": provider B does not know this symbol; search_symbols finds the right one.`,
  );
}
