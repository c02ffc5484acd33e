/** The 3-month yields of the days of a year, by the US Treasury. */
import { billYields } from "../../capabilities/economy/bill-yields.js";
import { source } from "../../contract/provider.js";
import { officialSources } from "../official/provider.js";
import { fetchYields } from "./yields.js";

/** The days of the year that have a yield, newest first, in one call. */
export const billYieldsFromTreasury = source(officialSources, billYields, async ({ year }, client) => {
  const days = await fetchYields(client, String(year));
  return { data: { year, days: days.flatMap(({ date, m3 }) => (m3 === null ? [] : [{ date, m3 }])) } };
});
