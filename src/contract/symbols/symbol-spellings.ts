/**
 * Symbols in the spelling of other programs, where the listing is certain: `NASDAQ:AAPL`, `AAPL US Equity`, `AAPL.O`,
 * `BRK/B`, `SH600887`, `CL1!`. All surfaces read symbols here, and say what was read.
 */
import { isCurrency } from "../currency.js";
import { createExchangeFinder, exchangeOfSuffix } from "./exchanges.js";
import { ofBloombergRoot, ofFutureRoot, ofIndexName, ofShortName } from "./short-names.js";
import { isWellKnown, WELL_KNOWN } from "./well-known-symbols.js";

const findByPrefix = createExchangeFinder(({ prefixes }) => prefixes);
const findByName = createExchangeFinder(({ names }) => names);
const findByBloomberg = createExchangeFinder(({ bloomberg }) => bloomberg);

/** Names that other programs write behind a dot; Alpha Vantage's own suffixes stay as they are. */
const SUFFIXES = new Set(["US", "LSE", "XETRA", "SH"]);
/** The code of an exchange, ISO 10383, behind a dot: `600519.XSHG`. */
const MIC = /^X[A-Z]{3}$/;

/** Words in front of pairs: at TradingView and Google the market, at Polygon its kind. */
const RATES = new Set(["C", "CURRENCY", "FX", "FX_IDC", "FOREXCOM", "OANDA"]);
const COINS = new Set(
  "X CRYPTO CURRENCY BINANCE BINANCEUS BITFINEX BITGET BITSTAMP BYBIT COINBASE GEMINI KRAKEN KUCOIN OKX".split(" "),
);
/** Words in front of indices at TradingView, Google and Polygon. */
const INDICES = new Set("I DJ SP TVC FTSE INDEX INDEXDJX INDEXNASDAQ INDEXSP".split(" "));

/** Indices that are written behind the exchange of their shares, where no share has such a symbol. */
const AT_HOME = new Set("CBOE:SPX CBOE:VIX NASDAQ:NDX NASDAQ:IXIC XETR:DAX NSE:NIFTY BSE:SENSEX".split(" "));

/** Coins that stand for a dollar. */
const DOLLAR_COINS = new Set(["USDT", "USDC"]);
/** Precious metals, which are no coins. */
const METALS = /^X(?:AU|AG|PT|PD)$/;

/** Quotes and brackets around a symbol, and a full stop behind it. */
const WRAPPED = /^(?:"(.+)"|'(.+)'|`(.+)`|“(.+)”|‘(.+)’|\((.+)\)|\[(.+)\]|<(.+)>|([\w-]+(?:\.[\w-]+)?)\.)$/;
/** A company's name with its symbol in brackets. */
const NAMED = /^([\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’-]*) \(([A-Z0-9^:. =-]+)\)$/u;

const READERS: readonly ((text: string) => string | undefined)[] = [
  ofColon,
  ofDot,
  ofBloomberg,
  ofPlace,
  ofPair,
  ofFuture,
  (text) => (/^\^(?=\w)/.test(text) ? ofIndexSign(text.slice(1)) : undefined),
  (text) => (/^[a-z]{3}=$/i.test(text) ? ofCurrency(text.slice(0, 3).toUpperCase()) : undefined),
  (text) => /^\$([a-z]{1,5})$/i.exec(text)?.[1],
];

/**
 * Returns the symbol in our spelling; the text, without quotes and brackets around it, if it is none of another program, or
 * its listing is not certain.
 */
export function toOurSpelling(written: string): string {
  return ofShortName(withoutWrapping(written)) ?? fromNotation(written);
}

/** Returns the same for a search, which leaves the short names of indices to the names of what is found. */
export function fromNotation(written: string): string {
  const text = withoutWrapping(written);
  for (const read of READERS) {
    const symbol = read(text);
    if (symbol !== undefined) return symbol;
  }
  return text;
}

/**
 * Whether a word, perhaps with a holding, is surely a symbol where others stand beside it without a separator: one that is
 * well known, or has a sign of its notation. A letter may be a share class, and a code the exchange of the word before it.
 */
export function isKnownWord(word: string): boolean {
  const symbol = word.replace(/\*.*$/, "");
  const read = toOurSpelling(symbol);
  if (read !== symbol && /[:/$]/.test(symbol)) return true;
  const isCode = symbol.length < 2 || exchangeOfSuffix(symbol) !== null || findByBloomberg(symbol) !== null;
  return !isCode && isWellKnown(read);
}

