/** How a share moved after each announcement: over the first session that could react to it. */
import { z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { isInQuarterAfter } from "./announcements.js";
import { dayOf, type Bar } from "../prices/price-bars.js";
import { areComparable, type Defects } from "../prices/price-defects.js";
import { usSessionsBetween } from "../sessions/us-market-hours.js";

/** When a company reports, in relation to the session of that day in New York. */
const REPORTED_WHEN = ["before open", "during session", "after close"] as const;
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

/**
 * Returns the last close before a report and the first after it; `bars` are complete and newest first, with their `defects`. There is none after
 * it where a session lacks between both, or where a split or a mistake of the source makes them incomparable.
 */
export function closesAround(
  day: string,
  when: ReportedWhen | null,
  bars: readonly Bar[],
  defects: Defects,
): Pick<Report, "before" | "after"> {
  // A report after the close cannot move the close of its day.
  const isAfter = (bar: Bar) => (when === "after close" ? dayOf(bar) > day : dayOf(bar) >= day);
  const at = bars.findIndex((bar) => !isAfter(bar));
  const toEnd = (bar: Bar | undefined) => (bar ? { day: dayOf(bar), close: bar.close } : null);
  const [before, after] = [bars[at], bars[at - 1]];
  const isSound =
    before !== undefined &&
    after !== undefined &&
    areComparable(defects, at - 1, at) &&
    usSessionsBetween(dayOf(before), dayOf(after)).length === 0;
  return { before: toEnd(before), after: isSound ? toEnd(after) : null };
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
  const after = reports.filter(({ day }) => isInQuarterAfter(periodEnd, day));
  return after.length === 1 ? after[0] : undefined;
}
