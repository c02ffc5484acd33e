/** The sentences below an answer for a person: labels, vendors, options of the command line, and the reader's numbers. */
import type { Capability } from "../contract/capability.js";
import type { Entry } from "../contract/entry.js";
import { withoutTitles } from "../contract/provider-id.js";
import { capital } from "../lib/capital.js";
import { joinWithAnd } from "../lib/join-words.js";
import { namesOf } from "../mcp/currency-words.js";
import { withLabels } from "../mcp/note.js";
import type { SourceNames } from "../views/source-names.js";
import type { Reader } from "./reader.js";
import { shortName } from "./tool-commands.js";

/** Returns a sentence of a note, or of an error, with the vendor alone: "Yahoo Finance" of "Yahoo Finance (provider B)". */
export function toVendors(sentence: string, names: SourceNames): string {
  return withoutTitles(names.inSentence(sentence));
}

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)/g;
/** A figure with a unit or a minus sign, outside of words, dates and addresses. */
const FIGURE = /(?<![\w.:/-])([+-]?)(\d+(?:\.\d+)?)(?=([ \u00a0][%MBT](?!\w))?)(?![\w:/-]|\.\d)/g;

/** Returns the sentence with its figures as the table writes them: −1,3 % for a German reader. */
export function inNumbersOf(sentence: string, { decimal }: Pick<Reader, "decimal">): string {
  return sentence.replace(FIGURE, (_all, sign: string, digits: string, unit: string | undefined) => {
    const isFigure = unit !== undefined || sign !== "";
    return `${sign === "-" ? "−" : sign}${isFigure ? digits.replace(".", decimal) : digits}`;
  });
}

/** Returns the remarks on an answer as a person reads them. */
export function toRemarks(
  capability: Capability,
  sentences: readonly string[],
  { names, reader, catalogue }: { names: SourceNames; reader: Reader; catalogue: readonly Entry[] },
): string[] {
  const options = Object.keys(capability.input.shape).filter((name) => name.includes("_"));
  const asOptions = new RegExp(`(?<![-\\w])(?:${[...options, "as_of"].join("|")})(?!\\w)`, "g");
  const commands = new Map(catalogue.map(({ capability: each }) => [each.tool.name, shortName(each)]));
  return sentences.map((sentence) => {
    const own = sentence
      .replace(/ shown; limit goes up to (\d+)\.$/, " shown; --limit takes up to $1.")
      .replace(/(?<!--)\bfields "\*"/, '--fields "*"')
      .replace(" and is null: ", ": ")
      .replace(/\b(is|are) null\b/, "$1 missing")
      .replace(/\bSince (\d{4})\.$/, "The records begin with $1.")
      .replace(/\bA larger limit, or as_of, may have older ones\./, "For older ones, try a larger --limit, or --as_of.")
      .replace(", see as_of", "")
      .replace(asOptions, (name) => `--${name}`)
      .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => (commands.has(name) ? `"${commands.get(name)!}"` : name));
    const timed = own.replace(INSTANT, (text) => reader.time(new Date(text)));
    return capital(toVendors(inNumbersOf(withLabels(capability, timed), reader), names));
  });
}

/** Returns the labels of fields at the start of a sentence: `Average volume and EPS`. */
export function toLabels(capability: Capability, names: readonly string[]): string {
  return capital(joinWithAnd(names.map(namesOf(capability))));
}
