/** The reader at a terminal: the language of numbers and the time zone. */
import { DAY_MS } from "../../lib/day.js";
import { createHumanNumbers, isKnown } from "../../lib/human-number.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Formats for one reader. */
export type Reader = ReturnType<typeof createReader>;

/**
 * Returns the formats of the environment's language and time zone. The language of numbers is that of `LC_ALL`,
 * `LC_NUMERIC`, `LANG`, as C programs choose it; Node reads the first and the last only.
 */
export function createReader(env: Environment = {}) {
  const locale = toLocale(env["LC_ALL"] || env["LC_NUMERIC"] || env["LANG"]);
  const timeZone = isKnown(() => new Intl.DateTimeFormat("en", { timeZone: env["TZ"] })) ? env["TZ"] : undefined;
  const numbers = createHumanNumbers(locale);
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")!.value;
  // Swedish writes a day as YYYY-MM-DD.
  const minutes = new Intl.DateTimeFormat("sv", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timeZone || undefined,
  });
  const inWords = new Intl.DateTimeFormat("en", {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: timeZone || undefined,
  });
  const zone = createZone(timeZone);
  const charset = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "UTF-8";
  return {
    ...numbers,
    /** Whether the terminal shows braille: with UTF-8, and not on the console of Linux, whose font lacks it. */
    hasBraille: /utf-?8/i.test(charset) && env["TERM"] !== "linux",
    /** The sign between the whole number and its decimals. */
    decimal,
    /** The zone of the reader's clock: CET. */
    zone,
    /** Formats an instant as digits, for columns: 2026-11-27 19:00. */
    minute: (at: Date) => minutes.format(at),
    /** Formats an instant inside a sentence: 27 Nov, 19:00 CET; with the year if it is not the present one. */
    time(at: Date, now = new Date()) {
      const [there, here] = [at, now].map((each) =>
        Object.fromEntries(inWords.formatToParts(each).map(({ type, value }) => [type, value])),
      );
      const { day, month, year, hour, minute } = there!;
      return `${day} ${month}${year === here!["year"] ? "" : ` ${year}`}, ${hour}:${minute} ${zone(at)}`;
    },
  };
}

/** Whether a range of days is longer than a year, so that a day without its year could be one of several. */
export const isOverYear = (from: string, to: string): boolean => Date.parse(to) - Date.parse(from) > 366 * DAY_MS;

/** Formats a day or month, YYYY-MM-DD, inside a sentence: 20 Jul, with the year if it is not the present one, or wanted. */
export function toDayWords(day: string, hasYear = false, now = new Date()): string {
  const at = new Date(day);
  if (Number.isNaN(at.getTime())) return day;
  const year = !hasYear && at.getUTCFullYear() === now.getUTCFullYear() ? "" : ` ${at.getUTCFullYear()}`;
  return `${at.getUTCDate()} ${at.toLocaleString("en", { month: "short", timeZone: "UTC" })}${year}`;
}

/** Each English-speaking country knows the letters of its own zones only: CET, EST, AEDT. */
const ENGLISH = ["en-US", "en-GB", "en-AU", "en-IN", "en-NZ", "en-ZA"];

/**
 * Returns a function that names the zone of an instant. It keeps its formats, because the times of 1,800 bars took 1.4
 * seconds, and creates them when a time is shown, because answers with `--json` show none.
 */
function createZone(timeZone: string | undefined): (at: Date) => string {
  let formats: Intl.DateTimeFormat[] | undefined;
  return (at) => {
    formats ??= ENGLISH.map(
      (locale) => new Intl.DateTimeFormat(locale, { timeZone: timeZone || undefined, timeZoneName: "short" }),
    );
    const names = formats.map((format) => format.formatToParts(at).find(({ type }) => type === "timeZoneName")!.value);
    return names.find((name) => !/^GMT[+-]/.test(name)) ?? names[0]!;
  };
}

/** Returns the language tag of `de_DE.UTF-8`; `undefined` for the standard language, and for an unknown one. */
function toLocale(variable = ""): string | undefined {
  const tag = variable.replace(/[.@].*$/, "").replaceAll("_", "-");
  if (tag === "") return undefined;
  return /^(?:C|POSIX)$/.test(tag) ? "en" : isKnown(() => new Intl.NumberFormat(tag)) ? tag : undefined;
}
