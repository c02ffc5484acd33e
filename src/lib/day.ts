/** The length of a day. */

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** A day in seconds. */
export const DAY_SECONDS = DAY_MS / 1000;
