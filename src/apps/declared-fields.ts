/** The declared fields of answers, for their pictures; the build replaces this module by its value. */
import { compareStocks } from "../capabilities/compare-stocks.js";
import { financials } from "../capabilities/financials.js";
import { fund } from "../capabilities/fund.js";
import { holders } from "../capabilities/holders.js";
import { keyStatistics } from "../capabilities/key-statistics.js";
import { active, gainers, losers } from "../capabilities/movers.js";
import { screener } from "../capabilities/screener.js";
import { fieldsOf } from "../contract/field.js";

export const STATISTICS_FIELDS = [...fieldsOf(keyStatistics.output)];
export const FUND_FIELDS = [...fieldsOf(fund.output)];
export const HOLDERS_FIELDS = [...fieldsOf(holders.output)];
export const FINANCIALS_FIELDS = [...fieldsOf(financials.output)];
export const COMPARISON_FIELDS = [...fieldsOf(compareStocks.output)];
export const SCREENER_FIELDS = [...fieldsOf(screener.output)];
export const MOVERS_FIELDS = [gainers, losers, active].flatMap(({ output }) => [...fieldsOf(output)]);
