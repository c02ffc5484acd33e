/** `market-data-mcp call`: prints one answer at a terminal. */
import type { App } from "../app.js";
import { CATALOGUE } from "../catalogue.js";
import type { RowsSpec } from "../contract/capability.js";
import { SELF } from "../contract/provider-id.js";
import { toQuestion, type Question } from "../contract/question.js";
import type { Served } from "../contract/envelope.js";
import { toMarketDataError } from "../contract/errors.js";
import { createCommandWords } from "../contract/tool-words.js";
import { readArguments as readToolArguments } from "../mcp/parameters.js";
import { toUnitSentence } from "../mcp/result-sentences.js";
import { dataNotes, shorten, SIMULATED_NOTE } from "../mcp/result.js";
import { toRowsText as toViewText } from "../mcp/rows.js";
import { allFields, chooseFields, missingFields, pick, type Row } from "../views/rows.js";
import { ALL_FIELDS, answerView, type View } from "../views/view.js";
import { findTool, readArguments } from "./arguments.js";
import { toTerminalText } from "./show.js";
import { whileShowing, type Terminal } from "./terminal.js";

export interface CallWords {
  tool: string | undefined;
  args: readonly string[];
  json: boolean;
}

/**
 * Asks once and prints the answer to stdout, its source and notes to stderr.
 *
 * Returns the exit code: 0 for an answer; after a sentence on stderr 2 for invalid arguments, 1 for
 * any other failure.
 *
 * @throws {ConfigError} when the command is not valid.
 */
export async function callOnce(
  { tool, args, json }: CallWords,
  app: App,
  simulated: boolean,
  terminal: Terminal,
): Promise<number> {
  const entry = findTool(CATALOGUE, tool);
  const { capability } = entry;
  const given = readArguments(entry, args);
  let question: Question | undefined;
  try {
    const { input, view } = readToolArguments(capability, given, CATALOGUE);
    question = toQuestion(entry, input);
    const served = await whileShowing(terminal, "Asking", answerView(question, view, app.ask));
    const { body, note } = shorten(capability, served.envelope.body, view.limit);
    const rows = capability.tool.rows;
    const { fields, unknown } = toColumns(body, rows, view);
    if (json) terminal.out(`${JSON.stringify(pickFields(body, rows, fields), null, 2)}\n`);
    // A tool that gives models CSV by default gives a person a table, with the summary above it.
    else if (view.format === "csv" && "format" in given)
      terminal.out(
        `${(await toViewText(body, rows, { ...view, fields: fields ?? [ALL_FIELDS], sized: true })).text}\n`,
      );
    else terminal.out(toTerminalText(body, fields, terminal.columns));
    const simulation = simulated ? SIMULATED_NOTE : undefined;
    const notes = [toOrigin(served), note, ...unknown, ...dataNotes(served), toUnitSentence(capability), simulation];
    for (const each of notes) if (each) terminal.err(`${each}\n`);
    return 0;
  } catch (thrown) {
    const { kind, message } = toMarketDataError(thrown);
    terminal.err(`${createCommandWords(CATALOGUE)(message, question?.symbol)}\n`);
    return kind === "invalid_input" ? 2 : 1;
  }
}

/** Returns the requested fields in the spelling of the rows, and a note on those that no row has. */
function toColumns(body: Row, spec: RowsSpec | undefined, { fields: asked }: View) {
  const list = spec && body[spec.list];
  if (!asked || asked.includes(ALL_FIELDS) || !Array.isArray(list)) return { fields: undefined, unknown: [] };
  const all = allFields(list as Row[]);
  const usual = spec?.usualFields?.(body);
  const fields = chooseFields(all, asked, usual);
  return { fields, unknown: missingFields(all, fields, usual) };
}

/** The body with only the requested fields of its rows. */
function pickFields(body: Row, rows: RowsSpec | undefined, fields: View["fields"]): Row {
  const list = rows && body[rows.list];
  if (!rows || !fields || !Array.isArray(list)) return body;
  return { ...body, [rows.list]: list.map((row: Row) => pick(row, fields)) };
}

/** Returns the provider that answered, the enriching providers, and the age of a cached answer. */
function toOrigin({ envelope, state, ageSeconds }: Served): string | undefined {
  if (envelope.provider === SELF) return undefined;
  const filled = envelope.filled.map(
    ({ provider, fields, reason }) => `${fields.join(", ")} ${reason ?? `from ${provider}`}`,
  );
  const by = [`From ${envelope.provider}`, ...filled].join("; ");
  return state === "hit" ? `${by}; cached for ${ageSeconds} s.` : `${by}.`;
}
