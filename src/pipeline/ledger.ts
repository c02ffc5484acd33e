/** What a provider still allows us: calls a minute and calls in 24 hours, counted before each call. */
import { ProviderError } from "../contract/errors.js";
import type { Counters, CountWindow, Usage } from "../contract/counters.js";
import type { ProviderId } from "../contract/provider-id.js";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The part of a day's quota that only calls somebody waits for may use. */
const RESERVED = 0.2;
/** Calls near a window's edge reach the upstream a little late; see the throttle. */
const SLACK_MS = 500;
/** A rate shared with others may free a place before we know of it. */
const LOOK_AGAIN_MS = 250;
/** What is told to be free already, and was not, is not asked for again at once. */
const LEAST_WAIT_MS = 20;
const CLOCK_JUMP_MS = 1_000;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

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
  readonly #minute: CountWindow;
  readonly #day: CountWindow;
  /** Until when nothing is left, and by which clock that was found. */
  #spent = { until: 0, clockOffset: 0 };

  constructor(counters: Counters, provider: ProviderId, { ratePerMinute, dailyQuota }: Allowance) {
    this.#counters = counters;
    this.#provider = provider;
    this.#minute = { name: "minute", limit: ratePerMinute, bucketMs: 1_000, spanMs: MINUTE_MS + SLACK_MS };
    // Without a quota the day is counted all the same, so that a person can see it.
    this.#day = { name: "day", limit: dailyQuota || UNLIMITED, bucketMs: 10 * MINUTE_MS, spanMs: DAY_MS };
  }

  /**
   * Counts one call, waiting for the shared rate if the caller can.
   *
   * @throws {ProviderError} `quota_spent` or `queue_full`, with the true time to come back.
   * @throws what `mayGo` throws; then nothing is counted.
   */
  async spend(deadline: number, signal?: AbortSignal, mayGo: () => void = () => {}): Promise<void> {
    this.refuseIfSpent();
    for (;;) {
      mayGo();
      const { ok, usage } = await this.#counters.take(this.#provider, [this.#minute, this.#day]);
      if (ok) return;
      const now = Date.now();
      const [minute, day] = usage as [Usage, Usage];
      if (day.used >= this.#day.limit) {
        this.#spent = { until: day.freeAt, clockOffset: clockOffset() };
        throw this.#refusal("quota_spent", day.freeAt - now);
      }
      const waitMs = Math.max(LEAST_WAIT_MS, minute.freeAt - now);
      if (performance.now() + waitMs > deadline) throw this.#refusal("queue_full", waitMs);
      await sleep(Math.min(waitMs, LOOK_AGAIN_MS), signal);
    }
  }

  /** @throws {ProviderError} `quota_spent` while it is known that nothing is left; costs nothing. */
  refuseIfSpent(): void {
    const { until, clockOffset: then } = this.#spent;
    // By a clock that was set since, it may mean another time: the counters know better.
    if (Math.abs(clockOffset() - then) > CLOCK_JUMP_MS) return;
    const left = until - Date.now();
    if (left > 0) throw this.#refusal("quota_spent", left);
  }

  /** What of the day's quota is used, by everybody who shares the store. */
  async quota(): Promise<QuotaUsage> {
    const [usage] = await this.#counters.usage(this.#provider, [this.#day]);
    const { used, freeAt } = usage!;
    const limit = this.#day.limit === UNLIMITED ? null : this.#day.limit;
    return { used, limit, freeAt: used >= this.#day.limit ? new Date(freeAt) : null };
  }

  /** Whether more is left than what is reserved for calls that somebody waits for. */
  async hasSpare(): Promise<boolean> {
    const { used } = await this.quota();
    return used < this.#day.limit * (1 - RESERVED);
  }

  #refusal(reason: "quota_spent" | "queue_full", waitMs: number): ProviderError {
    return new ProviderError(this.#provider, reason, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }
}

function clockOffset(): number {
  return Date.now() - performance.now();
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
