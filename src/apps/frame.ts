/** The layout of every chart: heading, badges, source and age of the answer, remarks. */
import { textIn, type Answer } from "./answer.js";
import { toAgeWords } from "../lib/age-words.js";
import { uncapital } from "../lib/capital.js";
import { dotted, html } from "./elements.js";
import type { Picture } from "./picture.js";
import type { Words } from "./format.js";
import { sessionWords } from "./session.js";

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
    html(
      "footer",
      {},
      origin(answer, words),
      answer.remarks.length === 0 ? null : html("p", {}, answer.remarks.join(" ")),
    ),
  ];
}

/** Returns a page with one sentence, and optionally a text below it. */
export function sentence(text: string, more = ""): Node[] {
  return [
    html("p", { class: "sentence", role: "status" }, text),
    ...(more === "" ? [] : [html("pre", { tabindex: 0 }, more)]),
  ];
}

function origin({ source, asOf, fetchedAt, ageSeconds, market, body }: Answer, words: Words): HTMLElement {
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
    market === null ? null : uncapital(sessionWords(market)),
  );
  return html("p", {}, line);
}
