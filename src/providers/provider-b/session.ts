/**
 * Provider B's session: one crumb with cookies for all questions, and one handshake at a time,
 * shared by all callers.
 */
import { ProviderError, type Reason } from "../../contract/errors.js";
import { shakeHands, type HandshakeSettings, type Pass } from "./handshake.js";

const MINUTE_SECONDS = 60;

/**
 * Milliseconds without a new handshake after a failed one. A broken connection recovers soon;
 * repeated attempts make a refusal last longer.
 */
const REST_SECONDS: Readonly<Partial<Record<Reason, number>>> = {
  rate_limited: MINUTE_SECONDS,
  bad_answer: MINUTE_SECONDS,
  server_error: 5,
  unreachable: 5,
  timed_out: 5,
};

/** The cookies and the crumb of this process. */
export class Session {
  readonly #settings: HandshakeSettings;
  #pass: Pass | undefined;
  #handshake: Promise<Pass> | undefined;
  #rest: { until: number; reason: Reason } | undefined;
  #resigned: number | undefined;
  #renewed: number | undefined;

  constructor(settings: HandshakeSettings) {
    this.#settings = settings;
  }

  /**
   * The pass we have, else the one a handshake brings; all callers share that handshake.
   *
   * @throws {ProviderError} the reason of a handshake that failed, at once while it is remembered.
   */
  pass(): Promise<Pass> {
    if (this.#pass) return Promise.resolve(this.#pass);
    this.#handshake ??= this.#open().finally(() => (this.#handshake = undefined));
    return this.#handshake;
  }

  /**
   * A pass in place of one that was refused. Of many calls refused with the same
   * pass only the first throws it away.
   *
   * @throws {ProviderError} `server_error` when new passes are refused as well, and as `pass`.
   */
  async renew(refused: Pass): Promise<Pass> {
    if (this.#pass === refused) {
      const now = this.#settings.now();
      if (this.#resigned !== undefined && now < this.#resigned) throw refusedFor(this.#resigned - now);
      // A call that used the old pass may be refused after another call has renewed it.
      if (this.#renewed !== undefined && now < this.#renewed + MINUTE_SECONDS * 1000) throw this.resign();
      this.#renewed = now;
      this.#pass = undefined;
    }
    return this.pass();
  }

  /** A pass from a new handshake was refused: another handshake would not help for a while. */
  resign(): ProviderError {
    this.#resigned = this.#settings.now() + MINUTE_SECONDS * 1000;
    return refusedFor(MINUTE_SECONDS * 1000);
  }

  async #open(): Promise<Pass> {
    const left = this.#rest ? Math.ceil((this.#rest.until - this.#settings.now()) / 1000) : 0;
    if (this.#rest && left > 0) {
      throw new ProviderError("provider-b", this.#rest.reason, { retryAfterSeconds: left });
    }
    try {
      this.#pass = await shakeHands(this.#settings);
      this.#rest = undefined;
      return this.#pass;
    } catch (error) {
      const seconds = error instanceof ProviderError ? REST_SECONDS[error.reason] : undefined;
      if (!(error instanceof ProviderError) || seconds === undefined) throw error;
      const { reason, retryAfterSeconds = seconds } = error;
      this.#rest = { until: this.#settings.now() + retryAfterSeconds * 1000, reason };
      throw new ProviderError("provider-b", reason, { retryAfterSeconds });
    }
  }
}

function refusedFor(ms: number): ProviderError {
  return new ProviderError("provider-b", "server_error", { retryAfterSeconds: Math.ceil(ms / 1000) });
}
