/** Serves a cached answer: its view for one question, and the times until which that view is fresh. */
import { timesOf, type Envelope, type Served } from "../contract/envelope.js";
import type { Question } from "../contract/question.js";
import type { CachedValue } from "./cache.js";
import { freshUntilFor, type MarketCalendar } from "./freshness.js";

/**
 * Returns the cached answer as the question needs it: the part that it asks for, and for how long that part is fresh.
 */
export function serveCached(
  question: Question,
  key: string,
  cached: CachedValue<Envelope>,
  state: Served["state"],
  calendar: MarketCalendar,
): Served {
  const { entry, input, symbol } = question;
  const { view, viewNotes, endsEarly, freshness } = entry.capability;
  const whole = cached.value.body as never;
  const body = view?.(whole, input as never);
  const notes = body === undefined ? [] : (viewNotes?.(body as never, input as never, whole) ?? []);
  const endsOn = body === undefined ? undefined : endsEarly?.(body as never, whole, input as never);
  const now = Date.now();
  // A view can depend on the day where the security trades, so it is not fresh beyond that one.
  const nextDay = calendar.nextDayAt(symbol, now);
  const freshUntil = Math.min(freshUntilFor(question, cached), view ? nextDay : Infinity);
  return {
    envelope: {
      ...cached.value,
      ...(body === undefined ? {} : { body, notes: [...cached.value.notes, ...notes] }),
      // The time of the data is that of the newest price, which is not shown.
      ...(endsOn === undefined ? {} : { asOf: null }),
    },
    ...(view ? { whole: cached.value.body } : {}),
    ...(endsOn === undefined ? {} : { endsOn }),
    state,
    key,
    // Another process may cache a newer answer, so one that is fresh for this question only is looked up again.
    freshUntil: Math.min(freshUntil, nextDay, Math.max(cached.freshUntil, now + freshness.ttlSeconds * 1000)),
    staleUntil: cached.staleUntil,
    ...timesOf({ fetchedAt: cached.fetchedAt, freshUntil }),
    ...(state === "stale" ? { freshForSeconds: 0 } : {}),
  };
}
