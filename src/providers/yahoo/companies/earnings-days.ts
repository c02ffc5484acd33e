/** The days of an announcement as Yahoo sends them: one day, or the ends of a window. */
import { DAY_SECONDS } from "../../../lib/day.js";
import { findZoneClock } from "../../../lib/zone-clock.js";
import { exchangeOfYahoo } from "../../../market/sessions/exchanges.js";
import type { Charts } from "./earnings-charts.js";
import { raw } from "../calls/values.js";

/** Limit of days that are parsed; no recorded answer has as many. */
const MAX_DAYS = 40;

/** The announced or expected days, and whether they are an estimate. */
interface Sent {
  earningsDate: readonly unknown[];
  isEarningsDateEstimate: boolean | null;
}

/**
 * Creates the function that converts seconds since the epoch to the day on an exchange, or in UTC if its time zone is
 * unknown. B sends a day without a time as midnight UTC, which is not converted to the zone. A time before 1970 or
 * after 2099 becomes `null`.
 */
export function toDayIn(exchange: string | null): (seconds: number) => string | null {
  const clock = findZoneClock(exchangeOfYahoo(exchange)?.zone ?? "UTC")!;
  return (seconds) => {
    if (!(seconds > 0 && seconds < Date.UTC(2100) / 1000)) return null;
    return seconds % DAY_SECONDS === 0 ? new Date(seconds * 1000).toISOString().slice(0, 10) : clock.day(seconds);
  };
}

/** Returns the announced or expected days, including past ones. Two days are a window, which is always an estimate. */
export function toDates(calendar: Sent | null, charts: Charts, dayOf: (seconds: number) => string | null) {
  const lists = [calendar?.earningsDate ?? [], charts?.earningsChart.earningsDate ?? []];
  const days = lists.map((sent) => sent.slice(0, MAX_DAYS).flatMap((at) => dayOf(raw(at) ?? 0) ?? []));
  const [from, ...others] = (days.find((known) => known.length > 0) ?? []).toSorted();
  if (from === undefined) return null;
  const to = others.at(-1) ?? from;
  const isEstimate = calendar?.isEarningsDateEstimate ?? charts?.earningsChart.isEarningsDateEstimate ?? null;
  return from === to ? { date: from, from, to, estimated: isEstimate } : { date: null, from, to, estimated: true };
}
