/**
 * Keeps a probe within each provider's rate. A probe makes about a hundred calls at once; a call that gets no turn in
 * time fails, and its mapping would stay unchecked.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** A minute, plus more than the slack that the throttle adds to it. */
const WINDOW_MS = 61_000;

export class ProbePace {
  /** Monotonic times of the calls, by provider. */
  readonly #calls = new Map<string, number[]>();
  readonly #perMinute: (provider: string) => number;

  constructor(perMinute: (provider: string) => number) {
    this.#perMinute = perMinute;
  }

  /** Records a call. */
  called(provider: string): void {
    this.#calls.set(provider, [...this.#recent(provider), performance.now()]);
  }

  /** Resolves when `calls` more calls fit into the provider's rate, or when none was made for a minute. */
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
