/** Related securities by provider B. */
import { peers, toPeers } from "../../capabilities/peers.js";
import { source } from "../../contract/provider.js";
import { noData } from "./envelopes.js";
import { providerB } from "./provider.js";

/** The first four that B relates to the symbol, by what its readers look at together. */
export const peersFromB = source(providerB, peers, async ({ symbol }, client) => {
  const symbols = toPeers(symbol, await client.related(symbol));
  if (symbols.length === 0) throw noData();
  return { data: { symbol, kind: "related" as const, symbols } };
});
