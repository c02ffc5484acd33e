/**
 * The note of an answer: what a reader must know beside the figures. It is a field of the answer itself, because some
 * hosts show a model only `structuredContent`, others only the text, and none the `_meta`.
 */
import {
  forCallers,
  inStyle,
  isOn,
  say,
  type Sentence,
  sentencesIn,
  type SentenceStyle,
  the,
  without,
} from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { choosesFields } from "../contract/rows-spec.js";
import { SELF } from "../contract/provider-id.js";
import { capital } from "../lib/capital.js";
import { toAgeWords } from "../lib/age-words.js";
import { isObject } from "../lib/is-object.js";
import { namesFor, type SourceNames } from "./source-names.js";
import { fieldNamesOf } from "./currency-words.js";
import {
  toCurrencySentences,
  toOriginSentences,
  toSessionNotes,
  toOriginFacts,
  toTime,
  type OriginFacts,
  type UsMarket,
} from "./result-sentences.js";
import { toUnitSentence } from "./unit-words.js";

/** Facts outside the answer that its note needs. */
export interface Surroundings {
  simulated: boolean;
  market: UsMarket;
  names: SourceNames;
  /** Whether the units stand beside the figures, so that the note does not name them. */
  hasUnits?: boolean;
  /** The columns of the list, where nothing else of the answer is shown. */
  columns?: readonly string[] | undefined;
  /** The columns of the list that the caller named; what stands beside the list is shown in any case. */
  fields?: readonly string[] | undefined;
  /** Returns an instant in the reader's own words; by default it is that of New York, or UTC. */
  inWords?(at: Date): string;
}

const SIMULATED_NOTE = say`Simulated data, no real market figure.`;

/** The note of one answer; `leftOut` are sentences on what the view does not show, which depend on its number of rows. */
export interface Note extends OriginFacts {
  /**
   * Returns sentences, the most important first, because hosts cut long results: old data, simulated data, the answer in
   * words, currency with time and source, the session of the US market, units, missing fields, the sources' own notes, and
   * `leftOut`. The body's own `notes` are not repeated.
   */
  sentences(leftOut: readonly Sentence[]): Sentence[];
  /**
   * Returns the sentences as one string, with the vendors' names; `undefined` when there is nothing to say. `style` has
   * the rows and fields that are shown.
   */
  text(leftOut: readonly Sentence[], style?: SentenceStyle): string | undefined;
  /** The notes among the answer's fields, which neither a picture nor a table at a terminal shows. */
  own: readonly Sentence[];
  /**
   * Returns the sentences that readers of a picture need beside its figures and the other facts of `_meta`: without time,
   * source, units and advice on further calls, and with the labels of fields instead of their names.
   */
  remarks(leftOut: readonly Sentence[], isShown?: SentenceStyle["isShown"]): string[];
  /** The remarks that answer the question in words, such as how a symbol was read: they belong beside the name. */
  lead: readonly string[];
}

/** How people who look at a picture read the values in a sentence. */
export const inPictures = (capability: Capability, names: SourceNames): SentenceStyle => ({
  source: names.vendorOf,
  field: fieldNamesOf(capability),
  parameter: (name) => name.replaceAll("_", " "),
  absent: "not given",
  isCaller: false,
});

export function createNote(capability: Capability, served: Served, surroundings: Surroundings): Note {
  const { simulated, market, hasUnits, columns, fields, inWords } = surroundings;
  const names = namesFor(capability, surroundings.names);
  const { body, provider, notes } = served.envelope;
  const own = sentencesIn(body);
  // The sentence on the currency of the answer says already that it is unknown.
  const others = provider === SELF ? notes : without("currency", notes);
  const lead = notes.filter((note) => isOn("answer", note));
  const first = [staleNote(served), simulated ? SIMULATED_NOTE : undefined, ...lead];
  const sessions = toSessionNotes(capability, served, market);
  const last = [...missingNotes(served), ...others.filter((note) => !own.includes(note))];
  const facts = toOriginFacts(capability, served, market, names);
  const origin = toOriginSentences(capability, served, facts, inWords);
  const named = choosesFields(fields) ? fields : undefined;
  const units = hasUnits ? undefined : toUnitSentence(capability, provider, body, columns, named);
  const whole = [...first, ...origin, ...sessions, units, ...last];

  const sentences = (leftOut: readonly Sentence[]) => distinct([...whole, ...leftOut]);
  return {
    ...facts,
    own,
    sentences,
    text(leftOut, style = {}) {
      const inNames = { source: names.writer(), ...style };
      const note = sentences(leftOut).flatMap((each) => inStyle(each, inNames) || []);
      return note.length === 0 ? undefined : note.join(" ");
    },
    remarks: (leftOut, isShown) =>
      distinct([
        ...first,
        ...toCurrencySentences(facts.currency, served.envelope),
        ...sessions,
        ...last,
        ...own,
        ...leftOut,
      ]).flatMap((each) => toRemark(each, isShown)),
    lead: lead.flatMap((each) => toRemark(each)),
  };

  function toRemark(sentence: Sentence, isShown?: SentenceStyle["isShown"]): string[] {
    const instant = (iso: string) => toTime(Date.parse(iso), facts.session !== undefined);
    const text = inStyle(sentence, { ...inPictures(capability, names), instant, ...(isShown && { isShown }) });
    return text === "" ? [] : [capital(text)];
  }
}

/** Returns the sentences that there are, each once. */
function distinct(sentences: readonly (Sentence | undefined)[]): Sentence[] {
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
}

/**
 * Names the fields without a value, and apart from them those of which only a part is there, such as a cut chart, or which
 * only some rows have.
 */
function missingNotes({ envelope: { body, missing, permanentlyMissing } }: Served): Sentence[] {
  const isPart = (name: string) =>
    (name in body ? [body[name]] : valuesOf(body, name)).some((value) => (value ?? null) !== null);
  const [parts, absent] = [missing.filter(isPart), missing.filter((name) => !isPart(name))];
  const why = permanentlyMissing ? "Not in the plan of our API key" : "Could not be fetched this time";
  return [
    ...(absent.length > 0 ? [say`${why}${forCallers` and is ${the.absent}`}: ${the.fields(absent)}.`] : []),
    ...(parts.length > 0 ? [say`Incomplete this time: ${the.fields(parts)}.`] : []),
  ];
}

/** Returns the values of a field in the rows and groups of an answer. */
function valuesOf(part: unknown, name: string): unknown[] {
  if (Array.isArray(part)) return part.flatMap((each) => valuesOf(each, name));
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([key, value]) => (key === name ? [value] : valuesOf(value, name)));
}

function staleNote(served: Served): Sentence | undefined {
  const { state, ageSeconds, staleReason } = served;
  if (state !== "stale") return undefined;
  const age = say`OLD DATA: this answer is ${toAgeWords(ageSeconds)} old`;
  return staleReason === undefined
    ? say`${age}.`
    : say`${age}, because a newer one could not be fetched (${staleReason}).`;
}
