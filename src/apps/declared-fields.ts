/** The declared fields of key statistics, for their picture; the build replaces this module by its value. */
import { keyStatistics } from "../capabilities/key-statistics.js";
import { fieldsOf } from "../contract/field.js";

export const STATISTICS_FIELDS = [...fieldsOf(keyStatistics.output)];
