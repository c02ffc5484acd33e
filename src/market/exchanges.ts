/** Exchanges: their codes, regions, trading hours and time zones, for search results, quotes and days of providers. */
import type { MarketState } from "../contract/envelope.js";
import { clockOf } from "../lib/zone-clock.js";

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

/** An exchange in the table; several codes of one column have blanks between them. */
interface Row {
  /** `09:00-17:30`; `null` if unknown. */
  hours: string | null;
  zone: string;
  /** The endings of its listings, as providers A and B write them. */
  suffix?: string;
  /** Its codes at provider A. */
  a: string;
  /** Its codes at provider B, those of the screener. */
  b?: string;
  /** The region where it differs from the name. */
  region?: string | null;
}

/**
 * The exchanges by name. United States, United Kingdom, Frankfurt, Shanghai, Hong Kong and Brazil have the hours that
 * provider C sends; all others those of provider A's list of market hours (`all-exchange-market-hours`, June 2025).
 * Hours are `null` if that list has two for one exchange (Doha, Jakarta, Kosdaq, Kuala Lumpur) or none (Kuwait), or if
 * they change with New York's clocks (Mexico, Santiago). Coins always trade.
 */
const EXCHANGES: Readonly<Record<string, Row>> = {
  "United States": {
    hours: "09:30-16:00",
    zone: "America/New_York",
    a: "NASDAQ NYSE AMEX OTC PNK CBOE",
    b: "NMS NGM NCM NYQ ASE PCX BTS PNK OQB OQX",
  },
  "United Kingdom": { hours: "08:00-16:30", zone: "Europe/London", suffix: "L IL", a: "LSE IOB AQS", b: "LSE IOB AQS" },
  Frankfurt: { hours: "08:00-20:00", zone: "Europe/Berlin", suffix: "F", a: "FSX", b: "FRA" },
  XETRA: { hours: "09:00-17:30", zone: "Europe/Berlin", suffix: "DE", a: "XETRA", b: "GER" },
  Berlin: { hours: "08:00-22:00", zone: "Europe/Berlin", suffix: "BE", a: "BER", b: "BER" },
  Dusseldorf: { hours: "08:00-22:00", zone: "Europe/Berlin", suffix: "DU", a: "DUS", b: "DUS" },
  Hamburg: { hours: "08:00-22:00", zone: "Europe/Berlin", suffix: "HM", a: "HAM", b: "HAM" },
  Munich: { hours: "08:00-22:00", zone: "Europe/Berlin", suffix: "MU", a: "MUN", b: "MUN" },
  Stuttgart: { hours: "08:00-22:00", zone: "Europe/Berlin", suffix: "SG", a: "STU", b: "STU" },
  Paris: { hours: "09:00-17:30", zone: "Europe/Paris", suffix: "PA", a: "PAR", b: "PAR" },
  Amsterdam: { hours: "09:00-17:30", zone: "Europe/Amsterdam", suffix: "AS", a: "AMS", b: "AMS" },
  Brussels: { hours: "09:00-17:30", zone: "Europe/Brussels", suffix: "BR", a: "BRU", b: "BRU" },
  Lisbon: { hours: "08:00-16:30", zone: "Europe/Lisbon", suffix: "LS", a: "LIS", b: "LIS" },
  Dublin: { hours: "08:00-16:30", zone: "Europe/Dublin", suffix: "IR", a: "DUB", b: "ISE" },
  Milan: { hours: "09:00-17:30", zone: "Europe/Rome", suffix: "MI", a: "MIL", b: "MIL" },
  Madrid: { hours: "09:00-17:30", zone: "Europe/Madrid", suffix: "MC", a: "BME", b: "MCE" },
  Switzerland: { hours: "09:00-17:30", zone: "Europe/Zurich", suffix: "SW", a: "SIX", b: "EBS" },
  Vienna: { hours: "08:55-17:35", zone: "Europe/Vienna", suffix: "VI", a: "VIE", b: "VIE" },
  Athens: { hours: "10:15-17:20", zone: "Europe/Athens", suffix: "AT", a: "ATH", b: "ATH" },
  Budapest: { hours: "09:00-17:00", zone: "Europe/Budapest", suffix: "BD", a: "BUD", b: "BUD" },
  Prague: { hours: "09:00-16:10", zone: "Europe/Prague", suffix: "PR", a: "PRA", b: "PRA" },
  Warsaw: { hours: "09:00-16:50", zone: "Europe/Warsaw", suffix: "WA", a: "WSE", b: "WSE" },
  Istanbul: { hours: "10:00-18:00", zone: "Europe/Istanbul", suffix: "IS", a: "IST", b: "IST" },
  Oslo: { hours: "09:00-16:20", zone: "Europe/Oslo", suffix: "OL", a: "OSL", b: "OSL" },
  Copenhagen: { hours: "09:00-17:00", zone: "Europe/Copenhagen", suffix: "CO", a: "CPH", b: "CPH" },
  // NGM is Nordic Growth Market at provider A and Nasdaq Global Market at provider B.
  Stockholm: { hours: "09:00-17:30", zone: "Europe/Stockholm", suffix: "ST", a: "STO NGM", b: "STO" },
  Helsinki: { hours: "10:00-18:30", zone: "Europe/Helsinki", suffix: "HE", a: "HEL", b: "HEL" },
  Iceland: { hours: "09:30-15:30", zone: "Atlantic/Reykjavik", suffix: "IC", a: "ICE", b: "ICE" },
  Tallinn: { hours: "10:00-15:55", zone: "Europe/Tallinn", suffix: "TL", a: "TAL", b: "TAL" },
  Riga: { hours: "10:00-16:00", zone: "Europe/Riga", suffix: "RG", a: "RIS", b: "RIS" },
  Toronto: {
    hours: "09:30-16:00",
    zone: "America/Toronto",
    suffix: "TO V CN NE",
    a: "TSX TSXV CNQ NEO",
    b: "TOR VAN CNQ NEO",
  },
  "Brazil/Sao Paolo": { hours: "10:00-17:30", zone: "America/Sao_Paulo", suffix: "SA", a: "SAO", b: "SAO" },
  "Buenos Aires": { hours: "11:00-17:00", zone: "America/Argentina/Buenos_Aires", suffix: "BA", a: "BUE", b: "BUE" },
  Mexico: { hours: null, zone: "America/Mexico_City", suffix: "MX", a: "MEX", b: "MEX" },
  Santiago: { hours: null, zone: "America/Santiago", suffix: "SN", a: "SGO", b: "SGO" },
  "Hong Kong": { hours: "09:30-16:00", zone: "Asia/Hong_Kong", suffix: "HK", a: "HKSE", b: "HKG" },
  Shanghai: { hours: "09:30-15:00", zone: "Asia/Shanghai", suffix: "SS", a: "SHH", b: "SHH" },
  Shenzhen: { hours: "09:30-15:00", zone: "Asia/Shanghai", suffix: "SZ", a: "SHZ", b: "SHZ" },
  Taiwan: { hours: "09:00-13:30", zone: "Asia/Taipei", suffix: "TW TWO", a: "TAI TWO", b: "TAI TWO" },
  Korea: { hours: "09:00-15:30", zone: "Asia/Seoul", suffix: "KS", a: "KSC", b: "KSC" },
  Kosdaq: { hours: null, zone: "Asia/Seoul", suffix: "KQ", a: "KOE", b: "KOE", region: "Korea" },
  Tokyo: { hours: "09:00-15:30", zone: "Asia/Tokyo", suffix: "T", a: "JPX", b: "JPX" },
  Fukuoka: { hours: "09:00-15:30", zone: "Asia/Tokyo", a: "FKA", b: "FKA" },
  Singapore: { hours: "09:00-17:00", zone: "Asia/Singapore", suffix: "SI", a: "SES", b: "SES" },
  "Kuala Lumpur": { hours: null, zone: "Asia/Kuala_Lumpur", suffix: "KL", a: "KLS", b: "KLS" },
  Jakarta: { hours: null, zone: "Asia/Jakarta", suffix: "JK", a: "JKT", b: "JKT" },
  Thailand: { hours: "10:00-16:40", zone: "Asia/Bangkok", suffix: "BK", a: "SET", b: "SET" },
  "India/Bombay": { hours: "09:15-15:30", zone: "Asia/Kolkata", suffix: "NS BO", a: "BSE NSE", b: "BSE NSI" },
  "Saudi Arabia": { hours: "10:00-15:20", zone: "Asia/Riyadh", suffix: "SR", a: "SAU", b: "SAU" },
  Dubai: { hours: "10:00-14:45", zone: "Asia/Dubai", suffix: "AE", a: "DFM", b: "DFM" },
  Qatar: { hours: null, zone: "Asia/Qatar", suffix: "QA", a: "DOH", b: "DOH" },
  Kuwait: { hours: null, zone: "Asia/Kuwait", suffix: "KW", a: "KUW", b: "KUW" },
  "Tel Aviv": { hours: "10:00-17:15", zone: "Asia/Jerusalem", suffix: "TA", a: "TLV", b: "TLV" },
  Egypt: { hours: "10:00-14:15", zone: "Africa/Cairo", suffix: "CA", a: "EGX", b: "CAI" },
  Johannesburg: { hours: "09:00-17:00", zone: "Africa/Johannesburg", suffix: "JO", a: "JNB", b: "JNB" },
  Australia: { hours: "10:00-16:00", zone: "Australia/Sydney", suffix: "AX", a: "ASX", b: "ASX" },
  "New Zealand": { hours: "10:00-16:45", zone: "Pacific/Auckland", suffix: "NZ", a: "NZE", b: "NZE" },
  coins: { hours: null, zone: "UTC", a: "CRYPTO CCC", b: "CCC", region: null },
  // BTS is BitShares, which never closes, at provider A and a US venue at provider B.
  BitShares: { hours: null, zone: "Europe/London", a: "BTS", region: null },
};

