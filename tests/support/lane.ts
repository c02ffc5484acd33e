/** The calls to a provider without limits of their own. */
import type { Provider } from "../../src/contract/provider.js";
import { createRedactor } from "../../src/lib/redact.js";
import { createBreaker } from "../../src/upstream/breaker.js";
import type { Lane } from "../../src/upstream/call.js";
import { LongAnswers } from "../../src/upstream/long-answers.js";
import { Pauses } from "../../src/upstream/pauses.js";
import { createRetryBudget } from "../../src/upstream/retry-budget.js";

/** Returns a lane that admits every call at once, with these parts and for calls that contain `secrets`. */
export function openLane(
  provider: Provider,
  { secrets = [], ...parts }: Partial<Lane> & { secrets?: readonly string[] } = {},
): Lane {
  return {
    provider,
    timeoutMs: 2000,
    pauses: new Pauses(),
    breaker: createBreaker(),
    retryBudget: createRetryBudget(),
    redact: createRedactor(secrets),
    admit: async () => {},
    hasSpare: async () => true,
    longAnswers: new LongAnswers(),
    ...parts,
  };
}
