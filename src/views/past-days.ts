/** Answers on a past day and with provenance: from filings where there are some, else from the usual sources. */
import { forCallers, say, the, without } from "../contract/sentence.js";
import { isDeepStrictEqual } from "node:util";
import type { Capability } from "../contract/capability.js";
import type { HistorySpec } from "../contract/rows-spec.js";
import { rowOf, type Entry } from "../contract/entry.js";
import type { Envelope, Served } from "../contract/envelope.js";
import { isRetryable, MarketDataError } from "../contract/errors.js";
import { SELF, toLabel, type AnsweredBy, type ProviderId } from "../contract/provider-id.js";
import type { Ask, Question } from "../contract/question.js";
import { endSamePeriod } from "../lib/day.js";
import { newestFirst } from "../lib/newest-first.js";
import { oncePer } from "../lib/once-per.js";
import { asFreshAs, onlyOnce } from "./freshness.js";
import type { Row } from "./rows.js";

interface Wishes {
  /** A past day, `YYYY-MM-DD`. */
  asOf?: string | undefined;
  provenance?: boolean | undefined;
  /** The most rows. */
  limit?: number | undefined;
}

/**
 * Answers from the official source if the view wants a past day or provenance and there is such a source; if there is none
 * or it fails, from the other sources, with a note. It also answers from the official source if the view wants more rows
 * than another source has, and the official one reaches further back.
 */
export async function answerOfficially(
  { asOf: day, provenance, limit }: Wishes,
  question: Question,
  ask: Ask,
): Promise<Served> {
  const row = day === undefined && provenance !== true ? undefined : officialRow(question.entry);
  if (row === undefined) return answerFurtherBack(limit, question, await answerOn(day, question, ask), ask);
  let refusal: MarketDataError;
  try {
    const input = { ...question.input, as_of: day, provenance: provenance === true ? true : undefined };
    const served = await ask({ ...question, entry: row, input });
    // Its rows were public by then; the note says how many there are.
    return day === undefined ? served : asKnownOn(question, served, day);
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind === "cancelled") throw error;
    refusal = error;
  }
  const served = await answerOn(day, question, ask);
  const { envelope } = served;
  const { history } = question.entry.capability.tool;
  const list = history && envelope.body[history.list];
  const isEmpty = Array.isArray(list) && list.length === 0;
  const why = [
    ...(provenance === true && !isEmpty ? [say`These figures have no provenance.`] : []),
    ...(day === undefined || isEmpty
      ? []
      : [say`Nobody outside the source knows whether its figures are those of that day.`]),
    say`The filings could not be used: ${refusal.sentence}`,
  ];
  return {
    ...(isRetryable(refusal) ? onlyOnce(served) : served),
    envelope: { ...envelope, notes: [...why, ...without("advice", envelope.notes)] },
  };
}

/**
 * Returns the answer, or that of the official source if the list has fewer rows than `limit`, or the input means older ones,
 * and that source has older ones: one source defines its lines alike in all periods. Periods that it lacks are those of the
 * answer; then each row has its `source`.
 */
async function answerFurtherBack(
  limit: number | undefined,
  question: Question,
  served: Served,
  ask: Ask,
): Promise<Served> {
  const { list, noun = list, furtherBack, key: [day = ""] = [] } = question.entry.capability.tool.rows ?? {};
  const { envelope } = served;
  const found = furtherBack && envelope.body[list!];
  const known = Array.isArray(found) ? (found as readonly Row[]) : [];
  const entry = furtherBack?.(known, question.input, limit) ? officialRow(question.entry) : undefined;
  const { provider } = envelope;
  const isOfficial = entry?.sources.some((source) => source.provider.id === provider);
  const rowsIn = ({ body }: Envelope) => (body[list!] ?? []) as readonly Row[];
  const endsOf = (of: Envelope) =>
    rowsIn(of)
      .map((row) => String(row[day]))
      .toSorted();
  if (!entry || isOfficial || provider === SELF) return served;
  let failure: MarketDataError | undefined;
  try {
    const filed = await ask({ ...question, entry });
    const [days, filedDays] = [endsOf(envelope), endsOf(filed.envelope)];
    if (days.length > 0 && filedDays.length > 0 && filedDays[0]! < days[0]!) {
      const only = isDeepStrictEqual(envelope.currency, filed.envelope.currency)
        ? withoutSame(rowsIn(envelope), filedDays, day)
        : [];
      const beside =
        only.length > 0
          ? say`, and has ${only.length} that only ${the.source(provider)} has${forCallers`: "source", in "${the.parameter("fields")}", names it`}`
          : "";
      const note = say`${the.source(provider)} has ${days.length} of these ${noun}; this answer is from filings, which reach further back${beside}.`;
      const { body, filled, notes, provider: official } = filed.envelope;
      const from = (rows: readonly Row[], id: AnsweredBy) =>
        rows.map((row) => ({ ...row, source: toLabel(id as ProviderId) }));
      const all: Row[] = [...from(only, provider), ...from(rowsIn(filed.envelope), official)];
      const joined = {
        body: { ...body, [list!]: newestFirst(all, (row) => String(row[day])) },
        filled: [...filled, { provider, fields: [] }],
      };
      const shown = { ...filed.envelope, ...(only.length > 0 ? joined : {}), notes: [note, ...notes] };
      return { ...asFreshAs(served, filed), envelope: shown };
    }
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind === "cancelled") throw error;
    if (isRetryable(error)) failure = error;
  }
  const why = failure && say`The filings, which may reach further back, could not be used: ${failure.sentence}`;
  return {
    ...(failure ? onlyOnce(served) : served),
    envelope: {
      ...envelope,
      notes: [...(why === undefined ? [] : [why]), ...without("advice", envelope.notes)],
    },
  };
}

