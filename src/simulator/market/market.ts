/** The simulated market: listed securities and their prices, the only source of price figures. */
import { characterOf } from "./character.js";
import { type Candle, candleAt, type Character, closeOf, type Path, pathOf, minorUnitFactor } from "./prices.js";
import type { Snapshot, Tick } from "./snapshot.js";
import { round } from "./random.js";
import { createInvention } from "./invention.js";
import { SECURITIES } from "./securities.js";
import { hasMarketCap, type Security } from "./security.js";
import { EXCHANGES, type ExchangeName } from "./exchanges.js";
import {
  type Calendar,
  createFundCalendar,
  createUsCalendar,
  createWeekdayCalendar,
  roundTheClock,
  type Session,
} from "./sessions.js";

export interface Market {
  seed: number;
  /** Finds a security by FMP's or Yahoo's spelling; invents one if the symbol has the form of a listing. */
  find(symbol: string): Security | undefined;
  /** The listed securities. */
  all: readonly Security[];
  /** The listed securities, and those that are invented under well-known names. */
  searched: readonly Security[];
  stocks: readonly Security[];
  coins: readonly Security[];
  tick(security: Security, at: number): Tick;
  snapshot(security: Security, at: number): Snapshot;
  /** Returns the sessions from `from` to `to` (inclusive days), oldest first; today's only up to `at`. */
  candles(security: Security, from: number, to: number, at: number): Candle[];
  /** Returns the session at a moment, up to that moment. */
  candleAt(security: Security, at: number): Candle;
  session(security: Security, at: number): Session;
  /** Returns the session of a day on which the security trades. */
  sessionOn(security: Security, day: number): Session;
  /** Returns the price level of a day, also for a day without trading. */
  closeOn(security: Security, day: number): number;
  shares(security: Security): number;
}

/** Cached values of one security; past days never change. */
interface Book {
  character: Character;
  shares: number;
  calendar: Calendar;
  paths: Map<number, Path>;
  past: Map<number, Candle>;
  year: { day: number; high: number; low: number; closes: number[]; volume: number; volume10: number } | undefined;
}

/** A year in days: coins trade on all of them, stocks on about 252. */
const YEAR_DAYS = 365;
const MAX_PATHS = 8;
/** The sessions of 20 years, the longest chart: with fewer, each chart would compute all of them again. */
const MAX_PAST = 6_000;
const MAX_INVENTIONS = 100;

/** Creates the market of a seed. */
export function createMarket(seed: number): Market {
  const calendarOf = createCalendars();
  const bySymbol = new Map(
    SECURITIES.flatMap((each) => [[each.symbol, each] as const, [each.yahooSymbol, each] as const]),
  );
  const { invent, named } = createInvention(SECURITIES, seed);
  const inventions = new Map<string, Security>();
  // A security that is no longer cached takes its prices with it.
  const books = new WeakMap<Security, Book>();

  function find(asked: string): Security | undefined {
    const symbol = asked.toUpperCase();
    const known = bySymbol.get(symbol) ?? inventions.get(symbol);
    if (known) return known;
    const made = invent(symbol);
    if (!made) return undefined;
    if (inventions.size >= MAX_INVENTIONS) inventions.clear();
    inventions.set(symbol, made);
    return made;
  }

  function bookOf(security: Security): Book {
    const known = books.get(security);
    if (known) return known;
    const calendar = calendarOf(security.exchange);
    const made = { ...characterOf(security, seed), calendar, paths: new Map(), past: new Map(), year: undefined };
    books.set(security, made);
    return made;
  }

  function tick(security: Security, at: number): Tick {
    const book = bookOf(security);
    const session = book.calendar.sessionAt(at);
    const today = path(book, session);
    const { close, volume } = candleAt(today, book.character.decimals, at);
    const prices = priceFields(book, security, close, today.previousClose);
    return { ...prices, volume, tradedAt: Math.min(at, session.closes) };
  }

  function snapshot(security: Security, at: number): Snapshot {
    const book = bookOf(security);
    const now = tick(security, at);
    const today = todayOf(book, at);
    const year = pastYear(book, today.day);
    return {
      ...now,
      open: today.open,
      dayHigh: today.high,
      dayLow: today.low,
      yearHigh: Math.max(year.high, today.high),
      yearLow: Math.min(year.low, today.low),
      average50: average(year.closes, 50, today.close, book.character.decimals + 2),
      average200: average(year.closes, 200, today.close, book.character.decimals + 2),
      averageVolume: year.volume,
      averageVolume10: year.volume10,
    };
  }

  function candles(security: Security, from: number, to: number, at: number): Candle[] {
    const book = bookOf(security);
    const last = book.calendar.sessionAt(at);
    const newestFirst: Candle[] = [];
    const first = Math.max(from, security.fund?.firstDay ?? from);
    let session = last.day <= to ? last : book.calendar.before(to + 1);
    while (session.day >= first) {
      const isLast = session.day === last.day;
      newestFirst.push(isLast ? candleAt(path(book, session), book.character.decimals, at) : pastCandle(book, session));
      session = book.calendar.before(session.day);
    }
    return newestFirst.toReversed();
  }

  return {
    seed,
    find,
    all: SECURITIES,
    searched: [...SECURITIES, ...named],
    stocks: SECURITIES.filter(({ kind }) => kind === "stock"),
    coins: SECURITIES.filter(({ kind }) => kind === "coin"),
    tick,
    snapshot,
    candles,
    candleAt: (security, at) => todayOf(bookOf(security), at),
    session: (security, at) => bookOf(security).calendar.sessionAt(at),
    sessionOn: (security, day) => bookOf(security).calendar.before(day + 1),
    closeOn: (security, day) => closeOf(bookOf(security).character, day),
    shares: (security) => bookOf(security).shares,
  };
}

