/**
 * Securities invented on request: any symbol that has the form of a listing, so that a demonstration can answer about
 * the company that its reader thinks of. Sector, size and all figures follow from the symbol and the seed.
 */
import { distance } from "fastest-levenshtein";
import { WELL_KNOWN } from "../../contract/symbols/well-known-symbols.js";
import type { Size } from "./companies.js";
import { OTHER_FUNDS } from "./funds.js";
import { type Place, PLACES } from "./listings.js";
import { pick, toKey } from "./random.js";
import { isFund, security, type Security } from "./security.js";

type Field = readonly [sector: string, industry: string];
/** Sectors and industries of invented companies. */
export const INVENTED_FIELDS: readonly [Field, ...Field[]] = [
  ["Technology", "Software - Application"],
  ["Healthcare", "Biotechnology"],
  ["Industrials", "Engineering & Construction"],
  ["Consumer Cyclical", "Specialty Retail"],
  ["Energy", "Oil & Gas Exploration & Production"],
  ["Financial Services", "Banks - Regional"],
  ["Basic Materials", "Gold"],
  ["Real Estate", "REIT - Retail"],
  ["Consumer Defensive", "Packaged Foods"],
  ["Utilities", "Regulated Water"],
  ["Communication Services", "Advertising Agencies"],
];

const US_EXCHANGES = ["NASDAQ", "NYSE"] as const;
const SIZES = ["mega", "large", "large", "mid", "mid", "small"] as const satisfies readonly Size[];
/** Real symbols that people ask for besides those of `WELL_KNOWN`, several of them close to another symbol. */
const NAMED = new Map<string, string>([
  ...WELL_KNOWN.filter(([symbol]) => /^[A-Z]{1,5}$/.test(symbol)).map(([symbol, [name]]): [string, string] => [
    symbol,
    name!,
  ]),
  ["UAL", "United Airlines"],
  ["AAL", "American Airlines"],
  ["LUV", "Southwest Airlines"],
  ["JBLU", "JetBlue Airways"],
  ["GME", "GameStop"],
  ["CRWV", "CoreWeave"],
  ["SMCI", "Super Micro Computer"],
]);
/** Fields of companies whose dividend users ask about; an invented field may be one without a dividend. */
const REAL_FIELDS = new Map<string, Field>(["SHEL"].map((symbol) => [symbol, ["Energy", "Oil & Gas Integrated"]]));
/** Shorter symbols have so many neighbours that a slip is no sign of an error. */
const SHORTEST_SLIP = 4;

/** Returns a function that invents the security of a symbol; it returns `undefined` for a symbol that stays unknown. */
export function createInvention(
  listed: readonly Security[],
  seed: number,
): { invent: (symbol: string) => Security | undefined; named: readonly Security[] } {
  const known = new Set(listed.flatMap(({ symbol, yahooSymbol }) => [symbol, yahooSymbol]));
  const slipped = [
    ...listed.filter((each) => !isFund(each) && !each.symbol.startsWith("SIM")).map(({ symbol }) => symbol),
    ...NAMED.keys(),
  ];
  const words = [...listed.map(({ name }) => name), ...NAMED.values()].flatMap((name) =>
    name.toUpperCase().split(/[^A-Z]+/),
  );
  const often = slipped.filter((symbol) => symbol.length >= SHORTEST_SLIP && /^[A-Z]+$/.test(symbol));

  function invent(symbol: string): Security | undefined {
    if (known.has(symbol) || symbol.startsWith("ZZ")) return undefined;
    const [, stem, suffix] = /^([A-Z]{1,5}|[A-Z0-9]{1,6}(?=\.))(?:\.([A-Z]{1,2}))?$/.exec(symbol) ?? [];
    if (stem === undefined) return undefined;
    // A fund that the simulated market lacks is no company.
    if (OTHER_FUNDS.has(symbol) || /^[A-Z]{4}X$/.test(symbol)) return undefined;
    const listing = suffix === undefined ? undefined : PLACES[suffix];
    if (suffix !== undefined && !listing) return undefined;
    if (!listing && !NAMED.has(symbol) && isMistaken(symbol)) return undefined;
    return toSecurity(symbol, listing, seed);
  }

  /** Whether a symbol is a slip, or the beginning of a company's name, such as APPLE. */
  function isMistaken(symbol: string): boolean {
    return (
      often.some((each) => isSlip(symbol, each)) ||
      (symbol.length >= SHORTEST_SLIP && words.some((word) => word.startsWith(symbol)))
    );
  }

  return {
    invent,
    named: [...NAMED.keys()].flatMap((symbol) => invent(symbol) ?? []),
  };
}

function toSecurity(symbol: string, listing: Place | undefined, seed: number): Security {
  const key = toKey(`invention of ${symbol}`, seed);
  const own = { symbol, name: NAMED.get(symbol) ?? `Simulated Company ${symbol}`, size: pick(SIZES, key, 1) };
  const place = listing ?? { exchange: pick(US_EXCHANGES, key, 2), country: "US", currency: "USD" };
  const reporting = place.currency === "GBp" ? "GBP" : place.currency;
  const traits = listing ? (["no insiders"] as const) : [];
  const [sector, industry] = REAL_FIELDS.get(symbol) ?? pick(INVENTED_FIELDS, key, 3);
  return security({ ...own, ...place, reporting, traits, sector, industry });
}

/** Whether a symbol is one wrong, swapped or additional letter away from a known one, such as APPL. */
function isSlip(symbol: string, known: string): boolean {
  if (symbol.length === known.length + 1) return distance(symbol, known) === 1;
  if (symbol.length !== known.length) return false;
  const different = [...symbol].flatMap((letter, at) => (letter === known[at] ? [] : [at]));
  const [first, second] = [different[0]!, different[1]!];
  if (different.length === 1) return true;
  return (
    different.length === 2 && second === first + 1 && symbol[first] === known[second] && symbol[second] === known[first]
  );
}
