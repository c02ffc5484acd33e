/** Sessions of the US market of which a source has no prices, although it has those before and after. */
import { say, type Sentence } from "../../contract/sentence.js";
import { dayOf, type Bar } from "./price-bars.js";
import { listDays } from "./price-consistency.js";
import { followsUsSession, isMutualFund } from "../symbols/symbol.js";
import { usSessionsBetween } from "../sessions/us-market-hours.js";

/** More sessions than this share of the bars have no price where a share hardly trades; that is no gap of the source. */
const MOST_MISSING = 1 / 4;
/** More sessions in a row without a price are those of a suspended share. */
const MOST_IN_A_ROW = 5;

/**
 * Returns a sentence on the sessions without a bar among daily bars of a series, newest first in both, and before the
 * first of them; none for listings outside the US.
 */
export function missingSessionNotes(
  { symbol, bars }: { symbol: string; bars: readonly Bar[] },
  inRange: readonly Bar[],
): Sentence[] {
  const start = inRange[0] ? bars.indexOf(inRange[0]) : -1;
  const missing = start < 0 ? [] : missingIn(symbol, bars.slice(start, start + inRange.length + 1));
  if (missing.length === 0 || missing.length > Math.max(1, inRange.length * MOST_MISSING)) return [];
  return [
    say`The source lacks the prices of ${listDays(missing)}, when the US market was open: the next change covers more than one session.`,
  ];
}

/** Returns the sentence, without its end, that the source lacks the sessions of these days; `undefined` if there are none. */
export function lackingSessions(symbol: string, bars: readonly Bar[], first: string, last: string): string | undefined {
  const around = bars.filter((bar, at) => {
    const [next, earlier] = [bars[at - 1], bars[at + 1]];
    return (
      (dayOf(bar) < first && next && dayOf(next) > last) || (dayOf(bar) > last && earlier && dayOf(earlier) < first)
    );
  });
  const missing = missingIn(symbol, around).filter((day) => day >= first && day <= last);
  if (missing.length === 0 || missing.length > MOST_IN_A_ROW) return undefined;
  return `The US market was open on ${listDays(missing)}, but the source lacks the prices`;
}

function missingIn(symbol: string, bars: readonly Bar[]): string[] {
  if (!followsUsSession(symbol) || isMutualFund(symbol)) return [];
  return bars.slice(1).flatMap((earlier, at) => usSessionsBetween(dayOf(earlier), dayOf(bars[at]!)).toReversed());
}
