/** FMP: payments and splits of one company. */
import { frequencyOf, paymentsOf, splitsOf, yearlyPaid } from "../companies/dividends.js";
import { round } from "../market/random.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { toDate } from "../market/sessions.js";
import { type RowsOf, wholeFrom, type World } from "../companies/world.js";

/** Twenty years, as far back as the simulated charts. */
const DAYS_BACK = 7305;
const DEFAULT_LIMIT = 1_000;

/** Returns the calls by path; each produces the rows of a reply. */
export function createDividendRows(world: World): Record<string, RowsOf> {
  const { market } = world;

  function own(query: URLSearchParams): Security[] {
    const security = market.find(query.get("symbol") ?? "");
    return security?.symbol === query.get("symbol") ? [security] : [];
  }

  return {
    dividends: (query, at) =>
      own(query)
        .flatMap((security) => {
          const today = Math.floor(at / DAY_MS);
          const yearly = yearlyPaid(world, security, at);
          return paymentsOf(world, security, today - DAYS_BACK, today + 60, at)
            .toReversed()
            .map(({ exDay, recordDay, payDay, declaredDay, amount }) => ({
              symbol: security.symbol,
              date: toDate(exDay),
              recordDate: toDate(recordDay),
              paymentDate: toDate(payDay),
              declarationDate: toDate(declaredDay),
              adjDividend: amount,
              dividend: amount,
              // Percent.
              yield: round((yearly / market.closeOn(security, exDay)) * 100, 6),
              frequency: frequencyOf(security),
            }));
        })
        .slice(0, wholeFrom(query, "limit", DEFAULT_LIMIT)),
    splits: (query, at) =>
      own(query).flatMap((security) => {
        const today = Math.floor(at / DAY_MS);
        return splitsOf(world, security, today - DAYS_BACK, today).map(({ day, numerator, denominator }) => ({
          symbol: security.symbol,
          date: toDate(day),
          numerator,
          denominator,
          splitType: "stock-split",
        }));
      }),
  };
}
