/** Values of transactions. Some forms have an amount, cents, or a slip of scale in place of the price of a share. */
import { toPositive, toSixDigits } from "../../../contract/values.js";
import { DAY_MS } from "../../../lib/day.js";
import type { OwnershipLine } from "../text/ownership-document.js";

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
  form: object;
  line: OwnershipLine;
  /** The security's title in the same words for all insiders. */
  title: string;
  /** The price of one share of this title; `null` without a price. */
  price: number | null;
  /** Days since the epoch; NaN without a day. */
  day: number;
}

const NOTES = { average: "weighted average", footnote: "footnote", ads: "per ADS" } as const;

/**
 * Returns for each line of these forms its price and value. A price that is 20-fold off all market prices of the security
 * in the half years before and after makes no value, nor does a price for which the shares would be worth a trillion. A
 * price that is one of these when divided by the shares is the amount.
 */
export function toValues(lines: readonly { form: object; line: OwnershipLine }[]): FiledValue[] {
  const priced = lines.map(({ form, line }): Priced => {
    return { form, line, title: toTitle(line), price: priceOf(line), day: Date.parse(line.date ?? "") / DAY_MS };
  });
  const market = priced.filter(({ line, price }) => price !== null && !line.derivative && AT_MARKET.test(line.code));
  const slips = new Map(priced.map((each) => [each, slipOf(each, comparable(each, market))]));
  // A price with a plausible one near it is a price, even if it also looks like an amount.
  const good = market.filter((each) => slips.get(each) === null && !isImpossible(each));
  const inCents = market.filter((each) => slips.get(each) === "cents");
  return priced.map((each): FiledValue => {
    const { line, price } = each;
    const note = line.priceNote && NOTES[line.priceNote];
    const cost = toPositive(line.price);
    if (price === null || line.shares === null) return { cost, value: null, note };
    const others = comparable(each, good);
    const isSupported = others.some((other) => times(price, other.price!) < FAR);
    const slip = isSupported ? null : slips.get(each);
    if (slip === "amount") return { cost: null, value: cost, note: "amount" };
    // The price of an exercise or a grant may be far below the market's.
    const isFar = others.length > 0 && (AT_MARKET.test(line.code) || price > others[0]!.price!);
    // Several prices that look like cents may be right, and this one the slip.
    const isDoubtful = !isSupported && (isFar || slip === "cents" || comparable(each, inCents).length > 1);
    if (isDoubtful || isImpossible(each)) return { cost, value: null, note: "implausible" };
    return { cost, value: toSixDigits(price * line.shares), note };
  });
}

/** Returns the title without its par value and listing: "Common Stock, par value $.01" is "Common Shares" elsewhere. */
function toTitle({ security }: OwnershipLine): string {
  const [title = ""] = (security ?? "").toLowerCase().split(/[,($]/, 1);
  const words = title.replace(/\bordinary\b/g, "common").split(/[^a-z0-9]+/);
  return words.filter((word) => !/^(?:shares?|stock|of|the|)$/.test(word)).join(" ");
}

function priceOf({ price, priceNote, adsRatio }: OwnershipLine): number | null {
  const positive = toPositive(price);
  if (priceNote !== "ads" || positive === null) return positive;
  return adsRatio === null ? null : positive / adsRatio;
}

const isImpossible = ({ line, price }: Priced) => price !== null && price * (line.shares ?? 0) > IMPOSSIBLE_VALUE;

/** Returns the kind of slip that the other prices suggest. */
function slipOf({ form, line, price }: Priced, others: readonly Priced[]): "amount" | "cents" | null {
  if (price === null || line.priceNote === "ads") return null;
  const [near, far] = [true, false].map((isNear) =>
    others.filter((other) => times(price, other.price!) < FAR === isNear),
  );
  if (line.shares && far!.some((other) => times(price / line.shares!, other.price!) < NEAR)) return "amount";
  const isCents = Number.isInteger(price) && far!.some((other) => times(price / 100, other.price!) < SAME);
  // A filer makes this slip in one form; two forms are right, unless several owners report one transaction.
  return isCents && !near!.some((other) => other.form !== form && other.price !== price) ? "cents" : null;
}

/** Returns the other ones of the same security in the half years before and after; none for options and other rights. */
function comparable({ line, title, day }: Priced, market: readonly Priced[]): Priced[] {
  if (line.derivative) return [];
  const isLongApart = (other: Priced) => Math.abs(other.day - day) > NEAR_DAYS;
  return market.filter((other) => other.line !== line && other.title === title && !isLongApart(other));
}

const times = (one: number, other: number) => (one > other ? one / other : other / one);