/** Creates the look-up for one column, because two providers may use the same code for different exchanges. */
function createFinder(column: "suffix" | "a" | "b"): (code: string | null) => Exchange | null {
  const exchanges = new Map(
    Object.entries(EXCHANGES).flatMap(([name, { hours, zone, region = name, [column]: codes }]) => {
      const [open = null, close = null] = hours?.split("-") ?? [];
      return (codes?.split(" ") ?? []).map((code): [string, Exchange] => [code, { region, open, close, zone }]);
    }),
  );
  return (code) => (code === null ? null : (exchanges.get(code) ?? null));
}

/** Finds an exchange by the ending of a listing; `null` when we do not know it. */
export const exchangeOfSuffix = createFinder("suffix");
/** Finds an exchange by a code of provider A, such as `NASDAQ`; `null` when we do not know it. */
export const exchangeOfA = createFinder("a");
/** Finds an exchange by a code of provider B, such as `NMS`; `null` when we do not know it. */
export const exchangeOfB = createFinder("b");

/**
 * Returns region, hours and time zone of an exchange; all `null` when it is unknown. The currency does not follow from
 * it: London lists funds in dollars.
 *
 * `timezone` is the offset in force at `at`, written as provider C does:
 * `UTC-05`, `UTC+01`, `UTC+5.5`.
 */
export function toMarketHours(exchange: Exchange | null, at: Date) {
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
