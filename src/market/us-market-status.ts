/** The US market now or on a day, for the answer about this server's state. */
import { nextRegularHours, specialDaysFrom, usDate, usMarketDay, usMarketSession } from "./us-market-hours.js";

/** Holidays and half days in an answer. */
const UPCOMING = 5;

/**
 * Returns the state of the US market at `now`, or of another day: then `state` is open, half day or closed, and the next
 * opening and closing count from the start of that day. Times are ISO 8601 with New York's offset.
 */
export function toUsMarketStatus(now: Date, date: string = usDate(now)) {
  const { name, opens, closes } = usMarketDay(date);
  const isToday = date === usDate(now);
  const next = nextRegularHours(isToday ? now : new Date(`${date}T00:00:00-05:00`));
  return {
    date,
    state: isToday ? usMarketSession(now) : opens === null ? "closed" : name === null ? "open" : "half day",
    holiday: name,
    opens,
    closes,
    next_open: next.opens,
    next_close: next.closes,
    upcoming: specialDaysFrom(date, UPCOMING).map((day) => ({ date: day.date, name: day.name!, closes: day.closes })),
  };
}
