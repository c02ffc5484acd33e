/**
 * A circuit breaker: stops calls to a provider that keeps failing, so that an outage costs it few calls.
 *
 * It opens after 5 failures in a row, or when half of at least 10 calls within 30 s failed. All failed calls and retries
 * of one question count as one failure, so that one caller's overview, which makes several calls, cannot open it. It stays
 * open for 15 s with jitter, then lets a
 * single call through as a probe. Each failed probe doubles the time, up to 5 minutes.
 */

export type CircuitState = "closed" | "open" | "half-open";

const IN_A_ROW = 5;
const WINDOW_SECONDS = 30;
const MIN_CALLS = 10;
const FAILURE_RATIO = 0.5;
const OPEN_MS = 15_000;
const MAX_OPEN_MS = 300_000;
const JITTER = 0.1;

/** Permission to send one call. The holder reports its outcome; only the first report counts. */
export interface Permit {
  /** Whether the call may still be sent: false when the circuit has opened meanwhile. */
  isValid(): boolean;
  succeeded(): void;
  failed(): void;
  /** The call ended in a way that says nothing about the provider, for example cancelled. */
  abandoned(): void;
}

export class Breaker {
  readonly #now: () => number;
  readonly #random: () => number;
  /** Counts per second, for seconds with at least one call. */
  #seconds: { second: number; calls: number; failures: number }[] = [];
  #failuresInARow = 0;
  /** Questions of which a failure has been counted. */
  readonly #failedQuestions = new WeakSet<object>();
  #openUntil = 0;
  #openMs = OPEN_MS;
  #state: "closed" | "open" = "closed";
  #probing = false;

  readonly #onStateChange: (state: "closed" | "open") => void;

  /** `now` returns monotonic milliseconds; `onStateChange` is called when the circuit opens or closes. */
  constructor(
    now: () => number = () => performance.now(),
    random: () => number = Math.random,
    onStateChange: (state: "closed" | "open") => void = () => {},
  ) {
    this.#now = now;
    this.#random = random;
    this.#onStateChange = onStateChange;
  }

  get state(): CircuitState {
    return this.#state === "open" && this.#now() >= this.#openUntil ? "half-open" : this.#state;
  }

  /** Whole seconds until a call is allowed; 0 when it is allowed now. */
  get secondsLeft(): number {
    if (this.#state === "closed") return 0;
    const left = Math.ceil((this.#openUntil - this.#now()) / 1000);
    // A pending probe takes an unknown time, so report at least a second.
    return this.#probing ? Math.max(1, left) : Math.max(0, left);
  }

  /** Permission to make a call of `question` (any object that stands for it), or `undefined` while the circuit is open. */
  enter(question: object = {}): Permit | undefined {
    if (this.#state === "closed") return this.#permit(question, false);
    if (this.#probing || this.#now() < this.#openUntil) return undefined;
    this.#probing = true;
    return this.#permit(question, true);
  }

  #permit(question: object, probe: boolean): Permit {
    let reported = false;
    const once = (report: () => void) => () => {
      if (reported) return;
      reported = true;
      if (probe) this.#probing = false;
      report();
    };
    return {
      isValid: () => probe || this.#state === "closed",
      succeeded: once(() => (probe ? this.#close() : this.#count(false))),
      failed: once(() => (probe ? this.#reopen() : this.#countFailure(question))),
      abandoned: once(() => {}),
    };
  }

  #countFailure(question: object): void {
    if (this.#failedQuestions.has(question)) return;
    this.#failedQuestions.add(question);
    this.#count(true);
  }

  #count(failed: boolean): void {
    // The call was sent before the circuit opened, so its outcome says nothing new.
    if (this.#state !== "closed") return;
    const second = Math.floor(this.#now() / 1000);
    if (this.#seconds.at(-1)?.second !== second) {
      this.#seconds = this.#seconds.filter((each) => second - each.second <= WINDOW_SECONDS);
      this.#seconds.push({ second, calls: 0, failures: 0 });
    }
    const current = this.#seconds.at(-1)!;
    current.calls++;
    this.#failuresInARow = failed ? this.#failuresInARow + 1 : 0;
    if (!failed) return;
    current.failures++;
    if (this.#failuresInARow >= IN_A_ROW || this.#isHalfFailing()) this.#open(OPEN_MS);
  }

  #isHalfFailing(): boolean {
    let calls = 0;
    let failures = 0;
    for (const each of this.#seconds) {
      calls += each.calls;
      failures += each.failures;
    }
    return calls >= MIN_CALLS && failures / calls >= FAILURE_RATIO;
  }

  #reopen(): void {
    this.#open(Math.min(this.#openMs * 2, MAX_OPEN_MS));
  }

  #open(ms: number): void {
    if (this.#state === "closed") this.#onStateChange("open");
    this.#state = "open";
    this.#openMs = ms;
    this.#openUntil = this.#now() + ms * (1 + JITTER * this.#random());
  }

  #close(): void {
    this.#onStateChange("closed");
    this.#state = "closed";
    this.#seconds = [];
    this.#failuresInARow = 0;
  }
}
