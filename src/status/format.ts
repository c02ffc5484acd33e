/** Formats figures for people. */
import { DAY_SECONDS } from "../lib/day.js";
import { createHumanNumbers, type HumanNumbers } from "../lib/human-number.js";
import { html, type Html } from "./html.js";

// The server does not know the reader's language, so it writes English; the page's script formats the figures again.
const LOCALE = "document" in globalThis ? undefined : "en-US";

let made: HumanNumbers | undefined;
/** Made when a page first needs them, so that a start does not load ICU. */
const numbers = () => (made ??= createHumanNumbers(LOCALE));

/** 12345 → `12,345`, 79512345 → `79.5 M`. */
export const toCount = (count: number): string => numbers().number(count);

/** The same for the page, with all digits in the title of a shortened one. */
export function countOf(count: number): Html {
  const [short, exact] = [numbers().number(count), numbers().exact(count)];
  return short === exact ? html`${short}` : html`<span title="${exact}">${short}</span>`;
}

/** 0.934 → `93%`. */
export const toShare = (share: number): string =>
  share.toLocaleString(LOCALE, { style: "percent", maximumFractionDigits: 0 });

/** 0.42 → `0.42 ms`, 1234 → `1.2 s`; `null` → a dash. */
export function toTime(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toPrecision(2))} s`;
}

/** The same for a time that is the bound of a bucket of the metrics. */
export const atMost = (ms: number | null): string => (ms === null ? toTime(ms) : `≤ ${toTime(ms)}`);

const UNITS = [
  [DAY_SECONDS, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** 11,520 → `3 h 12 min`, 125 → `2 min`: from an hour on also the next smaller unit. */
export function toSpan(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const first = UNITS.findIndex(([size]) => whole >= size);
  if (first < 0) return "0 s";
  const [size, unit] = UNITS[first]!;
  const [nextSize, nextUnit] = UNITS[first + 1] ?? [1, "s"];
  const rest = Math.floor((whole % size) / nextSize);
  return rest > 0 && size > 60
    ? `${Math.floor(whole / size)} ${unit} ${rest} ${nextUnit}`
    : `${Math.floor(whole / size)} ${unit}`;
}

/** 150 → `2 min ago`. It changes once a minute at most, because a reader may have selected it. */
export const agoOf = (seconds: number): string => `${seconds < 60 ? "under 1 min" : toSpan(seconds)} ago`;

/** Formats a moment as `14:05 UTC`, with its day unless that is the day of `at`. Both are ISO 8601 in UTC. */
export function toMoment(moment: string, at: string): string {
  const [day, time] = [moment.slice(0, 10), `${moment.slice(11, 16)} UTC`];
  return day === at.slice(0, 10) ? time : `${day} ${time}`;
}

/** Formats the time between two moments, both ISO 8601. */
export const toSpanUntil = (at: string, then: string): string => toSpan((Date.parse(then) - Date.parse(at)) / 1000);

/** The market's clock, in English like the rest of the page's words. */
const opening = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", ...parts });

/** `since 00:17 UTC, for 19 min`; both moments are ISO 8601 in UTC. */
export const sinceOf = (moment: string, at: string): string =>
  `since ${toMoment(moment, at)}, for ${toSpanUntil(moment, at)}`;

/** Formats an opening as `Fri 14:30 UTC (9:30 AM EST)`, without the day if that is the day of `at` in New York. Both are ISO 8601. */
export function toOpening(opens: string, at: string): string {
  const then = new Date(opens);
  const day = opening({ dateStyle: "short" });
  const time = opening({ hour: "numeric", minute: "2-digit", timeZoneName: "short" }).format(then);
  const isToday = day.format(then) === day.format(new Date(at));
  const both = `${then.toISOString().slice(11, 16)} UTC (${time})`;
  return isToday ? both : `${opening({ weekday: "short" }).format(then)} ${both}`;
}
