/** Text form of earnings, which a model reads: one line of summary, then tables. */
import type { Report } from "../contract/capability.js";
import { nameCurrency } from "../contract/currency.js";
import type { EarningsQuarter, EstimatedPeriod, NextEarnings } from "./earnings-parts.js";

interface Earnings {
  symbol: string;
  currency: string | null;
  reportingCurrency: string | null;
  next: NextEarnings | null;
  history: readonly EarningsQuarter[];
  estimates: readonly EstimatedPeriod[];
}

/** Returns the summary, which contains no third-party text, the table of quarters and the table of estimates. */
export function reportEarnings({ symbol, currency, reportingCurrency, next, history, estimates }: Earnings): Report {
  const [newest] = history;
  return {
    summary: [
      `${symbol}: ${next ? nextSentence(next) : "Next earnings date not known."}`,
      ...(newest ? [lastSentence(newest)] : ["No past quarters known."]),
      currencySentence(currency, reportingCurrency),
    ].join(" "),
    tables: [history, estimates.filter(isEstimated).map(flatten)],
  };
}

function nextSentence({ date, from, to, estimated, epsEstimate, revenueEstimate }: NextEarnings): string {
  const when =
    date === null ? `between ${from} and ${to} (a window, estimated)` : `on ${date} (${CONFIRMATION[`${estimated}`]})`;
  const expected = [
    ...(epsEstimate === null ? [] : [`EPS ${epsEstimate}`]),
    ...(revenueEstimate === null ? [] : [`revenue ${revenueEstimate}`]),
  ];
  return `Next earnings ${when}${expected.length > 0 ? `, expected ${expected.join(" and ")}` : ""}.`;
}

const CONFIRMATION = { true: "estimated", false: "confirmed", null: "not known whether confirmed" } as const;

function lastSentence({ periodEnd, announced, epsActual, epsEstimate, surprisePercent }: EarningsQuarter): string {
  const which = periodEnd === null ? `announced ${announced}` : `to ${periodEnd}`;
  const against = epsEstimate === null ? "" : ` against ${epsEstimate} expected`;
  const percent = surprisePercent === null ? "" : ` (surprise ${surprisePercent > 0 ? "+" : ""}${surprisePercent} %)`;
  return `Latest quarter (${which}): EPS ${epsActual ?? "not known"}${against}${percent}.`;
}

function currencySentence(currency: string | null, reportingCurrency: string | null): string {
  if (reportingCurrency === null) return "The currency of EPS and revenue is not known.";
  const differs = currency !== null && currency !== reportingCurrency;
  const price = differs ? `, while the price is in ${nameCurrency(currency)}: no P/E from them without conversion` : "";
  return `EPS and revenue in ${nameCurrency(reportingCurrency)}${price}.`;
}

/** Names of periods in the table: CSV would put an apostrophe before `+1q`, to protect spreadsheets from formulas. */
const NAMES = { "0q": "this quarter", "+1q": "next quarter", "0y": "this year", "+1y": "next year" } as const;

function isEstimated({ eps, revenue }: EstimatedPeriod): boolean {
  return eps.avg !== null || revenue.avg !== null;
}

/** Returns a period as one row: `eps.avg` becomes `epsAvg`. */
function flatten({ period, periodEnd, eps, revenue, epsTrend, revisions }: EstimatedPeriod) {
  return {
    period: NAMES[period],
    periodEnd,
    ...prefixed("eps", eps),
    ...prefixed("revenue", revenue),
    eps7dAgo: epsTrend.days7,
    eps30dAgo: epsTrend.days30,
    eps60dAgo: epsTrend.days60,
    eps90dAgo: epsTrend.days90,
    raised7d: revisions.up7,
    raised30d: revisions.up30,
    lowered7d: revisions.down7,
    lowered30d: revisions.down30,
  };
}

function prefixed(prefix: string, group: Readonly<Record<string, number | null>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [`${prefix}${name[0]!.toUpperCase()}${name.slice(1)}`, value]),
  );
}
