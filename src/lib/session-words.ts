/** The state of a market, such as `regular` or `pre-market`, in words. */

/** Whether the market trades in its regular session. */
export const isOpen = (state: string) => /^(?:regular|open|within regular hours)$/.test(state);

/** Returns the end of a sentence on a market: `open`, `closed`, `in pre-market trading`. */
export function toSessionWords(state: string): string {
  if (isOpen(state)) return "open";
  return state === "closed" ? state : `in ${state} trading`;
}
