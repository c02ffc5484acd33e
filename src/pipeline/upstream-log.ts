/** Log lines about providers that are not called for a time. */
import { REASONS } from "../contract/errors.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Logger } from "../lib/log.js";
import type { NewPause } from "../upstream/pauses.js";

/** Logs a change of the circuit: callers do not notice it, as they get other sources or stale answers. */
export function logCircuit(log: Logger, provider: ProviderId, circuit: "closed" | "open"): void {
  if (circuit === "closed") log.info({ event: "upstream-back", provider });
  else log.warn({ event: "upstream-failing", provider, message: "It is not called for a while, then probed once." });
}

/** Logs a pause, as an error when a person must act (a refused key); `isReceived`: another process has reported it. */
export function logPause(log: Logger, { reason, ...pause }: NewPause, isReceived: boolean): void {
  const level = isReceived ? "info" : reason === "key_refused" ? "error" : "warn";
  log[level]({
    event: "upstream-paused",
    ...pause,
    reason: REASONS[reason].brief,
    ...(isReceived ? { received: true } : {}),
  });
}