/** The end of Bloomberg's notation. Other codes of countries, such as SE, are also symbols: `KO SE` is two. */
const BLOOMBERG_END = /(?: (?:US|LN|HK|JP|GY|GR|FP)| (?:equity|index|curncy|comdty))$/i;

/** Returns the words of a command with those of a symbol in Bloomberg's notation as one: `AAPL US Equity`, `700 HK`. */
export function joinNotation(words: readonly string[]): string[] {
  const [first, ...rest] = words;
  if (first === undefined) return [];
  const count = [3, 2].find((each) => {
    const text = words.slice(0, each).join(" ");
    return BLOOMBERG_END.test(text) && ofBloomberg(text) !== undefined;
  });
  return count === undefined
    ? [first, ...joinNotation(rest)]
    : [words.slice(0, count).join(" "), ...joinNotation(words.slice(count))];
}

/**
 * Returns `BRK.B` for `BRK B` and `BRK_B`: a share class where one symbol is asked for, and in a list perhaps two symbols;
 * `undefined` for any other text.
 */
export function ofShareClass(text: string): string | undefined {
  const [, base, letter] = /^([A-Z]{1,5})[ _]([A-Z])$/.exec(text) ?? [];
  // Such a letter is the exchange: SONY.T, BP.L.
  return base === undefined || exchangeOfSuffix(letter!) !== null ? undefined : `${base}.${letter}`;
}

/**
 * Returns `EURUSD=X` for `EUR USD` and `BTC-USD` for `BTC USD`: a pair where one symbol is asked for, and in a list perhaps
 * two; `undefined` for any other text.
 */
export function ofWrittenPair(text: string): string | undefined {
  const [, base, other] = /^([A-Z]{3,5}) ([A-Z]{3})$/.exec(text) ?? [];
  if (base === undefined || !isCurrency(other!)) return undefined;
  const isCoin = isWellKnown(`${base}-USD`);
  return isCoin || isCurrency(base) || METALS.test(base) ? toPair(base, other!, isCoin) : undefined;
}

function withoutWrapping(written: string): string {
  const inner = WRAPPED.exec(written)
    ?.slice(1)
    .find((part) => part !== undefined)
    ?.trim();
  if (inner !== undefined && inner !== "") return inner;
  const [, name, symbol] = NAMED.exec(written) ?? [];
  return (name !== undefined && symbol !== undefined ? ofCompany(name, symbol) : undefined) ?? written;
}

/**
 * Returns the symbol that stands behind a name: with its exchange, the well-known one of that name, or one whose letters the
 * name has in their order. Others may be any word: `Coca-Cola (NYSE)`, `Alphabet (A)`, `Apple (CEO)`.
 */
function ofCompany(name: string, symbol: string): string | undefined {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}&-]+/u);
  const known = WELL_KNOWN.find(
    ([each, names]) =>
      [symbol, `${symbol}-USD`].includes(each) &&
      names.some((usual) => words.some((word) => word.length > 2 && ` ${usual.toLowerCase()} `.includes(` ${word} `))),
  );
  if (known !== undefined) return known[0];
  if (/[:.^=]/.test(symbol) || fromNotation(symbol) !== symbol) return symbol;
  let at = -1;
  const isOfName = [...symbol.toLowerCase()].every((letter) => (at = name.toLowerCase().indexOf(letter, at + 1)) >= 0);
  return isOfName && symbol.length > 2 && !isPlace(symbol) && !isCurrency(symbol) ? symbol : undefined;
}

/** Whether a word is the name or a code of an exchange. */
const isPlace = (word: string) =>
  [findByName, findByPrefix, findByBloomberg, exchangeOfSuffix].some((find) => find(word) !== null);

/** Returns what a search finds of a text with more: `KO` for `KO stock`, `NYSE KO`, `SONY T` and `KO (NYSE)`. */
export function withoutPlace(text: string): string {
  const bare = text
    .replace(/ \([A-Z0-9 ]+\)$/, "")
    .replace(/[,$]$/, "")
    .replace(/^(?:ticker|symbol): ?/i, "")
    .replace(/(?: (?:stock|shares?|price|quote|equity|adr)){1,3}$/i, "");
  const [one, other, ...further] = bare.split(" ");
  if (other === undefined || further.length > 0 || bare !== bare.toUpperCase()) return bare;
  return isPlace(other) ? one! : isPlace(one!) ? other : bare;
}

