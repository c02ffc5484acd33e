/** The companies of the same sector, largest first. */
import type { Market } from "../market/market.js";
import type { Security } from "../market/security.js";

export function peersOf(security: Security, market: Market, at: number): { security: Security; marketCap: number }[] {
  if (security.kind !== "stock") return [];
  return market.stocks
    .filter(({ sector, company, symbol, currency }) => {
      return sector === security.sector && company === symbol && company !== security.company && currency === "USD";
    })
    .map((each) => ({ security: each, marketCap: market.tick(each, at).marketCap }))
    .toSorted((one, other) => other.marketCap - one.marketCap);
}
