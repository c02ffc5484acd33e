/** Who is to be left alone, until when and why: a provider that limits us, a path our plan lacks. */
import { REASONS, type Reason } from "../contract/errors.js";
import type { ToldPause } from "../contract/pause-news.js";
import type { ProviderId } from "../contract/provider-id.js";

interface Pause {
  provider: ProviderId;
  scope: string | undefined;
  until: number;
  reason: Reason;
}

/** The names a pause can stand under are few; a flood of symbols outside the plan must not grow without end. */
const MAX_PAUSES = 5_000;

/** A pause that calls under way make longer by less is no news to others. */
const NEWS_MS = 1_000;

/** A pause as it begins. */
export interface NewPause {
  provider: ProviderId;
  scope: string | undefined;
  seconds: number;
  reason: Reason;
}

/** Who wants to know of pauses. */
export interface PauseListeners {
  /** Told when one begins, not when calls under way make it longer. */
  onBegin?: (pause: NewPause, heard: boolean) => void;
  /** Told what others should leave alone, too. */
  onNews?: (pause: ToldPause) => void;
}

/** Pauses of all providers. Time is monotonic milliseconds. */
export class Pauses {
  readonly #pauses = new Map<string, Pause>();
  readonly #clock: () => number;
  readonly #listeners: PauseListeners;

  constructor(clock: () => number = () => performance.now(), listeners: PauseListeners = {}) {
    this.#clock = clock;
    this.#listeners = listeners;
  }

  /** Leaves the provider, or one scope of it, alone for that long. A longer pause stays. */
  set(provider: ProviderId, scope: string | undefined, seconds: number, reason: Reason): void {
    const ms = seconds * 1000;
    const longerBy = this.#keep({ provider, scope, ms, reason }, false);
    if (isShared(reason) && longerBy >= NEWS_MS) this.#listeners.onNews?.({ provider, scope, ms, reason });
  }

  /** Takes over what another process has learnt. */
  hear(pause: ToldPause): void {
    if (isShared(pause.reason)) this.#keep(pause, true);
  }

  /** Tells again what holds now, for others that may have missed it. */
  tellAll(): void {
    const now = this.#clock();
    for (const { provider, scope, until, reason } of this.#pauses.values()) {
      if (until > now && isShared(reason)) this.#listeners.onNews?.({ provider, scope, ms: until - now, reason });
    }
  }

  /** By how many milliseconds longer the pause is now than it was. */
  #keep({ provider, scope, ms, reason }: ToldPause, heard: boolean): number {
    const key = keyOf(provider, scope);
    const now = this.#clock();
    const until = now + ms;
    const known = Math.max(now, this.#pauses.get(key)?.until ?? 0);
    if (known >= until) return 0;
    if (known === now) this.#listeners.onBegin?.({ provider, scope, seconds: ms / 1000, reason }, heard);
    if (this.#pauses.size >= MAX_PAUSES) this.#sweep();
    this.#pauses.delete(key);
    this.#pauses.set(key, { provider, scope, until, reason });
    return until - known;
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

/**
 * Whether a pause holds for everybody. A limit is on the account all share;
 * a refused key may be one process's own, and must not silence the others.
 */
function isShared(reason: Reason): boolean {
  return REASONS[reason].kind === "upstream_limited";
}

function keyOf(provider: ProviderId, scope: string | undefined): string {
  return scope === undefined ? provider : `${provider} ${scope}`;
}
