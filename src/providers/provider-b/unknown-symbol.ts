/** What a caller is told when provider B knows no such symbol. */
import { MarketDataError } from "../../contract/errors.js";

/** Final: B lists every market, a symbol it does not know is most likely misspelt. */
export function unknownSymbol(asked: string): MarketDataError {
  return new MarketDataError(
    "not_found",
    `Cannot find "${asked}": provider B does not know this symbol; search_symbols finds the right one.`,
  );
}
