/** Whether a market trades, from Yahoo's quotes and charts. */
import type { MarketState } from "../../../contract/envelope.js";
import { z } from "../../../contract/schema.js";
import { rawNumber } from "../calls/values.js";

const STATES: Readonly<Record<string, MarketState>> = {
  PREPRE: "closed",
  PRE: "pre-market",
  REGULAR: "open",
  POST: "after-hours",
  POSTPOST: "closed",
  CLOSED: "closed",
};

/** Returns the state for a quote's `marketState`; `undefined` for an unknown one. */
export function toMarketState(state: string | null): MarketState | undefined {
  return state !== null && Object.hasOwn(STATES, state) ? STATES[state] : undefined;
}

/** The regular session of a chart's `meta`, in Unix seconds; `undefined` when it cannot be read. */
export const tradingPeriod = z
  .object({ regular: z.object({ start: rawNumber, end: rawNumber }) })
  .optional()
  .catch(undefined);

/**
 * Returns the state at `now` by a chart's regular session. Within the session a market counts as open only if it has
 * traded since the start; until then the state is unknown, because delayed prices look the same as a holiday.
 */
export function toSessionState(
  period: z.output<typeof tradingPeriod>,
  tradedAt: number | null,
  now: Date,
): MarketState | undefined {
  const { start = null, end = null } = period?.regular ?? {};
  if (start === null || end === null) return undefined;
  const seconds = now.getTime() / 1000;
  if (seconds < start || seconds >= end) return "closed";
  return tradedAt !== null && tradedAt >= start ? "open" : undefined;
}
