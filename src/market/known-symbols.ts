/**
 * Symbols for suggestions and completions without an upstream call: well-known ones, and those of a caller's own
 * answers.
 */
import { DAY_MS } from "../lib/day.js";
import { distance } from "fastest-levenshtein";
import { LRUCache } from "lru-cache";
import { symbol as symbolSchema } from "../contract/fields.js";
import { joinWithOr } from "../lib/join-words.js";
import { isObject } from "../lib/is-object.js";
import { WELL_KNOWN } from "./well-known-symbols.js";

/** At most 100 callers × 500 symbols × about 90 characters, for a day. */
export const MAX_CALLERS = 100;
export const MAX_SYMBOLS = 500;
export const MAX_NAME = 64;
const KEEP_MS = DAY_MS;
/** Only the first rows of a list are read. */
const MAX_ROWS = 200;
const MAX_NEAREST = 3;
/** The caller id on an open server, which does not distinguish callers. */
const OPEN = "";

interface CallersSymbols {
  /** By symbol; `name` is in capitals with a leading blank. */
  names: LRUCache<string, { name: string | undefined }>;
  noted: WeakSet<object>;
}

export class SymbolBook {
  readonly #wellKnown: ReadonlyMap<string, string>;
  /** By default, the cache sets a timer in every millisecond in which it is read. */
  readonly #callers = new LRUCache<string, CallersSymbols>({ max: MAX_CALLERS, ttl: KEEP_MS, ttlResolution: 1_000 });

  constructor(wellKnown: readonly (readonly [symbol: string, name: string])[] = WELL_KNOWN) {
    this.#wellKnown = new Map(wellKnown.map(([symbol, name]) => [symbol, toSearchable(name)]));
  }

  /** Records the symbols of an answer, including its lists' rows, for the caller that asked. */
  note(body: unknown, callerId = OPEN): void {
    if (!isObject(body)) return;
    const caller = this.#callers.get(callerId) ?? {
      names: new LRUCache<string, { name: string | undefined }>({ max: MAX_SYMBOLS }),
      noted: new WeakSet(),
    };
    this.#callers.set(callerId, caller);
    // A cached answer is the same object each time and contains nothing new.
    if (caller.noted.has(body)) return;
    caller.noted.add(body);
    for (const list of Object.values(body)) {
      if (!Array.isArray(list)) continue;
      // In reverse order, so that the first row becomes the latest symbol.
      for (const row of list.slice(0, MAX_ROWS).toReversed()) if (isObject(row)) this.#learn(row, caller);
    }
    this.#learn(body, caller);
  }

  /**
   * Returns symbols that begin with `start` in any letter case: the caller's own, latest first, then well-known ones.
   */
  startingWith(start: string, callerId = OPEN): string[] {
    const wanted = start.trim().toUpperCase();
    return [...this.#namesFor(callerId)].map(([symbol]) => symbol).filter((symbol) => symbol.startsWith(wanted));
  }

  /**
   * Returns at most three symbols that `asked` may be a misspelling of: companies with a word in their name that begins
   * with it, then symbols with a similar spelling.
   */
  nearest(asked: string, callerId = OPEN): string[] {
    const found: { symbol: string; edits: number }[] = [];
    const word = asked.length >= 4 ? ` ${asked}` : undefined;
    for (const [symbol, name] of this.#namesFor(callerId)) {
      if (symbol === asked) continue;
      const edits = word !== undefined && name?.includes(word) ? 0 : editsBetween(asked, symbol);
      if (edits !== undefined) found.push({ symbol, edits });
    }
    return found
      .toSorted((one, other) => one.edits - other.edits)
      .slice(0, MAX_NEAREST)
      .map(({ symbol }) => symbol);
  }

  *#namesFor(callerId: string): Generator<[symbol: string, name: string | undefined]> {
    const own = this.#callers.get(callerId)?.names;
    for (const [symbol, { name }] of own?.entries() ?? []) yield [symbol, name];
    for (const known of this.#wellKnown) if (!own?.has(known[0])) yield known;
  }

  #learn(row: Record<string, unknown>, { names }: CallersSymbols): void {
    // A row with an error has a symbol that no source knows.
    if (typeof row["error"] === "string") return;
    const text = row["symbol"] ?? row["ticker"];
    // Bars have no symbol. Without this check, zod's messages about 200 bars take a sixth of the time in which a cached
    // history is answered.
    if (typeof text !== "string") return;
    // Upstream text is suggested only if it has the form of a symbol.
    const { data: symbol } = symbolSchema.safeParse(text);
    if (symbol === undefined) return;
    const name = row["companyName"] ?? row["company_name"] ?? row["name"];
    names.set(symbol, {
      name: typeof name === "string" ? toSearchable(name) : (names.get(symbol)?.name ?? this.#wellKnown.get(symbol)),
    });
  }
}

const WELL_KNOWN_ONLY = new SymbolBook();

/** Returns the well-known symbols similar to `asked`, for answers that several callers share. */
export function similarWellKnown(asked: string): string[] {
  return WELL_KNOWN_ONLY.nearest(asked);
}

/**
 * Returns "Did you mean AAPL or AAP?"; `undefined` without a candidate. Names are upstream text and therefore omitted.
 */
export function didYouMean(symbols: readonly string[]): string | undefined {
  return symbols.length === 0 ? undefined : `Did you mean ${joinWithOr(symbols)}?`;
}

/**
 * Returns "Did you mean AAPL or AAP for APPL, MSFT for MFST?", or for one symbol the same as `didYouMean`; `undefined`
 * if no symbol resembles a known one.
 */
export function didYouMeanEach(
  asked: readonly string[],
  similarTo: (symbol: string) => readonly string[],
): string | undefined {
  if (asked.length === 1) return didYouMean(similarTo(asked[0]!));
  const meant = asked.flatMap((symbol) => {
    const similar = similarTo(symbol);
    return similar.length > 0 ? [`${joinWithOr(similar)} for ${symbol}`] : [];
  });
  return meant.length > 0 ? `Did you mean ${meant.join(", ")}?` : undefined;
}

/**
 * Returns the edit distance of two symbols, where swapping two neighbours is one edit; `undefined` when it exceeds a
 * third of the shorter symbol's length. An index (`^`) is only compared with indices, and a common ending (`-USD`) does
 * not count.
 */
function editsBetween(asked: string, symbol: string): number | undefined {
  if (asked.startsWith("^") !== symbol.startsWith("^")) return undefined;
  const [one, other] = withoutSharedEnding(asked.replace("^", ""), symbol.replace("^", ""));
  const shorter = Math.min(one.length, other.length);
  const allowed = Math.floor(shorter / 3);
  // This check is cheap and makes the costly comparison unnecessary for most symbols.
  if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return undefined;
  const edits = isSwap(one, other) ? 1 : distance(one, other);
  return edits <= allowed ? edits : undefined;
}

function withoutSharedEnding(one: string, other: string): [string, string] {
  const at = one.search(/[-.=]/);
  const ending = at > 0 ? one.slice(at) : "";
  if (ending === "" || !other.endsWith(ending)) return [one, other];
  return [one.slice(0, at), other.slice(0, -ending.length)];
}

/** Whether two texts differ only in the order of two neighbouring characters. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

/** Returns a name in the form of `names`, shortened so that 500 long names do not slow down a search. */
function toSearchable(name: string): string {
  return ` ${name.slice(0, MAX_NAME).toUpperCase()}`;
}
