/**
 * The time of the played day: it stands still while the questions of a moment
 * are answered and jumps to the next moment when they are.
 *
 * Nothing but a limit makes an answer wait, so what takes longer than a while
 * waits for a limit; then time flows on at its true pace and the timers of the
 * process, which are real ones, stay in step with it.
 */

/** Answers from this machine come much sooner. */
const STANDS_STILL_MS = 400;

export class Clock {
  readonly #flow: () => number;
  #moment: number;
  #since: number;

  /** Begins at `moment` (milliseconds since the epoch). */
  constructor(moment: number) {
    // The true pace, also where `performance.now` is this clock's.
    this.#flow = performance.now.bind(performance);
    this.#moment = moment;
    this.#since = this.#flow();
  }

  /** The moment being played. */
  get moment(): number {
    return this.#moment;
  }

  now(): number {
    return this.#moment + Math.max(0, this.#flow() - this.#since - STANDS_STILL_MS);
  }

  /** Goes to a moment, never back. */
  jumpTo(moment: number): void {
    this.#moment = Math.max(moment, this.now());
    this.#since = this.#flow();
  }
}

/**
 * Makes a clock the time of this process: `Date`, `performance.now` and, so that
 * a day is the same each time, `Math.random`, which gives one number a moment.
 */
export function installClock(clock: Clock, noise: (moment: number) => number): void {
  const origin = clock.moment;
  Date.now = () => clock.now();
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [clock.now()], newTarget) as Date,
  });
  performance.now = () => clock.now() - origin;
  Math.random = () => noise(clock.moment);
}
