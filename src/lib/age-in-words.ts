/** Milliseconds as `16 minutes`, `5 hours` or `24 days`: whole units, rounded. */
export function toAgeInWords(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 120) return `${Math.round(minutes)} minutes`;
  return minutes < 2 * 1440 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}
