/** Related securities by Yahoo. */
import { peers, toPeers } from "../../../capabilities/companies/peers.js";
import { source } from "../../../contract/provider.js";
import { noData } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";

/** The first four that B relates to the symbol, by what its readers look at together. */
export const peersFromYahoo = source(yahooProvider, peers, async ({ symbol }, client) => {
  const symbols = toPeers(symbol, await client.related(symbol));
  if (symbols.length === 0) throw noData();
  return { data: { symbol, kind: "related" as const, symbols } };
});
