/**
 * The present day where a security trades. A day of Sydney begins eleven hours before that of UTC, and one of New York
 * ends five hours later, so the day in UTC is not that of a price or a filing.
 */
import { DAY_MS } from "../lib/day.js";
import { createZoneClock, type ZoneClock } from "../lib/zone-clock.js";
import { today } from "../lib/today.js";
import { createExchangeFinder } from "./exchanges.js";
import { followsUsSession, toListingSymbol } from "./symbol.js";

/** Exchanges by the suffixes of listings, as providers A and B write them. */
const findBySuffix = createExchangeFinder([
  ["L IL", "United Kingdom"],
  ["F", "Frankfurt"],
  ["DE", "XETRA"],
  ["BE", "Berlin"],
  ["DU", "Dusseldorf"],
  ["HM", "Hamburg"],
  ["MU", "Munich"],
  ["SG", "Stuttgart"],
  ["PA", "Paris"],
  ["AS", "Amsterdam"],
  ["BR", "Brussels"],
  ["LS", "Lisbon"],
  ["IR", "Dublin"],
  ["MI", "Milan"],
  ["MC", "Madrid"],
  ["SW", "Switzerland"],
  ["VI", "Vienna"],
  ["AT", "Athens"],
  ["BD", "Budapest"],
  ["PR", "Prague"],
  ["WA", "Warsaw"],
  ["IS", "Istanbul"],
  ["OL", "Oslo"],
  ["CO", "Copenhagen"],
  ["ST", "Stockholm"],
  ["HE", "Helsinki"],
  ["IC", "Iceland"],
  ["TL", "Tallinn"],
  ["RG", "Riga"],
  ["TO V CN NE", "Toronto"],
  ["SA", "Brazil/Sao Paolo"],
  ["BA", "Buenos Aires"],
  ["MX", "Mexico"],
  ["SN", "Santiago"],
  ["HK", "Hong Kong"],
  ["SS", "Shanghai"],
  ["SZ", "Shenzhen"],
  ["TW TWO", "Taiwan"],
  ["KS", "Korea"],
  ["KQ", "Kosdaq"],
  ["T", "Tokyo"],
  ["SI", "Singapore"],
  ["KL", "Kuala Lumpur"],
  ["JK", "Jakarta"],
  ["BK", "Thailand"],
  ["NS BO", "India/Bombay"],
  ["SR", "Saudi Arabia"],
  ["AE", "Dubai"],
  ["QA", "Qatar"],
  ["KW", "Kuwait"],
  ["TA", "Tel Aviv"],
  ["CA", "Egypt"],
  ["JO", "Johannesburg"],
  ["AX", "Australia"],
  ["NZ", "New Zealand"],
]);

const NEW_YORK = "America/New_York";

/** By zone; there are some fifty. */
const clocks = new Map<string, ZoneClock | undefined>();

/** Returns the day, `YYYY-MM-DD`, at the exchange of a symbol; in UTC for coins, currencies and unknown exchanges. */
export function exchangeDay(symbol: string, at: number = Date.now()): string {
  const zone = zoneOf(symbol);
  const clock = clocks.get(zone) ?? createZoneClock(zone);
  clocks.set(zone, clock);
  return clock ? clock.day(Math.floor(at / 1000)) : new Date(at).toISOString().slice(0, 10);
}

/**
 * Returns the day at the exchange of a symbol on which something was published, in milliseconds since the epoch. Sources
 * write a day without a time as midnight in UTC, which keeps its day.
 */
export function publicationDay(symbol: string, at: number): string {
  return at % DAY_MS === 0 ? new Date(at).toISOString().slice(0, 10) : exchangeDay(symbol, at);
}

/**
 * Returns the last day that has begun at the exchange of a symbol or in UTC: callers often take their day from a clock
 * in UTC, and a question about that day must not fail during New York's evening.
 */
export function latestDay(symbol: string): string {
  const [there, inUtc] = [exchangeDay(symbol), today()];
  return there > inUtc ? there : inUtc;
}

function zoneOf(symbol: string): string {
  const listing = toListingSymbol(symbol);
  const dot = listing.lastIndexOf(".");
  const exchange = dot < 1 ? null : findBySuffix(listing.slice(dot + 1));
  return exchange?.zone ?? (followsUsSession(symbol) ? NEW_YORK : "UTC");
}
