/** Symbols that people take for another security, or for none, with a sentence on what they are. */
import { say, type Sentence } from "../../contract/sentence.js";

/** Listings whose symbol people write for something that is no security. */
const LISTINGS: Readonly<Record<string, string>> = {
  ALL: "Allstate, and does not mean all stocks",
  CASH: "Pathward Financial, and does not mean money",
};

/** The security that people mean, and its symbol. */
const MEANT: Readonly<Record<string, readonly [what: string, symbol: string]>> = {
  BTC: ["the coin Bitcoin", "BTC-USD"],
  ETH: ["the coin Ether", "ETH-USD"],
  SOL: ["the coin Solana", "SOL-USD"],
  XRP: ["the coin XRP", "XRP-USD"],
  DOGE: ["the coin Dogecoin", "DOGE-USD"],
  ADA: ["the coin Cardano", "ADA-USD"],
  LTC: ["the coin Litecoin", "LTC-USD"],
  LINK: ["the coin Chainlink", "LINK-USD"],
  DOT: ["the coin Polkadot", "DOT-USD"],
  SPX: ["the S&P 500 index", "^GSPC"],
  INX: ["the S&P 500 index", "^GSPC"],
  DJI: ["the Dow Jones index", "^DJI"],
  DOW: ["the Dow Jones index", "^DJI"],
  NDX: ["the Nasdaq 100 index", "^NDX"],
  IXIC: ["the Nasdaq Composite index", "^IXIC"],
  COMP: ["the Nasdaq Composite index", "^IXIC"],
  RUT: ["the Russell 2000 index", "^RUT"],
  VIX: ["the volatility index VIX", "^VIX"],
  TNX: ["the ten-year Treasury yield", "^TNX"],
  FTSE: ["the FTSE 100 index", "^FTSE"],
  DAX: ["the DAX index", "^GDAXI"],
  FB: ["Meta Platforms, once Facebook", "META"],
  GOLD: ["the price of gold", "GC=F"],
  OIL: ["the price of crude oil", "CL=F"],
  WTI: ["the price of crude oil", "CL=F"],
  XAU: ["the price of gold", "GC=F"],
  USD: ["the dollar index", "DX-Y.NYB"],
  EUR: ["the rate of the euro", "EURUSD=X"],
  GBP: ["the rate of the pound", "GBPUSD=X"],
};

/** Returns a sentence for each of these symbols that people take for something else. */
export function toMistakenNotes(symbols: readonly string[]): Sentence[] {
  return symbols.flatMap((symbol) => {
    if (Object.hasOwn(LISTINGS, symbol)) return [say`${symbol} is the symbol of ${LISTINGS[symbol]!}.`];
    const meant = Object.hasOwn(MEANT, symbol) ? MEANT[symbol] : undefined;
    return meant ? [say`${symbol} is the symbol of a listing; ${meant[0]} is ${meant[1]}.`] : [];
  });
}
