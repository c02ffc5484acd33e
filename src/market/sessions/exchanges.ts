/** Finds exchanges by what providers and people write, and tells their hours and time zones. */
import type { MarketState } from "../../contract/envelope.js";
import { createExchangeFinder, EXCHANGES, type Exchange } from "../../contract/symbols/exchanges.js";
import { likelyNames } from "../../lib/nearest-names.js";
import { clockOf } from "../../lib/zone-clock.js";

const [SUNDAY, FRIDAY, SATURDAY] = [0, 5, 6];

/** Finds an exchange by a code of FMP, such as `NASDAQ`; `null` when we do not know it. */
export const exchangeOfFmp = createExchangeFinder(({ fmp }) => fmp);
/** Finds an exchange by a code of Yahoo, such as `NMS`; `null` when we do not know it. */
export const exchangeOfYahoo = createExchangeFinder(({ yahoo }) => yahoo);

const findScreened = createExchangeFinder(({ names, yahoo }) => (names.length === 0 ? [] : [...names, ...yahoo]));

/** Finds an exchange by which Yahoo's screener filters, by a name in any letter case or by Yahoo's code. */
export function findScreenedExchange(text: string): Exchange | null {
  return findScreened(text.toUpperCase().replace(/[^A-Z0-9]/g, ""));
}

/** Names that several exchanges have. */
const SHARED_NAMES: Readonly<Record<string, readonly string[]>> = {
  TSE: ["TOKYO", "TSX"],
  EURONEXT: ["PARIS", "AMSTERDAM", "BRUSSELS", "LISBON"],
};

/** Returns the exchanges of the screener that the text may mean. */
export function exchangesLike(text: string): readonly string[] {
  const shared = SHARED_NAMES[text.toUpperCase()];
  if (shared) return shared;
  const names = EXCHANGES.flatMap(({ names: [name] }) => name?.toLowerCase() ?? []);
  return likelyNames(text, names).map((name) => name.toUpperCase());
}

/**
 * Returns region, hours and time zone of an exchange; all `null` when it is unknown. The currency does not follow from
 * it: London lists funds in dollars.
 *
 * `timezone` is the offset in force at `at`, written as Alpha Vantage does:
 * `UTC-05`, `UTC+01`, `UTC+5.5`.
 */
export function toMarketHours(exchange: Exchange | null, at: Date) {
  return {
    region: exchange?.region ?? null,
    marketOpen: exchange?.open ?? null,
    marketClose: exchange?.close ?? null,
    timezone: exchange?.zone ? toOffset(exchange.zone, at) : null,
  };
}

/** Zones of exchanges that trade on Sundays instead of Fridays, or did so until recently. */
const SUNDAY_ZONES: ReadonlySet<string> = new Set([
  "Africa/Cairo",
  "Asia/Jerusalem",
  "Asia/Kuwait",
  "Asia/Qatar",
  "Asia/Riyadh",
]);

/**
 * Returns whether an instant is within the regular hours of an exchange, without regard to holidays, or its market closed;
 * `undefined` if its hours or trading days are unknown.
 */
export function toHoursState(exchange: Exchange | null, at: Date): MarketState | undefined {
  if (!exchange?.open || !exchange.close || !exchange.zone) return undefined;
  const local = clockOf(exchange.zone).time(at.getTime() / 1000);
  const weekday = new Date(local.slice(0, 10)).getUTCDay();
  if (SUNDAY_ZONES.has(exchange.zone) && (weekday === FRIDAY || weekday === SUNDAY)) return undefined;
  if (weekday === SATURDAY || weekday === SUNDAY) return "closed";
  const time = local.slice(11, 16);
  return time >= exchange.open && time < exchange.close ? "within regular hours" : "closed";
}

function toOffset(zone: string, at: Date): string {
  const time = clockOf(zone).time(at.getTime() / 1000);
  const [, sign = "+", hours = "00", minutes = "00"] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? [];
  return minutes === "00" ? `UTC${sign}${hours}` : `UTC${sign}${Number(hours) + Number(minutes) / 60}`;
}
