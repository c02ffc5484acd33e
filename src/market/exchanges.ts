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

/** Hours (`09:00-17:30`, `null` if unknown), time zone, and the region where it differs from the name. */
type ExchangeFacts = readonly [hours: string | null, zone: string, region?: string | null];

/**
 * The exchanges by name. United States, United Kingdom, Frankfurt, Shanghai, Hong Kong and Brazil have the hours that
 * provider C sends; all others those of provider A's list of market hours (`all-exchange-market-hours`, June 2025).
 * Hours are `null` if that list has two for one exchange (Doha, Jakarta, Kosdaq, Kuala Lumpur) or none (Kuwait), or if
 * they change with New York's clocks (Mexico, Santiago). Coins always trade.
 */
const EXCHANGES = {
  "United States": ["09:30-16:00", "America/New_York"],
  "United Kingdom": ["08:00-16:30", "Europe/London"],
  Frankfurt: ["08:00-20:00", "Europe/Berlin"],
  XETRA: ["09:00-17:30", "Europe/Berlin"],
  Berlin: ["08:00-22:00", "Europe/Berlin"],
  Dusseldorf: ["08:00-22:00", "Europe/Berlin"],
  Hamburg: ["08:00-22:00", "Europe/Berlin"],
  Munich: ["08:00-22:00", "Europe/Berlin"],
  Stuttgart: ["08:00-22:00", "Europe/Berlin"],
  Paris: ["09:00-17:30", "Europe/Paris"],
  Amsterdam: ["09:00-17:30", "Europe/Amsterdam"],
  Brussels: ["09:00-17:30", "Europe/Brussels"],
  Lisbon: ["08:00-16:30", "Europe/Lisbon"],
  Dublin: ["08:00-16:30", "Europe/Dublin"],
  Milan: ["09:00-17:30", "Europe/Rome"],
  Madrid: ["09:00-17:30", "Europe/Madrid"],
  Switzerland: ["09:00-17:30", "Europe/Zurich"],
  Vienna: ["08:55-17:35", "Europe/Vienna"],
  Athens: ["10:15-17:20", "Europe/Athens"],
  Budapest: ["09:00-17:00", "Europe/Budapest"],
  Prague: ["09:00-16:10", "Europe/Prague"],
  Warsaw: ["09:00-16:50", "Europe/Warsaw"],
  Istanbul: ["10:00-18:00", "Europe/Istanbul"],
  Oslo: ["09:00-16:20", "Europe/Oslo"],
  Copenhagen: ["09:00-17:00", "Europe/Copenhagen"],
  Stockholm: ["09:00-17:30", "Europe/Stockholm"],
  Helsinki: ["10:00-18:30", "Europe/Helsinki"],
  Iceland: ["09:30-15:30", "Atlantic/Reykjavik"],
  Tallinn: ["10:00-15:55", "Europe/Tallinn"],
  Riga: ["10:00-16:00", "Europe/Riga"],
  Toronto: ["09:30-16:00", "America/Toronto"],
  "Brazil/Sao Paolo": ["10:00-17:30", "America/Sao_Paulo"],
  "Buenos Aires": ["11:00-17:00", "America/Argentina/Buenos_Aires"],
  Mexico: [null, "America/Mexico_City"],
  Santiago: [null, "America/Santiago"],
  "Hong Kong": ["09:30-16:00", "Asia/Hong_Kong"],
  Shanghai: ["09:30-15:00", "Asia/Shanghai"],
  Shenzhen: ["09:30-15:00", "Asia/Shanghai"],
  Taiwan: ["09:00-13:30", "Asia/Taipei"],
  Korea: ["09:00-15:30", "Asia/Seoul"],
  Kosdaq: [null, "Asia/Seoul", "Korea"],
  Tokyo: ["09:00-15:30", "Asia/Tokyo"],
  Fukuoka: ["09:00-15:30", "Asia/Tokyo"],
  Singapore: ["09:00-17:00", "Asia/Singapore"],
  "Kuala Lumpur": [null, "Asia/Kuala_Lumpur"],
  Jakarta: [null, "Asia/Jakarta"],
  Thailand: ["10:00-16:40", "Asia/Bangkok"],
  "India/Bombay": ["09:15-15:30", "Asia/Kolkata"],
  "Saudi Arabia": ["10:00-15:20", "Asia/Riyadh"],
  Dubai: ["10:00-14:45", "Asia/Dubai"],
  Qatar: [null, "Asia/Qatar"],
  Kuwait: [null, "Asia/Kuwait"],
  "Tel Aviv": ["10:00-17:15", "Asia/Jerusalem"],
  Egypt: ["10:00-14:15", "Africa/Cairo"],
  Johannesburg: ["09:00-17:00", "Africa/Johannesburg"],
  Australia: ["10:00-16:00", "Australia/Sydney"],
  "New Zealand": ["10:00-16:45", "Pacific/Auckland"],
  coins: [null, "UTC", null],
  BitShares: [null, "Europe/London", null],
} as const satisfies Record<string, ExchangeFacts>;

/** A provider's codes of one exchange, with blanks between them, and the name of the exchange. */
export type ExchangeRow = readonly [codes: string, name: keyof typeof EXCHANGES];

/**
 * Creates the look-up for one provider's codes, because two providers may use the same code for different exchanges.
 */
export function createExchangeFinder(rows: readonly ExchangeRow[]): FindExchange {
  const exchanges = new Map(
    rows.flatMap(([codes, name]) => {
      const [hours, zone, region = name]: ExchangeFacts = EXCHANGES[name];
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
