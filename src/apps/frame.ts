/** The layout of every chart: heading, badges, source and age of the answer, notes. */
import { textIn, type Answer } from "./answer.js";
import { toFieldLabel } from "../contract/field-facts.js";
import { toAgeWords } from "../lib/age-words.js";
import { capital, uncapital } from "../lib/capital.js";
import * as declared from "./declared-fields.js";
import { dotted, html } from "./elements.js";
import type { Picture } from "./picture.js";
import type { Words } from "./format.js";

/** Returns the whole page of an answer; `name` is the company's name, if the heading does not have it. */
export function framed(
  answer: Answer,
  { heading, subheading, content }: Picture,
  words: Words,
  name: HTMLElement | null = null,
): Node[] {
  const badges = [answer.simulated ? "Simulated" : null, answer.isStale ? "Stale" : null].flatMap((text) =>
    text === null ? [] : [html("span", { class: "badge" }, text)],
  );
  // A host may pass only a text that it has shortened or changed, which cannot be parsed, so it is shown as it is.
  const unread = Object.keys(answer.body).length === 0 ? answer.text : "";
  return [
    html(
      "header",
      {},
      html("h1", {}, heading),
      name,
      subheading ? html("p", { class: "subheading" }, subheading) : null,
      html("div", { class: "badges" }, ...badges),
    ),
    ...(content.length > 0 ? content : sentence("The answer has nothing to draw.", unread)),
    html("footer", {}, origin(answer, words), answer.note === null ? null : html("p", {}, forReaders(answer.note))),
  ];
}

/** Sentences of a note about the form of the answer, which tell a model what else it can ask for. */
const FOR_MODELS = /^Units: |^Since \d{4}[;.]|\b(?:fields|bars) shown\b/;

/** The end of a sentence that tells a model what to ask for. */
const ADVICE =
  /(?:; (?:limit goes up to \d+|to see the rest, .+|\w+ has more|the parameter \w+ sets how many)|, because more do not fit)+\.$/;
/** A field's name in our own sentences. */
const FIELD_NAME = /\b[a-z]+(?:[A-Z\d][a-z\d]*)+\b/g;

/** The declared fields by name; an answer's own field comes before one of its rows with the same name. */
const LABELS = new Map(
  Object.values(declared)
    .flat()
    .toSorted(([one], [other]) => other.split(".").length - one.split(".").length)
    .map(([path, field]) => [path.split(".").at(-1)!, field]),
);

/** Returns the note without what only a model can use, and with the names of fields that the picture has. */
function forReaders(note: string): string {
  const sentences = note.split(/(?<=[.!]) (?=[A-Z\d]|[a-z]+[A-Z])/).filter((each) => !FOR_MODELS.test(each));
  return sentences
    .map((each) =>
      capital(
        each
          .replace(ADVICE, ".")
          .replace(/^Null, /, "Not given, ")
          .replace(FIELD_NAME, nameOf),
      ),
    )
    .join(" ");
}

function nameOf(field: string): string {
  const label = toFieldLabel(field, LABELS.get(field));
  return uncapital(label);
}

/** Returns a page with one sentence, and optionally a text below it. */
export function sentence(text: string, more = ""): Node[] {
  return [
    html("p", { class: "sentence", role: "status" }, text),
    ...(more === "" ? [] : [html("pre", { tabindex: 0 }, more)]),
  ];
}

function origin({ source, asOf, fetchedAt, ageSeconds, body }: Answer, words: Words): HTMLElement {
  const stamp = textIn(body, "timestamp");
  const fetched = fetchedAt ?? (stamp === null ? null : `${stamp.slice(0, 19)}Z`);
  const times =
    asOf === null ? (fetched === null ? null : `fetched ${words.time(fetched)}`) : `as of ${words.time(asOf)}`;
  const line = dotted(
    source === null ? "Source not given" : `Source: ${source}`,
    times,
    ageSeconds === null || (ageSeconds < 1 && asOf === null)
      ? null
      : ageSeconds < 1
        ? "just fetched"
        : `cached ${toAgeWords(ageSeconds)} ago`,
  );
  return html("p", {}, line);
}
