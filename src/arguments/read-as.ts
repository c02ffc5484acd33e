/** Sentences on arguments that were read otherwise than they were written. */
import { forCallers, joinSentences, say, type Sentence, the } from "../contract/sentence.js";
import { quoted } from "../contract/input.js";
import { z } from "../contract/schema.js";
import { isDay } from "../contract/values.js";
import { innermost } from "./from-text.js";
import type { NamedArguments } from "./parameter-names.js";

type Arguments = Readonly<Record<string, unknown>>;
type Renamed = NamedArguments["renamed"];

/**
 * Returns sentences on the names that were read as others, with the value that was `read` if it was `written` otherwise;
 * the names of the symbol need none.
 */
export function nameNotes(renamed: Renamed, written: Arguments, read: Arguments): Sentence[] {
  const told = renamed.filter(([, [name]]) => !/^symbols?$/.test(name!));
  return told.map(([sent, names]) => {
    const [value, before] = [read[names[0]!], written[names[0]!]];
    return say`${forCallers`${quoted(sent)} was read as ${joinSentences(names.map(the.parameter), " and ")}${value === before ? "" : ` ${String(value)}`}.`}`;
  });
}

/** The code of a country or a currency. */
const CODE = /^[A-Z]{2,3}$/;

/**
 * Returns a sentence for each parameter whose text was `read` as a listed value, an order, a day or a code in another
 * spelling than `written`; the case of letters does not count. Those that were `renamed` have a sentence already.
 */
export function spellingNotes(shape: z.ZodRawShape, renamed: Renamed, written: Arguments, read: Arguments): Sentence[] {
  const told = new Set(renamed.flatMap(([, names]) => names));
  return Object.entries(read).flatMap(([name, value]) => {
    const text = told.has(name) ? undefined : written[name];
    if (typeof text !== "string" || typeof value !== "string") return [];
    if (text.toLowerCase() === value.toLowerCase() || /^symbols?$/.test(name)) return [];
    const isListed = innermost(shape[name]) instanceof z.ZodEnum || name === "sort";
    if (!isListed && !isDay(value) && !CODE.test(value)) return [];
    return [say`${quoted(text)} was read as ${value}.`];
  });
}

/** Returns a sentence for each symbol that was `read` in another spelling than `written`; letter case does not count. */
export function symbolNotes(written: Arguments, read: Arguments): Sentence[] {
  return [...searchNotes(written, read), ...symbolsNotes(written, read)];
}

/** A search is read in its symbol only; blanks, letter case and compatible forms of letters do not count. */
function searchNotes({ q: text }: Arguments, { q: read }: Arguments): Sentence[] {
  if (typeof text !== "string" || typeof read !== "string") return [];
  const plain = text.normalize("NFKC").toLowerCase().replaceAll(/\s/g, "");
  return plain === read.toLowerCase().replaceAll(" ", "") ? [] : [say`${quoted(text)} was read as ${read}.`];
}

function symbolsNotes(written: Arguments, read: Arguments): Sentence[] {
  return ["symbol", "symbols"].flatMap((name) => {
    if (written[name] === read[name]) return [];
    const [before, after] = [written[name], read[name]].map(
      (value) => (Array.isArray(value) ? value : [value]) as unknown[],
    );
    if (before!.length !== after!.length) return [];
    return before!.flatMap((text, index) => {
      const symbol = after![index];
      // The row of an item that is no symbol says so.
      if (typeof text !== "string" || typeof symbol !== "string" || symbol.includes("\uFFFD")) return [];
      // A holding stands behind its symbol in a list.
      const own = (name === "symbols" ? text.split("*")[0]! : text).trim();
      return own.toUpperCase() === symbol.toUpperCase() ? [] : [say`${quoted(own)} was read as ${symbol}.`];
    });
  });
}
