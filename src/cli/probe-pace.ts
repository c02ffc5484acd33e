/**
 * Keeps a probe within each provider's calls per minute. It makes about a hundred calls at once, and a call that has
 * no turn in time is refused, so that its mapping would go unchecked.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** A minute, and more than the upstream client adds to it. */
const WINDOW_MS = 61_000;

export class ProbePace {
  /** Monotonic times of the calls, by provider. */
  readonly #calls = new Map<string, number[]>();
  readonly #perMinute: (provider: string) => number;

  constructor(perMinute: (provider: string) => number) {
    this.#perMinute = perMinute;
  }

  /** Notes a call that was made. */
  called(provider: string): void {
    this.#calls.set(provider, [...this.#recent(provider), performance.now()]);
  }

  /** Resolves when the provider takes so many more calls, or when none was made for a minute. */
  async roomFor(provider: string, calls: number): Promise<void> {
    for (;;) {
      const recent = this.#recent(provider);
      const [first] = recent;
      if (first === undefined || recent.length + calls <= this.#perMinute(provider)) return;
      await sleep(Math.max(1, first + WINDOW_MS - performance.now()));
    }
  }

  #recent(provider: string): number[] {
    const since = performance.now() - WINDOW_MS;
    return (this.#calls.get(provider) ?? []).filter((at) => at > since);
  }
}
