/** Shares pauses of providers between processes with the same store. */
import type { Reason } from "./errors.js";
import type { ProviderId } from "./provider-id.js";

/** A provider, or one scope of it, not to be called for `ms` milliseconds from now. */
export interface ToldPause {
  provider: ProviderId;
  scope: string | undefined;
  ms: number;
  reason: Reason;
  /** Length of a pause that doubles; it is remembered for the same time after the end of the pause. */
  lengthMs?: number | undefined;
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

/** Combines two ways to share pauses: a fast one, and one that also stores them for processes that start later. */
export function bothNews(one: PauseNews, other: PauseNews): PauseNews {
  return {
    tell: async (pause) => void (await Promise.all([one.tell(pause), other.tell(pause)])),
    follow(onPause, onLinked) {
      one.follow(onPause, onLinked);
      other.follow(onPause, onLinked);
    },
  };
}

/** The pause news of a store that no other process uses. */
export const NO_NEWS: PauseNews = { tell: async () => {}, follow: () => {} };