/** Returns the rows whose periods end on none of these days. */
function withoutSame(rows: readonly Row[], ends: readonly string[], day: string): Row[] {
  return rows.filter((row) => !ends.some((end) => endSamePeriod(end, String(row[day]))));
}

async function answerOn(day: string | undefined, question: Question, ask: Ask): Promise<Served> {
  const { capability } = question.entry;
  const answer = await ask(question);
  if (day === undefined) return answer;
  const dated = isDated(capability, answer) ? undefined : datedRow(question.entry);
  return asKnownOn(question, dated ? await ask({ ...question, entry: dated }) : answer, day);
}

/**
 * Returns the answer without information that became public after `day`. It contains rows of the whole cached list, of
 * which an answer without `as_of` may show only the newest.
 *
 * Rows with an unknown publication day are removed, and a list that is `null` stays so; fields that only describe the
 * present become `null`. Notes state both.
 */
function asKnownOn({ entry, input }: Question, served: Served, day: string): Served {
  const { tool, view } = entry.capability;
  const { history } = tool;
  const { body, publicDays, notes } = served.envelope;
  const list = history && (served.whole ?? body)[history.list];
  if (!history) return served;
  const past = Object.fromEntries(history.snapshot.map((field) => [field, null]));
  if (list === null) {
    const note = say`What was public on ${day} is not known: ${history.list} could not be fetched.`;
    return { ...served, envelope: { ...served.envelope, body: { ...body, ...past }, notes: [note, ...notes] } };
  }
  if (!Array.isArray(list)) return served;
  const days = daysOf(history, list, publicDays);
  const known = list.filter((_row, index) => (days[index] ?? LATER) <= day);
  const undated = days.filter((found) => found === null).length;
  const total = tool.rows?.total;
  const whole = { ...body, ...past, [history.list]: known, ...(total ? { [total]: known.length } : {}) };
  return {
    ...served,
    envelope: {
      ...served.envelope,
      body: view?.(whole as never, input as never) ?? whole,
      notes: [
        say`As known on ${day}: ${known.length} of ${list.length} were public by then.`,
        ...(undated > 0 ? [say`${undated} without a known day of publication are left out.`] : []),
        ...(history.snapshot.length > 0 ? [say`Targets and counts exist only as of now and are left out.`] : []),
        // The source's notes are on rows of which none is left.
        ...(known.length === 0 && list.length > 0 ? [] : notes),
      ],
    },
  };
}

/** Whether the answer contains the publication days of its rows. */
function isDated(capability: Capability, { envelope }: Served): boolean {
  const { history } = capability.tool;
  const list = history && envelope.body[history.list];
  if (!history || !Array.isArray(list) || list.length === 0) return true;
  return daysOf(history, list, envelope.publicDays).some((day) => day !== null);
}

/** Returns the catalogue row with only the sources that know publication days; its answers are cached separately. */
const datedRow = oncePer((entry: Entry) => rowOf(entry, "dated"));

/** Returns the catalogue row with only the sources that have filings. */
const officialRow = oncePer((entry: Entry) => rowOf(entry, "official"));

/** Returns the catalogue row with only the sources whose rows have the columns on request. */
export const columnsRow = oncePer((entry: Entry) => rowOf(entry, "columns"));

/** Later than any real day, so that rows without a known day are removed. */
const LATER = "9999-12-31";

function daysOf({ dayOf }: HistorySpec, list: readonly unknown[], publicDays: Served["envelope"]["publicDays"]) {
  return list.map((row, index) => (dayOf ? dayOf(row as Record<string, unknown>) : (publicDays?.[index] ?? null)));
}
