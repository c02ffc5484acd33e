/** A question at a terminal, and its answer. */
import { inStyle, say, type Sentence, the, joinSentences, without } from "../contract/sentence.js";
import type { App } from "../app.js";
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { fieldsOf } from "../contract/field.js";
import { ALL_FIELDS } from "../contract/rows-spec.js";
import { quoted } from "../contract/input.js";
import { SELF, toId } from "../contract/provider-id.js";
import { toQuestion, type Question } from "../contract/question.js";
import type { Served } from "../contract/envelope.js";
import { toMarketDataError } from "../contract/errors.js";
import { toMessage } from "../views/hint-words.js";
import { readArguments as readToolArguments } from "../mcp/parameters.js";
import { createNote } from "../views/note.js";
import { csvWriter } from "../views/csv.js";
import { ofAnswer, toOneRow } from "../views/rows.js";
import { CSV_FIELD, toShownBody } from "../views/shown-body.js";
import { toAgeWords } from "../lib/age-words.js";
import { createSourceNames, namesFor, vendorsAlone, type SourceNames } from "../views/source-names.js";
import { answerView } from "../views/view.js";
import { createCommandForm } from "./command-form.js";
import { withGlance } from "./glance.js";
import { createCells, createNamedCells, type Row } from "./pages/cells.js";
import { findDays, toHistoryLines, toHistoryLists } from "./pages/history-page.js";
import { toNamedAnswer } from "./pages/named-table.js";
import { OPTION_LISTS, toOptionTable } from "./pages/option-table.js";
import { toPage } from "./pages/answer-page.js";
import { toPivot } from "./pages/pivot-table.js";
import { wrapped } from "./pages/printed-text.js";
import { createReader, type Reader } from "./pages/reader.js";
import { styleFor, toRemarks } from "./remarks.js";
import { toSessionLine } from "./pages/session-line.js";
import { toCloseLine } from "./pages/sparkline.js";
import { whileShowing, type Terminal } from "./pages/terminal.js";
import type { ToolQuestion } from "./tool-commands.js";

/** The surroundings of a question. */
interface CallParts {
  app: App;
  /** The rows that the app answers. */
  catalogue: readonly Entry[];
  simulated: boolean;
  /** The words that start this program, for hints. */
  program: string;
  reader?: Reader;
}

/**
 * Asks once and prints the answer to stdout, its source and notes to stderr: a page for a person, or what a program asked
 * for with `--json`, `--fields` or `format=csv`.
 *
 * Returns the exit code: 0 for an answer; after a sentence on stderr 2 for invalid arguments, 1 for any other failure.
 *
 * @throws {ConfigError} when the command is not valid.
 */
