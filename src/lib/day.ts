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

/** Returns the day after `day`. */
export const dayAfter = (day: string): string => daysBefore(day, -1);
