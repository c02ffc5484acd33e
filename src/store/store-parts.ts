/** The parts of a store that outlives the process: the embedded one or Redis. */
import type { KeyvStoreAdapter } from "keyv";
import type { Counters, Leases, Sessions } from "../contract/store.js";
import type { PauseChannel } from "../contract/channels.js";

export interface StoreParts {
  /** Stores cached answers. */
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  pauses: PauseChannel;
  sessions: Sessions;
  close(): Promise<void>;
}
