/** Price levels of technical indicators: pivots, supports and resistances. */
import { recordIn, numberIn, rowsIn, textIn, type Fields } from "../parts/answer.js";
import { declaredFigure, fieldAt } from "../parts/declared-figure.js";
import { INDICATORS_FIELDS } from "../parts/declared-fields.js";
import { html } from "../parts/elements.js";
import { factList, type Fact } from "../parts/fact-list.js";
import type { Formats } from "../parts/format.js";
import { nameDate } from "./history-data.js";

/** A swing low below the price, or a swing high above it. */
export interface Level {
  kind: "support" | "resistance";
  price: number;
  date: string;
}

const KINDS = [
  { kind: "resistance", label: "Resistance" },
  { kind: "support", label: "Support" },
] as const;
/** From the highest to the lowest. */
const PIVOTS = ["r2", "r1", "pivot", "s1", "s2"];

/** Returns the supports and resistances of an answer, nearest first. */
export function levelsOf(body: Fields): Level[] {
  const levels = recordIn(body, "levels");
  return KINDS.flatMap(({ kind }) =>
    rowsIn(levels, kind).flatMap((row): Level[] => {
      const [price, date] = [numberIn(row, "price"), textIn(row, "date")];
      return price === null || date === null ? [] : [{ kind, price, date }];
    }),
  );
}

/**
 * Returns the levels in a list that opens, which is open where the page is wide: swings with their bars, nearest first,
 * and pivots from the highest to the lowest.
 */
export function levelFacts(body: Fields, levels: readonly Level[], interval: string, formats: Formats): HTMLElement[] {
  const pivots = recordIn(body, "levels");
  const swings = KINDS.flatMap(({ kind, label }) =>
    levels
      .filter((level) => level.kind === kind)
      .map((level): Fact => {
        const figure = declaredFigure(
          { ...level },
          fieldAt(INDICATORS_FIELDS, `levels.${kind}.price`, "price"),
          formats,
        );
        return [`${label}, ${nameDate(level.date, interval, formats)}`, figure];
      }),
  );
  const facts = PIVOTS.flatMap((name): Fact[] => {
    const named = fieldAt(INDICATORS_FIELDS, `levels.${name}`);
    return numberIn(pivots, name) === null ? [] : [[named.label, declaredFigure(pivots, named, formats)]];
  });
  const lists = [...factList(swings), ...factList(facts)].map((list, at) => {
    list.classList.add("ranked");
    const label = at === 0 && swings.length > 0 ? "Supports and resistances" : "Pivots";
    return html("section", { "aria-label": label }, list);
  });
  if (lists.length === 0) return [];
  const isWide = matchMedia("(min-width: 521px)").matches;
  const title = html("summary", {}, swings.length > 0 ? "Resistances, supports and pivots" : "Pivots");
  return [html("details", isWide ? { open: "" } : {}, title, html("div", { class: "stack" }, ...lists))];
}
