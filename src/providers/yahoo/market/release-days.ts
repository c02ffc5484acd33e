/** The days of coming releases of economic series, by provider B's calendar. */
import { releaseDays } from "../../capabilities/economic-series.js";
import { enricher } from "../../contract/enrichment.js";
import { daysBefore } from "../../lib/day.js";
import { toReleaseDays } from "../../market/economic-series.js";
import { usDate } from "../../market/us-market-hours.js";
import { fetchReleases } from "./market-calendar.js";
import { providerB } from "./provider.js";

/** The days in which a monthly series has a release. */
const DAYS = 31;

/** The next day of each series; a release with its figure is over. */
export const releaseDaysFromB = enricher(providerB, releaseDays, async (_asked: string, client, upstream) => {
  const today = usDate(upstream.now());
  const releases = await fetchReleases(client, today, daysBefore(today, -DAYS));
  return { facts: toReleaseDays(releases.filter(({ date, actual }) => date >= today && actual == null)) };
});
