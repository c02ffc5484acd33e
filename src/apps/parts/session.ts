/** The state of a market in words, for the quote and for the market summary. */

const STATES: Readonly<Record<string, string>> = {
  closed: "Market closed",
};

/** Whether the market trades in its regular session. */
export const isOpen = (state: string) => /^(?:regular|open|within regular hours)$/.test(state);

/** Returns a state such as `regular` or `pre-market` in words. */
export function sessionWords(state: string): string {
  return isOpen(state) ? "Market open" : (STATES[state] ?? `Market in ${state} trading`);
}
