/** Provider A's consensus of price targets: high, low, mean and median. */
import { z } from "../../contract/schema.js";
import { number, toPositive } from "../../contract/values.js";
import { badAnswer, type ClientA } from "./provider.js";

const consensusRow = z.object({
  targetHigh: number,
  targetLow: number,
  targetConsensus: number,
  targetMedian: number,
});

export type TargetConsensus = z.output<typeof consensusRow>;

/**
 * Returns the consensus, per share in the listing's currency; `null` when there are no targets, for which provider A
 * may send four zeros. A single 0 becomes `null`.
 *
 * @throws {ProviderError} `bad_answer` when none of the four can be read.
 */
export async function fetchTargetConsensus(symbol: string, client: ClientA): Promise<TargetConsensus | null> {
  const row = await client.first(consensusRow, "price-target-consensus", { symbol });
  if (!row) return null;
  const targets = Object.values(row).filter((target) => target !== null);
  if (targets.length === 0) throw badAnswer();
  if (targets.every((target) => target === 0)) return null;
  return {
    targetHigh: toPositive(row.targetHigh),
    targetLow: toPositive(row.targetLow),
    targetConsensus: toPositive(row.targetConsensus),
    targetMedian: toPositive(row.targetMedian),
  };
}
