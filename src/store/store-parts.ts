/** The parts of a store that outlives the process: the embedded one or Redis. */
import type { KeyvStoreAdapter } from "keyv";
import type { Counters } from "../contract/counters.js";
import type { Leases } from "../contract/leases.js";
import type { PauseChannel } from "../contract/channels.js";
import type { Sessions } from "../contract/sessions.js";

export interface StoreParts {
  /** Stores cached answers. */
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  pauses: PauseChannel;
  sessions: Sessions;
  close(): Promise<void>;
}
