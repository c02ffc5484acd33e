/** `market-data-mcp call`: prints one answer at a terminal. */
import type { App } from "../app.js";
import { CATALOGUE } from "../catalogue.js";
import { fieldsOf } from "../contract/field.js";
import { SELF } from "../contract/provider-id.js";
import { toQuestion, type Question } from "../contract/question.js";
import type { Served } from "../contract/envelope.js";
import { toMarketDataError } from "../contract/errors.js";
import { createCommandWords } from "../contract/tool-words.js";
import { readArguments as readToolArguments } from "../mcp/parameters.js";
import { dataNotes, SIMULATED_NOTE } from "../mcp/note.js";
import { toUnitSentence } from "../mcp/unit-words.js";
import { CSV_FIELD, toShownBody } from "../mcp/shown-body.js";
import { toAgeWords } from "../lib/age-words.js";
import { createSourceNames, type SourceNames } from "../views/source-names.js";
import { ALL_FIELDS, answerView } from "../views/view.js";
import { toTerminalText } from "./show.js";
import { formatOf } from "./table.js";
import { whileShowing, type Terminal } from "./terminal.js";
import type { ToolQuestion } from "./tool-commands.js";

/**
 * Asks once and prints the answer to stdout, its source and notes to stderr.
 *
 * Returns the exit code: 0 for an answer; after a sentence on stderr 2 for invalid arguments, 1 for
 * any other failure.
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
    const served = await whileShowing(terminal, "Asking", answerView(question, view, app.ask));
    // A tool that gives models CSV by default gives a person a table.
    const format = !json && view.format === "csv" && "format" in given ? "csv" : "json";
    const shown = await toShownBody(capability, served, { ...view, format, fields: view.fields ?? [ALL_FIELDS] });
    const body = shown.first(shown.rows);
    if (json) terminal.out(`${JSON.stringify(body, null, 2)}\n`);
    else if (typeof body[CSV_FIELD] === "string") terminal.out(body[CSV_FIELD]);
    else
      terminal.out(
        toTerminalText(body, terminal.columns, formatOf(fieldsOf(capability.output), served.envelope.provider)),
      );
    const notes = [
      toOrigin(served, names),
      ...shown.leftOut(shown.rows),
      ...dataNotes(served),
      toUnitSentence(capability, served.envelope.provider),
      simulated ? SIMULATED_NOTE : undefined,
    ];
    for (const each of notes) if (each) terminal.err(`${names.inSentence(each)}\n`);
    return 0;
  } catch (thrown) {
    const { kind, message } = toMarketDataError(thrown);
    terminal.err(`${names.inSentence(createCommandWords(CATALOGUE)(message, question?.symbol))}\n`);
    return kind === "invalid_input" ? 2 : 1;
  }
}

/** Returns the provider that answered, the enriching providers, and the age of a cached answer. */
function toOrigin({ envelope, state, ageSeconds }: Served, names: SourceNames): string | undefined {
  if (envelope.provider === SELF) return undefined;
  const filled = envelope.filled.map(
    ({ provider, fields, reason }) => `${fields.join(", ")} ${reason ?? `from ${names.nameOf(provider)}`}`,
  );
  const by = [`From ${names.nameOf(envelope.provider)}`, ...filled].join("; ");
  return state === "hit" ? `${by}; cached ${toAgeWords(ageSeconds)} ago.` : `${by}.`;
}
