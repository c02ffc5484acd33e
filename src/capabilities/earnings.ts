/** Earnings: the next announcement, past quarters against their estimates, estimates of coming periods. */
import { words } from "../contract/field.js";
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { toSixDigits } from "../contract/values.js";
import { today } from "../lib/today.js";
import { next, period, quarter, QUARTERS } from "./earnings-parts.js";
import { toEstimateRows } from "./estimate-rows.js";
import { answerSymbol, symbol, SYMBOL_ALIASES, timestamp } from "../contract/fields.js";
import { SLOW, briefIfEmpty, symbolErrors } from "./shapes.js";

/** On the day of an announcement its figures appear within minutes. */
const DAY_OF_TTL_SECONDS = 5 * 60;

const output = z.object({
  symbol: answerSymbol,
  currency: words("Of the listing's price; GBp is pence"),
  reportingCurrency: words("Of every amount here, per share too; null when unknown or mixed, see the notes"),
  next: next.nullable().describe("Reporting currency; next announcement, null when none is known"),
  history: z.array(quarter).nullable().describe(`Newest first, at most ${QUARTERS}; null when not known`),
  estimates: z.array(period).nullable().describe("0q, +1q, 0y, +1y; [] without analysts, null from A"),
  timestamp,
});

type Body = z.output<typeof output>;

export const earnings = defineCapability({
  name: "earnings",
  title: "Earnings",
  route: "/api/v1/stock/{symbol}/earnings",
  tool: {
    name: "get_earnings",
    set: "company",
    description: "Next earnings date, EPS and revenue against estimates.",
    aliases: SYMBOL_ALIASES,
    rows: {
      list: "history",
      noun: "quarters",
      format: "csv",
      unlisted: true,
      furtherTables: { estimates: (body) => toEstimateRows((body as Body).estimates ?? []) },
    },
    picture: "earnings",
  },
  resource: {
    path: "stock/{symbol}/earnings",
    description: "Next earnings date, past quarters against estimates, coming estimates of one company.",
  },
  input: z.object({ symbol }),
  output,
  freshness: SLOW,
  ttlSecondsOf: (body) => (isDayOf(body as Body) ? DAY_OF_TTL_SECONDS : briefIfEmpty("history")(body)),
  // A cached answer from before the announcement must not present it as the next one.
  view: (body) => (body.next !== null && body.next.to < today() ? { ...body, next: null } : body),
  errors: {
    ...symbolErrors((asked, detail) => ({ error: `404: Failed to fetch earnings for ${asked}`, detail })),
    also: ["no_coverage"],
  },
});

function isDayOf({ next: coming, timestamp: at }: Body): boolean {
  const day = at.slice(0, 10);
  return coming !== null && coming.from <= day && day <= coming.to;
}

/**
 * Returns the difference between the actual figure and the estimate: `surprise` = actual - estimate, `surprisePercent`
 * = surprise / |estimate| × 100, six significant digits. Both are `null` if a figure is missing; the percentage is
 * `null` for an estimate of 0.
 */
export function toSurprise(actual: number | null, estimate: number | null) {
  if (actual === null || estimate === null) return { surprise: null, surprisePercent: null };
  const surprise = actual - estimate;
  return {
    surprise: toSixDigits(surprise),
    surprisePercent: estimate === 0 ? null : toSixDigits((surprise / Math.abs(estimate)) * 100),
  };
}
