/** The parameters that ask for the bars before those of an answer. */
import { daysBefore } from "../lib/day.js";
import type { PriceHistory } from "./history-output.js";
import { dayOf } from "../market/price-bars.js";

/**
 * Returns `from: "2019-03-04", to: "2025-12-31" and interval: "1d" instead of range`: a range cannot stand beside days, and
 * a shorter period would have another default interval. A given `as_of` stays the last day. Bars within one day have no
 * such parameters, because these are days: `undefined`.
 */
export function olderBars(
  shown: readonly Readonly<Record<string, unknown>>[],
  body: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const { range, interval } = body as unknown as PriceHistory;
  const [newest, oldest] = [shown[0], shown.at(-1)] as unknown as ({ date: string } | undefined)[];
  if (!newest || !oldest || !range?.from) return undefined;
  const isIntraday = oldest.date.length > "2026-01-01".length;
  if (isIntraday && dayOf(newest) === dayOf(oldest)) return undefined;
  const until = isIntraday ? dayOf(oldest) : daysBefore(dayOf(oldest), 1);
  const last = input["as_of"] === undefined ? "to" : "as_of";
  const instead = input["range"] === undefined ? "" : " instead of range";
  return `from: "${range.from}", ${last}: "${until}" and interval: "${interval}"${instead}`;
}
