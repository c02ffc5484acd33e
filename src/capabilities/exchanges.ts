/**
 * Regions and trading hours of exchanges, for search results and quotes of providers that do not send them.
 */
import type { MarketState } from "../contract/market-state.js";
import { createZoneClock, type ZoneClock } from "../lib/zone-clock.js";

const [SUNDAY, FRIDAY, SATURDAY] = [0, 5, 6];

/** An exchange: its region as provider C names it, and its standard hours. */
export interface Exchange {
  region: string | null;
  /** First opening and last closing of a day, `HH:MM` local; `null` if trading never stops or the hours are unknown. */
  open: string | null;
  close: string | null;
  /** IANA time zone. */
  zone: string;
}

/**
 * The fields of a search result that follow from the exchange. The currency does not follow from it: London lists funds
 * in dollars.
 */
export interface MarketHours {
  region: string | null;
  marketOpen: string | null;
  marketClose: string | null;
  timezone: string | null;
}

/** Finds an exchange by a provider's code; `null` when we do not know it. */
export type FindExchange = (code: string | null) => Exchange | null;

/** One row per exchange: a provider's codes with blanks between them, region, hours (`09:00-17:30`), zone. */
export type ExchangeRow = readonly [codes: string, region: string | null, hours: string | null, zone: string];

/**
 * Creates the look-up for one provider's codes, because two providers may use the same code for different exchanges.
 */
export function createExchangeFinder(rows: readonly ExchangeRow[]): FindExchange {
  const exchanges = new Map(
    rows.flatMap(([codes, region, hours, zone]) => {
      const [open = null, close = null] = hours?.split("-") ?? [];
      return codes.split(" ").map((code): [string, Exchange] => [code, { region, open, close, zone }]);
    }),
  );
  return (code) => (code === null ? null : (exchanges.get(code) ?? null));
}

/**
 * Returns region, hours and time zone of an exchange; all `null` when it is unknown.
 *
 * `timezone` is the offset in force at `at`, written as provider C does:
 * `UTC-05`, `UTC+01`, `UTC+5.5`.
 */
export function toMarketHours(exchange: Exchange | null, at: Date): MarketHours {
  return {
    region: exchange?.region ?? null,
    marketOpen: exchange?.open ?? null,
    marketClose: exchange?.close ?? null,
    timezone: exchange ? toOffset(exchange.zone, at) : null,
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
 * Returns whether an instant is within the regular hours of an exchange, without regard to holidays; `undefined` if its
 * hours or trading days are unknown.
 */
export function toHoursState(exchange: Exchange | null, at: Date): MarketState | undefined {
  if (!exchange?.open || !exchange.close) return undefined;
  const local = clockOf(exchange.zone).time(at.getTime() / 1000);
  const weekday = new Date(local.slice(0, 10)).getUTCDay();
  if (SUNDAY_ZONES.has(exchange.zone) && (weekday === FRIDAY || weekday === SUNDAY)) return undefined;
  if (weekday === SATURDAY || weekday === SUNDAY) return "outside regular hours";
  const time = local.slice(11, 16);
  return time >= exchange.open && time < exchange.close ? "within regular hours" : "outside regular hours";
}

function toOffset(zone: string, at: Date): string {
  const time = clockOf(zone).time(at.getTime() / 1000);
  const [, sign = "+", hours = "00", minutes = "00"] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? [];
  return minutes === "00" ? `UTC${sign}${hours}` : `UTC${sign}${Number(hours) + Number(minutes) / 60}`;
}

const clocks = new Map<string, ZoneClock>();

/** Returns the zone's clock, the same one each time: creating one takes a hundred times as long as using it. */
function clockOf(zone: string): ZoneClock {
  const clock = clocks.get(zone) ?? createZoneClock(zone)!;
  clocks.set(zone, clock);
  return clock;
}
