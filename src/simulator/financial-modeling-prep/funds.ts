/** FMP's facts of funds; costs and weights are in percent. */
import { figuresOf, membersOf, sectorsOf } from "../companies/funds.js";
import { familyOf } from "../market/funds.js";
import { round } from "../market/random.js";
import { isFund } from "../market/security.js";
import { toDate } from "../market/sessions.js";
import type { RowsOf, World } from "../companies/world.js";

export function createFundRows({ market }: World): Record<string, RowsOf> {
  return {
    "etf/info": (query, at) => {
      const security = market.find(query.get("symbol") ?? "");
      if (!security?.fund || !isFund(security)) return [];
      const { cost, assets } = figuresOf(market, security, at);
      const sectors = sectorsOf(membersOf(market, security, at)).map(([industry, weight]) => ({
        industry,
        exposure: round(weight * 100, 2),
      }));
      const rest = 100 - sectors.reduce((sum, { exposure }) => sum + exposure, 0);
      return [
        {
          symbol: security.symbol,
          name: security.name,
          etfCompany: familyOf(security),
          expenseRatio: round(cost * 100, 2),
          assetsUnderManagement: assets,
          inceptionDate: toDate(security.fund.firstDay),
          nav: market.tick(security, at).price,
          navCurrency: security.currency,
          sectorsList: [...sectors, { industry: "Cash & Others", exposure: round(rest, 2) }],
        },
      ];
    },
  };
}
