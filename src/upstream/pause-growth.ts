/** The length of pauses that grow while refusals continue. */
import type { Reason } from "../contract/errors.js";

/** Seconds of a first pause, and of the longest one. */
interface Growth {
  seconds: number;
  growsTo: number;
}

/**
 * Returns the milliseconds of a pause that begins now, after `last`; both times are on the same clock. A pause is a
 * repeated one if the previous one ended less than its own length ago. A repeated one for `not_in_plan` is the longest at
 * once, any other is twice as long as the previous one.
 *
 * Refusals of calls that were sent before the present pause began do not lengthen it.
 */
export function grownMs(
  { until, lengthMs }: { until: number; lengthMs: number },
  now: number,
  { seconds, growsTo }: Growth,
  reason: Reason,
): number {
  if (now >= until + lengthMs) return seconds * 1000;
  const isPlan = reason === "not_in_plan";
  // A pause for what a plan lacks may have been lifted before its end, so it begins again.
  if (now < until) return Math.max(seconds * 1000, isPlan ? lengthMs : until - now);
  return Math.max(seconds * 1000, isPlan ? growsTo * 1000 : Math.min(2 * lengthMs, growsTo * 1000));
}
