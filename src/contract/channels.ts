/** Messages between the processes that share a store: pauses of providers. */
import type { Reason } from "./errors.js";
import type { ProviderId } from "./provider-id.js";

/** A provider, or one scope of it, not to be called for `ms` milliseconds from now. */
export interface SharedPause {
  provider: ProviderId;
  scope: string | undefined;
  ms: number;
  reason: Reason;
  /** Length of a pause that grows; it is remembered for the same time after the end of the pause. */
  lengthMs?: number | undefined;
}

export interface PauseChannel {
  /** Sends a pause to the other processes, including those that start later. */
  publish(pause: SharedPause): Promise<void>;
  /**
   * Receives the pauses of other processes. `onConnected` is called at each (re)connection:
   * publish the current pauses then, because other processes may have missed them.
   */
  subscribe(onPause: (pause: SharedPause) => void, onConnected: () => void): void;
}

/** The channel of a store that no other process uses. */
export const NO_CHANNEL: PauseChannel = { publish: async () => {}, subscribe: () => {} };
