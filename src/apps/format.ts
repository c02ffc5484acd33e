/** Formats numbers and dates in the reader's language; digits are grouped, none is dropped. */

/** The host's language settings. */
export interface Reader {
  /** BCP 47 language tag. */
  locale?: string | undefined;
  /** IANA time zone name. */
  timeZone?: string | undefined;
}

export type Words = ReturnType<typeof createWords>;

// The maximum of Intl; a double has at most 17 significant digits.
const ALL_DIGITS = 20;

/** Creates the formatters for one reader; the host's settings may be invalid. */
export function createWords(reader: Reader = {}) {
  const locale = isKnown(() => new Intl.Locale(reader.locale ?? "")) ? reader.locale : "en";
  const timeZone = isKnown(() => new Intl.DateTimeFormat("en", { timeZone: reader.timeZone }))
    ? (reader.timeZone ?? "UTC")
    : "UTC";
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: ALL_DIGITS });
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: ALL_DIGITS, signDisplay: "exceptZero" });
  const tenths = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const short = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 2 });
  const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const monthFormat = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });
  const timeFormat = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  const formatted = (format: Intl.DateTimeFormat, text: string) => {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? text : format.format(at);
  };
  return {
    /** All digits of the answer. */
    number: (value: number) => whole.format(value),
    /** All digits of the answer, with sign. */
    signed: (value: number) => signed.format(value),
    /** A percentage that we computed, to one decimal. */
    workedOut: (percent: number) => `${tenths.format(percent)} %`,
    /** Round numbers of an axis: 400B. */
    tick: (value: number) => short.format(value),
    /** A day, YYYY-MM-DD. */
    day: (text: string) => formatted(dayFormat, text),
    month: (text: string) => formatted(monthFormat, text),
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
