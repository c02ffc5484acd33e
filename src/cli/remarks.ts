/** The sentences below an answer for a person: labels, vendors, options of the command line, and the reader's numbers. */
import { inStyle, type Sentence, type Style } from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { withoutTitles } from "../contract/provider-id.js";
import { capital } from "../lib/capital.js";
import { joinWithAnd } from "../lib/join-words.js";
import { namesOf } from "../mcp/currency-words.js";
import type { SourceNames } from "../views/source-names.js";
import type { Reader } from "./pages/reader.js";
import { shortName } from "./tool-commands.js";

/** Returns a sentence of a note, or of an error, with the vendor alone: "Yahoo Finance" of "Yahoo Finance (provider B)". */
export function toVendors(sentence: string, names: SourceNames): string {
  return withoutTitles(names.inSentence(sentence));
}

/** Returns the remarks on an answer as a person reads them. */
export function toRemarks(
  sentences: readonly Sentence[],
  { names, style }: { names: SourceNames; style: Style },
): string[] {
  return sentences.flatMap((sentence) => {
    const text = inStyle(sentence, style);
    return text === "" ? [] : [capital(toVendors(text, names))];
  });
}

/** Returns how a person at a terminal reads the values in a sentence. */
export function styleFor(capability: Capability, reader: Reader, catalogue: readonly Entry[]): Style {
  const commands = new Map(catalogue.map(({ capability: each }) => [each.tool.name, shortName(each)]));
  return {
    field: namesOf(capability),
    parameter: (name) => `--${name}`,
    tool: (name) => (commands.has(name) ? `"${commands.get(name)!}"` : name),
    figure: (text) => inNumbersOf(text, reader),
    instant: (iso) => reader.time(new Date(iso)),
    absent: "missing",
  };
}

/** Returns a figure as the table writes it: −1,3 % for a German reader. */
function inNumbersOf(figure: string, { decimal }: Pick<Reader, "decimal">): string {
  return figure.replace(".", decimal).replace("-", "−");
}

/** Returns the labels of fields at the start of a sentence: `Average volume and EPS`. */
export function toLabels(capability: Capability, names: readonly string[]): string {
  return capital(joinWithAnd(names.map(namesOf(capability))));
}
