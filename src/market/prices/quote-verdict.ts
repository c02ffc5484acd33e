/** Judges two prices of one security from different providers. */
import { say, the, type Sentence } from "../../contract/sentence.js";
import { toSixDigits } from "../../contract/values.js";
import { DAY_MS } from "../../lib/day.js";

/** Prices agree when they differ by at most this many percent. */
export const AGREE_PERCENT = 0.5;
/** Larger differences, in percent, are not explained by different times of the prices. */
export const AGE_PERCENT = 5;
/** Milliseconds between two prices above which their age may explain a difference. */
const SAME_TIME_MS = 15 * 60_000;
/** A ratio of two prices near one of these most likely means that one is in a minor unit: pence, or fils. */
const MINOR_UNITS = [100, 1000];

/** A price of one provider and the time at which it had that price; `null` where it is unknown. */
interface PriceAt {
  /** The provider's name inside a sentence: "provider A". */
  title: Sentence;
  price: number | null;
  as_of: string | null;
}

/**
 * Returns `difference_percent` = (B − A) / A × 100 with six significant digits, the verdict and a sentence that
 * explains it; the first two are `null` when a price is missing.
 */
export function judge(a: PriceAt, b: PriceAt) {
  if (a.price === null || b.price === null) {
    const explanation = say`Only ${(a.price === null ? b : a).title} has a price, so there is nothing to compare it with.`;
    return { difference_percent: null, verdict: null, explanation };
  }
  if (a.price <= 0) {
    return {
      difference_percent: null,
      verdict: null,
      explanation: say`${a.title}'s price is not above 0, so no percentage exists.`,
    };
  }
  const difference = ((b.price - a.price) / a.price) * 100;
  const apartMs = a.as_of && b.as_of ? Date.parse(b.as_of) - Date.parse(a.as_of) : null;
  return {
    difference_percent: toSixDigits(difference),
    ...explain(difference, b.price / a.price, apartMs, (apartMs ?? 0) > 0 ? a : b),
  };
}

/** `apartMs` is the time of B's price minus that of A's, `null` if one is unknown; `older` is the earlier price. */
function explain(difference: number, ratio: number, apartMs: number | null, older: PriceAt) {
  if (Math.abs(difference) <= AGREE_PERCENT) {
    return { verdict: "agree", explanation: say`The prices are at most ${the.figure(`${AGREE_PERCENT} %`)} apart.` };
  }
  const parts = MINOR_UNITS.find((times) => isAbout(ratio, times) || isAbout(1 / ratio, times));
  if (parts) {
    const explanation = say`One price is about ${parts} times the other: one source most likely quotes in a minor unit (pence, cents). Check the currency before using either.`;
    return { verdict: "differ", explanation };
  }
  if (apartMs === null) {
    const explanation = say`The prices differ, and the time of at least one of them is unknown, so it cannot be said whether age explains the difference.`;
    return { verdict: "time unknown", explanation };
  }
  const age = say`${older.title}'s price is ${toSpan(Math.abs(apartMs))} older than the other one`;
  const sameTime = Math.abs(apartMs) <= SAME_TIME_MS;
  if (Math.abs(difference) > AGE_PERCENT) {
    const when = sameTime ? "The prices are of about the same time" : age;
    const explanation = say`${when}, which does not explain a difference of more than ${the.figure(`${AGE_PERCENT} %`)}: check the currency, minor units (pence, cents), share splits and other listings before using either.`;
    return { verdict: "differ", explanation };
  }
  if (sameTime) {
    const explanation = say`The prices are of about the same time and yet apart: check the listing before using either.`;
    return { verdict: "differ", explanation };
  }
  return { verdict: "stale", explanation: say`${age}, which can explain the difference; use the newer one.` };
}

/** Milliseconds as `16 minutes`, `5 hours` or `24 days`: whole units, rounded. */
function toSpan(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 120) return `${Math.round(minutes)} minutes`;
  return ms < 2 * DAY_MS ? `${Math.round(minutes / 60)} hours` : `${Math.round(ms / DAY_MS)} days`;
}

function isAbout(ratio: number, times: number): boolean {
  return ratio >= times * 0.8 && ratio <= times * 1.25;
}
