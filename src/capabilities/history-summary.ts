/** Summary of a price history in one line, which answers most questions about it. */
import type { PriceHistory } from "./history-output.js";
import { toSixDigits } from "../contract/values.js";

/**
 * Returns the figures of the summary, the kind of bars, and the events in the range. The sum of dividends has six
 * significant digits; it is left out where their currencies differ.
 */
export function summaryLine(body: Readonly<Record<string, unknown>>): string {
  const history = body as PriceHistory;
  const { symbol, range, interval, adjustment, summary, lastBarComplete } = history;
  if (summary.last === null) return `${symbol}: no bars in this range.`;
  const currency = history.currency === null ? "" : ` ${history.currency}`;
  const figures = [
    `${summary.last}${currency} on ${range.to}`,
    ...(summary.change === null
      ? [`change since ${range.from} not known`]
      : [`${signed(summary.change)} (${signed(summary.changePercent)} %) since ${range.from}`]),
    ...(summary.high === null ? [] : [`high ${summary.high} on ${summary.highDate}`]),
    ...(summary.low === null ? [] : [`low ${summary.low} on ${summary.lowDate}`]),
    ...(summary.averageVolume === null ? [] : [`average volume ${summary.averageVolume}`]),
  ];
  const bars = [`Bars of ${interval}`, `adjusted for ${adjustment}`, ...eventsOf(history)];
  const unfinished = lastBarComplete === false ? " The newest bar is not finished." : "";
  return `${symbol}: ${figures.join(", ")}. ${bars.join(", ")}.${unfinished}`;
}

function eventsOf({ dividends, splits }: PriceHistory): string[] {
  const currencies = new Set(dividends.map(({ currency }) => currency));
  const sum = toSixDigits(dividends.reduce((total, { amount }) => total + amount, 0));
  const paid = currencies.size === 1 ? ` of ${sum} in all` : "";
  return [
    ...(dividends.length > 0
      ? [`${dividends.length} ${dividends.length === 1 ? "dividend" : "dividends"}${paid}`]
      : []),
    ...splits.map(({ date, numerator, denominator }) => `split ${numerator}:${denominator} on ${date}`),
  ];
}

function signed(value: number | null): string {
  return value !== null && value > 0 ? `+${value}` : String(value);
}
