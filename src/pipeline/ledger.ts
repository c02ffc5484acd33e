/** What a provider still allows us: calls a minute and calls in 24 hours, counted before each call. */
import { ProviderError } from "../contract/errors.js";
import type { Counters, CountWindow } from "../contract/counters.js";
import type { ProviderId } from "../contract/provider.js";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The part of a day's quota that only calls somebody waits for may use. */
const RESERVED = 0.2;
/** Calls near a window's edge reach the upstream a little late; see the throttle. */
const SLACK_MS = 500;
/** A rate shared with others may free a place before we know of it. */
const LOOK_AGAIN_MS = 250;

export interface Allowance {
  ratePerMinute: number;
  /** 0: unlimited. */
  dailyQuota: number;
}

export interface QuotaUsage {
  /** Calls in the last 24 hours. */
  used: number;
  /** `null`: unlimited. */
  limit: number | null;
  /** When the next used call drops out of the window, if the quota is spent. */
  freeAt: Date | null;
}

export class Ledger {
  readonly #counters: Counters;
  readonly #provider: ProviderId;
  readonly #allowance: Allowance;
  #spentUntil = 0;

  constructor(counters: Counters, provider: ProviderId, allowance: Allowance) {
    this.#counters = counters;
    this.#provider = provider;
    this.#allowance = allowance;
  }

  /**
   * Counts one call, waiting for the shared rate if the caller can.
   *
   * `background` calls leave the reserved part of the quota alone.
   *
   * @throws {ProviderError} `quota_spent` or `queue_full`, with the true time to come back.
   */
  async spend(deadline: number, background: boolean, signal?: AbortSignal): Promise<void> {
    this.refuseIfSpent();
    for (;;) {
      const [minute, day] = this.#windows(background);
      const { ok, usage } = await this.#counters.take(this.#provider, day ? [minute, day] : [minute]);
      if (ok) return;
      const now = Date.now();
      const dayUsage = usage[1];
      if (day && dayUsage && dayUsage.used >= day.limit) {
        if (!background) this.#spentUntil = dayUsage.freeAt;
        throw this.#refusal("quota_spent", dayUsage.freeAt - now);
      }
      const waitMs = Math.max(1, usage[0]!.freeAt - now);
      if (performance.now() + waitMs > deadline) throw this.#refusal("queue_full", waitMs);
      await sleep(Math.min(waitMs, LOOK_AGAIN_MS), signal);
    }
  }

  /** @throws {ProviderError} `quota_spent` while it is known that nothing is left; costs nothing. */
  refuseIfSpent(): void {
    const left = this.#spentUntil - Date.now();
    if (left > 0) throw this.#refusal("quota_spent", left);
  }

  /** What of the day's quota is used, by everybody who shares the store. */
  async quota(): Promise<QuotaUsage> {
    const window = dayWindow(this.#allowance.dailyQuota || Number.MAX_SAFE_INTEGER);
    const [usage] = await this.#counters.usage(this.#provider, [window]);
    const limit = this.#allowance.dailyQuota || null;
    const spent = limit !== null && usage!.used >= limit;
    return { used: usage!.used, limit, freeAt: spent ? new Date(usage!.freeAt) : null };
  }

  #windows(background: boolean): [CountWindow, CountWindow?] {
    const { ratePerMinute, dailyQuota } = this.#allowance;
    const minute = { name: "minute", limit: ratePerMinute, bucketMs: 500, spanMs: MINUTE_MS + SLACK_MS };
    // Without a quota the day is still counted, so that a person can see it.
    const quota = dailyQuota || Number.MAX_SAFE_INTEGER;
    return [minute, dayWindow(background ? Math.floor(quota * (1 - RESERVED)) : quota)];
  }

  #refusal(reason: "quota_spent" | "queue_full", waitMs: number): ProviderError {
    return new ProviderError(this.#provider, reason, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }
}

function dayWindow(limit: number): CountWindow {
  return { name: "day", limit, bucketMs: MINUTE_MS, spanMs: DAY_MS };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    function done() {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
