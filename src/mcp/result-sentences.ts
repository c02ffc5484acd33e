/** Sentences on the time, source, units and currencies of an answer, because hosts do not show `_meta` to models. */
import type { Capability } from "../contract/capability.js";
import { capital } from "../lib/capital.js";
import { createZoneClock } from "../lib/zone-clock.js";
import { nameCurrency, otherCurrencies, type Currencies } from "../contract/currency.js";
import type { Envelope, Served } from "../contract/envelope.js";
import type { MarketState } from "../contract/market-state.js";
import { SELF, toTitle, type ProviderId } from "../contract/provider-id.js";

/** The hours of the US market, passed in so that this file does not depend on a calendar. */
export interface UsMarket {
  /** The session at an instant. */
  session(at: Date): "pre-market" | "regular" | "after-hours" | "closed";
  /** Whether a symbol trades in US sessions. */
  follows(symbol: string): boolean;
}

const list = new Intl.ListFormat("en", { style: "long", type: "conjunction" });

const SESSIONS = {
  "pre-market": "the US market is in pre-market trading",
  regular: "the US market is open",
  "after-hours": "the US market is in after-hours trading",
  closed: "the US market is closed",
} as const;

const STATES: Readonly<Record<MarketState, string>> = {
  open: "its market is open",
  closed: "its market is closed",
  "pre-market": "its market is in pre-market trading",
  "after-hours": "its market is in after-hours trading",
  "within regular hours": "it is within the regular hours of its exchange, which may have a holiday",
  "outside regular hours": "it is outside the regular hours of its exchange",
};

/**
 * Returns the state of a market other than the US one, as the source stated it, for pictures too; `undefined` for a stale
 * answer, because the state may have changed.
 */
export function toOtherMarketState({ envelope, state }: Served): MarketState | undefined {
  return state === "stale" ? undefined : envelope.market;
}

/** Returns the present session of the US market, for pictures too; `undefined` unless all of the answer follows it. */
export function toMarketSession(
  capability: Capability,
  { envelope: { body, provider, filled } }: Served,
  market: UsMarket,
): keyof typeof SESSIONS | undefined {
  if (provider === SELF && filled.length === 0) return undefined;
  const isUs = capability.freshness.followsUsMarket === true && symbolsOf(capability, body).every(market.follows);
  return isUs ? market.session(new Date()) : undefined;
}

/**
 * `Price in USD of 2 April 2026, 16:00 New York time, from provider A; the US market is closed.`
 *
 * `session` is that of `toMarketSession`. Without a time of the data the sentence gives the time of fetching. Securities
 * that do not trade in US sessions get a time in UTC, and the state of their market if the source shows it. Returns
 * `undefined` for an answer about this server itself.
 */
export function toTimeSentence(
  capability: Capability,
  served: Served,
  session: ReturnType<typeof toMarketSession>,
): string | undefined {
  const { envelope, ageSeconds } = served;
  const { body, provider, filled, asOf, currency } = envelope;
  if (provider === SELF && filled.length === 0) return undefined;
  const isUs = session !== undefined;
  const other = toOtherMarketState(served);
  const state = isUs ? `; ${SESSIONS[session]}` : other ? `; ${STATES[other]}` : "";
  const times = capability.timesIn?.(body) ?? [];
  const end = `${toSourceWords(envelope)}${state}.`;
  if (times.length > 0 && times.every((time) => time !== null)) return `as_of is the time of each price, UTC${end}`;
  const fetchedAt = provider === SELF ? Date.now() - ageSeconds * 1000 : envelope.fetchedAt;
  const at = asOf === null ? Number.NaN : Date.parse(asOf);
  if (Number.isNaN(at)) return `Fetched ${toTime(fetchedAt, isUs)}${end}`;
  const what = typeof body["price"] === "number" ? toPriceWords(body["symbol"], currency.price) : "As of";
  return `${what} ${toTime(at, isUs)}${end}`;
}

/** `, from provider A, completed by provider B`: the provider that answered, and those whose fields were added. */
function toSourceWords({ provider, filled }: Envelope): string {
  if (filled.length === 0 && provider !== SELF) return `, from ${toTitle(provider)}`;
  const others = [...new Set(filled.map((each) => each.provider))].filter((id) => id !== SELF && id !== provider);
  const names = list.format(others.map((id) => toTitle(id as ProviderId)));
  if (provider === SELF) return `, from ${names}`;
  return `, from ${toTitle(provider)}${names === "" ? "" : `, completed by ${names}`}`;
}

/** Returns the words before a price's time. An index has a level in points, even if a source names a currency. */
function toPriceWords(symbol: unknown, currency: string | null): string {
  if (typeof symbol === "string" && symbol.startsWith("^")) return "Level in points, not money, of";
  return `Price${currency === "USD" ? " in USD" : ""} of`;
}

function symbolsOf({ symbolsIn }: Capability, body: Record<string, unknown>): string[] {
  if (symbolsIn) return symbolsIn(body as never);
  return typeof body["symbol"] === "string" ? [body["symbol"]] : [];
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const newYork = createZoneClock("America/New_York")!;

/** `2 April 2026, 16:00 New York time`, or the same in UTC. */
function toTime(at: number, inNewYork: boolean): string {
  const offset = inNewYork ? newYork.offset(Math.floor(at / 1000)) : 0;
  const local = new Date(at + offset * 1000);
  const day = `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
  const time = `${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`;
  return `${day}, ${time} ${inNewYork ? "New York time" : "UTC"}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** Returns, for example, `Units: margins are ratios (0.24 is 24 %).`; `undefined` if the names of the figures state the units. */
export function toUnitSentence({ tool: { units } }: Capability): string | undefined {
  return units && `Units: ${units}`;
}

/** Names, as in a sentence, of the fields that can be in another currency than the prices. */
const NAMES: Readonly<Record<string, string>> = {
  annualRate: "annual rate",
  bookValue: "book value",
  data: "statements",
  ebitda: "EBITDA",
  enterpriseValue: "enterprise value",
  eps: "earnings per share",
  freeCashFlow: "free cash flow",
  grossProfit: "gross profit",
  marketCap: "market cap",
  operatingCashFlow: "operating cash flow",
  revenue: "revenue",
};

/**
 * Returns, for example, "Prices in GBp (pence); market cap in GBP."; `undefined` for plain USD and for unknown
 * currencies.
 */
export function toCurrencySentence(currencies: Currencies): string | undefined {
  const byCode = new Map<string, string[]>();
  for (const [field, code] of otherCurrencies(currencies)) {
    byCode.set(code, [...(byCode.get(code) ?? []), NAMES[field] ?? field]);
  }
  const codes = [...(currencies.price === null ? [] : [currencies.price]), ...byCode.keys()];
  if (codes.every((code) => code === "USD")) return undefined;
  const prices = currencies.price === null ? [] : [`prices in ${nameCurrency(currencies.price)}`];
  const others = [...byCode].map(([code, names]) => `${list.format(names)} in ${nameCurrency(code)}`);
  const sentence = [...prices, ...others].join("; ");
  return `${capital(sentence)}.`;
}
