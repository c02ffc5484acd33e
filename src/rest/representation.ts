/** The text of an answer in the form that the request asks for: JSON or CSV, all rows and fields or some. */
import { inStyle, say, type Sentence, the } from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { nextTurnIfLong } from "../lib/next-turn.js";
import { csvWriter } from "../views/csv.js";
import { leftOutOfCsv, ofAnswer, toOneRow } from "../views/rows.js";
import { CSV_FIELD, csvFields, toShownBody } from "../views/shown-body.js";
import { namesFor, type SourceNames } from "../views/source-names.js";
import { columnsOfNone, type View } from "../views/view.js";
import { JSON_TYPE, render, type Rendered } from "./respond.js";

const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/**
 * Returns the answer rendered as JSON or CSV. CSV contains only the list; if the answer has a sentence in place of its
 * list, the sentence becomes a note. An answer without a list is one row.
 */
export async function represent(
  capability: Capability,
  served: Served,
  view: View,
  names: SourceNames,
  { wantsCsv, isPrivate }: { wantsCsv: boolean; isPrivate: boolean },
): Promise<Rendered> {
  const { envelope } = served;
  const spec = ofAnswer(capability.tool.rows, envelope.body);
  if (spec) await nextTurnIfLong(envelope.body);
  const format = view.format ?? (wantsCsv ? "csv" : "json");
  const shown = await toShownBody(capability, served, {
    ...view,
    format,
    showsAll: true,
    style: { source: namesFor(capability, names).writer() },
  });
  const hasTotals = format === "json" || (view.fields ?? view.overall) !== undefined;
  const body = shown.first(shown.rows, hasTotals);
  const as = (type: string, text: string, notes: readonly Sentence[]) => {
    const style = { source: namesFor(capability, names).writer(), isShown: shown.isShown(shown.rows) };
    const note = [...envelope.notes, ...shown.missing, ...notes]
      .flatMap((each) => inStyle(each, style) || [])
      .join(" ");
    return render(served, { type, body: text, note, varies: view.format === undefined, isPrivate });
  };
  if (format === "json") {
    const text = JSON.stringify(body);
    // Its ETag is computed from all of it.
    await nextTurnIfLong(body);
    return as(JSON_TYPE, text, shown.totalsNotes(shown.rows));
  }
  const list = spec && envelope.body[spec.list];
  if (!spec || (shown.columns === undefined && list === undefined)) {
    const row = toOneRow(capability.output, body);
    return as(CSV_TYPE, (await csvWriter(Object.keys(row)))([row]), []);
  }
  if (shown.columns === undefined) {
    const none = (await csvWriter(view.fields ?? columnsOfNone(capability)))([]);
    const unknown = list === null ? [say`${spec.list} is not known; JSON has ${the.absent}.`] : [];
    return as(CSV_TYPE, none, typeof list === "string" ? [say`${list}`] : unknown);
  }
  const inBody = new Set([...Object.keys(envelope.body), ...csvFields(spec)]);
  const overall = Object.keys(body).filter((name) => !inBody.has(name));
  const leftOut = overall.map((name) => say`CSV leaves out ${name}; JSON has it.`);
  const others = leftOutOfCsv(envelope.body, spec, shown.columns, view.held !== undefined);
  return as(CSV_TYPE, body[CSV_FIELD] as string, [...others, ...leftOut]);
}
