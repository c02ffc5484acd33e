/** A provider's session in memory, for one process. */
import type { ProviderId } from "../../src/contract/provider-id.js";
import { NO_LEASES, type SharedSession, type Leases } from "../../src/contract/store.js";
import { createMemorySessions } from "../../src/store/memory.js";
import { Pauses } from "../../src/upstream/pauses.js";

/** Parts that several sessions can share, as processes do; by default each session has its own. */
export interface SessionParts {
  pauses?: Pauses;
  sessions?: ReturnType<typeof createMemorySessions>;
  leases?: Leases;
}

/** The session of `id`, wired like the program's. */
export function createSharedSession(
  id: ProviderId,
  { pauses = new Pauses(), sessions = createMemorySessions(), leases = NO_LEASES }: SessionParts = {},
): SharedSession {
  return {
    read: () => sessions.get(id),
    write: (text, ms) => sessions.set(id, text, ms),
    acquire: (ms) => leases.acquire(id, ms),
    release: () => leases.release(id),
    paused: () => pauses.get(id, ["session"]),
    pause: (seconds, reason) => void pauses.set(id, "session", seconds, reason),
  };
}
