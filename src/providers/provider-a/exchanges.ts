/** Exchanges by provider A's codes. */
import { createExchangeFinder } from "../../capabilities/exchanges.js";

/**
 * Finds the exchange behind a code of provider A, such as `NASDAQ`.
 *
 * United States, United Kingdom, Frankfurt, Shanghai, Hong Kong and Brazil have the hours that provider C sends; all
 * other exchanges those of provider A's list of market hours (`all-exchange-market-hours`, June 2025). Hours are `null`
 * if that list has two for one exchange (Doha, Jakarta, Korea, Kuala Lumpur) or none (Kuwait), or if they change with
 * New York's clocks (Mexico, Santiago).
 */
export const findExchange = createExchangeFinder([
  ["NASDAQ NYSE AMEX OTC PNK CBOE", "United States", "09:30-16:00", "America/New_York"],
  ["LSE IOB AQS", "United Kingdom", "08:00-16:30", "Europe/London"],
  ["FSX", "Frankfurt", "08:00-20:00", "Europe/Berlin"],
  ["XETRA", "XETRA", "09:00-17:30", "Europe/Berlin"],
  ["BER", "Berlin", "08:00-22:00", "Europe/Berlin"],
  ["DUS", "Dusseldorf", "08:00-22:00", "Europe/Berlin"],
  ["HAM", "Hamburg", "08:00-22:00", "Europe/Berlin"],
  ["MUN", "Munich", "08:00-22:00", "Europe/Berlin"],
  ["STU", "Stuttgart", "08:00-22:00", "Europe/Berlin"],
  ["PAR", "Paris", "09:00-17:30", "Europe/Paris"],
  ["AMS", "Amsterdam", "09:00-17:30", "Europe/Amsterdam"],
  ["BRU", "Brussels", "09:00-17:30", "Europe/Brussels"],
  ["LIS", "Lisbon", "08:00-16:30", "Europe/Lisbon"],
  ["DUB", "Dublin", "08:00-16:30", "Europe/Dublin"],
  ["MIL", "Milan", "09:00-17:30", "Europe/Rome"],
  ["BME", "Madrid", "09:00-17:30", "Europe/Madrid"],
  ["SIX", "Switzerland", "09:00-17:30", "Europe/Zurich"],
  ["VIE", "Vienna", "08:55-17:35", "Europe/Vienna"],
  ["ATH", "Athens", "10:15-17:20", "Europe/Athens"],
  ["BUD", "Budapest", "09:00-17:00", "Europe/Budapest"],
  ["PRA", "Prague", "09:00-16:10", "Europe/Prague"],
  ["WSE", "Warsaw", "09:00-16:50", "Europe/Warsaw"],
  ["IST", "Istanbul", "10:00-18:00", "Europe/Istanbul"],
  ["OSL", "Oslo", "09:00-16:20", "Europe/Oslo"],
  ["CPH", "Copenhagen", "09:00-17:00", "Europe/Copenhagen"],
  // NGM is Nordic Growth Market here; at provider B the code means Nasdaq Global Market.
  ["STO NGM", "Stockholm", "09:00-17:30", "Europe/Stockholm"],
  ["HEL", "Helsinki", "10:00-18:30", "Europe/Helsinki"],
  ["ICE", "Iceland", "09:30-15:30", "Atlantic/Reykjavik"],
  ["TAL", "Tallinn", "10:00-15:55", "Europe/Tallinn"],
  ["RIS", "Riga", "10:00-16:00", "Europe/Riga"],
  ["TSX TSXV CNQ NEO", "Toronto", "09:30-16:00", "America/Toronto"],
  ["SAO", "Brazil/Sao Paolo", "10:00-17:30", "America/Sao_Paulo"],
  ["BUE", "Buenos Aires", "11:00-17:00", "America/Argentina/Buenos_Aires"],
  ["MEX", "Mexico", null, "America/Mexico_City"],
  ["SGO", "Santiago", null, "America/Santiago"],
  ["HKSE", "Hong Kong", "09:30-16:00", "Asia/Hong_Kong"],
  ["SHH", "Shanghai", "09:30-15:00", "Asia/Shanghai"],
  ["SHZ", "Shenzhen", "09:30-15:00", "Asia/Shanghai"],
  ["TAI TWO", "Taiwan", "09:00-13:30", "Asia/Taipei"],
  ["KSC", "Korea", "09:00-15:30", "Asia/Seoul"],
  ["KOE", "Korea", null, "Asia/Seoul"],
  ["JPX", "Tokyo", "09:00-15:30", "Asia/Tokyo"],
  ["FKA", "Fukuoka", "09:00-15:30", "Asia/Tokyo"],
  ["SES", "Singapore", "09:00-17:00", "Asia/Singapore"],
  ["KLS", "Kuala Lumpur", null, "Asia/Kuala_Lumpur"],
  ["JKT", "Jakarta", null, "Asia/Jakarta"],
  ["SET", "Thailand", "10:00-16:40", "Asia/Bangkok"],
  ["BSE NSE", "India/Bombay", "09:15-15:30", "Asia/Kolkata"],
  ["SAU", "Saudi Arabia", "10:00-15:20", "Asia/Riyadh"],
  ["DFM", "Dubai", "10:00-14:45", "Asia/Dubai"],
  ["DOH", "Qatar", null, "Asia/Qatar"],
  ["KUW", "Kuwait", null, "Asia/Kuwait"],
  ["TLV", "Tel Aviv", "10:00-17:15", "Asia/Jerusalem"],
  ["EGX", "Egypt", "10:00-14:15", "Africa/Cairo"],
  ["JNB", "Johannesburg", "09:00-17:00", "Africa/Johannesburg"],
  ["ASX", "Australia", "10:00-16:00", "Australia/Sydney"],
  ["NZE", "New Zealand", "10:00-16:45", "Pacific/Auckland"],
  ["CRYPTO CCC", null, null, "UTC"],
  // BTS is BitShares here, which never closes; at provider B the code means a US venue.
  ["BTS", null, null, "Europe/London"],
]);
