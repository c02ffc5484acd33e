/** Peers by FMP. */
import { peers, toPeers } from "../../capabilities/companies/peers.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { positive, text } from "../../contract/values.js";
import { badAnswer, noData, fmpProvider } from "./provider.js";

const peerRow = z.object({ symbol: text, mktCap: positive });
const MAX_ROWS = 100;

/**
 * The four largest by market cap: A's list has small companies of the same industry too. Read without `rows`, which
 * rejects an answer about other symbols than the requested one.
 */
export const peersFromFmp = source(fmpProvider, peers, async ({ symbol }, client) => {
  const answer = await client.get("stock-peers", { symbol });
  if (answer === null) throw noData();
  if (!Array.isArray(answer)) throw badAnswer();
  const rows = answer.slice(0, MAX_ROWS).flatMap((row: unknown) => peerRow.safeParse(row).data ?? []);
  const largest = rows.toSorted((one, other) => (other.mktCap ?? 0) - (one.mktCap ?? 0));
  const symbols = toPeers(
    symbol,
    largest.map((row) => row.symbol),
  );
  if (symbols.length === 0) throw noData();
  return { data: { symbol, kind: "peers" as const, symbols } };
});
