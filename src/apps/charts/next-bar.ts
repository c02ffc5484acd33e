/** The next announcement as a bar on a time line that begins today; the bar is as wide as the window of its day. */
import { uncapital } from "../../lib/capital.js";
import { DAY_MS } from "../../lib/day.js";
import { numberIn, textIn, type Fields } from "../parts/answer.js";
import { chart } from "./chart.js";
import { declaredFigure, fieldAt } from "../parts/declared-figure.js";
import { EARNINGS_FIELDS } from "../parts/declared-fields.js";
import { html, svg } from "../parts/elements.js";
import { labelsAt } from "./labels.js";
import { toScale } from "./scale.js";
import type { Formats } from "../parts/format.js";

const HEIGHT = 44;
const LINE = 14;
/** Minimum width of the bar in pixels, so that a single day is visible. */
const NARROWEST = 10;
const MARGIN = 6;
/** Minimum length of the time line, so that a single day does not fill it. */
const SHORTEST_MS = 14 * DAY_MS;

/**
 * Returns a sentence and, if a day is known, the time line. Today is the reader's day, because a conversation may be
 * opened again days after the answer.
 */
export function nextBar(next: Fields | null, formats: Formats): HTMLElement {
  const [from, to] = [next && textIn(next, "from"), next && textIn(next, "to")];
  if (!next || !from || !to) return html("p", { class: "key" }, "The next announcement is not known.");
  const [start, first, last] = [formats.today(), from, to].map((day) => Date.parse(day)) as [number, number, number];
  const when = formats.days(from, to);
  const confirmation =
    next["estimated"] === false
      ? "confirmed"
      : next["estimated"] === true
        ? "estimated"
        : "not known whether confirmed";
  const days = Math.round((first - start) / DAY_MS);
  const distance = last < start ? "day has passed" : toDistance(days, formats);
  const texts = { title: "Next announcement", description: `${when}, ${confirmation}, ${distance}` };
  return html(
    "div",
    {},
    html("h2", {}, `Next announcement: ${when}`),
    html("p", { class: "key" }, html("span", {}, `${confirmation}, ${distance}`), ...expected(next, formats)),
    chart(texts, HEIGHT, (width) => {
      const ends: [number, number] = [Math.min(start, first), Math.max(last + DAY_MS, start + SHORTEST_MS)];
      const x = toScale(ends, [MARGIN, width - MARGIN]);
      const wide = Math.max(NARROWEST, x(last + DAY_MS) - x(first));
      const left = Math.min(x(first), width - MARGIN - wide);
      const labels = [
        { text: "Today", x: x(start) },
        { text: formats.day(from), x: left },
      ];
      return [
        svg("line", { class: "zero", x1: MARGIN, x2: width - MARGIN, y1: LINE, y2: LINE }),
        svg(
          "rect",
          {
            class: next["estimated"] === false ? "window sure" : "window",
            x: left,
            y: LINE - 8,
            width: wide,
            height: 16,
            rx: 3,
          },
          svg("title", {}, `${when}, ${confirmation}`),
        ),
        svg("circle", { class: "head other", cx: x(start), cy: LINE, r: 4.5 }),
        ...labelsAt(labels, HEIGHT - 6, [0, width]),
      ];
    }),
  );
}

/** Returns the mean estimates, which are shown beside the day. */
function expected(next: Fields, formats: Formats): HTMLElement[] {
  return ["epsEstimate", "revenueEstimate"].flatMap((name) => {
    const named = fieldAt(EARNINGS_FIELDS, `next.${name}`);
    return numberIn(next, name) === null
      ? []
      : [html("span", {}, `${uncapital(named.label)} `, declaredFigure(next, named, formats))];
  });
}

/** Returns the number of days until the announcement in words; below 0 its window has begun. */
function toDistance(days: number, formats: Formats): string {
  if (days < 0) return "begun";
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${formats.number(days)} days`;
}
