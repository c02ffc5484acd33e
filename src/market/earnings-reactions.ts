/** How a share moved after each announcement: over the first session that could react to it. */
import { z } from "../contract/schema.js";
import { toSixDigits } from "../contract/values.js";
import { DAY_MS } from "../lib/day.js";
import { dayOf, type Bar } from "./price-bars.js";

/** When a company reports, in relation to the session of that day in New York. */
export const REPORTED_WHEN = ["before open", "during session", "after close"] as const;
export type ReportedWhen = (typeof REPORTED_WHEN)[number];

/** One announcement: its day in New York, and the last close before it and the first one after it, with their days. */
export const report = z
  .object({
    day: z.string(),
    when: z.enum(REPORTED_WHEN).nullable(),
    before: z.object({ day: z.string(), close: z.number() }).strict().nullable(),
    after: z.object({ day: z.string(), close: z.number() }).strict().nullable(),
  })
  .strict();

export type Report = z.output<typeof report>;

/** The fields of a quarter's reaction. */
export interface Reaction {
  when: string | null;
  closeBefore: number | null;
  closeAfter: number | null;
  reactionPercent: number | null;
  dayBefore: string | null;
  dayAfter: string | null;
}

export const NO_REACTION: Reaction = {
  when: null,
  closeBefore: null,
  closeAfter: null,
  reactionPercent: null,
  dayBefore: null,
  dayAfter: null,
};

/** A report is about the quarter that ended at most this many days before it. */
const QUARTER_DAYS = 92;

/** Returns the last close before a report and the first after it; `bars` are complete and newest first. */
export function closesAround(
  day: string,
  when: ReportedWhen | null,
  bars: readonly Bar[],
): Pick<Report, "before" | "after"> {
  // A report after the close cannot move the close of its day.
  const isAfter = (bar: Bar) => (when === "after close" ? dayOf(bar) > day : dayOf(bar) >= day);
  const at = bars.findIndex((bar) => !isAfter(bar));
  const toEnd = (bar: Bar | undefined) => (bar ? { day: dayOf(bar), close: bar.close } : null);
  return { before: at < 0 ? null : toEnd(bars[at]), after: at < 1 ? null : toEnd(bars[at - 1]) };
}

/**
 * Returns the reaction to the report of a quarter, and its day: `reactionPercent` = (closeAfter / closeBefore − 1) × 100
 * with six significant digits. Without a known time of day the closes would be those of a wrong session: they are `null`.
 */
export function toReaction(
  quarter: { announced: string | null; periodEnd: string | null },
  reports: readonly Report[],
): Reaction & { announced: string | null } {
  const found = findReport(quarter, reports);
  const { announced } = quarter;
  if (!found) return { announced, ...NO_REACTION };
  const { day, when, before, after } = found;
  if (when === null || !before || !after) return { ...NO_REACTION, announced: announced ?? day, when };
  return {
    announced: announced ?? day,
    when,
    closeBefore: before.close,
    closeAfter: after.close,
    reactionPercent: toSixDigits((after.close / before.close - 1) * 100),
    dayBefore: before.day,
    dayAfter: after.day,
  };
}

/** Returns the report of a quarter: that of its day of announcement, else the only one in the quarter after its end. */
function findReport(
  { announced, periodEnd }: { announced: string | null; periodEnd: string | null },
  reports: readonly Report[],
): Report | undefined {
  if (announced !== null) return reports.find(({ day }) => day === announced);
  if (periodEnd === null) return undefined;
  const after = reports.filter(({ day }) => {
    const days = (Date.parse(day) - Date.parse(periodEnd)) / DAY_MS;
    return days > 0 && days <= QUARTER_DAYS;
  });
  return after.length === 1 ? after[0] : undefined;
}
