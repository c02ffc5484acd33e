/**
 * Regions and trading hours of exchanges, for search results of providers that do not send them.
 */

/** An exchange: its region as provider C names it, its standard hours, its money. */
export interface Exchange {
  region: string | null;
  /** `HH:MM` local; `null` where trading never stops. */
  open: string | null;
  close: string | null;
  /** IANA time zone. */
  zone: string;
  /**
   * The usual trading currency of its listings; a currency sent with the listing takes precedence.
   */
  currency: string | null;
}

/** The fields of a search result that follow from the exchange. */
export interface MarketHours {
  region: string | null;
  marketOpen: string | null;
  marketClose: string | null;
  timezone: string | null;
  currency: string | null;
}

// By the codes of providers A and B. United States, United Kingdom, Frankfurt, Hong Kong and Brazil
// are as provider C sends them; all other rows have the exchanges' published hours.
const EXCHANGES = new Map([
  ...row("NASDAQ NYSE AMEX OTC CBOE", "United States", "09:30-16:00", "America/New_York", "USD"),
  ...row("NMS NGM NCM NYQ ASE PCX BTS PNK OQB OQX", "United States", "09:30-16:00", "America/New_York", "USD"),
  ...row("LSE", "United Kingdom", "08:00-16:30", "Europe/London", "GBX"),
  // The order book for depositary receipts; they trade in dollars, euros and other money.
  ...row("IOB", "United Kingdom", "08:00-16:30", "Europe/London", null),
  ...row("FSX FRA", "Frankfurt", "08:00-20:00", "Europe/Berlin", "EUR"),
  ...row("XETRA GER", "XETRA", "09:00-17:30", "Europe/Berlin", "EUR"),
  ...row("PAR", "Paris", "09:00-17:30", "Europe/Paris", "EUR"),
  ...row("AMS", "Amsterdam", "09:00-17:30", "Europe/Amsterdam", "EUR"),
  ...row("MIL", "Milan", "09:00-17:30", "Europe/Rome", "EUR"),
  ...row("OSL", "Oslo", "09:00-16:20", "Europe/Oslo", "NOK"),
  ...row("CPH", "Copenhagen", "09:00-17:00", "Europe/Copenhagen", "DKK"),
  ...row("STO", "Stockholm", "09:00-17:30", "Europe/Stockholm", "SEK"),
  ...row("TSX TSXV TOR VAN", "Toronto", "09:30-16:00", "America/Toronto", "CAD"),
  ...row("SAO", "Brazil/Sao Paolo", "10:00-17:30", "America/Sao_Paulo", "BRL"),
  ...row("HKSE HKG", "Hong Kong", "09:30-16:00", "Asia/Hong_Kong", "HKD"),
  ...row("JPX", "Tokyo", "09:00-15:30", "Asia/Tokyo", "JPY"),
  ...row("BSE NSE NSI", "India/Bombay", "09:15-15:30", "Asia/Kolkata", "INR"),
  ...row("ASX", "Australia", "10:00-16:00", "Australia/Sydney", "AUD"),
  ...row("CRYPTO CCC", null, null, "UTC", "USD"),
]);

function row(
  codes: string,
  region: string | null,
  hours: string | null,
  zone: string,
  currency: string | null,
): [string, Exchange][] {
  const [open = null, close = null] = hours?.split("-") ?? [];
  return codes.split(" ").map((code) => [code, { region, open, close, zone, currency }]);
}

/** The exchange behind a code of provider A (`XETRA`) or B (`GER`); `null` when we do not know it. */
export function findExchange(code: string | null): Exchange | null {
  return (code !== null && EXCHANGES.get(code)) || null;
}

/**
 * Region, hours, time zone and currency of an exchange; all `null` when it is unknown.
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
    currency: exchange?.currency ?? null,
  };
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
