/** The calls to a provider without limits of their own. */
import type { Provider } from "../../src/contract/provider.js";
import { createRedactor } from "../../src/lib/redact.js";
import { createMemoryCounters } from "../../src/store/memory.js";
import { createAdmission, type UpstreamAdmission, type Asking } from "../../src/upstream/call-admission.js";
import { createBreaker, type Breaker } from "../../src/upstream/breaker.js";
import type { Lane } from "../../src/upstream/call.js";
import { createKeyTrust } from "../../src/upstream/key-trust.js";
import { LongAnswers } from "../../src/upstream/long-answers.js";
import { Pauses } from "../../src/upstream/pauses.js";
import { createRetryBudget } from "../../src/upstream/retry-budget.js";

export interface LaneParts extends Partial<Lane> {
  secrets?: readonly string[];
  breaker?: Breaker;
  /** Waits for the turn of a call, which all have at once. */
  turn?: (asking: Asking) => Promise<void>;
}

/** Returns a lane that admits every call at once, with these parts and for calls that contain `secrets`. */
export function openLane(provider: Provider, parts: LaneParts = {}): Lane & { breaker: Breaker } {
  const { secrets = [], breaker = createBreaker({ works: async () => false }), turn, ...rest } = parts;
  const unlimited = createAdmission(provider.id, createMemoryCounters(), breaker, {
    ratePerMinute: 1_000_000,
    dailyQuota: 0,
  });
  const admit: UpstreamAdmission["admit"] = async (asking, circuit) => {
    const admitted = await unlimited.admit(asking, circuit);
    try {
      await turn?.(asking);
      asking.check();
      if (admitted.isValid()) return admitted;
    } catch (error) {
      admitted.end();
      admitted.abandoned();
      throw error;
    }
    return unlimited.admit(asking, circuit);
  };
  return {
    provider,
    timeoutMs: 100_000,
    pauses: new Pauses(),
    breaker,
    admission: { admit, hasSpare: unlimited.hasSpare },
    key: createKeyTrust(async () => false),
    retryBudget: createRetryBudget(),
    redact: createRedactor(secrets),
    longAnswers: new LongAnswers(),
    ...rest,
  };
}
