/** Values of transactions. Some forms have an amount, cents, or a slip of scale in place of the price of a share. */
import { toPositive, toSixDigits } from "../../contract/values.js";
import { DAY_MS } from "../../lib/day.js";
import type { OwnershipLine } from "./ownership-document.js";

/** The price and the value of a transaction, in USD. */
export interface FiledValue {
  /** The price as filed; `null` where the form has an amount in its place. */
  cost: number | null;
  value: number | null;
  /** A warning on the price; `implausible` for one that makes no value. */
  note: "weighted average" | "footnote" | "per ADS" | "amount" | "implausible" | null;
}

/** Prices of one security within half a year differ less than this, except by a split. */
const FAR = 20;
const NEAR_DAYS = 182;
/** An amount divided by the shares differs less than this from prices of the half year, and a price in cents hardly. */
const NEAR = 3;
const SAME = 1.1;
/** No insider trades for as much at once, in USD: the largest companies are worth some trillions. */
const IMPOSSIBLE_VALUE = 1e12;
/** Codes of transactions at the market's price: purchases, sales, and shares withheld for tax. */
const AT_MARKET = /^[PSF]$/;

interface Priced {
  line: OwnershipLine;
  /** The security's title without its par value, its listing and the like. */
  title: string;
  /** The price of one share of this title; `null` without a price. */
  price: number | null;
  /** Days since the epoch; NaN without a day. */
  day: number;
}

const NOTES = { average: "weighted average", footnote: "footnote", ads: "per ADS" } as const;

/**
 * Returns for each line its price and value. A price that is 20-fold off all market prices of the security in the half
 * years before and after makes no value, nor does a price for which the shares would be worth a trillion. A price that is
 * one of these when divided by the shares is the amount.
 */
export function toValues(lines: readonly OwnershipLine[]): FiledValue[] {
  const priced = lines.map((line): Priced => {
    const title = (line.security ?? "")
      .replace(/[,($].*/, "")
      .trim()
      .toLowerCase();
    return { line, title, price: priceOf(line), day: Date.parse(line.date ?? "") / DAY_MS };
  });
  const market = priced.filter(({ line, price }) => price !== null && !line.derivative && AT_MARKET.test(line.code));
  const suspects = new Map(priced.map((each) => [each, slipOf(each, comparable(each, market))]));
  // A price with a plausible one near it is a price, even if it also looks like an amount.
  const good = market.filter((each) => suspects.get(each) === null && !isImpossible(each));
  return priced.map((each): FiledValue => {
    const { line, price } = each;
    const note = line.priceNote && NOTES[line.priceNote];
    const cost = toPositive(line.price);
    if (price === null || line.shares === null) return { cost, value: null, note };
    const others = comparable(each, good);
    const isSupported = others.some((other) => times(price, other.price!) < FAR);
    const slip = isSupported ? null : suspects.get(each);
    if (slip === "amount") return { cost: null, value: cost, note: "amount" };
    // The price of an exercise or a grant may be far below the market's.
    const isFar = others.length > 0 && !isSupported && (AT_MARKET.test(line.code) || price > others[0]!.price!);
    if (slip === "cents" || isFar || isImpossible(each)) return { cost, value: null, note: "implausible" };
    return { cost, value: toSixDigits(price * line.shares), note };
  });
}

function priceOf({ price, priceNote, adsRatio }: OwnershipLine): number | null {
  const positive = toPositive(price);
  if (priceNote !== "ads" || positive === null) return positive;
  return adsRatio === null ? null : positive / adsRatio;
}

const isImpossible = ({ line, price }: Priced) => price !== null && price * (line.shares ?? 0) > IMPOSSIBLE_VALUE;

/** Returns the kind of slip that the other prices suggest. */
function slipOf({ line, price }: Priced, others: readonly Priced[]): "amount" | "cents" | null {
  if (price === null || line.priceNote === "ads") return null;
  const far = others.flatMap((other) => (times(price, other.price!) < FAR ? [] : other.price!));
  if (line.shares && far.some((other) => times(price / line.shares!, other) < NEAR)) return "amount";
  return Number.isInteger(price) && far.some((other) => times(price / 100, other) < SAME) ? "cents" : null;
}

/** Returns the other ones of the same security in the half years before and after; none for options and other rights. */
function comparable({ line, title, day }: Priced, market: readonly Priced[]): Priced[] {
  if (line.derivative) return [];
  const isLongApart = (other: Priced) => Math.abs(other.day - day) > NEAR_DAYS;
  return market.filter((other) => other.line !== line && other.title === title && !isLongApart(other));
}

const times = (one: number, other: number) => (one > other ? one / other : other / one);
