/**
 * The note of an answer: what a reader must know beside the figures. It is a field of the answer itself, because some
 * hosts show a model only `structuredContent`, others only the text, and none the `_meta`.
 */
import type { Capability } from "../contract/capability.js";
import { toUnknownCurrencyNote } from "../contract/currency.js";
import type { Served } from "../contract/envelope.js";
import { SELF, toTitle } from "../contract/provider-id.js";
import { capital } from "../lib/capital.js";
import { toAgeWords } from "../lib/age-words.js";
import type { SourceNames } from "../views/source-names.js";
import { namesOf } from "./currency-words.js";
import {
  toCurrencySentences,
  toOriginSentences,
  toSessionNotes,
  toOriginFacts,
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
  /** Returns an instant in the reader's own words; by default it is that of New York, or UTC. */
  inWords?(at: Date): string;
}

/** A field's name in our own sentences. */
const FIELD_NAME = /\b[a-z]+(?:[A-Z\d][a-z\d]*)+\b/g;

const SIMULATED_NOTE = "Simulated data, invented for demonstration; no real market figure.";

/** The note of one answer; `leftOut` are sentences on what the view does not show, which depend on its number of rows. */
export interface Note extends OriginFacts {
  /**
   * Returns sentences, the most important first, because hosts cut long results: old data, simulated data, the answer in
   * words, currency with time and source, units, missing fields, what another provider sent last, the sources' own notes,
   * and `leftOut`. The body's own `notes` are not repeated.
   */
  sentences(leftOut: readonly string[]): string[];
  /** Returns the sentences as one string, with the vendors' names; `undefined` when there is nothing to say. */
  text(leftOut: readonly string[]): string | undefined;
  /** The notes among the answer's fields, which neither a picture nor a table at a terminal shows. */
  own: readonly string[];
  /**
   * Returns the sentences that readers of a picture need beside its figures and the other facts of `_meta`: without time,
   * source, units and advice on further calls, and with the labels of fields instead of their names.
   */
  remarks(leftOut: readonly string[]): string[];
}

/** Returns a sentence with the labels of fields instead of their names. */
export const withLabels = (capability: Capability, sentence: string): string =>
  sentence.replace(FIELD_NAME, namesOf(capability));

export function createNote(capability: Capability, served: Served, surroundings: Surroundings): Note {
  const { simulated, market, names, hasUnits, inWords } = surroundings;
  const { body, provider, notes } = served.envelope;
  const own = Array.isArray(body["notes"]) ? (body["notes"] as string[]) : [];
  // The sentence on the currency says it already.
  const stated = new Set(provider === SELF ? [] : [toUnknownCurrencyNote(toTitle(provider))]);
  const first = [staleNote(served), simulated ? SIMULATED_NOTE : undefined, ...(capability.firstNotes?.(body) ?? [])];
  const sessions = toSessionNotes(capability, served, market);
  const last = [missingNote(served), ...notes.filter((note) => !own.includes(note) && !stated.has(note))];
  const facts = toOriginFacts(capability, served, market, names);
  const origin = toOriginSentences(capability, served, facts, inWords);
  const units = hasUnits ? undefined : toUnitSentence(capability, provider, body);
  const whole = [...first, ...origin, ...sessions, units, ...last];

  const sentences = (leftOut: readonly string[]) => once([...whole, ...leftOut]);
  return {
    ...facts,
    own,
    sentences,
    text(leftOut) {
      const note = sentences(leftOut).join(" ");
      return note === "" ? undefined : names.inSentence(note);
    },
    remarks: (leftOut) =>
      once([
        ...first,
        ...toCurrencySentences(facts.currency, served.envelope),
        ...sessions,
        ...last,
        ...own,
        ...leftOut,
      ]).map((each) => capital(withLabels(capability, names.inSentence(each).replace(/^Null, /, "Not given, ")))),
  };
}

/** Returns the sentences that there are, each once. */
function once(sentences: readonly (string | undefined)[]): string[] {
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
}

/** Names the fields without a value, and apart from them those of which only a part is there, such as a cut chart. */
function missingNote({ envelope: { body, missing, permanentlyMissing } }: Served): string | undefined {
  const isPart = (name: string) => (body[name] ?? null) !== null;
  const [parts, absent] = [missing.filter(isPart), missing.filter((name) => !isPart(name))];
  const why = permanentlyMissing ? "Not in the plan of our API key" : "Could not be fetched this time";
  const sentences = [
    ...(absent.length > 0 ? [`${why} and is null: ${absent.join(", ")}.`] : []),
    ...(parts.length > 0 ? [`Incomplete this time: ${parts.join(", ")}.`] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

function staleNote(served: Served): string | undefined {
  const { state, ageSeconds, staleReason } = served;
  if (state !== "stale") return undefined;
  const age = `OLD DATA: this answer is ${toAgeWords(ageSeconds)} old`;
  return staleReason === undefined ? `${age}.` : `${age}, because a newer one could not be fetched (${staleReason}).`;
}
