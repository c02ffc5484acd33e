/** The length of a day, and days counted from another. */

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** A day in seconds. */
export const DAY_SECONDS = DAY_MS / 1000;

/** Returns the day (YYYY-MM-DD) that is `days` days before `day`. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Returns whether two days end the same period: a source may date it by the end of its month, up to a week before or after. */
export const endSamePeriod = (one: string, other: string): boolean => Math.abs(daysBetween(one, other)) <= 15;

/** Returns the day after `day`. */
export const dayAfter = (day: string): string => daysBefore(day, -1);
