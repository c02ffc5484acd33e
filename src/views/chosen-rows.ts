/** The rows that parameters of a capability choose, or make of others. */
import type { Served } from "../contract/envelope.js";
import type { Question } from "../contract/question.js";
import type { Row } from "./rows.js";

/**
 * Returns the answer with the rows that the input chooses. `stored` is the answer before columns on request were added and
 * hidden ones removed, with the same rows.
 */
export function withChosenRows(
  { entry: { capability }, input }: Pick<Question, "entry" | "input">,
  served: Served,
  stored: Served,
): Served {
  const { list, choice } = capability.tool.rows ?? {};
  const { envelope } = served;
  const rows = list && envelope.body[list];
  if (!choice || !Array.isArray(rows)) return served;
  const chosen = choice.choose(rows as Row[], stored.envelope.body[list!] as Row[], input);
  if (!chosen) return served;
  const body = { ...envelope.body, [list!]: chosen.rows };
  return { ...served, envelope: { ...envelope, body, notes: [...envelope.notes, ...chosen.notes] } };
}
