/** Codes of option contracts: root, day, side and strike in one word, which no listing has as its symbol. */
import { isDay } from "../values.js";

/** A contract, as the tool for option chains is asked for it. */
interface OptionCode {
  /** Of the security that it is on. */
  symbol: string;
  expiration: string;
  side: "calls" | "puts";
  strike: number;
  /** The root of its code, for an index whose options have several. */
  root?: string;
}

/** Indices whose options have several roots, with these. */
const INDICES = new Map(
  Object.entries({ "^SPX": "SPX SPXW", "^NDX": "NDX NDXP", "^RUT": "RUT RUTW", "^VIX": "VIX VIXW" }).flatMap(
    ([symbol, roots]) => roots.split(" ").map((root): [string, string] => [root, symbol]),
  ),
);
/** Share classes, whose codes have no mark between the company and the class. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["BRKB", "BRK.B"],
  ["BFB", "BF.B"],
]);

/**
 * Returns the contract of a code: `AAPL270115C00250000` is Apple's call at 250 of 15 January 2027. The root may be padded
 * with blanks, and another program's mark may stand before it: `O:AAPL…`, `-AAPL…`, `.AAPL…`. A digit behind the root stands
 * for another deliverable. `undefined` for any other text.
 */
export function readOptionCode(text: string): OptionCode | undefined {
  const [, root, date, side, thousandths] =
    /^(?:O:|OPRA:|[-.])?([A-Z]{1,6})\d? {0,5}(\d{6})([CP])(\d{8})$/.exec(text.trim().toUpperCase()) ?? [];
  if (root === undefined) return undefined;
  const expiration = `20${date!.slice(0, 2)}-${date!.slice(2, 4)}-${date!.slice(4)}`;
  if (!isDay(expiration)) return undefined;
  const index = INDICES.get(root);
  return {
    symbol: index ?? CLASSES.get(root) ?? root,
    expiration,
    side: side === "C" ? "calls" : "puts",
    strike: Number(thousandths) / 1000,
    ...(index === undefined ? {} : { root }),
  };
}
