/** Pauses of providers, as processes that share a store tell them to each other. */
import type { Reason } from "./errors.js";
import type { ProviderId } from "./provider-id.js";

/** A provider, or one scope of it, to be left alone for `ms` from now. */
export interface ToldPause {
  provider: ProviderId;
  scope: string | undefined;
  ms: number;
  reason: Reason;
  /** Of a pause that doubles: its length, which is remembered for as long again after its end. */
  lengthMs?: number | undefined;
}

export interface PauseNews {
  /** Tells the others, those who come later included. */
  tell(pause: ToldPause): Promise<void>;
  /**
   * Hears what others tell. `onLinked` is called whenever the way to them
   * stands, again or for the first time: what was learnt meanwhile is to be told then.
   */
  follow(onPause: (pause: ToldPause) => void, onLinked: () => void): void;
}

/** The same pauses over two ways: a fast one, and one that also keeps them for processes that start later. */
export function bothNews(one: PauseNews, other: PauseNews): PauseNews {
  return {
    tell: async (pause) => void (await Promise.all([one.tell(pause), other.tell(pause)])),
    follow(onPause, onLinked) {
      one.follow(onPause, onLinked);
      other.follow(onPause, onLinked);
    },
  };
}

/** For a store that nobody listens at. */
export const NO_NEWS: PauseNews = { tell: async () => {}, follow: () => {} };
