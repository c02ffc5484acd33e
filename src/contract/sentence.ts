/**
 * Sentences for readers, as values: only the surface that shows one turns it into text. Inside, a sentence is a string with
 * marks around its values, such as the name of a field; its type hides the string, so that nobody searches or changes the
 * words of another room.
 */
import { capital } from "../lib/capital.js";
import { isObject } from "../lib/is-object.js";
import { joinWithAnd } from "../lib/join-words.js";
import { toTitle, type ProviderId } from "./provider-id.js";

declare const SENTENCE: unique symbol;

/** A sentence, or a part of one. */
export interface Sentence {
  readonly [SENTENCE]: never;
}

const toRaw = (sentence: Sentence) => sentence as unknown as string;
const toSentence = (raw: string) => raw as unknown as Sentence;

/** Values that a sentence is made of. */
type SentencePart = string | number | null | undefined | Sentence;

/** Makes a sentence of words and of values in it. */
export function say(words: TemplateStringsArray, ...values: readonly SentencePart[]): Sentence {
  // A sentence that is part of another one has no kind.
  return toSentence(String.raw({ raw: words }, ...values.map((value) => withoutKind(String(value)))));
}

/** How a surface writes the values in a sentence; each gets the value as a program has it. */
export interface SentenceStyle {
  /** The name of a field of the answer: `upsidePercent`. */
  field?(name: string): string;
  /** The name of a parameter: `as_of`. */
  parameter?(name: string): string;
  /** The name of a tool. */
  tool?(name: string): string;
  /** The name of a provider, by default the neutral one: `provider B`. */
  source?(id: ProviderId): string;
  /** A figure with the point as its decimal sign, a sign, and perhaps a unit: `-0.5 %`. */
  figure?(text: string): string;
  /** An instant: `2026-04-02T20:00:00Z`. */
  instant?(iso: string): string;
  /** The word for a value that is not there, by default `null`. */
  absent?: string;
  /** Whether the answer shows a row of one of these days, and one of these fields, if any are named; by default it does. */
  isShown?(days: readonly string[], fields: readonly string[]): boolean;
  /** Whether the reader can ask again, as by default; who looks at a picture cannot, and gets no advice on it. */
  isCaller?: boolean;
}

type ValueKind = "field" | "parameter" | "tool" | "source" | "figure" | "instant";

/** A value, and a kind, stands between two characters that are in no text: `values.ts` removes them from those of others. */
const [BEGIN, END] = ["\uFDD2", "\uFDD3"];
const MARK = new RegExp(`${BEGIN}([^${END}]*)${END}`);
const [ABSENT, FOR_CALLERS, FOR_ALL] = ["absent", "for callers", "for all"];

const valueOf =
  <Value extends string>(kind: ValueKind) =>
  (value: Value) =>
    toSentence(`${BEGIN}${kind}:${value}${END}`);

const namesOf = (names: readonly string[]) => names.map((name) => toRaw(the.field(name)));

/** The values of sentences: `say`${the.field("upsidePercent")} is ${the.absent}.``. */
export const the = {
  /** The name of a field of the answer. */
  field: valueOf("field"),
  /** Names of fields with commas between them. */
  fields: (names: readonly string[]): Sentence => toSentence(namesOf(names).join(", ")),
  /** Names of fields with commas and `and`. */
  fieldsAnd: (names: readonly string[]): Sentence => toSentence(joinWithAnd(namesOf(names))),
  /** The name of a parameter of the question. */
  parameter: valueOf("parameter"),
  /** The name of a tool. */
  tool: valueOf("tool"),
  /** The name of a provider, with a capital at the start of a sentence. */
  source: valueOf<ProviderId>("source"),
  /** Names of providers with commas and `and`. */
  sourcesAnd: (ids: readonly ProviderId[]): Sentence => toSentence(joinWithAnd(ids.map((id) => toRaw(the.source(id))))),
  /** A figure with a sign or a unit, in the English form: `-0.5 %`. */
  figure: valueOf("figure"),
  /** An instant in the form of ISO 8601. */
  instant: valueOf("instant"),
  /** The word for a value that is not there. */
  absent: toSentence(`${BEGIN}${ABSENT}${END}`),
};

/** Words for those who ask, such as how to get the rest: a picture has none of them, and those around them are right without. */
export const forCallers = (words: TemplateStringsArray, ...values: readonly SentencePart[]): Sentence =>
  toSentence(`${BEGIN}${FOR_CALLERS}${END}${toRaw(say(words, ...values))}${BEGIN}${FOR_ALL}${END}`);

/** Parts with something between them, by default commas. */
export const joinSentences = (parts: readonly Sentence[], between = ", "): Sentence =>
  toSentence(parts.map(toRaw).join(between));

/** A part of a sentence, which is about rows of the answer by their days, and about fields of them. */
export interface RowPart {
  days: readonly string[];
  fields?: readonly string[];
  says: Sentence;
}

/** The most parts of one sentence on rows, so that a history that was restated again and again does not fill the store. */
const MAX_PARTS = 100;

/**
 * Makes a sentence of parts that are each about some rows. A surface writes those on rows and fields that it shows, of
 * them at most `most`, and nothing of the sentence if there is none; `more` stands behind the number of further ones.
 */
export function onRows(
  parts: readonly RowPart[],
  { lead = "", between = "; ", end = ".", most = parts.length, more = "" } = {},
): Sentence[] {
  if (parts.length === 0) return [];
  const rows = parts.slice(0, MAX_PARTS).map(({ days, fields = [], says }) => {
    return `${BEGIN}row ${days.join(" ")},${fields.join(" ")}${END}${toRaw(says)}`;
  });
  const frame = JSON.stringify({ lead, between, end, most, more } satisfies Frame);
  return [toSentence(`${BEGIN}rows ${frame}${END}${rows.join("")}${BEGIN}end of rows${END}`)];
}

