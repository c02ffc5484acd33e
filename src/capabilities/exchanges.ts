/**
 * Regions and trading hours of exchanges, for search results and quotes of providers that do not send them.
 */
import type { MarketState } from "../contract/market-state.js";

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

/** Makes a finder for the codes of one provider. The same code can name two exchanges at two providers. */
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
 * Region, hours and time zone of an exchange; all `null` when it is unknown.
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

/** Zones of exchanges that open on Sundays and not on Fridays, or did so until lately. */
const SUNDAY_ZONES: ReadonlySet<string> = new Set([
  "Africa/Cairo",
  "Asia/Jerusalem",
  "Asia/Kuwait",
  "Asia/Qatar",
  "Asia/Riyadh",
]);

/**
 * Whether an instant is within the regular hours of an exchange, by its clock alone; `undefined` where its hours or its
 * days are unknown.
 */
export function toHoursState(exchange: Exchange | null, at: Date): MarketState | undefined {
  if (!exchange?.open || !exchange.close) return undefined;
  const { weekday, time } = localTime(exchange.zone, at);
  if (SUNDAY_ZONES.has(exchange.zone) && (weekday === "Fri" || weekday === "Sun")) return undefined;
  if (weekday === "Sat" || weekday === "Sun") return "outside regular hours";
  return time >= exchange.open && time < exchange.close ? "within regular hours" : "outside regular hours";
}

/** The weekday and the time in hours and minutes of one zone, with the clock that writes them. */
interface LocalTime {
  clock: Intl.DateTimeFormat;
  minute: number;
  weekday: string;
  time: string;
}

const localTimes = new Map<string, LocalTime>();

/** Returns the weekday (`Mon`) and the time (`09:30`) in a zone; asks `Intl`, which takes 10 µs, once a minute. */
function localTime(timeZone: string, at: Date): LocalTime {
  const known = localTimes.get(timeZone);
  const minute = Math.floor(at.getTime() / 60_000);
  if (known?.minute === minute) return known;
  const clock = known?.clock ?? createClock(timeZone);
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const written = { clock, minute, weekday: parts["weekday"] ?? "", time: `${parts["hour"]}:${parts["minute"]}` };
  localTimes.set(timeZone, written);
  return written;
}

function createClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

const formats = new Map<string, Intl.DateTimeFormat>();

function toOffset(zone: string, at: Date): string {
  // Creating a formatter takes a hundred times as long as using it.
  let format = formats.get(zone);
  if (!format)
    formats.set(zone, (format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" })));
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "00", minutes = "00"] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  return minutes === "00" ? `UTC${sign}${hours}` : `UTC${sign}${Number(hours) + Number(minutes) / 60}`;
}
