/** FMP's facts of funds; costs and weights are in percent. */
import { round, toKey, uniform } from "../market/random.js";
import { dateOf, type RowsOf, type World } from "../companies/world.js";

const SECTORS = ["Technology", "Healthcare", "Financial Services", "Energy", "Industrials"];

export function createFundRows({ market }: World): Record<string, RowsOf> {
  return {
    "etf/info": (query, at) => {
      const security = market.find(query.get("symbol") ?? "");
      if (security?.kind !== "etf") return [];
      const key = toKey(`fund ${security.symbol}`, market.seed);
      const now = market.snapshot(security, at);
      return [
        {
          symbol: security.symbol,
          name: security.name,
          etfCompany: "Simulated Funds",
          expenseRatio: round((0.0003 + 0.002 * uniform(key, 2)) * 100, 2),
          assetsUnderManagement: now.marketCap,
          inceptionDate: dateOf(Date.UTC(1998, 11, 16)),
          nav: now.price,
          navCurrency: security.currency,
          sectorsList: [
            ...SECTORS.map((industry) => ({ industry, exposure: round(99.8 / SECTORS.length, 2) })),
            { industry: "Cash & Others", exposure: 0.2 },
          ],
        },
      ];
    },
  };
}
