/** One security of the simulated market. */
import type { Size } from "./companies.js";
import type { Currency, PriceCurrency } from "./currencies.js";
import type { Country, ExchangeName } from "./exchanges.js";

export type SecurityKind = "stock" | "etf" | "index" | "coin" | "currency" | "future";

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
  /** Symbol of the index whose price path a fund has. */
  follows?: string;
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

/** Whether the security has a market cap; indices, currencies and futures have none. */
export function hasMarketCap({ kind }: Security): boolean {
  return kind === "stock" || kind === "etf" || kind === "coin";
}
