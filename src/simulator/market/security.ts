/** One security of the simulated market. */
import type { Size } from "./companies.js";
import type { Currency, PriceCurrency } from "./currencies.js";
import type { Country, ExchangeName } from "./exchanges.js";

/** A `fund` is a mutual fund, which has one price a day. */
type SecurityKind = "stock" | "etf" | "fund" | "index" | "coin" | "currency" | "future";

export interface Security {
  /** FMP's spelling. */
  symbol: string;
  /** Yahoo's spelling; differs for coins, currencies and futures. */
  yahooSymbol: string;
  name: string;
  kind: SecurityKind;
  exchange: ExchangeName;
  size: Size;
  sector: string;
  industry: string;
  country: Country;
  /** Currency of the price; GBp is pence. */
  currency: PriceCurrency;
  /** Currency of the accounts. */
  reporting: Currency;
  /** Symbol of the company whose accounts, analysts and price path it shares; by default its own. */
  company: string;
  /** The index or other security whose price path it has. */
  follows?: Security;
  /** The multiple of the moves of what it follows: 3 for a leveraged fund; by default 1. */
  times?: number;
  /** Growth of the price in a year, in addition to its waves; as a logarithm, and by default none. */
  trend?: number;
  /** Of a fund: its class in `fund-classes.ts`, its first day as days since 1970-01-01, and whether it keeps its income. */
  fund?: { class: string; firstDay: number; accumulates: boolean };
  /** Range of the usual price; by default that of its kind and size. */
  level?: readonly [number, number];
  /** Decimals of a price; those of a coin depend on its price instead. */
  decimals: number;
  traits: ReadonlySet<Trait>;
}

/** Special cases that a client must support. */
export type Trait =
  | "loses money"
  | "no insiders"
  | "no analysts"
  | "too young for a valuation"
  | "stable"
  | "bank"
  | "no volume";

const PLAIN = {
  kind: "stock",
  country: "US",
  currency: "USD",
  reporting: "USD",
  sector: "",
  industry: "",
  decimals: 2,
  traits: [],
} as const;

/** The properties in which a security differs from a US stock. */
export type Draft = Omit<Partial<Security>, "traits"> &
  Pick<Security, "symbol" | "name" | "exchange" | "size"> & { traits?: readonly Trait[] };

/** Returns a security; properties that the draft lacks are those of a US stock. */
export function security(draft: Draft): Security {
  const full = { ...PLAIN, yahooSymbol: draft.symbol, company: draft.symbol, ...draft };
  return { ...full, traits: new Set<Trait>(full.traits) };
}

/** Whether it is a fund: one that is traded, or a mutual fund. */
export function isFund({ kind }: Security): boolean {
  return kind === "etf" || kind === "fund";
}

/** Whether the security has a market cap; indices, mutual funds, currencies and futures have none. */
export function hasMarketCap({ kind }: Security): boolean {
  return kind === "stock" || kind === "etf" || kind === "coin";
}
