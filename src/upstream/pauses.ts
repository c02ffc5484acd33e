/** Pauses: a provider, or a part of its API, that must not be called for a time because it limits or refuses us. */
import { createHash } from "node:crypto";
import { NO_SESSION, REASONS, type Reason } from "../contract/errors.js";
import type { SharedPause } from "../contract/channels.js";
import type { ProviderId } from "../contract/provider-id.js";

interface Pause {
  provider: ProviderId;
  scope: string | undefined;
  until: number;
  reason: Reason;
  /**
   * Length in milliseconds of a pause that doubles, remembered for the same time after its end; 0 for every other
   * pause.
   */
  lengthMs: number;
}

/** Limit of pauses in memory: each request for another symbol outside the plan would add one. */
const MAX_PAUSES = 5_000;

/**
 * Other processes are notified when a pause gets longer by this many milliseconds, but not of the smaller extensions by
 * parallel calls.
 */
const PUBLISHED_MS = 1_000;

/** A pause that has just begun. */
export interface NewPause {
  provider: ProviderId;
  scope: string | undefined;
  seconds: number;
  reason: Reason;
}

/** Callbacks for changes of pauses. */
export interface PauseListeners {
  /** Called when a pause begins, not when it gets longer; `isReceived` if another process reported it. */
  onBegin?: (pause: NewPause, isReceived: boolean) => void;
  /** Called with a pause that other processes must observe too. */
  onPublish?: (pause: SharedPause) => void;
  /**
   * Returns a text that identifies a provider's API key without revealing it: a pause for what the plan lacks applies
   * only to processes with the same key.
   */
  keyMark?: (provider: ProviderId) => string;
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

  /**
   * Pauses the provider, or one scope of it, for `seconds`; a longer pause stays unchanged. With `growsTo`, repeated
   * pauses double, up to that many seconds. A pause is a repeated one if the previous one ended less than its own
   * length ago.
   *
   * @returns the length of the pause in seconds.
   */
  set(
    provider: ProviderId,
    scope: string | undefined,
    seconds: number,
    reason: Reason,
    growsTo: number | undefined = undefined,
  ): number {
    const ms = growsTo === undefined ? seconds * 1000 : this.#grown(pauseKeyOf(provider, scope), seconds, growsTo);
    const pause = { provider, scope, ms, reason, ...(growsTo === undefined ? {} : { lengthMs: ms }) };
    const longerBy = this.#keep(pause, false);
    if (isShared(reason) && longerBy >= PUBLISHED_MS) this.#publish(pause);
    return ms / 1000;
  }

  /**
   * Returns the milliseconds of a pause that doubles. Refusals of calls that were sent before the present pause began
   * do not double it.
   */
  #grown(key: string, seconds: number, growsTo: number): number {
    const { until, lengthMs } = this.#pauses.get(key) ?? { until: 0, lengthMs: 0 };
    const now = this.#clock();
    if (now >= until + lengthMs) return seconds * 1000;
    return Math.max(seconds * 1000, Math.min(now < until ? lengthMs : 2 * lengthMs, growsTo * 1000));
  }

  /** Adds a pause that another process reported. */
  receive(pause: SharedPause): void {
    if (!isShared(pause.reason)) return;
    if (pause.reason !== "not_in_plan") return void this.#keep(pause, true);
    const suffix = this.#keySuffix(pause.provider);
    if (pause.scope?.endsWith(suffix)) this.#keep({ ...pause, scope: pause.scope.slice(0, -suffix.length) }, true);
  }

  /** Reports all current pauses again, for processes that may have missed them. */
  publishAll(): void {
    const now = this.#clock();
    for (const { provider, scope, until, reason, lengthMs } of this.#pauses.values()) {
      if (until <= now || !isShared(reason)) continue;
      this.#publish({ provider, scope, ms: until - now, reason, ...(lengthMs > 0 ? { lengthMs } : {}) });
    }
  }

  #publish(pause: SharedPause): void {
    const { provider, scope, reason } = pause;
    // This pause stops all calls to the provider. It is not shared, so that a restart after an upgrade of the plan ends it.
    if (reason === "not_in_plan" && scope === undefined) return;
    const shared = reason === "not_in_plan" ? { ...pause, scope: `${scope}${this.#keySuffix(provider)}` } : pause;
    this.#listeners.onPublish?.(shared);
  }

  /** Returns the end of a shared scope: it differs between API keys, because plans belong to keys. */
  #keySuffix(provider: ProviderId): string {
    return ` #${this.#listeners.keyMark?.(provider) ?? ""}`;
  }

  /** Adds or extends a pause; returns by how many milliseconds. */
  #keep({ provider, scope, ms, reason, lengthMs = 0 }: SharedPause, isReceived: boolean): number {
    const key = pauseKeyOf(provider, scope);
    const now = this.#clock();
    const until = now + ms;
    const last = this.#pauses.get(key)?.until ?? -Infinity;
    const known = Math.max(now, last);
    if (known >= until) {
      // The pause has ended, but its length determines that of the next one, so store it.
      if (lengthMs > 0 && until > last) this.#pauses.set(key, { provider, scope, until, reason, lengthMs });
      return 0;
    }
    if (known === now) this.#listeners.onBegin?.({ provider, scope, seconds: ms / 1000, reason }, isReceived);
    if (this.#pauses.size >= MAX_PAUSES) this.#sweep();
    this.#pauses.delete(key);
    this.#pauses.set(key, { provider, scope, until, reason, lengthMs });
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
      if (left + pause.lengthMs <= 0) this.#pauses.delete(key);
    }
    return undefined;
  }

  #sweep(): void {
    const now = this.#clock();
    for (const [key, pause] of this.#pauses) if (pause.until + pause.lengthMs <= now) this.#pauses.delete(key);
    for (const key of this.#pauses.keys()) {
      if (this.#pauses.size < MAX_PAUSES) break;
      // Pauses of a whole provider (keys without a scope) are few and must stay.
      if (key.includes(" ")) this.#pauses.delete(key);
    }
  }
}

/**
 * Whether a pause applies to the other processes too: limits apply to the account, refused sessions to the address, and
 * plans to the key, which all processes share. A refused key may be set in this process only.
 */
function isShared(reason: Reason): boolean {
  return reason === "not_in_plan" || REASONS[reason].kind === "upstream_limited" || NO_SESSION.has(reason);
}

function pauseKeyOf(provider: ProviderId, scope: string | undefined): string {
  return scope === undefined ? provider : `${provider} ${scope}`;
}

/** Returns eight hex digits that differ between API keys of a provider and do not reveal them. */
export function toKeyMark(apiKey = ""): string {
  return createHash("sha256").update(`plan of ${apiKey}`).digest("hex").slice(0, 8);
}
