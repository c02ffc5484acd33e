/** The companies that a provider names beside one; `compare_stocks` uses them, and nobody asks for them alone. */
import { defineCapability } from "../../contract/capability.js";
import { answerSymbol, sourceSymbol, symbol } from "../../contract/fields.js";
import { z } from "../../contract/schema.js";
import { REFERENCE, symbolErrors } from "../shapes.js";

/** The most peers; with the company itself they fill a comparison. */
const MAX_PEERS = 4;
export const PEER_KINDS = ["peers", "related"] as const;

export const peers = defineCapability({
  name: "peers",
  title: "Peers",
  route: "/api/v1/stock/{symbol}/peers",
  tool: { name: "get_peers", set: "core", description: "Companies that are similar to one." },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    kind: z.enum(PEER_KINDS).describe("peers of the same business, or related by interest of readers"),
    symbols: z.array(z.string()).describe("At most four"),
  }),
  freshness: REFERENCE,
  errors: symbolErrors("fetch peers"),
});

/** Returns the symbols that other tools accept, each once and without the company itself, at most four. */
export function toPeers(asked: string, found: readonly unknown[]): string[] {
  const valid = found.flatMap((each) => sourceSymbol.safeParse(each).data ?? []);
  return [...new Set(valid)].filter((each) => each !== asked).slice(0, MAX_PEERS);
}
