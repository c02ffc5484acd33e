/**
 * Decides whether a headline is about a security. Yahoo's search also sends items in which a symbol is only a word:
 * those of a recorded search for SPOT were about "Spot Pet Insurance", those for ADH about "(JSE:ADH)", another company.
 */
import { isCurrency } from "../contract/currency.js";
import { exchangeOfYahoo } from "./sessions/exchanges.js";

/** Names, kind and exchange of a listing, the exchange as code and as name, in Yahoo's words. */
interface ListedName {
  longname: string | null;
  shortname: string | null;
  quoteType: string | null;
  exchange: string | null;
  exchDisp: string | null;
}

interface Subject {
  /** Whether the headline has the symbol in brackets: "Enerpac (EPAC)", "(NYSE: EPAC)". */
  isMarked(title: string): boolean;
  /** Whether the headline names the symbol or the company otherwise. */
  isNamed(title: string): boolean;
}

/** Returns the checks for a symbol in the spelling of FMP and Yahoo; without `listed` no headline is about it. */
export function toSubject(spelled: string, listed: ListedName | undefined): Subject {
  if (!listed) return { isMarked: () => false, isNamed: () => false };
  const [base = spelled] = spelled.split(".");
  const phrase = toPhrase(listed);
  const isBareSafe = base.length >= SAFE_LETTERS && !isCurrency(base);
  return {
    isMarked: (title) =>
      [...title.matchAll(MARK)].some(([, exchange, symbol]) => {
        if (exchange !== undefined) return (symbol === base || symbol === spelled) && isAt(exchange, listed);
        return symbol === spelled && !isCurrency(symbol);
      }),
    isNamed: (title) =>
      (phrase !== null && hasWords(title, phrase, listed.quoteType === COIN)) ||
      // In a headline of capitals every word looks like a symbol.
      (isBareSafe && title !== title.toUpperCase() && hasWords(title.replace(OTHER_EXCHANGE, " "), spelled, true)),
  };
}

const COIN = "CRYPTOCURRENCY";
/** A symbol in brackets, with or without its exchange; also `$AAPL`. */
const MARK = /[($](?:([A-Za-z ]{2,20}):\s?)?([A-Z0-9][A-Z0-9.=^-]{0,14})\b/g;
/** A symbol after the name of an exchange, which `isMarked` compares. */
const OTHER_EXCHANGE = /(?<![A-Za-z])[A-Za-z]+:\s?[A-Z0-9.=^-]+/g;
/** Shorter symbols in capitals may be abbreviations: CEO, IPO, EUR. */
const SAFE_LETTERS = 4;
const US_NAMES = /^(?:NASDAQ|NYSE|AMEX|OTC)/;

/** Whether a headline's name of an exchange, such as "NYSE" or "LSE", is that of the listing. */
function isAt(name: string, { exchange, exchDisp }: ListedName): boolean {
  const plain = (text: string | null) => (text ?? "").replace(/[^A-Za-z]/g, "").toUpperCase();
  const [named, ...own] = [name, exchange, exchDisp].map(plain);
  return own.includes(named!) || (US_NAMES.test(named!) && exchangeOfYahoo(exchange)?.zone === "America/New_York");
}

/** Words that say little about which company it is. */
const MINOR = /^(?:of|and|the|&|de|du|la)$/i;
const LEGAL_FORM =
  /^(?:inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|lp|sa|ag|se|nv|ab|asa|oyj|spa|group|holdings?)$/i;
/** The words of a name that identify it; more would miss headlines that shorten it. */
const NAME_WORDS = 3;

/**
 * Returns the words of a company's name that a headline about it has: the name without its legal form, at most three
 * words, but never one word alone, which may mean anything ("Target Corporation"). A coin is named by one word.
 */
function toPhrase({ longname, shortname, quoteType }: ListedName): string | null {
  const words = toWords(longname ?? shortname ?? "");
  if (quoteType === COIN) return words[0] !== undefined && words[0].length >= SAFE_LETTERS ? words[0] : null;
  if (/^the$/i.test(words[0] ?? "")) words.shift();
  const form = words.findIndex((word, at) => at > 0 && LEGAL_FORM.test(word.replaceAll(".", "")));
  const core = form < 0 ? words.length : form;
  let [end, significant] = [0, 0];
  while (end < core && significant < NAME_WORDS) if (!MINOR.test(words[end++]!)) significant++;
  const chosen = words.slice(0, significant < 2 ? end + 1 : end);
  return chosen.length < 2 ? null : chosen.join(" ");
}

/** Returns the words of a text without punctuation at their ends: `Amazon.com, Inc.` → `Amazon.com`, `Inc`. */
function toWords(text: string): string[] {
  return text
    .normalize("NFKC")
    .split(/[^\p{L}\p{N}&.^=-]+/u)
    .map((word) => word.replace(/^[.-]+|(?<![.-])[.-]+$/g, ""))
    .filter((word) => word !== "");
}

/** Whether a headline has the phrase as whole words, in the same case if `isExact`. */
function hasWords(title: string, phrase: string, isExact: boolean): boolean {
  const same = (text: string) => (isExact ? text : text.toLowerCase());
  return ` ${same(toWords(title).join(" "))} `.includes(` ${same(phrase)} `);
}
