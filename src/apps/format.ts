/** Numbers and dates in the reader's language. */
import { createHumanNumbers } from "../lib/human-number.js";

/** The host's language settings. */
export interface Reader {
  /** BCP 47 language tag. */
  locale?: string | undefined;
  /** IANA time zone name. */
  timeZone?: string | undefined;
}

export type Words = ReturnType<typeof createWords>;

/** Creates the formatters of one reader; an unknown locale is replaced by English, an unknown time zone by UTC. */
export function createWords(reader: Reader = {}) {
  const locale = isKnown(() => new Intl.Locale(reader.locale ?? "")) ? reader.locale : "en";
  const timeZone = isKnown(() => new Intl.DateTimeFormat("en", { timeZone: reader.timeZone }))
    ? (reader.timeZone ?? "UTC")
    : "UTC";
  const numbers = createHumanNumbers(locale);
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const dayFormat = inUtc({ dateStyle: "medium" });
  const dayOfMonthFormat = inUtc({ month: "short", day: "numeric" });
  const monthNameFormat = inUtc({ month: "short" });
  const yearFormat = inUtc({ year: "numeric" });
  const clockFormat = inUtc({ hour: "2-digit", minute: "2-digit" });
  const monthFormat = inUtc({ month: "short", year: "numeric" });
  const timeFormat = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  // Swedish writes a day as YYYY-MM-DD.
  const todayFormat = new Intl.DateTimeFormat("sv", { timeZone });
  const rateFormat = new Intl.NumberFormat(locale, { minimumSignificantDigits: 5, maximumSignificantDigits: 5 });
  const formatted = (format: Intl.DateTimeFormat, text: string) => {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? text : format.format(at);
  };
  return {
    ...numbers,
    /** Formats the rate of two currencies: 1.1523, 145.59. */
    rate: (value: number) => rateFormat.format(value),
    /** Returns the present day in the reader's zone, YYYY-MM-DD. */
    today: () => todayFormat.format(),
    /** Formats a day, which is given as YYYY-MM-DD. */
    day: (text: string) => formatted(dayFormat, text),
    /** Formats a range of days without repeating common parts: Feb 12 – 16, 2027. */
    days: (from: string, to: string) => dayFormat.formatRange(new Date(from), new Date(to)),
    month: (text: string) => formatted(monthFormat, text),
    dayOfMonth: (text: string) => formatted(dayOfMonthFormat, text),
    monthName: (text: string) => formatted(monthNameFormat, text),
    year: (text: string) => formatted(yearFormat, text),
    /** Formats hour and minute of a UTC time. */
    clock: (text: string) => formatted(clockFormat, text),
    time: (text: string) => formatted(timeFormat, text),
  };
}

function isKnown(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}
