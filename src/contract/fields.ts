/** Schemas of fields that several capabilities share, with their units and allowed values. */
import { always, count, date, inRemarks, label, price, time } from "./field.js";
import type { Hint } from "./errors.js";
import { joinWithOr } from "../lib/join-words.js";
import { PROVIDER_IDS, toLabel } from "./provider-id.js";
import { object, sentence, z } from "./schema.js";
import { say, type Sentence } from "./sentence.js";
import { readOptionCode } from "./symbols/option-code.js";
import { ofShortName } from "./symbols/short-names.js";
import { namedBesideShares, wellKnownName } from "./symbols/well-known-symbols.js";
import { isKnownWord, ofShareClass, ofWrittenPair, toOurSpelling, withoutPlace } from "./symbols/symbol-spellings.js";
import { isDay } from "./values.js";

/** Returns the option that makes a schema report every error with this sentence about valid values. */
export function allowing(allowed: string): { errorMap: z.ZodErrorMap } {
  return { errorMap: () => ({ message: allowed }) };
}

/** A choice between several words; the error names them all. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, allowing(values.join(", ")));
}

const SYMBOL = /^\^?[A-Z0-9][A-Z0-9.\-=&]{0,23}$/i;
const SYMBOL_ALLOWED =
  "a ticker symbol of 1 to 24 letters, digits and . - = & (with ^ in front of an index), such as AAPL, BRK.B, ^GSPC, BTC-USD or TSCO.LON";

const ONE_SYMBOL = `${SYMBOL_ALLOWED}; several need a call each`;
const SEPARATED = "symbols separated by commas, such as AAPL,MSFT";

/** A text that may be the name of a company in place of its symbol, or a symbol in the spelling of another program. */
const NAME = /^(?=.*\p{L}.*\p{L})[\p{L}\p{N}$][\p{L}\p{M}\p{N} .,&'’():/$-]{1,63}$/u;

/** Words that programs write for a missing value, in any spelling but that of a symbol: NULL, NONE and NA are listings. */
const isNothing = (text: string) =>
  /^(?:null|undefined|none|nan|na|n\/a|true|false)$/i.test(text) && !/^[A-Z]+$/.test(text);

/** Tells `input.ts` of a word for nothing or for all, beside which a search finds nothing. */
const NO_SYMBOL = { isNoSymbol: true };
/** Words for nothing that nobody writes for anything else: such a symbol is not found. */
const MISSING = new Set(["null", "undefined", "None"]);

/**
 * Returns the text as a search finds it: a name as it is, without quotes around it; `BRK-B` for `BRK/B`, `AAPL` for
 * `NASDAQ:AAPL` and `$AAPL`, `RELIANCE` for `RELIANCE IN Equity`.
 */
function toQuery(text: string): string {
  const own = withoutPlace(toOurSpelling(text));
  const [, ticker] = /^(\w+) [A-Z]{2}(?: equity)?$/i.exec(own) ?? [];
  if (ticker !== undefined && ticker === ticker.toUpperCase()) return ticker;
  return own.includes(" ") ? own : own.replace(/^(?:\$|\w+:)(?=.)/, "").replace("/", "-");
}

/** Returns what has the price of a well-known index, future, coin or pair that a text names. */
function priceOf(text: string): Hint | undefined {
  const short = ofShortName(text.replace(/ and /i, "&").replaceAll(" ", ""));
  const known = short === undefined ? namedBesideShares(text) : { symbol: short, name: wellKnownName(short) ?? short };
  return known && { tool: "get_quotes", why: `has ${known.name}`, given: { symbols: known.symbol } };
}

/** In small letters they mean all stocks, or are words of a sentence; in capitals they are symbols, ALL that of Allstate. */
const WORDS = new Set(["all", "any", "for", "of", "since", "the", "today", "tomorrow", "yesterday"]);

const hasForm = (text: string) => SYMBOL.test(text) && !text.includes("..") && !WORDS.has(text);

/** Removes blanks at both ends. Other white space stays, and the schemas reject it. */
export function withoutBlanks(text: string): string {
  return text.replace(/^ +|(?<! ) +$/g, "");
}

/**
 * Returns the symbol in our spelling and in upper case; `undefined` for a text without the form of one, and for one that
 * means nothing.
 */
function toSymbol(text: string): string | undefined {
  const own = toOurSpelling(text);
  return hasForm(own) && ![text, own].some(isNothing) ? own.toUpperCase() : undefined;
}

/** Words between two items, in small letters: in capitals they are symbols. */
export const JOINING: ReadonlySet<string> = new Set(["and", "or", "vs", "vs.", "versus", "to", "with"]);

/** Returns words without those that join two others, `AAPL vs MSFT`. */
export const withoutJoining = (words: readonly string[]): string[] =>
  words.filter((word, at) => at === 0 || at === words.length - 1 || !JOINING.has(word));

/** Returns the symbols of a text that lists some, `AAPL,MSFT`; `undefined` for any other text. */
function toSymbols(text: string): string | undefined {
  // Around small words may be one name, Smith & Jones; capitals are symbols.
  const words = text.split(" ").filter((word, at, all) => {
    return !JOINING.has(word) || all.slice(0, at).some((each) => /[a-z]/.test(each) && !JOINING.has(each));
  });
  const list = words.every(isKnownWord) ? words.join(",") : text.replaceAll(/[;|\n]|=>/g, ",");
  const items = list.split(",");
  return items.length > 1 && items.every((item) => toSymbol(withoutBlanks(item)) !== undefined) ? list : undefined;
}

/** The values of a symbol in place of the code of an option contract. */
export const NO_CONTRACT = "the symbol of a listing; this is the code of an option contract";

/** Returns both meanings of an item that may be a share class or two symbols, and so is refused in a list. */
function twoMeanings(item: string): string | undefined {
  const share = ofShareClass(item);
  return share && `${share} for the share class, or ${share.replace(".", ",")} for two symbols`;
}

/** A symbol as a source writes it, in upper case; nothing but its form is read. */
export const sourceSymbol = z
  .string()
  .transform(withoutBlanks)
  .refine((text) => hasForm(text) && !isNothing(text))
  .transform((text) => text.toUpperCase());

/**
 * A symbol; the result is in upper case, without blanks around it. The pattern is tested before upper-casing, which
 * turns some foreign letters into ASCII.
 */
const symbolOf = (isListed: boolean) =>
  z
    .string(allowing(SYMBOL_ALLOWED))
    .max(64, SYMBOL_ALLOWED)
    .transform((value, context) => {
      const trimmed = withoutBlanks(value);
      const refuse = (message: string, params = {}) => {
        context.addIssue({ code: z.ZodIssueCode.custom, message, params });
        return z.NEVER;
      };
      if (readOptionCode(trimmed) !== undefined) return refuse(NO_CONTRACT);
      const found = toSymbol(trimmed) ?? (isListed ? undefined : (ofShareClass(trimmed) ?? ofWrittenPair(trimmed)));
      if (found !== undefined) return found;
      if (isNothing(trimmed))
        return refuse(SYMBOL_ALLOWED, MISSING.has(trimmed) ? { ...NO_SYMBOL, missing: trimmed } : NO_SYMBOL);
      if (WORDS.has(trimmed)) return refuse(SYMBOL_ALLOWED, NO_SYMBOL);
      const meant = twoMeanings(trimmed);
      if (meant !== undefined) return refuse(meant);
      const several = isListed ? undefined : toSymbols(trimmed);
      const query = toQuery(trimmed);
      if (several === undefined && !NAME.test(trimmed) && !NAME.test(query)) return refuse(SYMBOL_ALLOWED);
      const hint: Hint = several
        ? { tool: "get_quotes", why: "takes several symbols", given: { symbols: several } }
        : (priceOf(trimmed) ?? toSearch(query));
      const isOfWords = isListed && trimmed.includes(" ");
      return refuse(several ? ONE_SYMBOL : isOfWords ? SEPARATED : SYMBOL_ALLOWED, { hint });
    })
    .describe("e.g. AAPL");

export const symbol = symbolOf(false);

/** A letter of another script, such as in トヨタ: the sources list companies by their names in Latin letters. */
export const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/** Returns the hint on the search for a name. */
function toSearch(q: string): Hint {
  return OTHER_SCRIPT.test(q)
    ? { tool: "search_symbols", why: "finds a company by its name in Latin letters" }
    : { tool: "search_symbols", why: "finds the symbol of a company", given: { q } };
}

/** A day of the calendar from 1900 on, `YYYY-MM-DD`; the sentence says which days are allowed. */
function dayOf(allowed: string) {
  return z
    .string(allowing(allowed))
    .regex(/^(?:19|20)\d{2}-\d{2}-\d{2}$/, allowed)
    .refine(isDay, allowed);
}

const DAY_ALLOWED = "a day from 1900 on, such as 2026-01-31";
/** A day of the calendar. */
export const day = dayOf(DAY_ALLOWED);

const TIME_ALLOWED = "a day from 1900 on, such as 2026-01-31, or a time, such as 2026-01-31T10:30";
/**
 * A day, or a time of it: `2026-01-31T10:30` is a time of the exchange, `2026-01-31T15:30Z` has its own offset. Midnight
 * is no time, because programs write days so. In an address, a plus sign may have become a blank.
 */
export const dayOrTime = z
  .string(allowing(TIME_ALLOWED))
  .regex(
    /^(?:19|20)\d{2}-\d{2}-\d{2}(?:[T ](?!00:00(?!:\d*[1-9]))(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+ -]\d{2}:\d{2})?)?$/,
    TIME_ALLOWED,
  )
  .refine((text) => isDay(text.slice(0, 10)), TIME_ALLOWED)
  .transform((text) => text.replace(/^(.{10}) /, "$1T").replace(" ", "+"));

