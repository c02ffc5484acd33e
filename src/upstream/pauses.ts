/** Pauses: a provider, or a part of its API, that must not be called for a time because it limits or refuses us. */
import { createHash } from "node:crypto";
import { NO_SESSION, REASONS, type Reason } from "../contract/errors.js";
import type { SharedPause } from "../contract/channels.js";
import type { ProviderId } from "../contract/provider-id.js";
import { DAY_MS } from "../lib/day.js";

interface Pause extends Pick<SharedPause, "provider" | "scope" | "reason"> {
  until: number;
  /** Milliseconds of a pause that grows, remembered for the same time after its end; 0 for every other pause. */
  lengthMs: number;
}

/** Limit of pauses in memory: each request for another symbol outside the plan would add one. */
const MAX_PAUSES = 5_000;

/**
 * Other processes are notified when a pause gets longer by this many milliseconds, but not of the smaller extensions by
 * parallel calls.
 */
const PUBLISHED_MS = 1_000;

/** A scope that no request has: its pause says since when a plan is asked again, and reaches all processes. */
const ASK_AGAIN = "";

/** A pause that has just begun. */
export type NewPause = Pick<SharedPause, "provider" | "scope" | "reason"> & { seconds: number };

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
  /** Pauses for `not_in_plan` that began before this time do not hold, so that an upgraded plan is noticed. */
  readonly #plansFrom = new Map<ProviderId, number>();
  readonly #plansFromStart: number;

  /** `keepPlansMs`: age at the start up to which other processes' pauses for `not_in_plan` hold; by default any. */
  constructor(
    clock: () => number = () => performance.now(),
    listeners: PauseListeners = {},
    keepPlansMs: number = Number.POSITIVE_INFINITY,
  ) {
    this.#clock = clock;
    this.#listeners = listeners;
    this.#plansFromStart = clock() - keepPlansMs;
  }

  /**
   * Pauses the provider, or one scope of it, for `seconds`; a longer pause stays unchanged. With `growsTo`, repeated
   * pauses get longer, up to that many seconds. The first one counts as `countsAs` seconds long, if that is more than its
   * own length.
   *
   * @returns the length of the pause in seconds.
   */
  set(
    provider: ProviderId,
    scope: string | undefined,
    seconds: number,
    reason: Reason,
    growsTo?: number,
    countsAs = 0,
  ): number {
    const grows = growsTo !== undefined;
    const last = this.#pauses.get(pauseKeyOf(provider, scope)) ?? { until: 0, lengthMs: 0 };
    const ms = grows ? grownMs(last, this.#clock(), seconds, growsTo, reason) : seconds * 1000;
    const lengthMs = Math.max(ms, countsAs * 1000);
    const pause = { provider, scope, ms, reason, ...(grows ? { lengthMs } : {}) };
    if (this.#keep(pause, false) >= PUBLISHED_MS && isShared(reason)) this.#publish(pause);
    return ms / 1000;
  }

  /** Adds a pause that another process reported. */
  receive(pause: SharedPause): void {
    if (!isShared(pause.reason)) return;
    if (pause.reason !== "not_in_plan") return void this.#keep(pause, true);
    const { provider, ms, lengthMs = DAY_MS } = pause;
    const scope = fromSharedScope(pause.scope, this.#keyMark(provider));
    if (scope === undefined) return;
    const began = this.#clock() + ms - lengthMs;
    if (scope === ASK_AGAIN) return this.#endPlanPauses(provider, began);
    const holds = began >= Math.max(this.#plansFromStart, this.#plansFrom.get(provider) ?? -Infinity);
    // A pause that holds no longer is remembered, so that the next refusal counts as the second one.
    this.#keep({ ...pause, scope, lengthMs, ms: holds ? ms : ms - lengthMs }, true);
  }

  /** Ends all pauses of the provider for `not_in_plan`, in all processes with the same key. */
  askPlanAgain(provider: ProviderId): void {
    this.#endPlanPauses(provider, this.#clock());
    this.#publish({ provider, scope: ASK_AGAIN, ms: DAY_MS, reason: "not_in_plan", lengthMs: DAY_MS });
  }

  #endPlanPauses(provider: ProviderId, from: number): void {
    if (from <= (this.#plansFrom.get(provider) ?? -Infinity)) return;
    this.#plansFrom.set(provider, from);
    for (const pause of this.#pauses.values()) {
      const began = pause.lengthMs > 0 ? pause.until - pause.lengthMs : -Infinity;
      if (pause.provider === provider && pause.reason === "not_in_plan" && began < from) pause.until = began;
    }
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
    if (reason !== "not_in_plan") return this.#listeners.onPublish?.(pause);
    // A pause of the whole provider is not shared, so that a restart after an upgrade of the plan ends it.
    if (scope === undefined) return;
    this.#listeners.onPublish?.({ ...pause, scope: toSharedScope(scope, this.#keyMark(provider)) });
  }

  #keyMark(provider: ProviderId): string {
    return this.#listeners.keyMark?.(provider) ?? "";
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

  /** The longest pause of the provider or of one of the scopes, with the whole seconds that are left. */
  get(provider: ProviderId, scopes: readonly string[] = []): { reason: Reason; seconds: number } | undefined {
    let longest: { reason: Reason; seconds: number } | undefined;
    for (const scope of [undefined, ...scopes]) {
      const key = pauseKeyOf(provider, scope);
      const pause = this.#pauses.get(key);
      if (!pause) continue;
      const left = pause.until - this.#clock();
      const seconds = Math.ceil(left / 1000);
      if (seconds > (longest?.seconds ?? 0)) longest = { reason: pause.reason, seconds };
      if (left + pause.lengthMs <= 0) this.#pauses.delete(key);
    }
    return longest;
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

/**
 * Returns the milliseconds of a pause that begins now, after the last one; both times are on the same clock. The first
 * pause has this many `seconds`, the longest one `growsTo`. A pause is a repeated one if the previous one ended less
 * than its own length ago. A repeated one for `not_in_plan` is the longest at once, any other is twice as long as the
 * previous one.
 *
 * Refusals of calls that were sent before the present pause began do not lengthen it.
 */
function grownMs(
  { until, lengthMs }: Pick<Pause, "until" | "lengthMs">,
  now: number,
  seconds: number,
  growsTo: number,
  reason: Reason,
): number {
  if (now >= until + lengthMs) return seconds * 1000;
  const isPlan = reason === "not_in_plan";
  // A pause for what a plan lacks may have been lifted before its end, so it begins again.
  if (now < until) return Math.max(seconds * 1000, isPlan ? lengthMs : until - now);
  return Math.max(seconds * 1000, isPlan ? growsTo * 1000 : Math.min(2 * lengthMs, growsTo * 1000));
}

/** Returns eight hex digits that differ between API keys of a provider and do not reveal them. */
export function toKeyMark(apiKey = ""): string {
  return createHash("sha256").update(`plan of ${apiKey}`).digest("hex").slice(0, 8);
}

/**
 * Returns a scope of a pause for what a plan lacks, as processes share it: plans belong to API keys, so it ends with a mark
 * of the key.
 */
function toSharedScope(scope: string, keyMark: string): string {
  return `${scope} #${keyMark}`;
}

/** Returns the scope of a shared form; `undefined` when it belongs to another key. */
function fromSharedScope(shared: string | undefined, keyMark: string): string | undefined {
  const suffix = toSharedScope("", keyMark);
  return shared?.endsWith(suffix) ? shared.slice(0, -suffix.length) : undefined;
}
