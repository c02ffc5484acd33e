/** Yahoo's own list of indices, futures, currencies and coins. */
import { findForYahoo } from "./lookup.js";
import { quoteRow } from "./quote-rows.js";
import type { SimulatedRequest, SimulatedReply, World } from "../companies/world.js";

/** The upstream's list; it has one yield only. */
const LISTED = "^GSPC ^DJI ^IXIC ^RUT CL=F GC=F EURUSD=X ^TNX ^VIX GBPUSD=X JPY=X BTC-USD".split(" ");

/** Returns the reply of `v6/finance/quote/marketSummary`. */
export function marketSummaryReply(world: World, { at }: SimulatedRequest): SimulatedReply {
  const result = LISTED.flatMap((symbol) => {
    const security = findForYahoo(world, symbol);
    return security ? [quoteRow(world, security, at)] : [];
  });
  return { status: 200, body: { marketSummaryResponse: { result, error: null } } };
}
