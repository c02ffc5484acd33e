/** Shared by all calls of Yahoo: symbol look-up and error body. */
import type { Security } from "../market/security.js";
import type { World } from "../companies/world.js";

/** Finds a security by Yahoo's spelling. */
export function findForYahoo({ market }: World, symbol: string): Security | undefined {
  const security = market.find(symbol);
  return security?.yahooSymbol === symbol.toUpperCase() ? security : undefined;
}

/** Returns the content of an error reply. */
export function errorBody(code: string, description: string) {
  return { result: null, error: { code, description } };
}
