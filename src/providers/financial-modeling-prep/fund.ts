/** Funds by FMP: facts and sectors. */
import { say, the } from "../../contract/sentence.js";
import { byWeight, fund, NOT_A_FUND, onlyFiled } from "../../capabilities/companies/fund.js";
import { fromUpstreamSector } from "../../market/symbols/sector-names.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { currencyCode, positive, text, toRatio } from "../../contract/values.js";
import { toDay } from "./dates.js";
import { noCoverageOrUnknown } from "./profile.js";
import { fmpProvider } from "./provider.js";

const infoRow = z.object({
  name: text,
  etfCompany: text,
  expenseRatio: positive,
  assetsUnderManagement: positive,
  inceptionDate: text,
  nav: positive,
  navCurrency: currencyCode,
  sectorsList: z.unknown(),
});
const sectorRow = z.object({ industry: text, exposure: positive });
/** Limit of sectors that are read; a recorded fund has twelve. */
const MAX_SECTORS = 40;
/** The part of a fund that is in no sector. */
const REST = "Cash & Others";

/**
 * The facts of a fund and its sectors; FMP's plans do not include holdings. A sends costs
 * and weights in percent; here they are ratios.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol that is no fund, `not_found` for an unknown one.
 */
export const fundFromFmp = source(
  fmpProvider,
  fund,
  async ({ symbol }, client) => {
    const info = await client.first(infoRow, "etf/info", { symbol });
    if (!info) throw await noCoverageOrUnknown("fund data", symbol, NOT_A_FUND, client);
    const sent = Array.isArray(info.sectorsList) ? info.sectorsList.slice(0, MAX_SECTORS) : null;
    const sectors = sent?.flatMap((row) => {
      const { data } = sectorRow.safeParse(row);
      if (!data || data.industry === null || data.industry === REST) return [];
      return [{ sector: fromUpstreamSector(data.industry)!, weight: toRatio(data.exposure) ?? 0 }];
    });
    return {
      data: {
        symbol,
        name: info.name,
        family: info.etfCompany,
        currency: info.navCurrency,
        assets: info.assetsUnderManagement,
        nav: info.nav,
        expenseRatio: toRatio(info.expenseRatio),
        inception: toDay(info.inceptionDate),
        returns: {},
        sectors: sectors ? byWeight(sectors) : null,
        allocation: {},
        equity: {},
        bond: {},
      },
      currency: info.navCurrency,
      notes: [say`${the.source("provider-a")} has neither holdings nor returns of funds in most plans.`],
    };
  },
  { cannot: (input) => [...onlyFiled(input), ...(input.with === undefined ? [] : ["with"])] },
);
