/** A figure over all rows that needs one answer of another capability, such as a quote. */
import type { Served } from "../contract/envelope.js";
import { isRetryable, MarketDataError } from "../contract/errors.js";
import type { Ask, Question } from "../contract/question.js";
import { asFreshAs, onlyOnce } from "./freshness.js";
import type { Row } from "./rows.js";

/**
 * Returns the answer with the figure if `overall` names it, made of the `stored` rows; without the other answer it is `null`,
 * with a note.
 */
export async function withFigureBeside(
  question: Question,
  { overall = [], asOf }: { overall?: readonly string[] | undefined; asOf?: string | undefined },
  served: Served,
  stored: Served,
  ask: Ask,
): Promise<Served> {
  const { entry, input } = question;
  const { rows: spec } = entry.capability.tool;
  const from = spec?.onRequest?.fromBeside;
  if (!spec || !from || !overall.includes(from.name)) return served;
  const list = stored.envelope.body[spec.list];
  const rows = Array.isArray(list) ? (list as Row[]) : [];
  const { answer, failure } = await answerBeside(question, from.toInput(input), ask);
  const { fields, notes } = from.toFields(rows, { ...input, as_of: asOf }, answer?.envelope.body);
  const { envelope } = served;
  const source = answer ? [{ provider: answer.envelope.provider, fields: [from.name] }] : [];
  const shown = {
    ...served,
    envelope: {
      ...envelope,
      body: { ...envelope.body, ...fields },
      filled: [...envelope.filled, ...source.filter(({ provider }) => provider !== envelope.provider)],
      notes: [...envelope.notes, ...notes, ...(failure ? [failure.sentence] : [])],
    },
  };
  if (answer) return asFreshAs(answer, shown);
  return failure && isRetryable(failure) ? onlyOnce(shown) : shown;
}

/** Returns the other answer, or the failure that is no cancellation. */
async function answerBeside(
  question: Question,
  input: Row,
  ask: Ask,
): Promise<{ answer?: Served; failure?: MarketDataError }> {
  const { beside } = question.entry;
  if (!beside) return {};
  try {
    return { answer: await ask({ ...question, entry: beside, input }) };
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind === "cancelled") throw error;
    return { failure: error };
  }
}
