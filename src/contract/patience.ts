/** How long, and for whom, a question waits. */

/** The limits of one wait. */
export interface Patience {
  /** Monotonic milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Stands for the question that waits, and says who asks it, if that is known. */
  question?: Asked | undefined;
}

/**
 * Stands for a question in its calls to upstreams, by identity: its failed calls count as one failure, and its long
 * answers share a place.
 */
export interface Asked {
  callerId?: string | undefined;
  /** Further callers who wait for the same answer; the set grows while it is fetched. */
  others?: Set<string>;
}

/** The limits of a fetch that callers share; its signal aborts when no caller waits any more. */
export interface FlightPatience extends Patience {
  signal: AbortSignal;
}
