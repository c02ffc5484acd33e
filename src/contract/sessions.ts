/** Sessions with providers, such as cookies, that outlive the process and are shared by all who use the store. */
import type { Reason } from "./errors.js";

/** The sessions in a store. */
export interface Sessions {
  /** Returns the text stored under `name`; `undefined` when there is none or it has expired. */
  get(name: string): Promise<string | undefined>;
  /** Stores `text` for `ms` milliseconds. */
  set(name: string, text: string, ms: number): Promise<void>;
}

/** The session of one provider. Every step is bounded in time and never throws: without a store the session is lost. */
export interface SharedSession {
  /** The kept text; `undefined` when there is none. */
  read(): Promise<string | undefined>;
  /** Keeps `text` for `ms`. */
  write(text: string, ms: number): Promise<void>;
  /** Takes the right to renew the session for `ms`, or extends it; `false` while another process has it. */
  acquire(ms: number): Promise<boolean>;
  release(): Promise<void>;
  /** Why no session may be opened now, and for how many seconds; `undefined` when one may. */
  paused(): { reason: Reason; seconds: number } | undefined;
  /** No process opens a session for that long. */
  pause(seconds: number, reason: Reason): void;
}
