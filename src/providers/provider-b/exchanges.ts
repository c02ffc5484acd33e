/** Exchanges by provider B's codes. */
import { createExchangeFinder } from "../../capabilities/exchanges.js";

/**
 * Finds the exchange behind a code of provider B, such as `NMS`.
 *
 * United States, United Kingdom, Frankfurt, Hong Kong and Brazil are as provider C
 * sends them; all further exchanges have their published hours.
 */
export const findExchange = createExchangeFinder([
  ["NMS NGM NCM NYQ ASE PCX BTS PNK OQB OQX", "United States", "09:30-16:00", "America/New_York"],
  ["LSE IOB", "United Kingdom", "08:00-16:30", "Europe/London"],
  ["FRA", "Frankfurt", "08:00-20:00", "Europe/Berlin"],
  ["GER", "XETRA", "09:00-17:30", "Europe/Berlin"],
  ["PAR", "Paris", "09:00-17:30", "Europe/Paris"],
  ["AMS", "Amsterdam", "09:00-17:30", "Europe/Amsterdam"],
  ["MIL", "Milan", "09:00-17:30", "Europe/Rome"],
  ["OSL", "Oslo", "09:00-16:20", "Europe/Oslo"],
  ["CPH", "Copenhagen", "09:00-17:00", "Europe/Copenhagen"],
  ["STO", "Stockholm", "09:00-17:30", "Europe/Stockholm"],
  ["TOR VAN", "Toronto", "09:30-16:00", "America/Toronto"],
  ["SAO", "Brazil/Sao Paolo", "10:00-17:30", "America/Sao_Paulo"],
  ["HKG", "Hong Kong", "09:30-16:00", "Asia/Hong_Kong"],
  ["JPX", "Tokyo", "09:00-15:30", "Asia/Tokyo"],
  ["BSE NSI", "India/Bombay", "09:15-15:30", "Asia/Kolkata"],
  ["ASX", "Australia", "10:00-16:00", "Australia/Sydney"],
  ["CCC", null, null, "UTC"],
]);