/** Returns the calendar of an exchange; exchanges with the hours of US stocks share one. */
function createCalendars(): (exchange: ExchangeName) => Calendar {
  const us = createUsCalendar();
  const ownCalendars = new Map<ExchangeName, Calendar>([
    ["CRYPTO", roundTheClock],
    ["FUNDS", createFundCalendar(us)],
  ]);
  return (exchange) => {
    const { zone, hours } = EXCHANGES[exchange];
    const calendar = ownCalendars.get(exchange) ?? (hours ? createWeekdayCalendar(zone, hours) : us);
    if (calendar !== us) ownCalendars.set(exchange, calendar);
    return calendar;
  };
}

function priceFields(book: Book, security: Security, price: number, previousClose: number) {
  const change = round(price - previousClose, book.character.decimals);
  return {
    price,
    previousClose,
    change,
    changePercent: round((change / previousClose) * 100, 5),
    marketCap: hasMarketCap(security) ? Math.round((price * book.shares) / minorUnitFactor(security)) : 0,
  };
}

/** Returns the session at a moment, up to that moment. */
function todayOf(book: Book, at: number): Candle {
  return candleAt(path(book, book.calendar.sessionAt(at)), book.character.decimals, at);
}

function path(book: Book, session: Session): Path {
  const known = book.paths.get(session.day);
  if (known) return known;
  if (book.paths.size >= MAX_PATHS) book.paths.clear();
  const made = newPath(book, session);
  book.paths.set(session.day, made);
  return made;
}

function newPath(book: Book, session: Session): Path {
  const previousClose = closeOf(book.character, book.calendar.before(session.day).day);
  return pathOf(book.character, session, previousClose, book.calendar !== roundTheClock);
}

function pastCandle(book: Book, session: Session): Candle {
  const known = book.past.get(session.day);
  if (known) return known;
  if (book.past.size >= MAX_PAST) book.past.clear();
  const candle = candleAt(newPath(book, session), book.character.decimals, session.closes);
  book.past.set(session.day, candle);
  return candle;
}

/** Returns closes (newest first), high and low of the year before a day. */
function pastYear(book: Book, day: number): NonNullable<Book["year"]> {
  if (book.year?.day === day) return book.year;
  const candles: Candle[] = [];
  let session = book.calendar.before(day);
  while (session.day >= day - YEAR_DAYS) {
    candles.push(pastCandle(book, session));
    session = book.calendar.before(session.day);
  }
  const volumes = candles.map(({ volume }) => volume);
  book.year = {
    day,
    high: Math.max(...candles.map(({ high }) => high)),
    low: Math.min(...candles.map(({ low }) => low)),
    closes: candles.map(({ close }) => close),
    volume: mean(volumes.slice(0, 63)),
    volume10: mean(volumes.slice(0, 10)),
  };
  return book.year;
}

/** Returns the mean of the last `days` closes; the price `now` counts as the current day's close. */
function average(closes: readonly number[], days: number, now: number, decimals: number): number {
  let sum = now;
  for (let index = 0; index < days - 1; index++) sum += closes[index] ?? now;
  return round(sum / days, decimals);
}

/** Returns the mean, rounded to an integer. */
function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}