/** A day, a month, or a word that stands for one; `allowed` says how to ask without one. */
export function dayOrMonth(allowed: string, word: string) {
  return z
    .string(allowing(allowed))
    .regex(new RegExp(`^(?:(?:19|20)\\d{2}-\\d{2}(?:-\\d{2})?|${word})$`), allowed)
    .refine((text) => text === word || isDay(text.length === 7 ? `${text}-01` : text), allowed);
}

export const AS_OF_ALLOWED = "a day from 1900 on that is not in the future, as YYYY-MM-DD";
/** The day of `as_of`. Which days are in the future depends on the exchange, so that the capability refuses them. */
export const pastDay = dayOf(AS_OF_ALLOWED);

/** Parameters for a source that has filings: their state on a past day, and the filing of each figure. */
export const officialInput = {
  as_of: pastDay.optional().describe("As known on YYYY-MM-DD"),
  provenance: z.boolean(allowing("true, false")).optional().describe("Filing of each figure"),
};

/** Several symbols, each once; over REST separated by commas. */
export function symbols(min: number, max: number) {
  const allowed = `${min} to ${max} symbols, each once, such as AAPL,MSFT`;
  return z
    .array(symbolOf(true).describe("Ticker"), allowing(allowed))
    .min(min, allowed)
    .max(max, allowed)
    .refine((list) => new Set(list).size === list.length, allowed)
    .describe(`${min} to ${max} symbols`);
}

