/** Numbers and dates in the reader's language. */
import { createHumanNumbers, isKnown } from "../../lib/human-number.js";
import { toPlainDecimal } from "../../lib/plain-decimal.js";

/** The host's language settings. */
interface Reader {
  /** BCP 47 language tag. */
  locale?: string | undefined;
  /** IANA time zone name. */
  timeZone?: string | undefined;
}

const MILLION = 1e6;

export type Formats = ReturnType<typeof createFormats>;

/** Creates the formatters of one reader; an unknown locale is replaced by English, an unknown time zone by UTC. */
export function createFormats(reader: Reader = {}) {
  const locale = isKnown(() => new Intl.Locale(reader.locale ?? "")) ? reader.locale : "en";
  const timeZone = isZone(reader.timeZone) ? (reader.timeZone ?? "UTC") : "UTC";
  const numbers = createHumanNumbers(locale);
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const dayFormat = inUtc({ dateStyle: "medium" });
  const dayOfMonthFormat = inUtc({ month: "short", day: "numeric" });
  const monthNameFormat = inUtc({ month: "short" });
  const yearFormat = inUtc({ year: "numeric" });
  const clockFormat = inUtc({ hour: "numeric", minute: "2-digit" });
  const monthFormat = inUtc({ month: "short", year: "numeric" });
  const timeFormatIn = (zone: string) =>
    new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZone: isZone(zone) ? zone : timeZone,
      timeZoneName: "short",
    });
  // Swedish writes a day as YYYY-MM-DD.
  const todayFormat = new Intl.DateTimeFormat("sv", { timeZone });
  const formatted = (format: Intl.DateTimeFormat, text: string) => {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? text : format.format(at);
  };
  return {
    ...numbers,
    /** Decimals that prices have, if not the usual ones. */
    decimals: undefined as number | undefined,
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
    /** Formats a time with the name of its zone: this one, or that of the reader. */
    time: (text: string, zone?: string | null) => formatted(timeFormatIn(zone ?? timeZone), text),
  };
}

/** Returns the formats with so many decimals for prices and their changes below a million. */
export function withDecimals(formats: Formats, decimals: number): Formats {
  const fixed = formats.fixed(Math.max(0, Math.min(decimals, MOST_DECIMALS)));
  const price = (value: number) => (Math.abs(value) < MILLION ? fixed(value) : formats.price(value));
  return { ...formats, decimals, price, change: (value) => (value > 0 ? "+" : "") + price(value) };
}

/**
 * Returns the formats for the figures of one column, which all have the same number of decimals: two, or as many as the
 * smallest needs if all are below 1. A figure that would read as 0 keeps its own.
 */
export function evenFormats(formats: Formats, values: readonly number[]): Formats {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  const needed = sizes.map((size) => decimalsIn(Number(size.toPrecision(4))));
  const decimals = sizes.some((size) => size >= 1) ? 2 : Math.min(MOST_DECIMALS, Math.max(2, ...needed));
  const { price, change } = withDecimals(formats, decimals);
  const unlessZero = (even: (value: number) => string, own: (value: number) => string) => (value: number) =>
    value !== 0 && Number(value.toFixed(decimals)) === 0 ? own(value) : even(value);
  return {
    ...formats,
    price: unlessZero(price, formats.price),
    number: unlessZero(price, formats.number),
    change: unlessZero(change, formats.change),
    share: unlessZero((value) => `${price(value)}\u00a0%`, formats.share),
  };
}

/** Prices from here on have two decimals, whatever their change. */
const HIGH_PRICE = 10;

/**
 * Returns the formats of a price below 10 and of its change: as many decimals as the four significant digits of a change
 * below 1 need, but at most those that the source sends of the price.
 */
export function changeFormats(formats: Formats, price: number, change: number | null): Formats {
  if (change === null || change === 0 || Math.abs(change) >= 1 || Math.abs(price) >= HIGH_PRICE) return formats;
  const decimals = Math.min(decimalsIn(price), decimalsIn(Number(change.toPrecision(4))));
  return decimals > 2 ? withDecimals(formats, decimals) : formats;
}

/** Returns the number of decimals with which a number is written. */
export function decimalsIn(value: number): number {
  return toPlainDecimal(value).split(".")[1]?.length ?? 0;
}

const MOST_DECIMALS = 8;

function isZone(timeZone: string | undefined): boolean {
  return isKnown(() => new Intl.DateTimeFormat("en", { timeZone }));
}