export async function callOnce(
  { tool, args: given, json, isGlance = false, read }: Omit<ToolQuestion, "name" | "demo" | "watch">,
  { app, catalogue, simulated, program, reader = createReader() }: CallParts,
  terminal: Terminal,
): Promise<number> {
  const entry = catalogue.find(({ capability: each }) => each.tool.name === tool)!;
  const { capability: asked } = entry;
  const isFile = json || given["format"] === "csv";
  const isPage = !isFile && !("fields" in given);
  const all = namesFor(asked, createSourceNames(catalogue));
  const names = isPage ? vendorsAlone(all) : all;
  const print = (sentences: readonly string[]) => {
    for (const each of sentences)
      for (const line of inLines(each, isPage ? terminal.columns : undefined)) terminal.err(`${line}\n`);
  };
  if (read) print([`${quoted(read.words.join(" "))} was read as ${quoted(read.as.join(" "))}.`]);
  let question: Question | undefined;
  try {
    if (entry.refusal) throw entry.refusal();
    const { input, view } = readToolArguments(asked, given, catalogue, isFile);
    question = toQuestion(entry, input);
    const { symbol } = question;
    const answered = answerView(question, { ...view, isPage }, app.ask).then((served) => {
      const quote = { capability: asked, served };
      return isPage && isGlance && symbol !== undefined ? withGlance(quote, symbol, app.ask, catalogue) : quote;
    });
    const { capability, served } = await whileShowing(terminal, "Asking", answered);
    // A tool that gives models CSV by default gives a person a table.
    const isTable = isFile && !json && hasList(capability, served);
    // Programs get all fields, people those that the tool shows by default.
    const fields = json
      ? (view.fields ?? [ALL_FIELDS])
      : isFile
        ? view.fields
        : withKey(view.fields, capability, served);
    const style = isPage
      ? styleFor(capability, { names, reader, catalogue })
      : { source: namesFor(capability, names).writer() };
    const shown = await toShownBody(capability, served, {
      ...view,
      input,
      format: isTable ? "csv" : "json",
      style,
      ...(fields && { fields }),
      // The rows of a file are those of the route, which has no default limit.
      ...(isFile && view.limit === undefined && { limit: Infinity }),
    });
    const body = shown.first(shown.rows);
    const surroundings = { simulated, market: app.market, names };
    if (isPage) {
      const isHistory = capability.tool.picture === "history";
      const days = isHistory ? await findDays(question, served, app.ask) : undefined;
      const { text, left, statesRows } = toPageText(capability, body, served, {
        input,
        days,
        isLimited: view.limit !== undefined,
        names,
        reader,
        terminal,
      });
      terminal.out(text);
      if (terminal.columns !== undefined) terminal.err("\n");
      const inWords = (at: Date) => reader.time(at);
      const note = createNote(capability, served, { ...surroundings, hasUnits: true, inWords });
      const notes = without("origin", note.sentences(shown.leftOut(shown.rows, statesRows)));
      const sentences = [...notes, ...note.own, ...toDetails(served)];
      const shownStyle = { ...style, isShown: shown.isShown(shown.rows) };
      print(toRemarks(sentences, shownStyle));
      if (left.length > 0) print([`Not shown for want of width: ${left.join(", ")}.`]);
      return 0;
    }
    // A person reads units beside the figures.
    const hasUnits = !isFile;
    if (json) terminal.out(`${JSON.stringify(body, null, 2)}\n`);
    else if (typeof body[CSV_FIELD] === "string") terminal.out(body[CSV_FIELD]);
    else if (isFile) terminal.out(await toOneLine(capability, body));
    else
      terminal.out(
        toHistoryLine(capability, served, terminal) + toNamedText(body, capability, served, terminal, reader),
      );
    // A file has the columns of the list, and nothing of what stands beside it; `toCsv` has columns of its own.
    const columns = isTable && !capability.tool.rows?.toCsv ? shown.columns : undefined;
    const { interval } = body;
    const bars = isTable && typeof interval === "string" ? [say`Interval: ${interval}.`] : [];
    const note = createNote(capability, served, { ...surroundings, hasUnits, columns, fields });
    const notes = [...bars, ...without("origin", note.sentences(shown.leftOut(shown.rows)))];
    const isShown = shown.isShown(shown.rows);
    const plain = { source: names.writer(), isShown };
    print([...notes, ...toDetails(served)].map((each) => inStyle(each, plain)).filter((text) => text !== ""));
    return 0;
  } catch (thrown) {
    const error = toMarketDataError(thrown);
    print([toMessage(error, createCommandForm(catalogue, program), names.writer(), question?.symbol)]);
    return error.kind === "invalid_input" ? 2 : 1;
  }
}

interface PageSurroundings {
  input: Row;
  days: Served | undefined;
  /** Whether the command names how many rows it wants. */
  isLimited: boolean;
  names: SourceNames;
  reader: Reader;
  terminal: Terminal;
}

