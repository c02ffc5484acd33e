/**
 * The clock of the simulated day: it stops while the questions of a moment are answered and then jumps to the next
 * moment.
 *
 * Only a rate limit makes an answer wait, so anything that takes longer than a while waits for a limit; time then runs
 * at real speed, in step with the process's real timers.
 */

/** Answers from this machine arrive much sooner. */
const STANDS_STILL_MS = 400;

export class Clock {
  readonly #flow: () => number;
  #moment: number;
  #since: number;

  /** Begins at `moment` (milliseconds since the epoch). */
  constructor(moment: number) {
    // Real time, even when `performance.now` is replaced by this clock.
    this.#flow = performance.now.bind(performance);
    this.#moment = moment;
    this.#since = this.#flow();
  }

  /** The current moment of the simulated day. */
  get moment(): number {
    return this.#moment;
  }

  now(): number {
    return this.#moment + Math.max(0, this.#flow() - this.#since - STANDS_STILL_MS);
  }

  /** Jumps forward to a moment. */
  jumpTo(moment: number): void {
    this.#moment = Math.max(moment, this.now());
    this.#since = this.#flow();
  }
}

/**
 * Makes a clock the time of this process: `Date`, `performance.now` and, for identical days, `Math.random`, which
 * returns one number per moment.
 */
export function installClock(clock: Clock, noise: (moment: number) => number): void {
  const origin = clock.moment;
  // Whole milliseconds, as the real one: the store rejects times with fractions.
  Date.now = () => Math.floor(clock.now());
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [clock.now()], newTarget) as Date,
  });
  performance.now = () => clock.now() - origin;
  Math.random = () => noise(clock.moment);
}
