/** The declared fields of answers, for their pictures; the build replaces this module by its value. */
import { fund } from "../capabilities/fund.js";
import { keyStatistics } from "../capabilities/key-statistics.js";
import { fieldsOf } from "../contract/field.js";

export const STATISTICS_FIELDS = [...fieldsOf(keyStatistics.output)];
export const FUND_FIELDS = [...fieldsOf(fund.output)];
