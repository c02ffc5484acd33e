/** Who is to be left alone, until when and why: a provider that limits us, a path our plan lacks. */
import type { Reason } from "../contract/errors.js";
import type { ProviderId } from "../contract/provider.js";

interface Pause {
  until: number;
  reason: Reason;
}

/** The names a pause can stand under are few; a flood of symbols outside the plan must not grow without end. */
const MAX_PAUSES = 5_000;

/** A pause as it begins. */
export interface NewPause {
  provider: ProviderId;
  scope: string | undefined;
  seconds: number;
  reason: Reason;
}

/** Pauses of all providers. Time is monotonic milliseconds. */
export class Pauses {
  readonly #pauses = new Map<string, Pause>();
  readonly #clock: () => number;
  readonly #onPause: (pause: NewPause) => void;

  /** `onPause` is told when one begins, not when calls under way make it longer. */
  constructor(clock: () => number = () => performance.now(), onPause: (pause: NewPause) => void = () => {}) {
    this.#clock = clock;
    this.#onPause = onPause;
  }

  /** Leaves the provider, or one scope of it, alone for that long. A longer pause stays. */
  set(provider: ProviderId, scope: string | undefined, seconds: number, reason: Reason): void {
    const key = keyOf(provider, scope);
    const now = this.#clock();
    const until = now + seconds * 1000;
    const known = this.#pauses.get(key);
    if (known && known.until >= until) return;
    if (!known || known.until <= now) this.#onPause({ provider, scope, seconds, reason });
    if (this.#pauses.size >= MAX_PAUSES) this.#sweep();
    this.#pauses.delete(key);
    this.#pauses.set(key, { until, reason });
  }

  /** The pause that holds for the provider or any of the scopes, with the whole seconds it lasts. */
  get(provider: ProviderId, scopes: readonly string[] = []): { reason: Reason; seconds: number } | undefined {
    for (const scope of [undefined, ...scopes]) {
      const key = keyOf(provider, scope);
      const pause = this.#pauses.get(key);
      if (!pause) continue;
      const left = pause.until - this.#clock();
      if (left > 0) return { reason: pause.reason, seconds: Math.ceil(left / 1000) };
      this.#pauses.delete(key);
    }
    return undefined;
  }

  #sweep(): void {
    const now = this.#clock();
    for (const [key, pause] of this.#pauses) if (pause.until <= now) this.#pauses.delete(key);
    for (const key of this.#pauses.keys()) {
      if (this.#pauses.size < MAX_PAUSES) break;
      // Whole providers are few and must stay.
      if (key.includes(" ")) this.#pauses.delete(key);
    }
  }
}

function keyOf(provider: ProviderId, scope: string | undefined): string {
  return scope === undefined ? provider : `${provider} ${scope}`;
}
