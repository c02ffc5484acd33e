/** Shares pauses of providers between processes with the same store. */
import type { Reason } from "./errors.js";
import type { ProviderId } from "./provider-id.js";

/** A provider, or one scope of it, not to be called for `ms` milliseconds from now. */
export interface ToldPause {
  provider: ProviderId;
  scope: string | undefined;
  ms: number;
  reason: Reason;
}

export interface PauseNews {
  /** Publishes a pause to the other processes, including those that start later. */
  tell(pause: ToldPause): Promise<void>;
  /**
   * Subscribes to the pauses of other processes. `onLinked` is called at each (re)connection:
   * publish the current pauses then, because other processes may have missed them.
   */
  follow(onPause: (pause: ToldPause) => void, onLinked: () => void): void;
}

/** For a store that no other process shares. */
export const NO_NEWS: PauseNews = { tell: async () => {}, follow: () => {} };
