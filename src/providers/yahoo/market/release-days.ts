/** The days of coming releases of economic series, by Yahoo's calendar. */
import { releaseDays } from "../../../capabilities/economy/economic-series.js";
import { enricher } from "../../../contract/enrichment.js";
import { daysBefore } from "../../../lib/day.js";
import { toReleaseDays } from "../../../market/economy/economic-series.js";
import { usDate } from "../../../market/sessions/us-market-hours.js";
import { fetchReleases } from "./market-calendar.js";
import { yahooProvider } from "../provider.js";

/** The days in which a monthly series has a release. */
const DAYS = 31;

/** The next day of each series; a release with its figure is over. */
export const releaseDaysFromYahoo = enricher(yahooProvider, releaseDays, async (_asked: string, client, upstream) => {
  const today = usDate(upstream.now());
  const releases = await fetchReleases(client, today, daysBefore(today, -DAYS));
  return { facts: toReleaseDays(releases.filter(({ date, actual }) => date >= today && actual == null)) };
});
