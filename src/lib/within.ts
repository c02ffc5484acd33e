/** Waits for a result for a limited time. */

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
}

/** The limits of a fetch that callers share; its signal aborts when no caller waits any more. */
export interface FlightPatience extends Patience {
  signal: AbortSignal;
}

/**
 * Returns the result of `work` as `value`; `undefined` when it takes longer than `ms` milliseconds, or once `signal` is
 * aborted.
 *
 * Rejects if `work` rejects before that; a later rejection is ignored. The work is not stopped.
 */
export async function within<T>(ms: number, work: Promise<T>, signal?: AbortSignal): Promise<{ value: T } | undefined> {
  let giveUp!: () => void;
  const givenUp = new Promise<undefined>((resolve) => (giveUp = () => resolve(undefined)));
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([work.then((value) => ({ value })), givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}
