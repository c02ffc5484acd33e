/** Sentences on the currency, time and source of an answer, because hosts do not show `_meta` to models. */
import { inStyle, say, the, type Sentence } from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import { capital } from "../lib/capital.js";
import { NEW_YORK } from "../lib/zone-clock.js";
import { isLongAgo, toSessionWords, type Envelope, type Served, type MarketState } from "../contract/envelope.js";
import { SELF, type ProviderId } from "../contract/provider-id.js";
import type { SourceNames } from "./source-names.js";
import { PRICE, toCurrencyWords, type CurrencyWords, type Noun } from "./currency-words.js";

type Session = "pre-market" | "regular" | "after-hours" | "closed";

/** The hours of the US market, passed in so that this file does not depend on a calendar. */
export interface UsMarket {
  /** The session at an instant. */
  session(at: Date): Session;
  /** Whether a symbol trades in US sessions. */
  follows(symbol: string): boolean;
}

const usWords = (session: Session) => `the US market is ${toSessionWords(session)}`;

/** Returns the state of another market; only one that shows its hours alone may have a holiday. */
function stateWords(state: MarketState): string {
  if (state !== "within regular hours") return `its market is ${toSessionWords(state)}`;
  return "it is within the regular hours of its exchange, which may have a holiday";
}

/**
 * Returns the state of a market other than the US one, as the source stated it, for pictures too; `undefined` for past
 * prices and those of long ago, and for a stale answer, because the state may have changed.
 */
export function toOtherMarketState({ envelope, endsOn, state }: Served): MarketState | undefined {
  const isPast = endsOn !== undefined || isLongAgo(envelope.asOf);
  return state === "stale" || isPast ? undefined : envelope.market;
}

/**
 * Returns the present session of the US market, for pictures too; `undefined` unless all of the answer follows it, and for
 * past prices and those of long ago.
 */
export function toMarketSession(
  capability: Capability,
  { envelope: { body, provider, filled, asOf }, endsOn }: Served,
  market: UsMarket,
): Session | undefined {
  if (endsOn !== undefined || (provider === SELF && filled.length === 0)) return undefined;
  const times = capability.timesIn?.(body) ?? [asOf];
  if (times.length > 0 && times.every(isLongAgo)) return undefined;
  const isUs = capability.freshness.followsUsMarket === true && symbolsOf(capability, body).every(market.follows);
  return isUs ? market.session(new Date()) : undefined;
}

/** Returns a sentence on the present session of the US market, for an answer of which only some rows follow it. */
export function toSessionNotes(
  capability: Capability,
  { envelope: { body }, endsOn }: Served,
  market: UsMarket,
): Sentence[] {
  if (endsOn !== undefined || capability.freshness.followsUsMarket !== true) return [];
  const symbols = symbolsOf(capability, body);
  const count = symbols.filter(market.follows).length;
  return count === 0 || count === symbols.length
    ? []
    : [say`For the US listings, ${usWords(market.session(new Date()))}.`];
}

/** Facts of an answer that its note and its `_meta` state. */
export interface OriginFacts {
  /** The present session of the US market, if all of the answer follows it. */
  session: ReturnType<typeof toMarketSession>;
  /** The sources as a part of a sentence; empty for an answer about this server itself. */
  from: Sentence;
  /** The same in words. */
  source: string;
  /** Names of the vendors: the one that answered, and those whose fields were added. */
  vendors: readonly string[];
  currency: CurrencyWords | undefined;
}

export function toOriginFacts(
  capability: Capability,
  served: Served,
  market: UsMarket,
  names: SourceNames,
): OriginFacts {
  const from = toSourceSentence(served.envelope);
  return {
    session: toMarketSession(capability, served, market),
    from,
    source: inStyle(from, { source: names.nameOf }),
    vendors: sourcesOf(served.envelope).map(names.vendorOf),
    currency: toCurrencyWords(capability, served.envelope),
  };
}

/**
 * `Price in USD of 2 April 2026, 16:00 New York time, from Yahoo Finance (provider B); the US market is closed.` and,
 * where amounts are in another currency, `Market cap in GBP.`
 *
 * `session` is that of `toMarketSession`. Without a time of the data the sentence gives the time of fetching, in UTC.
 * Past prices have the day of their last bar: `Prices in USD, last bar 28 June 2024, from …`. Prices of securities that
 * do not trade in US sessions have their time in UTC, and the state of their market if the source shows it. An answer
 * about this server itself has none of this.
 */
export function toOriginSentences(
  capability: Capability,
  served: Served,
  { session, from, currency }: OriginFacts,
  inWords?: (at: Date) => string,
): Sentence[] {
  const { envelope } = served;
  const { body, provider, filled } = envelope;
  if (provider === SELF && filled.length === 0) return [];
  const other = toOtherMarketState(served);
  const state = session !== undefined ? `; ${usWords(session)}` : other ? `; ${stateWords(other)}` : "";
  const time = toTimeWords(capability, served, session !== undefined, inWords);
  const isOnePrice = typeof body["price"] === "number";
  const isOfPrices = isOnePrice || time.kind === "rows";
  const start = toStart(currency?.main ?? (isOfPrices ? { noun: PRICE } : undefined), time, isOnePrice);
  const { before = [], more = [] } = currency ?? {};
  const where = time.isApart && !inWords ? say`, see ${the.field("as_of")}` : "";
  return [before, say`${start}${where}, from ${from}${state}.`, more].flat();
}

