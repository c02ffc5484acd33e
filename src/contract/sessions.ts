/**
 * Sessions with providers, such as cookies; they outlive the process and are shared through the
 * store.
 */
export interface Sessions {
  /** Returns the text stored under `name`; `undefined` when there is none or it has expired. */
  get(name: string): Promise<string | undefined>;
  /** Stores `text` for `ms` milliseconds. */
  set(name: string, text: string, ms: number): Promise<void>;
}