/** Returns the answer as a page, the columns that did not fit, and whether the page states how many rows there are. */
function toPageText(capability: Capability, body: Row, served: Served, parts: PageSurroundings) {
  const { input, names, reader, terminal } = parts;
  const { output, tool } = capability;
  const { provider } = served.envelope;
  const vendorOf = (label: string) => names.vendorOf(toId(label));
  const cellOf = createCells(fieldsOf(output), provider, reader, vendorOf, body);
  const { list = "", toCsv } = tool.rows ?? {};
  const all = toCsv && Array.isArray(body[list]) ? { [list]: toCsv(body[list] as Row[]) } : {};
  const history = tool.picture === "history" ? toHistoryLists(body, served, list, parts.isLimited) : undefined;
  const instead = () => {
    const pivot = toPivot(capability, body, cellOf, reader, terminal);
    if (pivot) return { ...pivot, fields: [list], isBelow: true };
    if (history) {
      const shown = toHistoryLines({ served, days: parts.days, list, input, cellOf, reader, terminal });
      const more = history.more === undefined ? [] : wrapped(history.more, terminal.columns);
      return { ...shown, lines: [...shown.lines, ...more], titles: { [list]: history.title } };
    }
    // The state of another day is none of now.
    const session = input["date"] === undefined ? toSessionLine(body, reader) : undefined;
    if (session) return { headline: wrapped(session, terminal.columns).join("\n"), lines: [], fields: [] };
    const table = tool.picture === "options" ? toOptionTable(body, cellOf, reader, terminal.columns) : undefined;
    return table && { ...table, fields: OPTION_LISTS, isBelow: true };
  };
  const page = toPage(
    capability,
    { ...body, ...all, ...history?.rows },
    {
      cellOf,
      reader,
      vendorOf,
      currency: served.envelope.currency.price,
      width: terminal.columns,
      colour: terminal.colour === true,
    },
    instead(),
  );
  return { text: `${page.lines.join("\n")}\n`, left: page.left, statesRows: history?.statesRows };
}

/** Returns the answer as lines and tables under the names of its fields. */
function toNamedText(
  body: Row,
  { output, tool }: Capability,
  { envelope }: Served,
  { columns, colour }: Terminal,
  reader: Reader,
): string {
  const cellOf = createNamedCells(fieldsOf(output), envelope.provider, reader, body);
  const { timestamp } = body;
  const time =
    typeof timestamp === "string" ? timestamp.replace(/^(\S+)T(\d\d:\d\d:\d\d)\.\d+$/, "$1 $2 UTC") : timestamp;
  const { list = "", toCsv } = tool.rows ?? {};
  const rows = toCsv && Array.isArray(body[list]) ? { [list]: toCsv(body[list] as Row[]) } : {};
  const shown = { ...body, ...rows, ...("timestamp" in body ? { timestamp: time } : {}) };
  return toNamedAnswer(shown, columns, cellOf, colour);
}

/** Returns the columns with the one that says what a row is about, which a person always reads. */
function withKey(fields: readonly string[] | undefined, { tool }: Capability, { envelope: { body } }: Served) {
  const { key = [] } = ofAnswer(tool.rows, body) ?? {};
  const isNamed = !fields || fields.includes(ALL_FIELDS) || key.some((name) => fields.includes(name));
  return isNamed ? fields : [...key.slice(0, 1), ...fields];
}

/** Whether the answer has the list of its capability: some questions of it have none. */
function hasList({ tool }: Capability, { envelope: { body } }: Served): boolean {
  const spec = ofAnswer(tool.rows, body);
  return spec !== undefined && body[spec.list] !== undefined;
}

/** Returns an answer without a list as CSV, as REST does. */
async function toOneLine({ output }: Capability, body: Row): Promise<string> {
  const row = toOneRow(output, body);
  return (await csvWriter(Object.keys(row)))([row]);
}

/** Returns a line of the closes above a price history. */
function toHistoryLine({ tool }: Capability, { envelope }: Served, { columns }: Terminal): string {
  const bars = tool.picture === "history" && tool.rows ? envelope.body[tool.rows.list] : undefined;
  const line = Array.isArray(bars) ? toCloseLine(bars, columns) : undefined;
  return line === undefined ? "" : `${line}\n\n`;
}

/** Returns sentences on the fields that others filled in and on the age of a cached answer. */
function toDetails({ envelope: { provider, filled }, state, ageSeconds }: Served): Sentence[] {
  if (provider === SELF) return [];
  const parts = filled.map(({ provider: other, fields, reason }) => {
    return say`${the.fieldsAnd(fields)} ${reason ?? say`from ${other === SELF ? other : the.source(other)}`}`;
  });
  return [
    ...(parts.length > 0 ? [say`${joinSentences(parts, "; ")}.`] : []),
    ...(state === "hit" ? [say`Cached ${toAgeWords(ageSeconds)} ago.`] : []),
  ];
}

/** Returns a sentence in lines of this width. */
function inLines(sentence: string, width: number | undefined): string[] {
  return width === undefined ? [sentence] : wrapped(sentence, width, width);
}
