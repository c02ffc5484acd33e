/** The store, and the state that processes share through it: counters, leases, and sessions with providers. */
import type { Reason } from "./errors.js";

/** Where the store is. */
export interface StoreLocation {
  /** `memory:`, `redis://…` or `rediss://…`; undefined means the embedded store in `dataDir`. */
  storeUrl: string | undefined;
  /** Undefined for a user without a home and without `DATA_DIR`. */
  dataDir: string | undefined;
}

export type StoreKind = "disk" | "memory" | "redis";

/** Returns the kind of store that is set up. */
export function toStoreKind({ storeUrl, dataDir }: StoreLocation): StoreKind {
  if (storeUrl?.startsWith("redis")) return "redis";
  return storeUrl === undefined && dataDir !== undefined ? "disk" : "memory";
}

/**
 * A limit over time. Calls are counted in buckets of `bucketMs`. A rolling window of `spanMs` never drops a bucket too
 * early; without `spanMs` only the current bucket counts (a UTC day is one bucket of 24 hours).
 */
export interface CountWindow {
  name: string;
  limit: number;
  bucketMs: number;
  spanMs?: number;
}

export interface Usage {
  used: number;
  /** Time at which the next unit is free, milliseconds since the epoch; the present time if units are left. */
  freeAt: number;
}

/**
 * The result of an attempt to take one unit; `usage` has the state after it, one entry per window.
 */
export interface Taken {
  ok: boolean;
  usage: Usage[];
}

/**
 * Atomic counters. Every method is one indivisible step across all processes. A key has the same windows in every step,
 * because a store keeps its counts until the last of them ends.
 */
export interface Counters {
  /** Takes one unit from all windows of `key`, or from none when one of them is full. */
  take(key: string, windows: readonly CountWindow[]): Taken | Promise<Taken>;
  /** Undoes a successful `take`, of a call that was not made. */
  giveBack(key: string, windows: readonly CountWindow[]): void | Promise<void>;
  /** Returns the usage without taking a unit. */
  usage(key: string, windows: readonly CountWindow[]): Promise<Usage[]>;
}

/** Counters of this process alone; they answer synchronously. */
export interface OwnCounters extends Counters {
  take(key: string, windows: readonly CountWindow[]): Taken;
  giveBack(key: string, windows: readonly CountWindow[]): void;
}

/** A lease expires automatically, so that a killed holder blocks other processes only briefly. */
export interface Leases {
  /** Takes or renews the lease of `key` for `ms` milliseconds; `false` when another process holds it. */
  acquire(key: string, ms: number): Promise<boolean>;
  /** Releases a lease that this process holds. */
  release(key: string): Promise<void>;
}

/** The leases of a store that no other process shares: every lease is granted. */
export const NO_LEASES: Leases = {
  acquire: async () => true,
  release: async () => {},
};

/** Matches the store's keys of documents: long texts, of which a caller can ask for any number. */
export const DOCUMENT_KEY = /^v\d+:part:[a-z-]+:document /;

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
  /** Prevents all processes from opening a session for `seconds`. */
  pause(seconds: number, reason: Reason): void;
}
