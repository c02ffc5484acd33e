/** `market-data-mcp call`: prints one answer at a terminal. */
import type { App } from "../app.js";
import type { Capability } from "../contract/capability.js";
import { CATALOGUE } from "../catalogue.js";
import { fieldsOf } from "../contract/field.js";
import { SELF } from "../contract/provider-id.js";
import { toQuestion, type Question } from "../contract/question.js";
import type { Served } from "../contract/envelope.js";
import { toMarketDataError } from "../contract/errors.js";
import { createCommandForm, toMessage } from "../views/hint-words.js";
import { readArguments as readToolArguments } from "../mcp/parameters.js";
import { createNote } from "../mcp/note.js";
import { CSV_FIELD, toShownBody } from "../mcp/shown-body.js";
import { toAgeWords } from "../lib/age-words.js";
import { createSourceNames, namesFor, sourceOf, type SourceNames } from "../views/source-names.js";
import { ALL_FIELDS, answerView } from "../views/view.js";
import { toCloseLine } from "./sparkline.js";
import { formatOf, inColour, toTerminalText, type Row } from "./table.js";
import { whileShowing, type Terminal } from "./terminal.js";
import type { ToolQuestion } from "./tool-commands.js";

/**
 * Asks once and prints the answer to stdout, its source and notes to stderr.
 *
 * Returns the exit code: 0 for an answer; after a sentence on stderr 2 for invalid arguments, 1 for any other failure.
 *
 * @throws {ConfigError} when the command is not valid.
 */
export async function callOnce(
  { tool, args: given, json }: ToolQuestion,
  app: App,
  simulated: boolean,
  terminal: Terminal,
): Promise<number> {
  const entry = CATALOGUE.find(({ capability: each }) => each.tool.name === tool)!;
  const { capability } = entry;
  const names = createSourceNames(CATALOGUE);
  let question: Question | undefined;
  try {
    const { input, view } = readToolArguments(capability, given, CATALOGUE);
    question = toQuestion(entry, input);
    const served = await whileShowing(terminal, "Asking", answerView(question, view, app.ask, names));
    // A tool that gives models CSV by default gives a person a table.
    const format = !json && view.format === "csv" && "format" in given ? "csv" : "json";
    // Programs get all fields, people those that the tool shows by default.
    const fields = view.fields ?? (json ? [ALL_FIELDS] : undefined);
    const shown = await toShownBody(capability, served, { ...view, input, format, ...(fields && { fields }) });
    const body = shown.first(shown.rows);
    // A person reads units beside the figures.
    const hasUnits = !json && typeof body[CSV_FIELD] !== "string";
    if (json) terminal.out(`${JSON.stringify(body, null, 2)}\n`);
    else if (typeof body[CSV_FIELD] === "string") terminal.out(body[CSV_FIELD]);
    else terminal.out(toHistoryLine(capability, served, terminal) + toPage(body, capability, served, terminal));
    const surroundings = { simulated, market: app.market, names, hasUnits };
    const notes = createNote(capability, served, surroundings).sentences(shown.leftOut(shown.rows));
    for (const each of [...notes, ...toDetails(capability, served, names)]) {
      terminal.err(`${names.inSentence(each)}\n`);
    }
    return 0;
  } catch (thrown) {
    const error = toMarketDataError(thrown);
    terminal.err(`${toMessage(error, createCommandForm(CATALOGUE), namesFor(capability, names), question?.symbol)}\n`);
    return error.kind === "invalid_input" ? 2 : 1;
  }
}

/** Returns the answer as lines and tables for a person. */
function toPage(body: Row, { output, tool }: Capability, { envelope }: Served, { columns, colour }: Terminal): string {
  const plain = formatOf(fieldsOf(output), envelope.provider);
  const { timestamp } = body;
  const time =
    typeof timestamp === "string" ? timestamp.replace(/^(\S+)T(\d\d:\d\d:\d\d)\.\d+$/, "$1 $2 UTC") : timestamp;
  const { list = "", toCsv } = tool.rows ?? {};
  const rows = toCsv && Array.isArray(body[list]) ? { [list]: toCsv(body[list] as Row[]) } : {};
  const shown = { ...body, ...rows, ...("timestamp" in body ? { timestamp: time } : {}) };
  return toTerminalText(shown, columns, colour ? inColour(plain) : plain);
}

/** Returns a chart of the closes above a price history. */
function toHistoryLine({ tool }: Capability, { envelope }: Served, { columns }: Terminal): string {
  const bars = tool.picture === "history" && tool.rows ? envelope.body[tool.rows.list] : undefined;
  const line = Array.isArray(bars) ? toCloseLine(bars, columns) : undefined;
  return line === undefined ? "" : `${line}\n\n`;
}

/** Returns sentences on the fields that others filled in and on the age of a cached answer. */
function toDetails(
  capability: Capability,
  { envelope: { provider, filled }, state, ageSeconds }: Served,
  names: SourceNames,
): string[] {
  if (provider === SELF) return [];
  const parts = filled.map(
    ({ provider: other, fields, reason }) =>
      `${fields.join(", ")} ${reason ?? `from ${sourceOf(capability, other, names)}`}`,
  );
  return [
    ...(parts.length > 0 ? [`${parts.join("; ")}.`] : []),
    ...(state === "hit" ? [`Cached ${toAgeWords(ageSeconds)} ago.`] : []),
  ];
}
