/** Prices before the opening and after the close of the US market. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { atTimes, percent, price, signed, time } from "../../contract/field.js";

const before = "in pre-market trading; null at other times and from provider A";
const after = "in after-hours trading, until the next session; null at other times and from provider A";

/** The fields of a quote about trading outside the regular session. */
export const extendedHours = {
  preMarketPrice: atTimes(price(before, "Pre-market")),
  preMarketChange: atTimes(signed(price("since the close, pre-market"))),
  preMarketChangesPercentage: atTimes(signed(percent("since the close, pre-market"))),
  preMarketTime: time("of the pre-market price"),
  postMarketPrice: atTimes(price(after, "After hours")),
  postMarketChange: atTimes(signed(price("since the close, after hours"))),
  postMarketChangesPercentage: atTimes(signed(percent("since the close, after hours"))),
  postMarketTime: time("of the after-hours price"),
};

export type ExtendedHours = { [Name in keyof typeof extendedHours]: (typeof extendedHours)[Name]["_output"] };

/** Returns a sentence on each price with its time: `After hours: 244.64 (+0.02 %) at 2025-02-15T00:59:58.000Z.` */
export function toHoursSentences(hours: ExtendedHours): Sentence[] {
  const kinds = [
    ["Pre-market", hours.preMarketPrice, hours.preMarketChangesPercentage, hours.preMarketTime],
    ["After hours", hours.postMarketPrice, hours.postMarketChangesPercentage, hours.postMarketTime],
  ] as const;
  return kinds.flatMap(([name, at, change, on]) => {
    if (at === null || on === null) return [];
    // People read two decimals; the field has the exact value.
    const moved =
      change === null ? "" : say` (${the.figure(`${change > 0 ? "+" : ""}${Number(change.toFixed(2))} %`)})`;
    return [say`${name}: ${at}${moved} at ${the.instant(on)}.`];
  });
}
