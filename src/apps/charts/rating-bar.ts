/** The number of analysts per rating, as parts of one bar. */
import { numberIn, textIn, type Fields } from "../parts/answer.js";
import { chart } from "./chart.js";
import { fieldsIn } from "../parts/declared-figure.js";
import { TARGETS_FIELDS } from "../parts/declared-fields.js";
import { figure, html, sign, svg } from "../parts/elements.js";
import type { Formats } from "../parts/format.js";

/** The ratings, from the best, in the order of their fields. */
const NAMES = new Set(["strongBuy", "buy", "hold", "sell", "strongSell"]);
const RATINGS = fieldsIn(TARGETS_FIELDS, "").filter(({ name }) => NAMES.has(name));

const HEIGHT = 14;
const GAP = 2;

/** Returns the bar and its legend; `null` without counts. */
export function ratingBar(body: Fields, formats: Formats): HTMLElement | null {
  const ratings = RATINGS.map(({ label, name }) => ({ label, field: name, count: numberIn(body, name) }));
  const total = ratings.reduce((sum, { count }) => sum + (count ?? 0), 0);
  if (total === 0) return null;
  const texts = {
    title: "Ratings",
    description: ratings.map(({ label, count }) => `${label} ${count ?? "not given"}`).join(", "),
  };
  const bar = chart(texts, HEIGHT, (width) => {
    let x = 0;
    return ratings.flatMap(({ field, count }) => {
      if (!count) return [];
      const part = (count / total) * width;
      const drawn = svg("rect", { class: field, x, width: Math.max(1, part - GAP), y: 0, height: HEIGHT, rx: 2 });
      x += part;
      return [drawn];
    });
  });
  const consensus = textIn(body, "consensusRating");
  return html(
    "section",
    {},
    html(
      "h2",
      {},
      `${formats.number(total)} analysts with a rating`,
      consensus === null ? null : html("span", { class: "aside" }, ` consensus: ${consensus}`),
    ),
    bar,
    html(
      "ul",
      { class: "legend" },
      ...ratings.map(({ label, field, count }) =>
        html("li", {}, sign(`swatch ${field}`), `${label} `, html("strong", {}, figure(formats, count))),
      ),
    ),
  );
}