/** The kinds of sentences that some reader treats apart from others. */
type SentenceKind = "summary" | "answer" | "advice" | "lines" | "origin" | "currency";

/** Makes a sentence of a kind. */
export const on = {
  /** Sentences on the summary of a history, which do not hold for figures of other days. */
  summary: toKind("summary"),
  /** Sentences that stand before all others, because they answer the question in words. */
  answer: toKind("answer"),
  /** Sentences that advise a question to the official source, which are left out where that cannot help. */
  advice: toKind("advice"),
  /** Sentences on the lines that statements of some companies lack. */
  lines: toKind("lines"),
  /** Sentences on who sent a field, beside which a terminal prints no second one. */
  origin: toKind("origin"),
  /** Sentences on an unknown currency. */
  currency: toKind("currency"),
};

/** Whether a sentence is of a kind. */
export function isOn(kind: SentenceKind, sentence: Sentence): boolean {
  return toRaw(sentence).startsWith(`${BEGIN}on ${kind}${END}`);
}

/** Returns the sentences that are not of a kind. */
export const without = (kind: SentenceKind, sentences: readonly Sentence[]): Sentence[] =>
  sentences.filter((sentence) => !isOn(kind, sentence));

/** Returns a sentence as text, its values as programs have them. */
export const toPlainText = (sentence: Sentence): string => inStyle(sentence, {});

/** Returns a sentence as text, its values in the style of a surface. */
export function inStyle(sentence: Sentence, style: SentenceStyle): string {
  const { absent = "null", isCaller = true } = style;
  let text = "";
  let isLeftOut = false;
  const { source = toTitle } = style;
  const valueText = (part: string) => {
    if (part === ABSENT) return absent;
    const [kind, value] = [part.slice(0, part.indexOf(":")) as ValueKind, part.slice(part.indexOf(":") + 1)];
    if (kind === "source") return ENDS.test(text) ? capital(source(value as ProviderId)) : source(value as ProviderId);
    return style[kind]?.(value) ?? value;
  };
  // The text is at even places, what stands between the marks at odd ones.
  for (const [at, part] of withShownParts(withoutKind(toRaw(sentence)), style.isShown)
    .split(MARK)
    .entries()) {
    const isMark = at % 2 === 1;
    if (isMark && (part === FOR_CALLERS || part === FOR_ALL)) isLeftOut = part === FOR_CALLERS && !isCaller;
    else if (!isLeftOut) text += isMark ? valueText(part) : part;
  }
  return text;
}

/** The end of a sentence, or nothing, so that the next word begins one. */
const ENDS = /(?:^|[.?!] )$/;

/** Words around and between the parts of a sentence on rows. */
interface Frame {
  lead: string;
  between: string;
  end: string;
  most: number;
  more: string;
}

const ROWS = new RegExp(`${BEGIN}rows ([^${END}]*)${END}([^]*?)${BEGIN}end of rows${END}`, "g");
const ROW = new RegExp(`${BEGIN}row ([^,]*),([^${END}]*)${END}`);

/** Writes out what `onRows` made: the parts on what is shown. A sentence without any of its parts is empty. */
function withShownParts(raw: string, isShown: SentenceStyle["isShown"] = () => true): string {
  let isEmpty = false;
  const text = raw.replace(ROWS, (_all, frame: string, rows: string) => {
    const { lead, between, end, most, more } = JSON.parse(frame) as Frame;
    const [, ...parts] = rows.split(ROW);
    const shown: string[] = [];
    for (let at = 0; at < parts.length; at += 3) {
      const [days, fields, says] = parts.slice(at, at + 3) as [string, string, string];
      if (isShown(days.split(" "), fields.split(" ").filter(Boolean))) shown.push(says);
    }
    if (shown.length === 0) isEmpty = true;
    const further = more !== "" && shown.length > most ? [`${shown.length - most}${more}`] : [];
    return `${lead}${[...shown.slice(0, most), ...further].join(between)}${end}`;
  });
  return isEmpty ? "" : text;
}

const withoutKind = (raw: string) => (raw.startsWith(`${BEGIN}on `) ? raw.slice(raw.indexOf(END) + 1) : raw);

function toKind(kind: SentenceKind) {
  return (of: Sentence): Sentence => toSentence(`${BEGIN}on ${kind}${END}${withoutKind(toRaw(of))}`);
}

/** The fields of answers that have sentences of ours. */
const OWN_FIELDS = ["notes", "explanation", "errors"];

/** Returns a body for a surface, with the sentences among its fields as text in its style. */
export function withTexts<Body extends Readonly<Record<string, unknown>>>(body: Body, style: SentenceStyle = {}): Body {
  const asText = (value: unknown): unknown => {
    if (typeof value === "string") return inStyle(toSentence(value), style);
    if (Array.isArray(value)) return value.map(asText);
    return isObject(value) ? { ...value, error: asText(value["error"]) } : value;
  };
  const said = OWN_FIELDS.filter((name) => name in body);
  return said.length === 0 ? body : { ...body, ...Object.fromEntries(said.map((name) => [name, asText(body[name])])) };
}

/** Returns the sentences that a body has among its fields, on its rows. */
export function sentencesIn(body: Readonly<Record<string, unknown>>): Sentence[] {
  const { notes } = body;
  return Array.isArray(notes) ? (notes as Sentence[]) : [];
}
