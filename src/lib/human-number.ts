/**
 * Formats numbers for people: 2.06 T, 79.5 M, 19.16, −1.75 %. Digits follow the language, but the units M, B and T are
 * English, as the labels beside them are: the German "Bio." is a trillion, and would be read as a billion. The numbers
 * are rounded, so offer the exact value too.
 */

/** Formats of one language. Every format takes a finite number. */
export type HumanNumbers = ReturnType<typeof createHumanNumbers>;

const MILLION = 1e6;
// Enough digits for every value of a double.
const ALL_DIGITS = 20;
const NO_BREAK_SPACE = "\u00a0";
/** Significant digits of the rate of two currencies. */
const RATE_DIGITS = 5;

/** The formats of `locale` (BCP 47; the environment's own by default). */
export function createHumanNumbers(locale?: string) {
  const format = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { signDisplay: "negative", ...options });
  const exact = format({ maximumFractionDigits: ALL_DIGITS });
  // This format never rounds to 1,000 M: such a value becomes 1 B.
  const compact = shortened({ minimumSignificantDigits: 3, maximumSignificantDigits: 3 }, locale);
  const plain = format({ maximumFractionDigits: 2 });
  const small = format({ maximumSignificantDigits: 4 });
  const price = format({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const smallShare = format({ minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const round = shortened({ maximumFractionDigits: 2 }, locale);

  const rate = format({ minimumSignificantDigits: RATE_DIGITS, maximumSignificantDigits: RATE_DIGITS });
  const isInCents = (value: number) => Number(value.toFixed(2)) === Number(value.toPrecision(4));
  const usually = (value: number, usual: Intl.NumberFormat, tiny: Intl.NumberFormat) =>
    value !== 0 && Math.abs(value) < 1 ? tiny : usual;
  const inCents = (value: number) => usually(value, price, isInCents(value) ? price : small);
  const formatOf = {
    number: (value: number) => usually(value, plain, small),
    price: inCents,
    change: inCents,
    share: (value: number) => usually(value, price, smallShare),
    percent: () => price,
    points: () => price,
  };
  const isShort = (value: number) => Math.abs(value) >= MILLION;
  const sized = (kind: keyof typeof formatOf, value: number) =>
    isShort(value) ? compact(value) : toText(formatOf[kind](value), value);
  const priced = (value: number) => sized("price", value);
  const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text);
  return {
    /** All digits, grouped. */
    exact: (value: number) => toText(exact, value),
    /** At most two decimals; below 1 four significant digits; from a million on three digits and a unit. */
    number: (value: number) => sized("number", value),
    /** Like `number`, but with at least two decimals below a million, so that prices line up: 0.05, 1.20. */
    price: priced,
    /** Returns how many decimals a value has in one of these formats; `undefined` for one with the unit of a million. */
    decimalsIn: (kind: keyof typeof formatOf, value: number) =>
      isShort(value) ? undefined : decimalsOf(formatOf[kind](value), value),
    /** Returns a format with so many decimals. */
    fixed: (decimals: number) => fixed(decimals, locale),
    /** The rate of two currencies: 1.1523, 145.59. */
    rate: (value: number) => toText(rate, value),
    /** A correlation, so that a map of them is even: 0.02, −0.41. */
    correlation: (value: number) => toText(price, value),
    /** A change of price, with its sign. */
    change: (value: number) => signed(value, priced(value)),
    /** A percentage with its sign. */
    percent: (value: number) => `${signed(value, toText(price, value))}${NO_BREAK_SPACE}%`,
    /** A difference of percentages with its sign, in percentage points. */
    points: (value: number) => `${signed(value, toText(price, value))}${NO_BREAK_SPACE}pp`,
    /** A round number of an axis: 400 B. */
    tick: (value: number) => (Math.abs(value) < 1 ? toText(small, value) : round(value)),
    /** A percentage without a plus sign, with two decimals; below 1 with up to four. */
    share: (value: number) => `${sized("share", value)}${NO_BREAK_SPACE}%`,
  };
}

/** Returns the number of decimals with which a rate of this size has its significant digits, for others in its column. */
export function rateDecimals(rate: number): number {
  const size = rate === 0 ? 0 : Math.floor(Math.log10(Math.abs(rate)));
  return Math.max(0, RATE_DIGITS - 1 - size);
}

function fixed(decimals: number, locale: string | undefined): (value: number) => string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: "negative",
  });
  return (value) => toText(format, value);
}

/** Returns a format with an English unit (K, M, B, T) and with the digits of `locale`. */
function shortened(options: Intl.NumberFormatOptions, locale: string | undefined): (value: number) => string {
  const english = new Intl.NumberFormat("en", { ...options, notation: "compact", useGrouping: false });
  return (value) => {
    const parts = english.formatToParts(value);
    const textOf = (...types: string[]) =>
      parts.flatMap(({ type, value: text }) => (types.includes(type) ? [text] : [])).join("");
    const unit = textOf("compact");
    const digits = Number(textOf("minusSign", "integer", "decimal", "fraction"));
    const text = fixed(textOf("fraction").length, locale)(digits);
    return unit === "" ? text : text + NO_BREAK_SPACE + unit;
  };
}

const decimalsOf = (format: Intl.NumberFormat, value: number) =>
  format.formatToParts(value).find(({ type }) => type === "fraction")?.value.length ?? 0;

/** Returns the formatted value with a minus sign instead of a hyphen. The formats write −0, and what rounds to it, as 0. */
function toText(format: Intl.NumberFormat, value: number): string {
  return format
    .formatToParts(value)
    .map(({ type, value: text }) => (type === "minusSign" ? "−" : type === "literal" ? NO_BREAK_SPACE : text))
    .join("");
}

/** Returns whether `Intl` knows the language or the zone of the formatter that `make` creates. */
export function isKnown(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}
