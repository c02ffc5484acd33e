/** Adds what a caller holds to the rows of an answer. */
import type { Served } from "../contract/envelope.js";
import type { Holding } from "../contract/holdings.js";
import type { HeldRow } from "../contract/rows-spec.js";
import { symbolsOf, type Question } from "../contract/question.js";
import { onlyOnce } from "./freshness.js";
import type { Row } from "./rows.js";

/**
 * Returns the answer with the caller's holdings, one for each of the requested symbols. It is sent to nobody
 * else and never again.
 */
export function withHeld(
  question: Question,
  held: readonly (Holding | undefined)[] | undefined,
  served: Served,
): Served {
  const { list, holdings } = question.entry.capability.tool.rows ?? {};
  if (held === undefined || list === undefined || !holdings) return served;
  const { envelope } = served;
  const rows = pair(envelope.body[list] as readonly Row[], symbolsOf(question), held);
  const { rows: shown, fields, notes } = holdings(rows, question.input);
  const body = { ...envelope.body, [list]: shown, ...fields };
  return { ...onlyOnce(served), envelope: { ...envelope, body, notes: [...envelope.notes, ...notes] } };
}

/** Returns the rows, which are in the order of the symbols and lack those that failed, each with its holding. */
function pair(
  rows: readonly Row[],
  symbols: readonly string[],
  held: readonly (Holding | undefined)[],
): readonly HeldRow[] {
  let next = 0;
  return symbols.flatMap((symbol, at): HeldRow[] => {
    const row = rows[next];
    if (row?.["symbol"] !== symbol) return [];
    next++;
    return [{ row, holding: held[at] }];
  });
}
