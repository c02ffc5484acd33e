/** The layout of every chart: heading, badges, source and age of the answer, remarks. */
import { textIn, type Answer } from "./answer.js";
import { capital } from "../../lib/capital.js";
import { dotted, html } from "./elements.js";
import { foldable } from "./fold.js";
import type { Picture } from "./picture.js";
import type { Formats } from "./format.js";
import { toSessionWords } from "../../contract/envelope.js";

/** Returns the whole page of an answer; `name` is the company's name, if the heading does not have it. */
export function framed(
  answer: Answer,
  { heading, subheading, content, remarks = answer.remarks, later, zone = null }: Picture,
  formats: Formats,
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
      html(
        "div",
        { class: "titles" },
        html("h1", {}, heading),
        name,
        subheading ? html("p", { class: "subheading" }, subheading) : null,
      ),
      html("div", { class: "badges" }, ...badges),
    ),
    ...foldable(content.length > 0 ? content : sentence("The answer has nothing to draw.", unread)),
    footer(answer, remarks, formats, zoneOf(answer) ?? zone, later),
  ];
}

/** Returns a page with one sentence, and optionally a text below it. */
export function sentence(text: string, more = ""): Node[] {
  return [
    html("p", { class: "sentence", role: "status" }, text),
    ...(more === "" ? [] : [html("pre", { tabindex: 0 }, more)]),
  ];
}

/** Symbols without an ending for another exchange. */
const US_LISTING = /^[A-Z]{1,5}(?:[-.][AB])?$/;

/** Returns the zone of the listing, as the answer states it, or as it is for US listings and coins. */
export function zoneOf({ body }: Answer): string | null {
  const symbol = textIn(body, "symbol") ?? "";
  const usual = US_LISTING.test(symbol) ? "America/New_York" : symbol.endsWith("-USD") ? "UTC" : null;
  return textIn(body, "timezone") ?? usual;
}

/**
 * Returns source, time and remarks; times of the data are in the zone of the listing as soon as that is known, else in the
 * reader's, as is that of fetching.
 */
function footer(
  answer: Answer,
  remarks: readonly string[],
  formats: Formats,
  zone: NonNullable<Picture["zone"]> | null,
  later: Picture["later"],
): HTMLElement {
  const element = html("footer");
  const state = { known: zone instanceof Promise ? null : zone, all: remarks };
  const at = fetchedOf(answer);
  const fetched = at === null ? null : `fetched ${formats.time(at)}`;
  const fill = (more: Partial<typeof state> = {}) => {
    const { known, all } = Object.assign(state, more);
    const inZone = { ...formats, time: (text: string) => formats.time(text, known) };
    const parts = [html("p", {}, origin(answer, inZone, fetched)), about(answer, all, fetched)];
    element.replaceChildren(...parts.filter((part) => part !== null));
  };
  fill();
  if (zone instanceof Promise) void zone.then((known) => fill({ known }));
  later?.then((more) => fill({ all: [...remarks, ...more] }));
  return element;
}

/** Returns source, time and state of the market in one line. */
function origin({ sources, asOf, market }: Answer, formats: Formats, fetched: string | null): string {
  return dotted(
    sources.length === 0 ? "Source not given" : capital(sources.join(", ")),
    asOf === null ? fetched : formats.time(asOf),
    market === null ? null : `market ${toSessionWords(market)}`,
  );
}

/** Returns all that is known about the data, which opens on demand; old data is shown at once. */
function about(answer: Answer, remarks: readonly string[], fetched: string | null): HTMLElement | null {
  const { sources, asOf, isStale } = answer;
  const [first, ...others] = sources;
  const sentences = [
    ...(others.length > 0 ? [`Source: ${first}, completed by ${others.join(", ")}.`] : []),
    ...(asOf === null || fetched === null ? [] : [`${capital(fetched)}.`]),
    ...remarks,
  ];
  if (sentences.length === 0) return null;
  return html(
    "details",
    isStale ? { open: "" } : {},
    html("summary", {}, "About this data"),
    html("p", {}, sentences.join(" ")),
  );
}

function fetchedOf({ fetchedAt, body }: Pick<Answer, "fetchedAt" | "body">): string | null {
  const stamp = textIn(body, "timestamp");
  return fetchedAt ?? (stamp === null ? null : `${stamp.slice(0, 19)}Z`);
}