/** `NASDAQ:AAPL`, `AAPL:NASDAQ`, `FX:EURUSD`, `X:BTCUSD`, `TVC:SPX`, `NYMEX:CL1!`. */
function ofColon(text: string): string | undefined {
  const [, before, after] = /^([\w.-]+): ?([\w.!-]+)$/.exec(text) ?? [];
  if (before === undefined || after === undefined) return undefined;
  const place = before.toUpperCase();
  return (
    (RATES.has(place) || COINS.has(place) ? ofJoinedPair(after, COINS.has(place)) : undefined) ??
    (INDICES.has(place) || AT_HOME.has(`${place}:${after.toUpperCase()}`)
      ? ofIndexName(after.replace(/^\./, ""))
      : undefined) ??
    ofFuture(after) ??
    // Bloomberg's page of a pair.
    (after.toUpperCase() === "CUR" ? ofJoinedPair(before, false) : undefined) ??
    onExchange(before, after) ??
    onExchange(after, before)
  );
}

/** `AAPL.US`, `AAPL.O`, `BRKb.N`, `.SPX`, `US.AAPL`, `HK.00700`, `600519.XSHG`. */
function ofDot(text: string): string | undefined {
  const [, index] = /^\.([a-z0-9]+)$/i.exec(text) ?? [];
  if (index !== undefined) return ofIndexName(index);
  const [, base, letter] = /^([A-Z]{1,4})([a-z])\.(?:OQ?|N)$/.exec(text) ?? [];
  if (base !== undefined) return `${base}.${letter!.toUpperCase()}`;
  const [, ticker, suffix] = /^([\w.-]+)\.([a-z]+)$/i.exec(text) ?? [];
  if (ticker === undefined || suffix === undefined) return ofFutu(text);
  const exchange = suffix.toUpperCase();
  if (exchange === "HK") return onExchange("HK", ticker);
  if (/^(?:OQ?|N)$/.test(exchange)) return /^[a-z]{1,5}$/i.test(ticker) ? ticker : undefined;
  if (SUFFIXES.has(exchange) || MIC.test(exchange)) return onExchange(exchange, ticker);
  return ofFutu(text);
}

/** `US.AAPL`, `HK.00700`. `US.F` is no Ford but may be the share US in Frankfurt. */
function ofFutu(text: string): string | undefined {
  const [, us, number] = /^(?:US\.([a-z]{1,5}(?:\.[a-z])?)|HK\.(\d{1,5}))$/i.exec(text) ?? [];
  if (number !== undefined) return onExchange("HK", number);
  return us === undefined || exchangeOfSuffix(us.toUpperCase()) ? undefined : us;
}

/** The endings of exchanges whose symbols are numbers, perhaps with a letter. */
const OF_NUMBERS = new Set("T HK TW KS KQ SS SZ".split(" "));

/** `AAPL US`, `VOD LN Equity`, `BRK/B US Equity`, `SPX Index`, `EURUSD Curncy`, `CL1 Comdty`. */
function ofBloomberg(text: string): string | undefined {
  const [, ticker, share, code, equity] =
    /^([a-z0-9]{1,6})(?:\/([a-z]?))? ([a-z]{2})( equity)?$/i.exec(text.replace(/ +/g, " ")) ?? [];
  if (ticker !== undefined) {
    // Small letters may be a name: "meta us".
    const isCertain = equity !== undefined || text === text.toUpperCase();
    const exchange = isCertain ? findByBloomberg(code!.toUpperCase()) : null;
    // So are six letters, and any letters alone where symbols are numbers: "TOYOTA JP", "CHINA HK".
    const isName = /^[a-z]+$/i.test(ticker) && (ticker.length > 5 || OF_NUMBERS.has(exchange?.suffix ?? ""));
    return exchange === null || isName
      ? undefined
      : listedAs(withClass(ticker, share, exchange.suffix), exchange.suffix);
  }
  const [, root, kind] = /^([a-z]{1,3}) ?1 (comdty|index)$/i.exec(text) ?? [];
  if (kind !== undefined) return ofBloombergRoot(root!);
  const [, name, yellow] = /^([a-z0-9]{2,8}) (index|curncy)$/i.exec(text) ?? [];
  if (yellow === undefined) return undefined;
  return yellow.toLowerCase() === "index" ? ofIndexName(name!) : ofCurrency(name!.toUpperCase());
}

