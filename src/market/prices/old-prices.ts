/** Says that a price is of long ago: sources send the last one of a security that left its exchange without a word. */
import { say, type Sentence } from "../../contract/sentence.js";
import { isLongAgo } from "../../contract/envelope.js";
import { exchangeDay } from "../sessions/exchange-day.js";

/** Returns a sentence on a price of more than ten days ago; none for a newer one, and without its time. */
export function oldPriceNotes({ symbol, as_of: time }: { symbol: string; as_of: string | null }): Sentence[] {
  if (time === null || !isLongAgo(time)) return [];
  return [say`The last price of ${symbol} is of ${exchangeDay(symbol, Date.parse(time))}; nothing was traded since.`];
}
