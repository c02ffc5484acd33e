/** Sessions with providers, such as cookies, that outlive the process and are shared by all who use the store. */
export interface Sessions {
  /** The text kept under `name`; `undefined` when there is none or it has expired. */
  get(name: string): Promise<string | undefined>;
  /** Keeps `text` for `ms`. */
  set(name: string, text: string, ms: number): Promise<void>;
}