/** Returns the sentences on the currencies alone: `Price in GBp (pence).`, `Market cap in GBP.` */
export function toCurrencySentences(currency: CurrencyWords | undefined, envelope: Envelope): Sentence[] {
  const { main, before = [], more = [] } = currency ?? {};
  const isOnePrice = typeof envelope.body["price"] === "number";
  return [before, main ? say`${toAmounts(main, isOnePrice)}.` : [], more].flat();
}

/** `Price in USD of 2 April 2026, 20:00 UTC`, `Prices in USD, fetched 2 April 2026, 20:00 UTC`. */
function toStart(main: Amounts | undefined, time: Time, isOnePrice: boolean): string {
  const words = `${PREPOSITIONS[time.kind]}${time.words}`;
  if (!main) return capital(words);
  const amounts = toAmounts(main, isOnePrice);
  return isOnePrice && time.kind === "data" ? `${amounts} of ${time.words}` : `${amounts}, ${words}`;
}

const PREPOSITIONS: Readonly<Record<Time["kind"], string>> = {
  data: "as of ",
  "last bar": "last bar ",
  rows: "",
  fetched: "fetched ",
};

/** The kind of amounts, such as `Price`, and their unit, if it is known. */
interface Amounts {
  noun: Noun;
  unit?: string;
}

/** `Price in USD` of one price, else `Prices in USD`. */
function toAmounts({ noun, unit }: Amounts, isOnePrice: boolean): string {
  return `${isOnePrice ? noun.one : noun.many}${unit === undefined ? "" : ` in ${unit}`}`;
}

/** The time that the data describes as a whole, or that each row states, or of fetching; of past prices the last day. */
interface Time {
  kind: "data" | "last bar" | "rows" | "fetched";
  words: string;
  /** Whether the rows have several times. */
  isApart?: boolean;
}

function toTimeWords(
  capability: Capability,
  { envelope, endsOn, ageSeconds }: Served,
  isUs: boolean,
  inWords?: (at: Date) => string,
): Time {
  const toWords = (at: number, inNewYork: boolean) => inWords?.(new Date(at)) ?? toTime(at, inNewYork);
  const { body, provider, asOf, fetchedAt } = envelope;
  if (endsOn !== undefined) return { kind: "last bar", words: toDayWords(new Date(endsOn)) };
  const times = (capability.timesIn?.(body) ?? []).map((time) => Date.parse(time ?? ""));
  if (times.length > 0 && !times.some(Number.isNaN)) {
    const ends = [...new Set([Math.min(...times), Math.max(...times)].map((time) => toWords(time, isUs)))];
    return {
      kind: "rows",
      words: ends.length === 1 ? `as of ${ends[0]}` : `between ${ends.join(" and ")}`,
      isApart: ends.length > 1,
    };
  }
  const at = asOf === null ? Number.NaN : Date.parse(asOf);
  if (!Number.isNaN(at)) return { kind: "data", words: toWords(at, isUs) };
  const fetched = provider === SELF ? Date.now() - ageSeconds * 1000 : fetchedAt;
  return { kind: "fetched", words: toWords(fetched, false) };
}

/**
 * `Yahoo Finance (provider B), completed by …`: the provider that answered, and those whose fields were added; empty for
 * an answer about this server itself.
 */
function toSourceSentence(envelope: Envelope): Sentence {
  const sources = sourcesOf(envelope);
  const [first, ...others] = envelope.provider === SELF ? [] : sources;
  if (first === undefined) return the.sourcesAnd(sources);
  return say`${the.source(first)}${others.length === 0 ? "" : say`, completed by ${the.sourcesAnd(others)}`}`;
}

/** Returns the providers of an answer, the one that answered first. */
function sourcesOf({ provider, filled }: Envelope): ProviderId[] {
  const all = [provider, ...filled.map((each) => each.provider)];
  return [...new Set(all)].filter((id) => id !== SELF);
}

function symbolsOf({ symbolsIn }: Capability, body: Record<string, unknown>): string[] {
  if (symbolsIn) return symbolsIn(body as never);
  return typeof body["symbol"] === "string" ? [body["symbol"]] : [];
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** `2 April 2026, 16:00 New York time`, or the same in UTC. */
export function toTime(at: number, inNewYork: boolean): string {
  const offset = inNewYork ? NEW_YORK.offset(Math.floor(at / 1000)) : 0;
  const local = new Date(at + offset * 1000);
  return `${toDayWords(local)}, ${local.toISOString().slice(11, 16)} ${inNewYork ? "New York time" : "UTC"}`;
}

function toDayWords(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