/**
 * Several symbols of which each has its own row. One that has not the form of a symbol stays as it was written, and gets a
 * row with an error: a spreadsheet must not lose the rows of all others.
 */
export function listedSymbols(min: number, max: number) {
  const allowed = `${min} to ${max} symbols, such as AAPL,MSFT`;
  return z
    .array(z.string(allowing(SYMBOL_ALLOWED)).transform(toListedSymbol).describe("Ticker"), allowing(allowed))
    .min(min, allowed)
    .max(max, allowed)
    .describe(`${min} to ${max} symbols`);
}

/** Returns an item as a symbol in our spelling; one that has not the form of a symbol stays as it was written. */
export function toListedSymbol(value: string): string {
  const trimmed = withoutBlanks(value.slice(0, MAX_LISTED_TEXT));
  return toSymbol(trimmed) ?? trimmed.replace(INVISIBLE, "\uFFFD");
}

/** Control and format characters and half characters, which the row of an item does not repeat. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters of an item that its row repeats. */
export const MAX_LISTED_TEXT = 64;

/** The advice for an unknown symbol that resembles no well-known one. */
export const SEARCH_ADVICE = "A search by name finds symbols.";

/** Returns why an item of `listedSymbols` cannot be asked for; `undefined` for a symbol. */
export function whyNoSymbol(item: string): string | undefined {
  if (item === "") return "This item is empty.";
  const option = readOptionCode(item);
  if (option !== undefined) {
    const { symbol: on, expiration, side } = option;
    return `This is the code of an option contract: the option chain of ${on} has it, with expiration ${expiration} and side ${side}.`;
  }
  if (isNothing(item)) return `"${item}" is no symbol: programs write it where one is missing.`;
  if (WORDS.has(item)) return `"${item}" is no symbol. Allowed: ${SYMBOL_ALLOWED}.`;
  if (hasForm(item)) return undefined;
  const meant = twoMeanings(item);
  if (meant !== undefined) return `This may be ${meant}.`;
  return `This is not a symbol. ${item.includes(" ") ? "Several are separated by commas. " : ""}${SEARCH_ADVICE}`;
}

/** A number of rows; out-of-range values are rejected, not clamped. */
export function limit(max: number, fallback: number, what: string) {
  return wholeNumber(1, max).default(fallback).describe(what);
}

/** A whole number between two bounds. */
export function wholeNumber(min: number, max: number, unit?: WrittenUnit) {
  const allowed = `a whole number from ${min} to ${max}`;
  return withUnit(unit, z.number(allowing(allowed)))
    .int()
    .min(min)
    .max(max);
}

/** A finite number, optionally with a lower bound. */
export function decimal(min?: number, unit?: WrittenUnit) {
  const allowed = min === undefined ? "a finite number" : `a finite number, ${min} or more`;
  const number = withUnit(unit, z.number(allowing(allowed))).finite();
  return min === undefined ? number : number.min(min);
}

