/** Answers on a past day and with provenance: from filings where there are some, else from the usual sources. */
import { MarketDataError } from "../contract/errors.js";
import type { Served } from "../contract/envelope.js";
import type { Ask, Question } from "../contract/question.js";
import { asKnownOn, datedRow, isDated, officialRow } from "./as-of.js";

interface Wishes {
  /** A past day, `YYYY-MM-DD`. */
  asOf?: string | undefined;
  provenance?: boolean | undefined;
}

/**
 * Answers from the official source if the view wants a past day or provenance and there is such a source; if there is none
 * or it fails, from the other sources, with a note.
 */
export async function answerOfficially(
  { asOf: day, provenance }: Wishes,
  question: Question,
  ask: Ask,
): Promise<Served> {
  const row = day === undefined && provenance !== true ? undefined : officialRow(question.entry);
  if (row === undefined) return answerOn(day, question, ask);
  let refusal: string;
  try {
    const input = { ...question.input, as_of: day, provenance: provenance === true ? true : undefined };
    const served = await ask({ ...question, entry: row, input });
    // Its rows were public by then; the note says how many there are.
    return day === undefined ? served : asKnownOn(question.entry.capability, served, day);
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind === "cancelled") throw error;
    refusal = error.message;
  }
  const served = await answerOn(day, question, ask);
  const { envelope } = served;
  const why = [
    ...(provenance === true ? ["These figures have no provenance."] : []),
    ...(day === undefined ? [] : ["Nobody outside the source knows whether its figures are those of that day."]),
    `The filings could not be used: ${refusal}`,
  ];
  return { ...served, envelope: { ...envelope, notes: [...why, ...envelope.notes] } };
}

async function answerOn(day: string | undefined, question: Question, ask: Ask): Promise<Served> {
  const { capability } = question.entry;
  const answer = await ask(question);
  if (day === undefined) return answer;
  const dated = isDated(capability, answer) ? undefined : datedRow(question.entry);
  return asKnownOn(capability, dated ? await ask({ ...question, entry: dated }) : answer, day);
}
