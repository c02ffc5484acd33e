/** Reads the header `Retry-After` of an upstream's answer. */

/** Upper limit of `Retry-After` in seconds; the lower limit is one second. */
const MAX_RETRY_AFTER_SECONDS = 3600;

/**
 * Returns `Retry-After` in whole seconds, 1 to 3600, and 1 for a past date; `undefined` when it is absent or
 * unreadable.
 */
export function readRetryAfter(value: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  if (!text) return undefined;
  const seconds = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : (parseDate(text) - now) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)));
}

/**
 * Parses a date with a time and a zone, or in HTTP's oldest format (`Sun Nov  6 08:49:37 1994`), which is UTC.
 * `Date.parse` alone accepts "try 5" as a day of 2001.
 */
function parseDate(text: string): number {
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
  const isDate = text.length < 64 && /^(?:[A-Z][a-z]+, |\d{4}-).*\d:\d\d.*(?:GMT|Z|[+-]\d\d:?\d\d)$/.test(text);
  return isDate ? Date.parse(text) : Number.NaN;
}
