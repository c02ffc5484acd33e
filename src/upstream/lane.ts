/** The state of the calls to one provider, shared by all questions. */
import type { Provider } from "../contract/provider.js";
import { createRedactor } from "../lib/redact.js";
import { Breaker } from "./breaker.js";
import { LongAnswers } from "./long-answers.js";
import type { Pauses } from "./pauses.js";
import { RetryBudget } from "./retry-budget.js";

/** Parts that all calls to one provider share. */
export interface Lane {
  provider: Provider;
  /** Deadline of one attempt. */
  timeoutMs: number;
  pauses: Pauses;
  breaker: Breaker;
  retryBudget: RetryBudget;
  /** Removes our secrets from an answer that contains them, because any upstream text may end up in a field. */
  redact: (text: string) => string;
  /**
   * Waits for the call's turn and counts it; `lastCheck` is called just before and throws if the call must not be made.
   *
   * @throws {ProviderError} when the call cannot be made before `deadline`, or the quota is used up.
   * @throws what `lastCheck` throws.
   */
  admit(deadline: number, signal: AbortSignal | undefined, lastCheck: () => void): Promise<void>;
  /** Whether the quota allows a retry; a part of the quota is reserved for first attempts. */
  hasSpare(): Promise<boolean>;
  /** The places for long answers, shared by all providers of the process. */
  longAnswers: LongAnswers;
  /** Called after each admitted HTTP call with its status class, or the way it failed, and its duration. */
  onCall?: (outcome: string, seconds: number) => void;
}

export interface LaneOptions extends Omit<Lane, "breaker" | "retryBudget" | "redact" | "longAnswers"> {
  /** Our key and other values that calls contain and that must not be printed. */
  secrets?: readonly string[];
  longAnswers?: LongAnswers;
  /** Called when the circuit opens and when it closes again. */
  onCircuit?: ((circuit: "closed" | "open") => void) | undefined;
}

/** Creates a lane with its own circuit breaker and retry budget, for calls that contain `secrets`. */
export function openLane({ secrets = [], onCircuit, longAnswers = new LongAnswers(), ...parts }: LaneOptions): Lane {
  const redact = createRedactor(secrets);
  return {
    ...parts,
    longAnswers,
    breaker: new Breaker(undefined, undefined, onCircuit),
    retryBudget: new RetryBudget(),
    redact,
  };
}
