/** A change of an upstream's answers, as `doctor` and the status page show it. */

/** A field that a source no longer sends; `field` is `null` where its answers as a whole cannot be read. */
export interface Drift {
  provider: string;
  source: string;
  field: string | null;
  /** Time of the first answer without it, ISO 8601. */
  since: string;
}
