/** Numbers and dates in the reader's language; digits are grouped, none is dropped. */

/** How a host's reader reads. */
export interface Reader {
  /** BCP 47. */
  locale?: string | undefined;
  /** IANA name. */
  timeZone?: string | undefined;
}

export type Words = ReturnType<typeof createWords>;

// The most digits that Intl writes; a double has no more than 17 that mean something.
const ALL_DIGITS = 20;

/** Makes the words of one reader; what the host says of them may be wrong. */
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
    /** Every digit that came. */
    number: (value: number) => whole.format(value),
    /** Every digit that came, with its sign. */
    signed: (value: number) => signed.format(value),
    /** A percentage that we worked out ourselves, to a tenth. */
    workedOut: (percent: number) => `${tenths.format(percent)} %`,
    /** The round numbers of an axis: 400B. */
    tick: (value: number) => short.format(value),
    /** Of a day, YYYY-MM-DD. */
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
