/**
 * A circuit breaker: stops calls to a provider that keeps failing, so that an outage costs it few calls.
 *
 * It opens after 5 failures in a row, or when half of at least 10 calls within 30 s failed, if a call about a symbol that
 * the provider knows fails as well: otherwise five questions of one caller about symbols to which it answers 500 would stop
 * it for everybody. All failed calls and retries of one question count as one failure, so that one caller's overview,
 * which makes several calls, cannot open it. It stays open for 15 s with jitter, then lets a single call through as a
 * probe. Each failed probe doubles the time, up to 5 minutes.
 */

type CircuitState = "closed" | "open" | "half-open";

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

export type Breaker = ReturnType<typeof createBreaker>;
/** The part of a breaker that admits calls. */
export type Circuit = Pick<Breaker, "enter" | "secondsLeft" | "state">;

/** The circuit of calls with which a provider is checked. */
export const ALWAYS_CLOSED: Circuit = {
  state: "closed",
  secondsLeft: 0,
  enter: () => ({ isValid: () => true, succeeded: () => {}, failed: () => {}, abandoned: () => {} }),
};

interface BreakerParts {
  /** Makes a call about a symbol that the provider knows; returns whether the provider answered. */
  works(): Promise<boolean>;
  /** Returns monotonic milliseconds. */
  now?: () => number;
  random?: () => number;
  /** Called when the circuit opens or closes. */
  onStateChange?: (state: "closed" | "open") => void;
}

export function createBreaker({
  works,
  now = () => performance.now(),
  random = Math.random,
  onStateChange = () => {},
}: BreakerParts) {
  /** Counts per second, for seconds with at least one call. */
  let seconds: { second: number; calls: number; failures: number }[] = [];
  let failuresInARow = 0;
  /** Questions of which a failure has been counted. */
  const failedQuestions = new WeakSet<object>();
  let openUntil = 0;
  let openForMs = OPEN_MS;
  let state: "closed" | "open" = "closed";
  let probing = false;
  let isAsking = false;

  function permit(question: object, probe: boolean): Permit {
    let reported = false;
    const once = (report: () => void) => () => {
      if (reported) return;
      reported = true;
      if (probe) probing = false;
      report();
    };
    return {
      isValid: () => probe || state === "closed",
      succeeded: once(() => (probe ? close() : count(false))),
      failed: once(() => (probe ? stayOpen() : countFailure(question))),
      abandoned: once(() => {}),
    };
  }

  function countFailure(question: object): void {
    if (failedQuestions.has(question)) return;
    failedQuestions.add(question);
    count(true);
  }

  function count(failed: boolean): void {
    // The call was sent before the circuit opened, so its outcome says nothing new.
    if (state !== "closed") return;
    const second = Math.floor(now() / 1000);
    if (seconds.at(-1)?.second !== second) {
      seconds = seconds.filter((each) => second - each.second <= WINDOW_SECONDS);
      seconds.push({ second, calls: 0, failures: 0 });
    }
    const current = seconds.at(-1)!;
    current.calls++;
    failuresInARow = failed ? failuresInARow + 1 : 0;
    if (!failed) return;
    current.failures++;
    if (failuresInARow >= IN_A_ROW || isHalfFailing()) doubt(OPEN_MS);
  }

  function isHalfFailing(): boolean {
    const sumOf = (kind: "calls" | "failures") => seconds.reduce((sum, each) => sum + each[kind], 0);
    const calls = sumOf("calls");
    return calls >= MIN_CALLS && sumOf("failures") / calls >= FAILURE_RATIO;
  }

  /** Opens for twice the time before the provider is checked, so that errors name this time meanwhile. */
  function stayOpen(): void {
    open(Math.min(openForMs * 2, MAX_OPEN_MS));
    doubt(openForMs);
  }

  /** Opens the circuit if the provider does not answer a call about a symbol that it knows, either. */
  function doubt(ms: number): void {
    if (isAsking) return;
    isAsking = true;
    void works()
      .catch(() => false)
      .then((isWorking) => {
        isAsking = false;
        if (isWorking) return close();
        return now() < openUntil ? undefined : open(ms);
      });
  }

  function open(ms: number): void {
    if (state === "closed") onStateChange("open");
    state = "open";
    openForMs = ms;
    openUntil = now() + ms * (1 + JITTER * random());
  }

  function close(): void {
    if (state === "open") onStateChange("closed");
    state = "closed";
    openUntil = 0;
    seconds = [];
    failuresInARow = 0;
  }

  return {
    get state(): CircuitState {
      return state === "open" && now() >= openUntil ? "half-open" : state;
    },

    /** Whole seconds until a call is allowed; 0 when it is allowed now. */
    get secondsLeft(): number {
      if (state === "closed") return 0;
      const left = Math.ceil((openUntil - now()) / 1000);
      // A pending probe takes an unknown time, so report at least a second.
      return Math.max(probing || isAsking ? 1 : 0, left);
    },

    /** Permission to make a call of `question` (any object that stands for it), or `undefined` while the circuit is open. */
    enter(question: object = {}): Permit | undefined {
      if (state === "closed") return permit(question, false);
      if (probing || isAsking || now() < openUntil) return undefined;
      probing = true;
      return permit(question, true);
    },
  };
}
