/** The sentences below an answer for a person: labels, vendors, options of the command line, and the reader's numbers. */
import { inStyle, type Sentence, type SentenceStyle } from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { capital } from "../lib/capital.js";
import { fieldNamesOf } from "../views/currency-words.js";
import type { SourceNames } from "../views/source-names.js";
import type { Reader } from "./pages/reader.js";
import { shortName } from "./tool-commands.js";

/** Returns the remarks on an answer as a person reads them. */
export function toRemarks(sentences: readonly Sentence[], style: SentenceStyle): string[] {
  return sentences.flatMap((sentence) => {
    const text = inStyle(sentence, style);
    return text === "" ? [] : [capital(text)];
  });
}

/** Returns how a person at a terminal reads the values in a sentence. */
export function styleFor(
  capability: Capability,
  { names, reader, catalogue }: { names: SourceNames; reader: Reader; catalogue: readonly Entry[] },
): SentenceStyle {
  const commands = new Map(catalogue.map(({ capability: each }) => [each.tool.name, shortName(each)]));
  return {
    source: names.vendorOf,
    field: fieldNamesOf(capability),
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
