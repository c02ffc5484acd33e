/** Figures of an option chain: the contracts near the price, their totals, and the move that their prices imply. */
import { toSixDigits } from "../../contract/values.js";

/** The figures of a contract that are priced, summed or compared. */
export interface OptionFigures {
  /** Its code: the root, six digits of the expiration, C or P, and eight of the strike. */
  contract?: string | null | undefined;
  strike: number;
  /** Its deliverable is another one than the security's usual 100 shares. */
  adjusted?: true | undefined;
  bid: number | null;
  ask: number | null;
  volume: number | null;
  openInterest: number | null;
  /** A ratio a year. */
  impliedVolatility: number | null;
}

/** The contracts of one expiration, each side by ascending strike. */
interface Sides {
  calls: readonly OptionFigures[];
  puts: readonly OptionFigures[];
}

/** Returns the root of a contract's code: `SPXW` of `SPXW261016C06700000`; empty for a code of another form. */
function rootOf(contract: string | null | undefined): string {
  return /^(.+)\d{6}[CP]\d{8}$/.exec(contract ?? "")?.[1] ?? "";
}

/** Whether a contract's root ends in a digit, as after a split or merger: its deliverable is not the usual 100 shares. */
export function isAdjustedRoot(contract: string | null): boolean {
  return /\d$/.test(rootOf(contract));
}

/**
 * Returns the roots of contracts, that with the largest open interest first. The options on some indices have two that expire
 * on one day and are settled at different times, so that their prices cannot be combined.
 */
export function rootsOf({ calls, puts }: Sides): string[] {
  const open = new Map<string, number>();
  for (const { contract, openInterest } of [...calls, ...puts]) {
    const root = rootOf(contract);
    if (root !== "") open.set(root, (open.get(root) ?? 0) + (openInterest ?? 0));
  }
  return [...open].toSorted(([, one], [, other]) => other - one).map(([root]) => root);
}

/** Returns the contracts of a root, those for another deliverable, which have roots of their own, and those without a code. */
export function ofRoot<C extends OptionFigures>(
  { calls, puts }: { calls: readonly C[]; puts: readonly C[] },
  root: string,
) {
  const own = (side: readonly C[]) =>
    side.filter((each) => each.adjusted || [root, ""].includes(rootOf(each.contract)));
  return { calls: own(calls), puts: own(puts) };
}

/** Returns the contracts of the root with the largest open interest. */
function ofMainRoot(sides: Sides): Sides {
  const [main, ...others] = rootsOf(sides);
  return main === undefined || others.length === 0 ? sides : ofRoot(sides, main);
}

/** Returns the contracts without those for another deliverable. */
export function withoutAdjusted<C extends OptionFigures>({ calls, puts }: { calls: readonly C[]; puts: readonly C[] }) {
  const usual = (side: readonly C[]) => side.filter(({ adjusted }) => !adjusted);
  return { calls: usual(calls), puts: usual(puts) };
}

/** Returns every strike that has a call or a put, ascending. */
export function strikesOf({ calls, puts }: Sides): number[] {
  return [...new Set([...calls, ...puts].map(({ strike }) => strike))].toSorted((one, other) => one - other);
}

/**
 * Returns `count` strikes, those nearest to the price and the lower one of two that are as near, ascending; without a
 * price those in the middle.
 */
export function nearestStrikes(strikes: readonly number[], price: number | null, count: number): number[] {
  const middle = price ?? strikes[Math.floor(strikes.length / 2)] ?? 0;
  return strikes
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle) || one - other)
    .slice(0, count)
    .toSorted((one, other) => one - other);
}

/**
 * Returns the move that the options imply until they expire, a ratio of the price: the mids of bid and ask of the call and
 * the put at the strike nearest to the price, added, divided by the price, both of the root with the largest open interest.
 * `null` if one of the four is no valid quote.
 */
export function impliedMoveOf(sides: Sides, price: number | null): number | null {
  const [call = null, put = null] = atTheMoney(sides, price).map(midOf);
  return call === null || put === null || price === null ? null : toSixDigits((call + put) / price);
}

/**
 * Returns the mean implied volatility of the same call and put, a ratio a year; `null` if one is missing.
 */
export function atmVolatilityOf(sides: Sides, price: number | null): number | null {
  const [call = null, put = null] = atTheMoney(sides, price).map((each) => each?.impliedVolatility);
  return call === null || put === null ? null : toSixDigits((call + put) / 2);
}

/**
 * Returns the listed strike at which the holders of all open contracts would receive least, and the lower one of equal
 * ones, of the root with the largest open interest; `null` without open interest, and where that of all calls or of all puts is unknown.
 */
export function maxPainOf(sides: Sides): number | null {
  const main = ofMainRoot(sides);
  const { calls, puts } = main;
  const isKnown = [calls, puts].every((side) => side.some(({ openInterest }) => openInterest !== null));
  if (!isKnown || [...calls, ...puts].every(({ openInterest }) => !openInterest)) return null;
  const strikes = strikesOf(main);
  const openOf = (side: readonly OptionFigures[]) => new Map(side.map((each) => [each.strike, each.openInterest ?? 0]));
  const [openCalls, openPuts] = [openOf(calls), openOf(puts)];
  // In thousandths, the unit of listed strikes, all sums are whole, so that equal ones are equal.
  const above = (one: number, other: number) => Math.max(Math.round(one * 1000) - Math.round(other * 1000), 0);
  const paidAt = (price: number) =>
    strikes.reduce(
      (sum, strike) =>
        sum + (openCalls.get(strike) ?? 0) * above(price, strike) + (openPuts.get(strike) ?? 0) * above(strike, price),
      0,
    );
  const paid = strikes.map(paidAt);
  return strikes[paid.indexOf(Math.min(...paid))]!;
}

/** Returns the call and the put at the strike nearest to the price, of the root with the largest open interest. */
function atTheMoney(sides: Sides, price: number | null): (OptionFigures | undefined)[] {
  if (price === null) return [];
  const { calls, puts } = ofMainRoot(sides);
  const [strike] = nearestStrikes(strikesOf({ calls, puts }), price, 1);
  return [calls, puts].map((side) => side.find((each) => each.strike === strike));
}

/** Returns the middle of bid and ask; `null` without a bid, without an ask, and for a bid above the ask. */
export function midOf(one: Pick<OptionFigures, "bid" | "ask"> | undefined): number | null {
  const { bid = null, ask = null } = one ?? {};
  return bid === null || ask === null || bid <= 0 || ask < bid ? null : (bid + ask) / 2;
}

/** Returns volume and open interest of all strikes, and the puts traded for each call, of the root with the largest open interest. */
export function totalsOf(sides: Sides) {
  const { calls, puts } = ofMainRoot(sides);
  const callVolume = sumOf(calls, "volume");
  const putVolume = sumOf(puts, "volume");
  return {
    callVolume,
    putVolume,
    callOpenInterest: sumOf(calls, "openInterest"),
    putOpenInterest: sumOf(puts, "openInterest"),
    putCallRatio: callVolume && putVolume !== null ? toSixDigits(putVolume / callVolume) : null,
  };
}

function sumOf(side: readonly OptionFigures[], field: "volume" | "openInterest"): number | null {
  const given = side.map((each) => each[field]).filter((value) => value !== null);
  return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0);
}

/** Whether at least half of the contracts have a bid or an ask; outside trading hours hardly any has. */
export function hasQuotes({ calls, puts }: Sides): boolean {
  const all = [...calls, ...puts];
  return all.length > 0 && all.filter(({ bid, ask }) => bid !== null || ask !== null).length * 2 >= all.length;
}
