/** The text of an answer in the form that the request asks for: JSON or CSV, all rows and fields or some. */
import { inStyle, say, type Sentence, type SentenceStyle, the, withTexts } from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { nextTurnIfLong } from "../lib/next-turn.js";
import { csvWriter } from "../views/csv.js";
import {
  allFields,
  chooseFields,
  leftOutOfCsv,
  missingFields,
  nameableColumns,
  ofAnswer,
  pick,
  toCsvRows,
  toOneRow,
  toTotals,
  toTotalsNotes,
  type Row,
  showsRows,
} from "../views/rows.js";
import { namesFor, type SourceNames } from "../views/source-names.js";
import { ALL_FIELDS, columnsOfNone, fixedColumns, type View } from "../views/view.js";
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
  const whole = withTexts(envelope.body);
  const spec = ofAnswer(capability.tool.rows, envelope.body);
  const isCsv = (view.format ?? (wantsCsv ? "csv" : "json")) === "csv";
  const list = spec && ((isCsv ? spec.joined?.rows(envelope.body) : undefined) ?? envelope.body[spec.list]);
  const varies = view.format === undefined;
  const as = (type: string, body: string, notes: readonly Sentence[], isShown?: SentenceStyle["isShown"]) => {
    const style = { source: namesFor(capability, names).writer(), ...(isShown && { isShown }) };
    const note = notes.flatMap((each) => inStyle(each, style) || []).join(" ");
    return render(served, { type, body, note, varies, isPrivate });
  };
  if (!spec || !Array.isArray(list)) {
    if (!isCsv) return as(JSON_TYPE, JSON.stringify(whole), envelope.notes);
    if (list === undefined) {
      const row = toOneRow(capability.output, whole);
      return as(CSV_TYPE, (await csvWriter(Object.keys(row)))([row]), envelope.notes);
    }
    const body = (await csvWriter(view.fields ?? columnsOfNone(capability)))([]);
    const unknown = spec && list === null ? [say`${spec.list} is not known; JSON has ${the.absent}.`] : [];
    return as(CSV_TYPE, body, [...envelope.notes, ...(typeof list === "string" ? [say`${list}`] : unknown)]);
  }
  await nextTurnIfLong(envelope.body);
  const rows = (view.limit === undefined ? list : list.slice(0, view.limit)) as Row[];
  const asked = view.fields?.includes(ALL_FIELDS) ? undefined : view.fields;
  // This reads the whole list again, so do it only if needed.
  const csv = isCsv ? toCsvRows(envelope.body, spec, rows, view, fixedColumns(capability, rows)) : undefined;
  const all = csv?.columns ?? (asked ? allFields(rows) : []);
  const usual = spec.usualFields?.(envelope.body);
  const fields = asked && chooseFields(nameableColumns(all, spec), asked, spec, usual);
  const notes = [...envelope.notes, ...missingFields(all, fields, spec, envelope.body)];
  if (csv) {
    const columns = fields ?? (all.length > 0 ? all : columnsOfNone(capability));
    const body = (await csvWriter(columns))(csv.rows);
    const overall = (view.fields ?? view.overall) ? Object.keys(toTotals(served, spec, rows, view, fields)) : [];
    const leftOut = overall
      .filter((name) => !(name in envelope.body))
      .map((name) => say`CSV leaves out ${name}; JSON has it.`);
    return as(
      CSV_TYPE,
      body,
      [...notes, ...leftOutOfCsv(envelope.body, spec, columns), ...leftOut],
      showsRows(rows, spec, columns),
    );
  }
  const isShown = showsRows(rows, spec, fields);
  const shown = fields ? rows.map((row) => pick(row, fields, spec)) : rows;
  const totals = toTotals(served, spec, rows, view, fields);
  const body = JSON.stringify({ ...whole, [spec.list]: shown, ...totals });
  return as(JSON_TYPE, body, [...notes, ...toTotalsNotes(envelope, spec, rows, view)], isShown);
}
