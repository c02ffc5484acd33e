/**
 * Transactions of invented insiders: holdings are generated first, trades are their differences.
 */
import type { Market } from "../market/market.js";
import { pick, round, toKey, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";

/** FMP's transaction codes. */
export type TradeCode = "P-Purchase" | "S-Sale" | "M-Exempt" | "A-Award" | "G-Gift" | "F-InKind";

/** One trade. `price` is per share in the listing's currency; `highPrice` is set for a sale in several parts. */
export interface Trade {
  day: number;
  filedDay: number;
  name: string;
  relation: string;
  code: TradeCode;
  shares: number;
  price: number;
  highPrice: number | undefined;
  /** The person's holding after the trade. */
  owned: number;
}

const PEOPLE = [
  ["SAMPLE JANE", "Chief Executive Officer"],
  ["EXAMPLE JOHN Q", "Chief Financial Officer"],
  ["SPECIMEN ALEX", "Director"],
  ["MOCK ROBIN", "Director"],
  ["PLACEHOLDER PAT", "General Counsel"],
  ["FICTION SAM", ""],
] as const;

const DAYS_BETWEEN = 14;
const NEWEST = 20;
const SELLING = ["S-Sale", "S-Sale", "S-Sale", "G-Gift", "F-InKind"] as const;
const BUYING = ["A-Award", "M-Exempt", "P-Purchase"] as const;

/** Returns the newest trades of a company's insiders, newest first; `undefined` when there is no such data. */
export function tradesOf(security: Security, market: Market, at: number): Trade[] | undefined {
  if (security.kind !== "stock" || security.traits.has("no insiders")) return undefined;
  const key = toKey(`insiders of ${security.company}`, market.seed);
  let newest = Math.floor(at / (DAYS_BETWEEN * DAY_MS));
  while (dayOf(key, newest) * DAY_MS > at - 3 * DAY_MS) newest--;
  return Array.from({ length: NEWEST }, (_, back) => tradeOf(security, market, key, newest - back));
}

/** Returns the latest trade of each insider, which contains name and role. */
export function holdersOf(trades: readonly Trade[]): Trade[] {
  const latest = new Map<string, Trade>();
  for (const trade of trades) if (!latest.has(trade.name)) latest.set(trade.name, trade);
  return [...latest.values()];
}

/** Returns the day of a trade: a weekday in its own slot of fourteen days. */
function dayOf(key: number, event: number): number {
  const day = event * DAYS_BETWEEN + Math.floor(uniform(key, event) * (DAYS_BETWEEN - 2));
  const weekday = new Date(day * DAY_MS).getUTCDay();
  return weekday === 0 ? day + 1 : weekday === 6 ? day + 2 : day;
}

function holdingAfter(key: number, event: number): number {
  return 10_000 + Math.floor(uniform(key ^ 1, event) * 90_000);
}

function tradeOf(security: Security, market: Market, key: number, event: number): Trade {
  const [name, relation] = PEOPLE[event % PEOPLE.length] ?? PEOPLE[0];
  const owned = holdingAfter(key, event);
  const gained = owned - holdingAfter(key, event - PEOPLE.length);
  const day = dayOf(key, event);
  const close = market.closeOn(security, day);
  const code = gained < 0 ? pick(SELLING, key ^ 2, event) : pick(BUYING, key ^ 2, event);
  const isRange = code === "S-Sale" && uniform(key ^ 3, event) < 0.3;
  return {
    day,
    filedDay: day + 2,
    name,
    relation,
    code,
    shares: Math.max(1, Math.abs(gained)),
    price: code === "A-Award" || code === "G-Gift" ? 0 : code === "M-Exempt" ? round(close * 0.3, 2) : close,
    highPrice: isRange ? round(close * 1.01, 2) : undefined,
    owned,
  };
}
