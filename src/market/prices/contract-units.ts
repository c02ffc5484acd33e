/** The unit to which the price of a futures contract refers. */
import { say, type Sentence } from "../../contract/sentence.js";
import { isFuture } from "../symbols/symbol.js";

/**
 * The units by the root of the symbol. Source: "Price quotation" in each product's contract specifications, of CME Group
 * (CME, CBOT, NYMEX, COMEX: cmegroup.com, "Contract Specs" of the product) and of ICE Futures U.S. (KC, SB, CT, CC, OJ:
 * ice.com, "Specification"), read in November 2026, for some products in copies of these pages. The currency of the row says
 * whether a price is in dollars or cents.
 */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "troy ounce": "GC MGC SI PL PA",
    pound: "HG LE HE GF ZL KC SB CT OJ",
    barrel: "CL BZ",
    MMBtu: "NG",
    gallon: "RB HO",
    bushel: "ZC ZS ZW KE ZO",
    hundredweight: "ZR",
    "short ton": "ZM",
    "metric ton": "CC",
    "1,000 board feet": "LBR",
    "index point": "ES NQ YM RTY",
    "point, of which 100 are par": "ZN",
  }).flatMap(([unit, roots]) => roots.split(" ").map((root): [string, string] => [root, unit])),
);

interface Quoted {
  symbol: string;
  currency: string | null;
}

/** Returns `troy ounce`, or `bushel, price in US cents` where the source quotes cents; `null` for an unknown unit. */
export function toContractUnit({ symbol, currency }: Quoted): string | null {
  const unit = isFuture(symbol) ? UNITS.get(symbol.slice(0, -"=F".length)) : undefined;
  if (unit === undefined) return null;
  return currency === "USX" ? `${unit}, price in US cents` : unit;
}

/** Returns a sentence on the units of those rows that are futures. */
export function toUnitNotes(rows: readonly Quoted[]): Sentence[] {
  const units = rows.flatMap((row) => {
    const unit = toContractUnit(row);
    return unit === null ? [] : [`${row.symbol}: per ${unit}`];
  });
  return units.length === 0 ? [] : [say`${[...new Set(units)].join("; ")}.`];
}
