/** Indices, yields, metals and futures by the names that people and other programs have for them. */

/** Our symbol, and its names where the words around say that it is no share: `SPX Index`, `.SPX`, `TVC:SPX`. */
const NAMES: readonly (readonly [symbol: string, names: string])[] = [
  ["^GSPC", "SPX INX"],
  ["^DJI", "DJI INDU DJIA DOW"],
  ["^IXIC", "IXIC CCMP COMP"],
  ["^NDX", "NDX"],
  ["^RUT", "RUT RTY"],
  ["^VIX", "VIX"],
  ["^FTSE", "FTSE UKX"],
  ["^GDAXI", "DAX DEU40"],
  ["^FCHI", "CAC PX1"],
  ["^STOXX50E", "SX5E"],
  ["^N225", "NKY NI225"],
  ["^SSMI", "SMI SSMI"],
  ["^IBEX", "IBEX"],
  ["^AEX", "AEX"],
  ["^GSPTSE", "SPTSX GSPTSE"],
  ["^AXJO", "AS51 XJO"],
  ["^KS11", "KOSPI"],
  ["^TWII", "TWSE TWII"],
  ["^BVSP", "IBOV"],
  ["^NSEI", "NIFTY"],
  ["^BSESN", "SENSEX"],
  ["^STI", "STI"],
  ["^TNX", "TNX USGG10YR"],
  ["^TYX", "TYX USGG30YR"],
  ["^FVX", "FVX USGG5YR"],
  ["GC=F", "GOLD"],
  ["SI=F", "SILVER"],
];

/** Names that need no words around them, because no share or fund has them as its symbol. */
const ALONE: readonly (readonly [symbol: string, names: string])[] = [
  ["^GSPC", "GSPC SP500 S&P500 S&P SPX500 US500"],
  ["^DJI", "US30 DOW30"],
  ["^NDX", "NASDAQ100 NAS100 US100"],
  ["^RUT", "RUSSELL2000 US2000"],
  ["^FTSE", "FTSE100 UK100"],
  ["^GDAXI", "GDAXI DAX40 DAX30 GER40"],
  ["^FCHI", "FCHI CAC40"],
  ["^STOXX50E", "STOXX50 STOXX50E EUROSTOXX50"],
  ["FTSEMIB.MI", "FTSEMIB"],
  ["^IBEX", "IBEX35"],
  ["^N225", "N225 NIKKEI NIKKEI225 JP225"],
  ["^HSI", "HSI"],
  ["^BVSP", "BVSP IBOVESPA"],
  ["^NSEI", "NIFTY50 NSEI"],
  ["^BSESN", "BSESN"],
  ["^AXJO", "AXJO ASX200"],
  ["^KS11", "KS11"],
  ["DX-Y.NYB", "DXY"],
  ["^TNX", "US10Y US10YT 10Y"],
  ["^TYX", "US30Y US30YT 30Y"],
  ["^FVX", "US5Y US05Y US5YT 5Y"],
  // Metals are those of the next future: Yahoo has no price for delivery at once.
  ["GC=F", "XAUUSD"],
  ["SI=F", "XAGUSD"],
  ["PL=F", "XPTUSD"],
  ["PA=F", "XPDUSD"],
  ["CL=F", "USOIL"],
  ["BZ=F", "UKOIL"],
];

const byName = (rows: typeof NAMES) =>
  new Map(rows.flatMap(([symbol, names]) => names.split(" ").map((name): [string, string] => [name, symbol])));

const SHORT = byName(ALONE);
const IN_CONTEXT = byName(NAMES);

/** Returns the symbol of a short name that is no symbol of a listing: `SP500` → `^GSPC`. */
export function ofShortName(text: string): string | undefined {
  return SHORT.get(text.toUpperCase());
}

/** Returns the symbol of an index, yield or metal whose name may also be that of a share: `SPX` → `^GSPC`. */
export function ofIndexName(name: string): string | undefined {
  return IN_CONTEXT.get(name.toUpperCase()) ?? ofShortName(name);
}

/** Roots of futures that Yahoo has as `NAME=F` and the exchange, TradingView and thinkorswim call by the same letters. */
const FUTURES = new Set(
  "ES NQ YM RTY MES MNQ MYM M2K CL BZ NG RB HO GC MGC SI HG PL PA ZC ZW KE ZS ZM ZL ZO ZN ZF ZT ZB KC SB CC CT OJ LE HE GF".split(
    " ",
  ),
);

/** Bloomberg's roots that are others than the exchange's. */
const BLOOMBERG_ROOTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CO: "BZ",
    XB: "RB",
    C: "ZC",
    W: "ZW",
    S: "ZS",
    SM: "ZM",
    BO: "ZL",
    LC: "LE",
    LH: "HE",
    FC: "GF",
    TY: "ZN",
    FV: "ZF",
    TU: "ZT",
    US: "ZB",
    DM: "YM",
  }),
);

/** Returns the symbol of the next future to expire: `CL` → `CL=F`; `undefined` for a root that we do not know. */
export function ofFutureRoot(root: string): string | undefined {
  return FUTURES.has(root.toUpperCase()) ? `${root.toUpperCase()}=F` : undefined;
}

/** Returns the same for a root as Bloomberg writes it: `CO` → `BZ=F`. */
export function ofBloombergRoot(root: string): string | undefined {
  return ofFutureRoot(BLOOMBERG_ROOTS.get(root.toUpperCase()) ?? root);
}
