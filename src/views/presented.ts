/** The answer as its capability presents it: rows that the input chooses, and figures of other answers or of what the caller holds. */
import type { Filled, Served } from "../contract/envelope.js";
import { isRetryable, MarketDataError } from "../contract/errors.js";
import type { Holding } from "../contract/holdings.js";
import { symbolsOf, type Ask, type Question } from "../contract/question.js";
import type { HeldRow } from "../contract/rows-spec.js";
import { asFreshAs, onlyOnce } from "./freshness.js";
import type { Row } from "./rows.js";

/** The parts of a view that a presentation depends on. */
interface Wishes {
  asOf?: string | undefined;
  overall?: readonly string[] | undefined;
  held?: readonly (Holding | undefined)[] | undefined;
}

/**
 * Returns the answer with the rows, fields and sentences of its capability's presentation. `stored` is the answer before
 * columns on request were added and hidden ones removed, with the same rows. With holdings it is sent to nobody else and
 * never again.
 */
export async function withPresentation(
  question: Question,
  { asOf, overall = [], held }: Wishes,
  served: Served,
  stored: Served,
  ask: Ask,
): Promise<Served> {
  const { list = "", present } = question.entry.capability.tool.rows ?? {};
  const { envelope } = served;
  const { [list]: rows } = envelope.body;
  if (!present || !Array.isArray(rows)) return served;
  const filled: Filled[] = [];
  let keep = (answer: Served) => (held ? onlyOnce(answer) : answer);
  const presented = await present({
    rows: rows as Row[],
    stored: stored.envelope.body[list] as Row[],
    held: held && pair(rows as Row[], symbolsOf(question), held),
    input: question.input,
    asOf,
    overall,
    async askBeside(input, fields) {
      const { supplement } = question.entry;
      if (!supplement) return {};
      try {
        const answer = await ask({ ...question, entry: supplement, input });
        const { provider, body } = answer.envelope;
        if (provider !== envelope.provider) filled.push({ provider, fields: [...fields] });
        keep = (own) => asFreshAs(answer, own);
        return { body };
      } catch (error) {
        if (!(error instanceof MarketDataError) || error.kind === "cancelled") throw error;
        if (isRetryable(error)) keep = onlyOnce;
        return { failure: error.sentence };
      }
    },
  });
  const body = { ...envelope.body, [list]: presented.rows ?? rows, ...presented.fields };
  const notes = [...envelope.notes, ...(presented.notes ?? [])];
  return keep({ ...served, envelope: { ...envelope, body, filled: [...envelope.filled, ...filled], notes } });
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