const WEIGHTS_ALLOWED = "weights in percent such as 60,40, one for each symbol in their order, with a sum of 100";
/** Weights that were rounded to half a percent in all are scaled to 100. */
const SUM_OF_WEIGHTS = [99.5, 100.5] as const;

/** A number of percent, which a caller may write with the sign. */
const weight = z.preprocess(
  (value) => (typeof value === "string" && /^\d+(?:\.\d+)? ?%$/.test(value) ? Number.parseFloat(value) : value),
  z.number(allowing(WEIGHTS_ALLOWED)).finite().min(0, WEIGHTS_ALLOWED),
);

/** Weights in percent of at most `max` symbols, in their order. */
export function weights(max: number) {
  return z.array(weight, allowing(WEIGHTS_ALLOWED)).min(1, WEIGHTS_ALLOWED).max(max, WEIGHTS_ALLOWED);
}

/** Returns the sum of weights; sums such as 33.4 + 33.3 + 33.8 are no exact binary fractions. */
export function sumOfWeights(given: readonly number[]): number {
  return Number(given.reduce((total, each) => total + each, 0).toFixed(9));
}

/** Returns the sentence on weights that were scaled. */
export function toScaledNotes(given: readonly number[]): Sentence[] {
  const sum = sumOfWeights(given);
  return sum === 100 ? [] : [say`The weights had a sum of ${sum} and were scaled to 100.`];
}

/** Returns a sentence on weights that are not one for each of so many symbols, or are no parts of a whole. */
export function weightsRule(given: readonly number[], symbolCount: number): string | undefined {
  if (given.length !== symbolCount) {
    return `Invalid "weights": got ${given.length} for ${symbolCount} symbols. Allowed: ${WEIGHTS_ALLOWED}.`;
  }
  const sum = sumOfWeights(given);
  const [least, most] = SUM_OF_WEIGHTS;
  if (sum >= least && sum <= most) return undefined;
  return `Invalid "weights": got a sum of ${sum}. Allowed: ${WEIGHTS_ALLOWED}.`;
}

/** The unit of a number, whose sign callers may write: `3%`, `$10B`, `15x`. */
export type WrittenUnit = "%" | "USD" | "x";

function withUnit(unit: WrittenUnit | undefined, number: z.ZodNumber): z.ZodNumber {
  return new z.ZodNumber({ ...number._def, unit } as z.ZodNumberDef);
}

/** Returns the unit of a number; `undefined` for one that has none, and for other types. */
export const unitOf = ({ _def }: z.ZodTypeAny): WrittenUnit | undefined => (_def as { unit?: WrittenUnit }).unit;

export const answerSymbol = z.string().describe("Symbol as asked");
export const timestamp = inRemarks("always", z.string().describe("When this answer was composed, UTC, no zone"));
/** The provider of a row, or of an answer. */
export const rowSource = (description: string) => inRemarks("always", z.string().describe(description));
export const source = rowSource(`Who answered: ${joinWithOr(PROVIDER_IDS.map(toLabel))}`);

/** The currency of amounts. */
export const currencyCode = (note: string) => inRemarks("once", label(note));
/** The time of a price. */
export const asOf = (note: string) => inRemarks("always", time(note, "As of"));

export const rowCurrency = currencyCode(
  "Of the prices; may be a minor unit (GBp is pence, KWF fils); null when unknown",
);
export const rowMarketCapCurrency = currencyCode("Of marketCap; never a minor unit");
export const notes = inRemarks("always", z.array(sentence).describe("What to know before comparing"));

/** The capital gains in a fund's payment; only payments that have some have the field. */
export const capitalGains = always(price("a share; capital gains that a fund pays that day, from B")).optional();

/** A split of a security's shares. */
export const split = object("numerator new shares for denominator old shares", {
  date: always(date("first day at the new price")),
  numerator: always(count("new shares", "New shares")),
  denominator: always(count("old shares", "Old shares")),
});

/** Counts of analyst recommendations. */
export const recommendationCounts = {
  strongBuy: count("analysts, latest month"),
  buy: count("analysts, latest month"),
  hold: count("analysts, latest month"),
  sell: count("analysts, latest month"),
  strongSell: count("analysts, latest month"),
};
/** The names of the counts, from the best rating to the worst. */
export const COUNT_NAMES = Object.keys(recommendationCounts) as (keyof typeof recommendationCounts)[];

/** Returns `value` under the name of each count. */
export function perCount<T>(value: T): Record<(typeof COUNT_NAMES)[number], T> {
  return Object.fromEntries(COUNT_NAMES.map((name) => [name, value])) as Record<(typeof COUNT_NAMES)[number], T>;
}
