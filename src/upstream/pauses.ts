/** Pauses: a provider, or a part of its API, that must not be called for a time because it limits or refuses us. */
import { REASONS, type Reason } from "../contract/errors.js";
import type { ToldPause } from "../contract/pause-news.js";
import type { ProviderId } from "../contract/provider-id.js";

interface Pause {
  provider: ProviderId;
  scope: string | undefined;
  until: number;
  reason: Reason;
}

/** Limit of memory: requests for many symbols outside the plan would add a pause each. */
const MAX_PAUSES = 5_000;

/** Other processes are notified only if a pause gets longer by this much; parallel calls extend it by less. */
const NEWS_MS = 1_000;

/** A pause that has just begun. */
export interface NewPause {
  provider: ProviderId;
  scope: string | undefined;
  seconds: number;
  reason: Reason;
}

/** Callbacks for changes of pauses. */
export interface PauseListeners {
  /** Called when a pause begins, not when it gets longer; `heard` if another process reported it. */
  onBegin?: (pause: NewPause, heard: boolean) => void;
  /** Called with a pause that other processes must observe too. */
  onNews?: (pause: ToldPause) => void;
}

/** The pauses of all providers. Times are monotonic milliseconds. */
export class Pauses {
  readonly #pauses = new Map<string, Pause>();
  readonly #clock: () => number;
  readonly #listeners: PauseListeners;

  constructor(clock: () => number = () => performance.now(), listeners: PauseListeners = {}) {
    this.#clock = clock;
    this.#listeners = listeners;
  }

  /** Pauses the provider, or one scope of it, for that long; a longer pause stays as it is. */
  set(provider: ProviderId, scope: string | undefined, seconds: number, reason: Reason): void {
    const ms = seconds * 1000;
    const longerBy = this.#keep({ provider, scope, ms, reason }, false);
    if (isShared(reason) && longerBy >= NEWS_MS) this.#listeners.onNews?.({ provider, scope, ms, reason });
  }

  /** Adds a pause that another process reported. */
  hear(pause: ToldPause): void {
    if (isShared(pause.reason)) this.#keep(pause, true);
  }

  /** Reports all current pauses again, for processes that may have missed them. */
  tellAll(): void {
    const now = this.#clock();
    for (const { provider, scope, until, reason } of this.#pauses.values()) {
      if (until > now && isShared(reason)) this.#listeners.onNews?.({ provider, scope, ms: until - now, reason });
    }
  }

  /** Adds or extends a pause; returns by how many milliseconds. */
  #keep({ provider, scope, ms, reason }: ToldPause, heard: boolean): number {
    const key = pauseKeyOf(provider, scope);
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

  /** The pause of the provider or of one of the scopes, with the whole seconds that are left. */
  get(provider: ProviderId, scopes: readonly string[] = []): { reason: Reason; seconds: number } | undefined {
    for (const scope of [undefined, ...scopes]) {
      const key = pauseKeyOf(provider, scope);
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
      // Pauses of a whole provider (keys without a scope) are few and must stay.
      if (key.includes(" ")) this.#pauses.delete(key);
    }
  }
}

/**
 * Whether a pause concerns the other processes too. A limit applies to the
 * account that all share; a refused key may be set in this process only.
 */
function isShared(reason: Reason): boolean {
  return REASONS[reason].kind === "upstream_limited";
}

function pauseKeyOf(provider: ProviderId, scope: string | undefined): string {
  return scope === undefined ? provider : `${provider} ${scope}`;
}
