/**
 * Sessions with providers, such as cookies. They outlive the process, and all processes with the same store share them.
 */
import type { Reason } from "./errors.js";

/** The sessions in a store. */
export interface Sessions {
  /** Returns the text stored under `name`; `undefined` when there is none or it has expired. */
  get(name: string): Promise<string | undefined>;
  /** Stores `text` for `ms` milliseconds. */
  set(name: string, text: string, ms: number): Promise<void>;
}

/**
 * The session of one provider. No step throws or takes long; while the store is unavailable, nothing is found or
 * stored.
 */
export interface SharedSession {
  /** Returns the stored text; `undefined` when there is none. */
  read(): Promise<string | undefined>;
  /** Stores `text` for `ms` milliseconds. */
  write(text: string, ms: number): Promise<void>;
  /** Takes or extends the lease to renew the session, for `ms` milliseconds; `false` while another process has it. */
  acquire(ms: number): Promise<boolean>;
  release(): Promise<void>;
  /** Returns why no session may be opened now, and for how many seconds; `undefined` when a session may be opened. */
  paused(): { reason: Reason; seconds: number } | undefined;
  /** Prevents all processes from opening a session for that long. */
  pause(seconds: number, reason: Reason): void;
}
