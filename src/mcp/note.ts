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
  toMarketSession,
  toOriginSentences,
  toSessionNotes,
  type UsMarket,
} from "./result-sentences.js";
import { toUnitSentence } from "./unit-words.js";

/** Facts outside the answer that its note needs. */
export interface Surroundings {
  simulated: boolean;
  market: UsMarket;
  names: SourceNames;
  /** A sentence on this server that belongs to its first answer. */
  serverNote?: string | undefined;
  /** Whether the units stand beside the figures, so that the note does not name them. */
  hasUnits?: boolean;
}

/** A field's name in our own sentences. */
const FIELD_NAME = /\b[a-z]+(?:[A-Z\d][a-z\d]*)+\b/g;

const SIMULATED_NOTE = "Simulated data, invented for demonstration; no real market figure.";

/**
 * Returns one string, the most important sentence first, because hosts cut long results; `undefined` when there is nothing
 * to say.
 */
export function toNote(
  capability: Capability,
  served: Served,
  surroundings: Surroundings,
  leftOut: readonly string[],
): string | undefined {
  const note = toNoteSentences(capability, served, surroundings, leftOut).join(" ");
  return note === "" ? undefined : surroundings.names.inSentence(note);
}

/**
 * Returns sentences: old data, simulated data, the answer in words, currency with time and source, units, missing fields,
 * what another provider sent last, the sources' own notes, and `leftOut`, which says what the view does not show. The
 * body's own `notes` are not repeated.
 */
export function toNoteSentences(
  capability: Capability,
  served: Served,
  surroundings: Surroundings,
  leftOut: readonly string[],
): string[] {
  const session = toMarketSession(capability, served, surroundings.market);
  const origin = toOriginSentences(capability, served, session, surroundings.names);
  return toSentences(capability, served, surroundings, origin, leftOut);
}

/**
 * Returns the sentences of the note that readers of a picture need beside its figures and the other facts of `_meta`:
 * without time, source, units and advice on further calls, and with the labels of fields instead of their names.
 */
export function toRemarks(
  capability: Capability,
  served: Served,
  { simulated, market, names }: Surroundings,
  leftOut: readonly string[],
): string[] {
  const currency = toCurrencySentences(capability, served.envelope);
  const surroundings = { simulated, market, names, hasUnits: true };
  return toSentences(capability, served, surroundings, currency, leftOut).map((each) =>
    capital(
      names
        .inSentence(each)
        .replace(/^Null, /, "Not given, ")
        .replace(FIELD_NAME, namesOf(capability)),
    ),
  );
}

/** Returns the sentences in the order of the note; `origin` are those on currency, time and source. */
function toSentences(
  capability: Capability,
  served: Served,
  { simulated, market, serverNote, hasUnits }: Surroundings,
  origin: readonly string[],
  leftOut: readonly string[],
): string[] {
  const { body, provider, notes } = served.envelope;
  const own = Array.isArray(body["notes"]) ? (body["notes"] as unknown[]) : [];
  // The sentence on the currency says it already.
  const stated = new Set(provider === SELF ? [] : [toUnknownCurrencyNote(toTitle(provider))]);
  const sentences = [
    staleNote(served),
    simulated ? SIMULATED_NOTE : undefined,
    ...(capability.firstNotes?.(body) ?? []),
    ...origin,
    ...toSessionNotes(capability, served, market),
    hasUnits ? undefined : toUnitSentence(capability, provider, body),
    missingNote(served),
    ...notes.filter((note) => !own.includes(note) && !stated.has(note)),
    ...leftOut,
    serverNote,
  ];
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
