/** The parts of a store that outlives the process: the embedded one or Redis. */
import type { KeyvStoreAdapter } from "keyv";
import type { Counters } from "../contract/counters.js";
import type { Leases } from "../contract/leases.js";
import type { PauseNews } from "../contract/pause-news.js";
import type { Sessions } from "../contract/sessions.js";

export interface StoreParts {
  /** Stores cached answers. */
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  pauses: PauseNews;
  sessions: Sessions;
  close(): Promise<void>;
}