/** Bloomberg's `BT/A LN` is `BT-A.L`, its `BP/ LN` is `BP.L`. */
function withClass(ticker: string, share: string | undefined, suffix: string): string {
  if (!share) return ticker;
  return `${ticker}${suffix === "" ? "." : "-"}${share}`;
}

/** Currencies that are quoted in dollars; all others are quoted as so many for a dollar. */
const IN_DOLLARS = new Set(["EUR", "GBP", "AUD", "NZD"]);

function ofCurrency(name: string): string | undefined {
  if (name.length !== 3) return ofJoinedPair(name, false);
  if (METALS.test(name)) return ofShortName(`${name}USD`);
  if (!isCurrency(name) || name === "USD") return undefined;
  return IN_DOLLARS.has(name) ? `${name}USD=X` : `USD${name}=X`;
}

/** `SH600887`, `sz.000001`, `hk700`, `AAPL-US`. */
function ofPlace(text: string): string | undefined {
  const [, place, code] = /^(SH|SZ)\.?(\d{6})$/i.exec(text) ?? /^(HK)(\d{1,5})$/i.exec(text) ?? [];
  if (place !== undefined && code !== undefined) return onExchange(place, code);
  return /^([a-z]{1,5})-US$/i.exec(text)?.[1];
}

/** `EUR/USD`, `EUR_USD`, `BTC/USDT`, `BRK/B`. */
function ofPair(text: string): string | undefined {
  const [, base, mark, other] = /^([a-z]{1,6})([/_.-])([a-z]{1,4})$/i.exec(text) ?? [];
  if (base === undefined || other === undefined) return undefined;
  // With a dot or a hyphen it may be a share class or a coin.
  if (/[.-]/.test(mark!))
    return [base, other].every((each) => isCurrency(each.toUpperCase()))
      ? ofJoinedPair(base + other, false)
      : undefined;
  if (other.length === 1) return mark === "/" ? `${base}.${other}`.toUpperCase() : undefined;
  return toPair(base.toUpperCase(), other.toUpperCase(), true);
}

/** `EURUSD`, `BTCUSDT`, `BTC-USD`, where it is known to be a pair. */
function ofJoinedPair(text: string, areCoins: boolean): string | undefined {
  const [, base, other] = /^([A-Z]{2,6}?)[-_]?(USDT|USDC|[A-Z]{3})$/.exec(text.toUpperCase()) ?? [];
  return base === undefined ? undefined : toPair(base, other!, areCoins);
}

/** A pair of currencies, a coin in a currency, or a metal in dollars. */
function toPair(base: string, other: string, areCoins: boolean): string | undefined {
  if (METALS.test(base)) return ofShortName(base + other);
  if (isCurrency(base)) return isCurrency(other) ? `${base}${other}=X` : undefined;
  if (!areCoins) return undefined;
  if (DOLLAR_COINS.has(other)) return `${base}-USD`;
  return isCurrency(other) ? `${base}-${other}` : undefined;
}

/** `^SPX`, `^COMP`. */
function ofIndexSign(name: string): string | undefined {
  const symbol = ofIndexName(name);
  return symbol?.startsWith("^") ? symbol : undefined;
}

/** `CL1!`, `CL_F` and `/CL`, perhaps with its exchange behind, are the next future to expire. */
function ofFuture(text: string): string | undefined {
  const [, front, slashed] = /^(?:([a-z0-9]{1,4})(?:1!|_F)|\/([a-z0-9]{1,4})(?::X[a-z]{3})?)$/i.exec(text) ?? [];
  const root = front ?? slashed;
  return root === undefined ? undefined : ofFutureRoot(root);
}

/** Returns the ticker with the suffix of the exchange, or without one for `US`; `undefined` for an unknown exchange. */
function onExchange(exchange: string, ticker: string): string | undefined {
  const prefix = exchange.toUpperCase();
  const suffix = prefix === "US" ? "" : findByPrefix(prefix)?.suffix;
  return suffix === undefined ? undefined : listedAs(ticker, suffix);
}

function listedAs(ticker: string, suffix: string): string {
  // Hong Kong's codes have four digits, and a fifth one in front only if it is not zero.
  const own = suffix === "HK" && /^\d+$/.test(ticker) ? String(Number(ticker)).padStart(4, "0") : ticker;
  return suffix === "" ? own : `${own}.${suffix}`;
}
