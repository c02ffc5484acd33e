/** Earnings per share of past quarters against their estimates, and the next announcement. */
import { isObject } from "../../lib/is-object.js";
import { listIn, numberIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { columnOf, declaredFigure, fieldAt, type NamedField } from "../parts/declared-figure.js";
import { EARNINGS_FIELDS } from "../parts/declared-fields.js";
import { day, dotted, html } from "../parts/elements.js";
import { epsDots, type Dot } from "../charts/eps-dots.js";
import { nextBar } from "../charts/next-bar.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import { cell, listing, row } from "../parts/table.js";
import type { Formats } from "../parts/format.js";

const SHOWN = 4;
const inQuarter = (name: string) => fieldAt(EARNINGS_FIELDS, `history.${name}`);
const [ENDED, EPS, SURPRISE, REVENUE, REACTION] = [
  "periodEnd",
  "epsActual",
  "surprisePercent",
  "revenueActual",
  "reactionPercent",
].map(inQuarter) as [NamedField, NamedField, NamedField, NamedField, NamedField];

/** Draws the answer of earnings: the next announcement, dots from the oldest quarter on, the table from the newest. */
export function drawEarnings({ body }: Answer, { formats }: PictureContext): Picture {
  const history = listIn(body, "history");
  const next = isObject(body["next"]) ? body["next"] : null;
  const currency = textIn(body, "reportingCurrency");
  const priced = textIn(body, "currency");
  return {
    heading: `${textIn(body, "symbol") ?? ""} earnings`.trim(),
    company: textIn(body, "symbol"),
    // Earnings are in the currency of the accounts, which may differ from that of the price.
    subheading: dotted(
      priced === currency ? currency : currency && `amounts in ${currency}`,
      priced === null || priced === currency ? null : `price in ${priced}`,
    ),
    content: [
      nextBar(next, formats),
      ...epsDots([...history.toReversed().map((quarter) => toDot(quarter, formats)), ...toNextDot(next)], formats),
      ...table(history, formats),
    ],
  };
}

/**
 * Returns the month in which a quarter ends, or else that of its announcement. A quarter's number would be ambiguous,
 * because fiscal and calendar quarters differ.
 */
function nameOf(quarter: Fields, formats: Formats): string {
  const date = textIn(quarter, "periodEnd") ?? textIn(quarter, "announced");
  return date === null ? "–" : formats.month(date);
}

function toDot(quarter: Fields, formats: Formats): Dot {
  const estimate = numberIn(quarter, "epsEstimate");
  return { name: nameOf(quarter, formats), actual: numberIn(quarter, "epsActual"), estimate, low: null, high: null };
}

/** Returns the estimates of the next announcement as a dot; none without a mean. */
function toNextDot(next: Fields | null): Dot[] {
  const estimate = next && numberIn(next, "epsEstimate");
  if (!next || estimate === null) return [];
  return [{ name: "next", actual: null, estimate, low: numberIn(next, "epsLow"), high: numberIn(next, "epsHigh") }];
}

function table(history: readonly Fields[], formats: Formats): HTMLElement[] {
  if (history.length === 0) return [];
  const hasReaction = history.some((each) => numberIn(each, "reactionPercent") !== null);
  const draw = new Map([EPS, SURPRISE, REACTION, REVENUE].map((named) => [named, columnOf(history, named, formats)]));
  const estimate = columnOf(history, inQuarter("epsEstimate"), formats);
  const rows = history.map((each) => {
    const announced = textIn(each, "announced");
    return row(
      [
        day(formats, textIn(each, "periodEnd")),
        announced === null
          ? null
          : html("small", {}, dotted(`announced ${formats.day(announced)}`, textIn(each, "when"))),
      ],
      cell(draw.get(EPS)!(each), expected(each, "epsEstimate", estimate)),
      cell(draw.get(SURPRISE)!(each)),
      ...(hasReaction ? [cell(draw.get(REACTION)!(each))] : []),
      cell(
        draw.get(REVENUE)!(each),
        expected(each, "revenueEstimate", (quarter) => declaredFigure(quarter, inQuarter("revenueEstimate"), formats)),
      ),
    );
  });
  const heads = [ENDED, EPS, SURPRISE, ...(hasReaction ? [REACTION] : []), REVENUE].map(({ label }) => label);
  return listing({ label: "Quarters", heads, rows, shown: SHOWN, noun: "quarters" });
}

function expected(quarter: Fields, name: string, draw: (row: Fields) => HTMLElement): HTMLElement | null {
  return numberIn(quarter, name) === null ? null : html("small", {}, "est. ", draw(quarter));
}
