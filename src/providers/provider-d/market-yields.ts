/** The yields of the market summary by provider D: the par yields of the US Treasury, which need no contact. */
import { treasuryYields } from "../../capabilities/market-summary.js";
import { enricher } from "../../contract/enrichment.js";
import { ProviderError } from "../../contract/errors.js";
import { providerD } from "./provider.js";
import { findYields } from "./rate-feeds.js";

/** @throws {ProviderError} `bad_answer` when a maturity is missing: the yields of an answer are all of one source. */
export const treasuryYieldsFromD = enricher(providerD, treasuryYields, async (_asked, client, upstream) => {
  const { date, m3, y2, y5, y10, y30 } = await findYields(client, upstream);
  if ([m3, y2, y5, y10, y30].includes(null)) throw new ProviderError("provider-d", "bad_answer");
  return { facts: { m3, y2, y5, y10, y30, date } };
});
